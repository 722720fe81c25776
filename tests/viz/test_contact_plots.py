"""Figures of contact: a map of links over time instead of a tangle of curves."""

from __future__ import annotations

import numpy as np
import pytest

from elver import scenario, simulate
from elver.simulation import Solver
from elver.viz.run_figures import contacts, mean_forces, middle_body, running_mean


@pytest.fixture(scope="module")
def gray():
    own = scenario("gray")
    return simulate(own.prepared(), 0.1, solver=Solver(dt=own.dt))


def test_the_map_shows_every_link_and_the_sum_is_that_of_all(gray):
    figure = contacts(gray)
    top, bottom, bar = figure.axes
    (image,) = top.images
    assert image.get_array().shape == (gray.data.sizes["link"], gray.data.sizes["time"])
    np.testing.assert_allclose(image.get_array().T, np.linalg.norm(gray.data.contact_force.values, axis=2))
    assert [t.get_text() for t in top.get_yticklabels()] == gray.data.link.values.tolist()
    assert "contact force [N]" in bar.get_ylabel()
    total = gray.data.contact_force.sum("link")
    np.testing.assert_allclose(bottom.lines[0].get_ydata(), total.sel(plane="x"))
    np.testing.assert_allclose(bottom.lines[2].get_ydata(), total.sel(plane="y"))
    assert total.values.any()


def test_means_come_from_impulses_unless_a_run_was_thinned_out(gray):
    data = gray.data
    mean = mean_forces(data)
    pushed = data.contact_impulse.sum("link").values
    np.testing.assert_allclose((mean[1:] * np.diff(data.time.values)[:, None]).sum(axis=0), pushed[1:].sum(axis=0))
    assert not np.allclose(mean, data.contact_force.sum("link"))
    thin = data.isel(time=slice(None, None, 3))
    np.testing.assert_array_equal(mean_forces(thin), thin.contact_force.sum("link"))


def test_running_means_keep_constants_up_to_the_ends():
    assert running_mean(np.full(20, 3.0), 5) == pytest.approx(3.0)
    assert running_mean(np.arange(9.0), 3)[1:-1] == pytest.approx(np.arange(1.0, 8.0))


def test_the_middle_of_a_chain_is_its_middle_link(gray):
    assert middle_body(gray.data) == "link2"
