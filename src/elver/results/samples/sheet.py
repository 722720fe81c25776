"""The samples of a run as plain arrays by name. Figures are made from these; the labelled data set is made where it is asked for.

A labelled data set costs milliseconds, its figures microseconds: a sweep of a million cases makes the figures alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elver.packages import needed


class Plain:
    """A variable without its labels: ``dims``, ``values`` and ``attrs``."""

    __slots__ = ("attrs", "dims", "values")

    def __init__(self, dims: str | Sequence[str], values: Any, attrs: Mapping[str, Any] | None = None):
        self.dims = (dims,) if isinstance(dims, str) else tuple(dims)
        self.values, self.attrs = np.asarray(values), attrs or {}


class Sheet:
    """Variables by name as (dimensions, values, attributes), labels by dimension, attributes of the whole.

    It is read as a data set is: ``sheet.work.values``, ``sheet["work"]``, ``"work" in sheet``, ``sizes``, ``coords``, ``attrs``.
    ``dataset`` makes that data set.
    """

    def __init__(self, variables: Mapping[str, tuple], labels: Mapping[str, Sequence], attrs: Mapping[str, Any] | None = None):
        self.variables, self.labels, self.attrs = dict(variables), dict(labels), dict(attrs or {})
        self._seen: dict[str, Plain] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.variables or name in self.labels

    def __getitem__(self, name: str) -> Plain:
        if name not in self._seen:
            own = self.variables.get(name) or self.labels[name]
            self._seen[name] = Plain(*own) if isinstance(own, tuple) else Plain(name, own)
        return self._seen[name]

    def __setitem__(self, name: str, variable: tuple) -> None:
        self.variables[name] = variable
        self._seen.pop(name, None)

    def __delitem__(self, name: str) -> None:
        del self.variables[name]
        self._seen.pop(name, None)

    def __getattr__(self, name: str) -> Plain:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"the samples have no '{name}'")
        return self[name]

    @property
    def coords(self) -> dict[str, Any]:
        """Labels by dimension; new ones are put here."""
        return self.labels

    @property
    def sizes(self) -> dict[str, int]:
        """Length of every dimension."""
        found = {name: len(self[name].values) for name in self.labels}
        for name, (dims, *_) in self.variables.items():
            for k, own in enumerate((dims,) if isinstance(dims, str) else dims):
                if own not in found:
                    found[own] = self[name].values.shape[k]
        return found

    @property
    def nbytes(self) -> int:
        """Memory of all values [bytes]."""
        return sum(self[name].values.nbytes for name in (*self.variables, *self.labels))

    def isel(self, time: slice) -> Sheet:
        """Some of the samples, without a copy."""

        def part(name: str) -> tuple:
            own = self[name]
            place = tuple(time if d == "time" else slice(None) for d in own.dims)
            return own.dims, own.values[place] if "time" in own.dims else own.values, own.attrs

        return Sheet({n: part(n) for n in self.variables}, {n: part(n) for n in self.labels}, self.attrs)

    @property
    def dataset(self):
        """A labelled data set of all this."""
        xr = needed("xarray", "a labelled data set")

        return xr.Dataset(self.variables, self.labels, self.attrs)


def picked(data: Any, name: str, **label: str) -> np.ndarray:
    """Values of a variable where a dimension has a label, from a data set or a Sheet: ``picked(data, "work", flow="motor")``."""
    own, ((dimension, wanted),) = data[name], label.items()
    place = [str(n) for n in data[dimension].values].index(wanted)
    return np.take(own.values, place, axis=own.dims.index(dimension))
