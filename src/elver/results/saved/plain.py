"""Variables and their dimensions in a NetCDF file, written with HDF5 alone: what runs are made of, numbers and short texts."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.results.samples.sheet import Sheet

NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable.%10d"


def write_sheet(sheet: Sheet, sink: Any) -> None:
    """Write plain samples; xarray reads the file as the data set of the sheet."""
    import h5py

    with h5py.File(sink, "w", track_order=True) as file:
        for name in sheet.labels:
            add_scale(file, name, sheet[name])
        for name in sheet.variables:
            add_variable(file, name, sheet[name])
        for key, value in sheet.attrs.items():
            file.attrs[key] = value


def add_scale(file: Any, name: str, variable: Any) -> None:
    """The labels along a dimension, which other variables refer to."""
    made = file.create_dataset(name, data=storable(variable.values))
    made.make_scale(name)
    describe(file, made, variable, ())


def add_variable(file: Any, name: str, variable: Any) -> None:
    """A variable with its dimensions and attributes."""
    made = file.create_dataset(name, data=storable(variable.values))
    describe(file, made, variable, range(len(variable.dims)))


def storable(values: Any) -> np.ndarray:
    """Values as HDF5 takes them: texts as objects, of any length."""
    values = np.asarray(values)
    if values.dtype.kind != "U":
        return values
    import h5py

    return values.astype(h5py.string_dtype())


def describe(file: Any, made: Any, variable: Any, dims: Any) -> None:
    """Attributes, and the dimensions by name."""
    for key, value in variable.attrs.items():
        made.attrs[key] = value
    for k in dims:
        d = variable.dims[k]
        if d not in file:
            size = variable.values.shape[k]
            file.create_dataset(d, shape=(size,), dtype=">f4").make_scale(NO_VARIABLE % size)
        made.dims[k].attach_scale(file[d])
