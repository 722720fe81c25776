"""Data sets with one thing wrong, for tests of what reads them."""

from __future__ import annotations

import numpy as np
import xarray as xr

ODD = (np.nan, np.inf, -1e300, 1e300, 0.0)
ODD_ATTRIBUTES = (
    np.nan,
    -1.0,
    0,
    "",
    "x",
    "[]",
    "{",
    '{"shore.position": "x", "mean_forward_speed": null}',
    "[1, 2]",
    np.arange(3),
)


def mutated(data: xr.Dataset, rng) -> tuple[str, xr.Dataset]:
    """The data set with one thing wrong, and what that is."""
    data = data.copy(deep=True)
    kind = int(rng.integers(8))
    name = str(rng.choice(list(data.data_vars)))
    key = str(rng.choice(list(data.attrs)))
    dimension = str(rng.choice(list(data.sizes)))
    values = data[name].values
    if kind == 0:
        return f"without {name}", data.drop_vars(name)
    if kind == 1:
        del data.attrs[key]
        return f"without the attribute {key}", data
    if kind == 2:
        odd = ODD_ATTRIBUTES[int(rng.integers(len(ODD_ATTRIBUTES)))]
        data.attrs[key] = odd
        return f"{key} = {odd!r}", data
    if kind == 3:
        return f"{dimension} renamed", data.rename({dimension: "other"})
    if kind == 4:
        return f"one {dimension} only", data.isel({dimension: slice(0, 1)})
    if kind == 5:
        return f"no {dimension}", data.isel({dimension: slice(0, 0)})
    if kind == 6 and values.dtype.kind == "f":
        odd = ODD[int(rng.integers(len(ODD)))]
        values.ravel()[rng.integers(0, values.size, 1 + values.size // 4)] = odd
        return f"{odd} in {name}", data
    data[name] = (data[name].dims, np.full(values.shape, 3 if values.dtype.kind in "UTO" else "word"))
    return f"another type of {name}", data
