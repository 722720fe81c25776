"""Pages of recorded runs."""

from __future__ import annotations

import base64
import json
import warnings
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from damage import mutated
from page_schema import REPLAY

import elver
from elver._support.errors import InputError
from elver._support.files import to_json
from elver.results import Run
from elver.results.storage.layout import check_run
from elver.viz.page.replay import drawn_bodies, replay_payload


@pytest.mark.parametrize("run", ["swimmer_run", "gray_run"])
def test_the_payload_keeps_its_form(run, request):
    found = replay_payload(request.getfixturevalue(run))
    jsonschema.validate(json.loads(json.dumps(found)), REPLAY)
    names = found["recording"]["fields"]["body_position"]["labels"]["body"]
    assert names == [body["name"] for body in found["bodies"]]


def test_doubts_and_warnings_of_the_run_are_in_its_page(gray_run):
    run = elver.simulate(elver.scenario("swimmer"), progress=False)
    told = replay_payload(run)["trust"]
    assert told["doubts"] == [
        "the published added-mass law brings energy in; the energy-consistent one, water.law=kirchhoff, does not"
    ]
    assert [text.split(" has brought")[0] for text in told["warnings"]] == [f["where"] for f in run.summary["warnings"]]
    assert gray_run.summary["trusted"]
    assert "trust" not in replay_payload(gray_run)


def test_a_saved_run_gives_the_same_page(gray_run, tmp_path):
    gray_run.save(tmp_path / "run.nc")
    assert replay_payload(elver.load_run(tmp_path / "run.nc")) == replay_payload(gray_run)


def test_a_run_of_before_has_a_page_too(swimmer_run):
    old = swimmer_run.data.drop_vars(["body_force", "body_part", "body_group"])
    del old.attrs["surroundings"]
    found = replay_payload(Run(old))
    jsonschema.validate(found, REPLAY)
    assert found["arrows"] == []
    assert found["scene"]["water"] == {"surface": None}  # by its scenario
    old.attrs["model"] = "somebody's own"
    assert replay_payload(Run(old))["scene"]["water"] is None


def test_the_words_are_the_scenarios_or_ones_own(swimmer_run):
    found = replay_payload(swimmer_run)
    assert found["title"] == elver.scenario("swimmer").title
    assert "reached 0.5 s" in found["about"]
    own = swimmer_run.data.copy()
    own.attrs["model"] = "my </script><b>fish"
    assert replay_payload(Run(own))["title"] == "my </script><b>fish"  # escaped where the page is written
    assert replay_payload(swimmer_run, "other")["title"] == "other"


def test_a_run_of_a_file_has_its_title(swimmer_run):
    def title(origin):
        return replay_payload(Run(swimmer_run.data.assign_attrs(origin=json.dumps(origin), model="fish")))["title"]

    assert title({"file": "fish.yaml", "digest": "1", "title": "A small fish"}) == "A small fish"
    own = elver.scenario(str(Path(__file__).parents[3] / "examples" / "eel.yaml"))
    assert own.build().origin["title"] == own.title != own.name
    assert [title({"digest": "1"}), title({"title": 3}), title({"title": " "})] == ["fish"] * 3


def test_how_the_run_ended_is_told(swimmer_run):
    assert replay_payload(swimmer_run)["ended"] == {"word": "finished", "text": swimmer_run.status_detail}
    broken = Run(swimmer_run.data.assign_attrs(status="diverged", status_detail="diverged after 0.5 s: it ran away"))
    assert replay_payload(broken)["ended"] == {"word": "diverged", "text": "diverged after 0.5 s: it ran away"}


def test_samples_that_are_not_finite_are_left_out(gray_run):
    data = gray_run.data.copy(deep=True)
    data.body_position.values[-1] = np.nan
    found = replay_payload(Run(data))
    times = np.frombuffer(base64.b64decode(found["recording"]["times"]), "<f8")
    assert times[-1] < gray_run.data.time.values[-1]
    with pytest.raises(InputError, match="1 sample"):
        replay_payload(Run(gray_run.data.isel(time=[0])))


def test_any_change_of_a_run_is_refused_or_gives_a_page(gray_run):
    good, random, ends = gray_run.data, np.random.default_rng(3), []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for _ in range(60):
            what, data = mutated(good, random)
            try:
                check_run(data, what)
                found = replay_payload(Run(data))
            except InputError:
                ends.append("refused")
                continue
            jsonschema.validate(json.loads(to_json(found)), REPLAY)
            ends.append("page")
    assert {"refused", "page"} == set(ends)


def test_bodies_that_are_not_drawn_leave_their_children_to_their_parents():
    bodies = [{"mesh": 0, "parent": -1}, {"mesh": None, "parent": 0}, {"mesh": None, "parent": 1}, {"mesh": 1, "parent": 2}]
    assert drawn_bodies(bodies) == [{"mesh": 0, "parent": -1}, {"mesh": 1, "parent": 0}]
