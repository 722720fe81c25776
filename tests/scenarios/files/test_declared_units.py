"""Units that a file declares for its parameters: on the command line, in studies, in what is shown."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.analysis import optimise, pareto, sweep
from elver.analysis.studies.setup import Interval, read_intervals
from elver.cli.commands.list import parameter_table
from elver.cli.commands.optimise import optimum_table
from elver.cli.commands.pareto import front_table
from elver.cli.commands.sweep import sweep_table
from elver.scenarios import example, load_text
from elver.scenarios.parameter import in_shown_units
from elver.viz import sweep_figures
from elver.viz.page.sliders import asked_slider

FISH = example()


def in_degrees() -> elver.Scenario:
    start = FISH.index("  lag:")
    line = FISH[start : FISH.index("\n", start)]
    return load_text(
        FISH.replace(line, "  lag: {value: 70, unit: deg, range: [10, 150], meaning: from joint to joint}"), "fish.yaml"
    )


def test_bare_numbers_of_texts_are_in_the_unit_that_a_parameter_declares():
    fish = in_degrees()
    lag = next(p for p in fish.parameters if p.name == "lag")
    assert (lag.unit, lag.shown_unit, lag.default, lag.bounds) == ("rad", "deg", math.radians(70), "10 to 150")
    for given in ("80", "80 deg", "2 * 40", f"{math.radians(80)!r} rad", math.radians(80)):  # the last as a number of Python
        assert fish.values({"lag": given})["lag"] == pytest.approx(math.radians(80), rel=1e-15), given
    with pytest.raises(InputError, match=r"lag = 1\.4 is not allowed\. Give a finite number from 10 to 150 deg; default: 70"):
        fish.values({"lag": "1.4"})
    with pytest.raises(InputError, match=r"lag = 'wide' is not a number \[deg\]. Default: 70\."):
        fish.values({"lag": "wide"})
    plain = load_text(FISH, "fish.yaml")
    assert all(p.set_in == "" for p in plain.parameters)
    assert [(p.shown(p.default), p.shown_unit) for p in plain.parameters if p.name == "lag"] == [
        (60.0, "deg")
    ]  # as it is written
    assert plain.values({"lag": "1.4"})["lag"] == 1.4  # a unit that is only written is not that of bare numbers
    assert all(p.set_in == "" for own in elver.all_scenarios() for p in own.parameters)


def test_studies_read_and_show_the_declared_unit_and_keep_si():
    fish = in_degrees()
    data = sweep(fish, {"lag": "30:120:4"}, duration=0.02, progress=False)
    assert data.lag.values == pytest.approx(np.radians([30, 60, 90, 120]))
    assert (data.lag.attrs["units"], data.lag.attrs["set_in"]) == ("rad", "deg")
    shown = in_shown_units(data)
    assert shown.lag.values.tolist() == [30, 60, 90, 120]
    assert " deg" in sweep_table(data, "")
    assert read_intervals(fish, {"lag": "30:120"}, {}) == (Interval("lag", math.radians(30), math.radians(120), "rad", "deg"),)
    drawn = sweep_figures(data, names=["mean_speed"])["mean_speed"].axes[0]
    assert drawn.get_xlabel() == "lag [deg]"
    assert drawn.lines[0].get_xdata().tolist() == [30, 60, 90, 120]
    assert asked_slider(fish, fish.build(), "lag=30:120").high == pytest.approx(math.radians(120))
    assert parameter_table(fish).count("[deg]") == 2  # the amplitude too, which is written as 18 deg


def test_searches_print_the_declared_unit():
    fish = in_degrees()
    how = {"bounds": {"lag": "30:120"}, "duration": 0.02, "search": elver.analysis.Search(budget=4), "progress": False}
    best = optimise(fish, objective="mean_speed", **how)
    assert math.radians(30) <= best.parameters["lag"] <= math.radians(120)
    shown = float(re.search(r"lag +(\S+) deg", optimum_table(best))[1])
    assert math.radians(shown) == pytest.approx(best.parameters["lag"], rel=1e-5)
    front = pareto(fish, {"work": "min", "mean_speed": "max"}, **{**how, "search": elver.analysis.Search(budget=40)})
    head, first, *_ = front_table(front).splitlines()
    assert "lag [deg]" in head
    assert any(30 <= float(word) <= 120 for word in first.split())


def test_degrees_typed_for_radians_are_guessed():
    with pytest.raises(InputError, match=r"amplitude = 25\.0 is not allowed\. .*or write '25 deg' in a file"):
        load_text(FISH, "fish.yaml").values({"amplitude": "25"})


def test_changes_of_claims_are_in_the_declared_unit():
    text = FISH[: FISH.index("claims:")].replace(
        "  lag: {value: 60 deg, range: [0 deg, 150 deg]", "  lag: {value: 60, unit: deg, range: [0, 150]"
    )
    found = load_text(text + "claims:\n  - {what: x, measure: mean_speed, low: 0, high: 1, changes: {lag: 80}}\n", "fish.yaml")
    assert dict(found.claims[0].measure.changes)["lag"] == math.radians(80)
