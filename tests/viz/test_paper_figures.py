"""Figures of papers: what single ones show, and that all of them draw."""

from __future__ import annotations

import math

import numpy as np
import pytest

from elver import scenario, simulate
from elver._support.errors import InputError
from elver.results.samples import window
from elver.scenarios import ClaimRunner, paper_figures
from elver.scenarios.papers import find_figures, paper
from elver.simulation import Solver
from elver.viz.paper_figures import caption, draw_paper_figure
from elver.viz.style import write

DRAWN = [figure for figure in paper_figures() if figure.draw is not None]


def figure_of(name: str, number: str):
    (found,) = find_figures(paper(name), number)
    return found


@pytest.fixture(scope="module")
def bench():
    return ClaimRunner()


@pytest.mark.long
@pytest.mark.parametrize("figure", DRAWN, ids=lambda f: f.name)
def test_it_draws(figure, bench, tmp_path):
    drawn = draw_paper_figure(figure, bench)
    write(drawn, tmp_path / "figure.png", 40)
    assert (tmp_path / "figure.png").stat().st_size > 2000
    assert figure.name in drawn.get_supxlabel()


@pytest.mark.parametrize("velocity", [(1.0, 0.0), (0.3, -0.8), (-0.5, 0.5), (-1e-3, -2e-3)])
@pytest.mark.parametrize("limits", [(1.3, 1.3), (0.7, 1.3)])
def test_friction_of_a_sliding_link_dissipates_most(velocity, limits):
    """SNAKE (49): of all admissible forces the one of most dissipation; for an ellipse that is known in closed form."""
    from elver.systems.aiko.figures import _force

    v, (a, b) = np.array(velocity), limits
    most = math.hypot(a * v[0], b * v[1])
    wanted = -np.array([a * a * v[0], b * b * v[1]]) / most
    np.testing.assert_allclose(_force(v, limits), wanted, atol=1e-9)


def test_the_set_valued_law_shows_forces_against_the_sliding_velocity_where_friction_is_isotropic():
    figure = draw_paper_figure(figure_of("SNAKE", "5"))
    left, right = figure.axes
    (circle,), (ellipse,) = left.patches[:1], right.patches[:1]
    weight = 7.5 / 11 * 9.81
    assert (circle.width, circle.height) == pytest.approx((0.4 * weight, 0.4 * weight))
    assert (ellipse.width, ellipse.height) == pytest.approx((0.2 * weight, 0.4 * weight))


def test_a_table_marks_what_differs_from_print():
    figure = draw_paper_figure(figure_of("MAV", "table-I"))
    cells = figure.axes[0].tables[0].get_celld()
    rows = max(row for row, _ in cells)
    marked = {cells[row, 0].get_text().get_text() for row in range(1, rows + 1) if cells[row, 0].get_facecolor()[2] < 0.95}
    assert marked == {"l", "k_t^2"}


def test_joints_of_the_eel_differ_from_its_printed_table_in_the_known_offsets():
    figure = draw_paper_figure(figure_of("EEL", "table-I"))
    cells = figure.axes[0].tables[0].get_celld()
    rows = max(row for row, _ in cells)
    marked = {cells[row, 0].get_text().get_text() for row in range(1, rows + 1) if cells[row, 0].get_facecolor()[2] < 0.95}
    assert marked == {"2", "4"}  # errata, EEL 1; joint 35 is printed as it is built


def test_the_caption_names_paper_section_state_and_difference():
    text = caption(figure_of("SNAKE", "10"))
    assert text.startswith("SNAKE Fig. 10 (section VIII-B; Transeth, Leine, Glocker, Pettersen, Liljebäck 2008): ")
    assert "Here: differs: links 3 and 7" in text
    assert text.endswith("compared are the paper's numbers and words.")


def test_what_is_not_drawn_says_why():
    with pytest.raises(InputError, match=r"SNAKE Fig. 1 is not drawn: a photograph"):
        draw_paper_figure(figure_of("SNAKE", "1"))


@pytest.fixture(scope="module")
def gray_runs():
    own = scenario("gray")
    changes = [{"alpha": math.radians(a), "beta": math.radians(b)} for a, b in ((40, 20), (30, 30), (20, 40))]
    return {f"run {k}": simulate(own.build(c), 0.05, solver=Solver(dt=own.dt)) for k, c in enumerate(changes)}


def test_figures_are_drawn_from_results_in_whatever_order_they_are_given(gray_runs, monkeypatch):
    monkeypatch.setattr(ClaimRunner, "run", None)  # nothing is simulated
    seven = figure_of("SNAKE", "7")
    titles = [axis.get_title(loc="left") for axis in draw_paper_figure(seven, results=gray_runs).axes]
    again = [axis.get_title(loc="left") for axis in draw_paper_figure(seven, results=dict(reversed(gray_runs.items()))).axes]
    assert titles == again
    assert [title.split("resultant: ")[1].split(",")[0] for title in titles] == ["forward", "none", "backward"]


def test_a_result_that_lacks_something_says_what(gray_runs):
    with pytest.raises(
        InputError, match=r"SNAKE Fig. 7 needs a result of `elver run gray .*'run 0': it has alpha = 0.698132 where"
    ):
        draw_paper_figure(figure_of("SNAKE", "7"), results={"run 0": gray_runs["run 0"]})
    with pytest.raises(InputError, match=r"it is a run of 'gray', not of 'eel-loop'"):
        draw_paper_figure(figure_of("EEL", "11"), results=gray_runs)


def test_a_window_holds_its_ends_and_is_refused_outside_of_the_run(gray_runs):
    run = gray_runs["run 0"]
    for data in (run.data, run.given):
        times = window(data, 0.01, 0.03).time.values
        assert (times[0], times[-1]) == pytest.approx((0.01, 0.03))
    with pytest.raises(InputError, match=r"the run goes from 0 to 0.05 s"):
        window(run.data, 0.06, 0.09)
