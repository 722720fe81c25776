"""The samples of a run as plain arrays by name. Figures are made from these; the labelled data set is made where it is asked for.

A labelled data set costs milliseconds, its figures microseconds: a sweep of a million cases makes the figures alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np


class Plain:
    """A variable without its labels: ``dims``, ``values`` and ``attrs``."""

    __slots__ = ("attrs", "dims", "values")

    def __init__(self, dims: str | Sequence[str], values: Any, attrs: Mapping[str, Any] | None = None):
        self.dims = (dims,) if isinstance(dims, str) else tuple(dims)
        self.values, self.attrs = np.asarray(values), attrs or {}


class Sheet:
    """Variables by name as (dimensions, values, attributes), labels by dimension, attributes of the whole.

    It is read as a data set is (``sheet.work.values``, ``sheet["work"]``, ``"work" in sheet``, ``sizes``, ``attrs``), and
    ``dataset`` is that data set.
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

    def __getattr__(self, name: str) -> Plain:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"the samples have no '{name}'")
        return self[name]

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Length of every dimension that has labels."""
        return {name: len(self[name].values) for name in self.labels}

    @cached_property
    def dataset(self):
        """The labelled data set of all this."""
        import xarray as xr

        return xr.Dataset(self.variables, self.labels, self.attrs)
