"""Several results on common axes; links, instants and windows of one."""

from __future__ import annotations

import numpy as np
import pytest

from elver import figures, scenario, simulate
from elver._support.errors import InputError
from elver.simulation import Solver
from elver.viz import overlay_figures


@pytest.fixture(scope="module")
def swimmers():
    own = scenario("swimmer")
    return {f"case {case}": simulate(own.build({"links": 4, "case": case}), 2.0, solver=Solver(dt=0.01)) for case in (1, 2, 3)}


@pytest.fixture(scope="module")
def gray():
    own = scenario("gray")
    return simulate(own.build(), 0.1, solver=Solver(dt=own.dt))


def test_curves_of_all_runs_are_those_that_each_has_alone(swimmers):
    both = overlay_figures(swimmers, names=["forward", "joints"], joints=["joint1", "joint3"])
    for name, drawn in both.items():
        alone = [figures(run, names=[name], joints=["joint1", "joint3"])[name] for run in swimmers.values()]
        for place, axis in enumerate(drawn.axes):
            shown = [line.get_ydata() for line in axis.lines if line.get_transform() == axis.transData]
            wanted = [
                line.get_ydata() for one in alone for line in one.axes[place].lines
                if line.get_transform() == one.axes[place].transData
            ]  # fmt: skip
            assert len(shown) == len(wanted) > 0
            for a, b in zip(shown, wanted, strict=True):
                np.testing.assert_array_equal(a, b)
            low, high = axis.get_ylim()
            assert low <= min(map(np.min, shown))
            assert max(map(np.max, shown)) <= high


def test_runs_are_told_apart_by_colour_or_by_dashes(swimmers):
    drawn = overlay_figures(swimmers, names=["forward", "joints"], joints=["joint1", "joint3"])
    heading = drawn["forward"].axes[1]  # one curve of each run
    assert len({line.get_color() for line in heading.lines}) == len(heading.lines) == 3
    (angles,) = drawn["joints"].axes
    looks = {(line.get_color(), line.get_linestyle()) for line in angles.lines}
    assert len(looks) == 6
    assert [text.get_text() for text in angles.get_legend().get_texts()] == [
        f"{joint}, case {case}" for case in (1, 2, 3) for joint in ("joint1", "joint3")
    ]


def test_what_is_more_than_curves_is_left_out_or_refused_by_name(swimmers):
    drawn = overlay_figures(swimmers)
    assert "path" in drawn
    assert "configurations" not in drawn
    with pytest.raises(InputError, match=r"'configurations' shows more than curves"):
        overlay_figures(swimmers, names=["configurations"])


def test_one_run_is_refused(swimmers):
    with pytest.raises(InputError, match=r"takes two runs or more by name"):
        overlay_figures({"alone": swimmers["case 1"]})


def test_runs_without_a_figure_in_common_are_refused(swimmers, gray):
    with pytest.raises(InputError, match=r"unknown figure of a run of 'gray'"):
        overlay_figures({"a": swimmers["case 1"], "b": gray}, names=["forward"])


def test_chosen_links_are_shown_and_unknown_ones_refused(gray):
    drawn = figures(gray, names=["pushing", "middle"], links=["link1", "link3"])
    assert [axis.get_ylabel().split(" ")[0] for axis in drawn["pushing"].axes] == ["link1", "link3"]
    labels = [text.get_text() for text in drawn["middle"].axes[0].get_legend().get_texts()]
    assert labels == ["path of link1", "path of link3"]
    with pytest.raises(InputError, match=r"unknown link of 'gray': 'link9'"):
        figures(gray, names=["pushing"], links=["link9"])


def test_instants_are_the_samples_nearest_to_those_that_are_chosen(gray):
    (axis, *_) = figures(gray, names=["configurations"], at=[0.0, 0.05])["configurations"].axes
    assert [text.get_text() for text in axis.get_yticklabels()] == ["0 s", "0.05 s"]
    assert "at 0.02 s" in figures(gray, names=["snapshot"], at=[0.02])["snapshot"].axes[0].get_title(loc="left")
    with pytest.raises(InputError, match=r"5 s is outside of the run, which goes from 0 to 0.1 s"):
        figures(gray, names=["configurations"], at=[5.0])
    with pytest.raises(InputError, match=r"shows one instant, not 2"):
        figures(gray, names=["snapshot"], at=[0.01, 0.02])


def test_a_choice_that_no_figure_takes_is_refused(gray):
    with pytest.raises(InputError, match=r"none of these figures takes links. Those that do.*: middle, pushing"):
        figures(gray, names=["ledger"], links=["link1"])
