"""Layouts: what is missing or wrong is named."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from elver import InputError
from elver.results.storage.layout import FileField, FileLayout, check_layout

LAYOUT = FileLayout(
    {"model": "text", "period": "finite", "settings": "object", "best": "whole", "parameters": "names"},
    {"a": FileField(("t", "axis")), "word": FileField(("t",), "text")},
    {"n": FileField(("t",), "whole")},
    {"axis": 3},
    {"axis": ("x", "y", "z")},
)


def good():
    words = {"a": (("t", "axis"), np.zeros((2, 3)), {"units": "m"}), "word": ("t", ["p", "q"]), "n": ("t", [1, 2])}
    text = {"model": "eel", "period": 2.0, "settings": "{}", "best": np.int64(3), "parameters": '["b"]'}
    return xr.Dataset(words, {"axis": list("xyz")}, text)


def test_a_data_set_that_fits_passes():
    check_layout(good(), LAYOUT, "it")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.attrs.pop("model"), "attribute 'model' is missing"),
        (lambda d: d.attrs.update(period=np.nan), "'period' is not a finite number"),
        (lambda d: d.attrs.update(period="2"), "'period' is not a finite number"),
        (lambda d: d.attrs.update(settings="[" * 100_000), "'settings' is not a JSON object"),
        (lambda d: d.attrs.update(best=2.5), "'best' is not a whole number"),
        (lambda d: d.attrs.update(parameters="[1]"), "'parameters' is not a JSON list of names"),
        (lambda d: d.__delitem__("a"), "variable 'a' is missing"),
        (lambda d: d.update({"a": d.a.T}), r"lies along \(axis, t\), not \(t, axis\)"),
        (lambda d: d.update({"a": d.a.astype(str)}), "of type <U"),
        (lambda d: d.update({"n": d.n * 0.5}), "of type float64, not whole"),
        (lambda d: d.update({"word": ("t", np.array([1, "p"], dtype=object))}), "'word' are not text"),
        (lambda d: d.a.attrs.update(units=3), "unit of 'a' is not a text"),
        (lambda d: d.coords.update({"axis": list("xyy")}), "a label twice"),
        (lambda d: d.coords.update({"axis": list("xyw")}), "has no 'z'"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    data = good()
    change(data)
    with pytest.raises(InputError, match=message):
        check_layout(data, LAYOUT, "it")


def test_a_dimension_of_another_length_is_named():
    with pytest.raises(InputError, match="'axis' has 2 entries, not 3"):
        check_layout(good().isel(axis=[0, 1]), LAYOUT, "it")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.assign_attrs(model="\x1b]0;owned\x07"), "the attribute 'model'"),
        (lambda d: d.assign_attrs(origin='{"title": "\\u001b[2J"}'), "the attribute 'origin'"),
        (lambda d: d.assign_coords(body=["a", "b\x9b"]), "the values of 'body'"),
        (lambda d: d.assign(x=("body", [1.0, 2.0], {"units": "m\u202e"})), "the attribute 'units' of 'x'"),
    ],
)
def test_texts_that_a_terminal_would_obey_are_refused(change, says):
    good = xr.Dataset(coords={"body": ["a", "b"]}, attrs={"model": "m", "words": '{"a": "\\n \\u00e9 \\\\u001b"}'})
    check_layout(good, FileLayout(), "'run.nc'")
    with pytest.raises(InputError, match=f"{says}.* cannot be printed"):
        check_layout(change(good), FileLayout(), "'run.nc'")
