"""A fit as plain data."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
from made_fit import made_fit

from elver._support.files import to_json
from elver.analysis.fit.summary import fit_summary, plain

FIT = made_fit()


def test_the_summary_says_everything_as_json():
    said = json.loads(to_json(fit_summary(FIT)))
    own = said["estimates"]["water.friction"]
    assert (own["value"], own["profile_high"], own["prior"]) == (0.37, 0.418, {"kind": "lognormal", "mean": 0.3, "sigma": 0.5})
    assert said["estimates"]["clock.offset@markers"]["role"] == "clock"
    assert said["held_out_errors"]["speed along the head [mm/s]"] == {
        "model": 4.0, "constant": 41.0, "proportional": 16.5, "line": 7.2, "MuJoCo, fitted": 20.0,
    }  # fmt: skip
    assert said["recordings"]["markers"]["dropped"] == ["head <x>: 4 frames from 1.00 s on without a number"]
    assert said["recordings"]["slow"]["held_out"] is True
    assert said["correlations"]["matrix"][0][1] == -0.93
    assert len(said["scores"]) == 10
    assert said["trusted"] is True
    assert said["left_out"]["usual"]["scores"][0]["channel"] == "speed along the head"


def test_a_run_that_failed_is_told_and_not_trusted():
    failed = replace(FIT, evaluation=replace(FIT.evaluation, failed={"slow": "it diverged"}))
    assert fit_summary(failed)["recordings"]["slow"]["failed"] == "it diverged"
    assert fit_summary(failed)["trusted"] is False


def test_plain_data_are_lists_and_numbers():
    given = {1: np.float32(0.5), "a": np.array([1.0, math.nan]), "b": (math.inf, {"c"}), "d": np.int64(3), "e": None}
    assert plain(given) == {"1": 0.5, "a": [1.0, None], "b": [None, ["c"]], "d": 3, "e": None}
