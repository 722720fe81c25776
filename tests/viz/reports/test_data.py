"""A fit as a labelled data set, as other programs find it in its file."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import xarray as xr
from made_fit import made_fit

from elver.analysis.fit.summary import fit_data, save_fit

FIT = made_fit()


def test_every_number_stands_beside_its_prediction():
    data = fit_data(FIT)
    place = [str(n) for n in data.channel.values].index("head <y>")
    own = data.isel(sample=data.block_of_sample.values == place)
    block = FIT.evaluation.blocks[place]
    for name, told in (("measured", block.channel.values), ("predicted", block.predicted), ("time", block.channel.times)):
        np.testing.assert_array_equal(own[name], told)
    np.testing.assert_array_equal(own.z, FIT.scores[place].z)
    assert str(data.block_unit.values[place]) == "mm"
    assert data.sizes["sample"] == sum(b.channel.count for b in FIT.evaluation.blocks)
    assert data.held_out.values.sum() == 4


def test_the_file_holds_the_same_and_opens_without_elver(tmp_path):
    path = save_fit(FIT, tmp_path / "fit.nc")
    with xr.open_dataset(path) as data:
        np.testing.assert_array_equal(data.covariance, FIT.covariance)
        np.testing.assert_array_equal(data.estimate.sel(unknown="tail.stiffness"), FIT.theta[1])
        np.testing.assert_array_equal(data.profile_rise, FIT.profiles["water.friction"][1])
        assert np.isnan(data.profile_low.values[1])
        assert data.iteration_cost.values[-1] == FIT.history[-1]["cost"]
        assert json.loads(data.attrs["summary"])["status"] == "converged"


def test_what_was_not_computed_has_no_numbers():
    data = fit_data(replace(FIT, scores=(), profiles={}, history=()))
    assert np.isnan(data.z).all()
    assert "profile_value" not in data
