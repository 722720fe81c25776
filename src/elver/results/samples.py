"""The samples of a run as plain arrays by name. Metrics are made from these; the labelled data set is made where it is asked for.

A labelled data set costs milliseconds, its metrics microseconds: a sweep of a million cases makes the metrics alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from elver._support.errors import InputError
from elver._support.resources import needed
from elver.results.record import encoded

if TYPE_CHECKING:
    import xarray as xr


class _Plain:
    """A variable without its labels: ``dims``, ``values`` and ``attrs``."""

    __slots__ = ("attrs", "dims", "values")

    def __init__(self, dims: str | Sequence[str], values: Any, attrs: Mapping[str, Any] | None = None):
        self.dims = (dims,) if isinstance(dims, str) else tuple(dims)
        self.values, self.attrs = np.asarray(values), attrs or {}


class Samples:
    """Variables by name as (dimensions, values, attributes), labels by dimension, attributes of the whole.

    They are read as a data set is: ``samples.work.values``, ``samples["work"]``, ``"work" in samples``, ``sizes``, ``coords``,
    ``attrs``.
    The attributes are Python values (``elver.results.record``). ``dataset`` makes that data set; its attributes are texts and
    numbers.
    """

    def __init__(self, variables: Mapping[str, tuple], labels: Mapping[str, Sequence], attrs: Mapping[str, Any] | None = None):
        self.variables, self.labels, self.attrs = dict(variables), dict(labels), dict(attrs or {})
        self._seen: dict[str, _Plain] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.variables or name in self.labels

    def __getitem__(self, name: str) -> _Plain:
        if name not in self._seen:
            own = self.variables.get(name) or self.labels[name]
            self._seen[name] = _Plain(*own) if isinstance(own, tuple) else _Plain(name, own)
        return self._seen[name]

    def __setitem__(self, name: str, variable: tuple) -> None:
        self.variables[name] = variable
        self._seen.pop(name, None)

    def __delitem__(self, name: str) -> None:
        del self.variables[name]
        self._seen.pop(name, None)

    def __getattr__(self, name: str) -> _Plain:
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

    def isel(self, time: slice) -> Samples:
        """Some of the samples, without a copy."""

        def part(name: str) -> tuple:
            own = self[name]
            place = tuple(time if d == "time" else slice(None) for d in own.dims)
            return own.dims, own.values[place] if "time" in own.dims else own.values, own.attrs

        return Samples({n: part(n) for n in self.variables}, {n: part(n) for n in self.labels}, self.attrs)

    @property
    def dataset(self) -> xr.Dataset:
        """A labelled data set of all this."""
        xr = needed("xarray", "a labelled data set")

        return xr.Dataset(self.variables, self.labels, encoded(self.attrs))


Data: TypeAlias = "Samples | xr.Dataset"  # of a run, with or without labels


def picked(data: Any, name: str, **label: str) -> np.ndarray:
    """Values of a variable where a dimension has a label, from samples or a data set: ``picked(data, "work", flow="motor")``."""
    own, ((dimension, wanted),) = data[name], label.items()
    place = [str(n) for n in data[dimension].values].index(wanted)
    return np.take(own.values, place, axis=own.dims.index(dimension))


# --- Names that tables of results have for something else: a parameter of that name would stand in the same place.

DIMENSIONS = frozenset((
    "axis", "blade", "body", "component", "corner", "coupling", "flow", "force", "input", "joint", "joint_group", "link",
    "loop", "machine", "memory_name", "obstacle", "plane", "quaternion", "row", "sensor", "signals", "state_name", "time",
))  # fmt: skip


def window(data: Any, start: float, end: float) -> Any:
    """The samples, or the data set, of a run between two times [s], both included."""
    times = data.time.values
    room = 1e-9 * max(abs(float(times[0])), abs(float(times[-1])), 1.0)
    first, last = np.searchsorted(times, [start - room, end + room])
    if last - first < 2:
        raise InputError(
            f"there are no two samples between {start:g} and {end:g} s: the run goes from {float(times[0]):.6g} to "
            f"{float(times[-1]):.6g} s. Choose another window."
        )
    return data.isel(time=slice(int(first), int(last)))


def refuse_shared_names(parameters: Iterable[str], results: Collection[str], table: str) -> None:
    """No parameter has the name of a dimension, nor of what ``table`` holds: metrics, quantities, words. results: their names."""
    for name in parameters:
        if name in results or name in DIMENSIONS:
            raise InputError(
                f"parameter '{name}' has the name of something else that {table} holds. Give the parameter another name, "
                f"such as 'machine_{name}' or 'body.{name}'."
            )


# --- Long runs part by part: metrics are made without holding all samples, which may lie in a file.

PART = 1 << 16  # samples that are looked at together


def is_short(data: Any) -> bool:
    """Whether all samples are looked at together."""
    return len(data.time.values if isinstance(data, Samples) else data.time) <= PART + 1


def parts(data: Any) -> Iterator[Any]:
    """The data set in pieces along time; the last sample of a piece is the first of the next one."""
    if is_short(data):
        yield data
        return
    for first in range(0, data.sizes["time"] - 1, PART):
        yield data.isel(time=slice(first, first + PART + 1))


def few_samples(data: Any) -> Any:
    """A long run thinned out, in memory, for pictures."""
    if is_short(data):
        return data
    few = data.isel(time=slice(None, None, -(-data.sizes["time"] // PART)))
    return few if isinstance(few, Samples) else few.load()


def ends(data: Any, name: str) -> tuple[np.ndarray, np.ndarray]:
    """A variable at the first and at the last sample."""
    values = data[name].values if isinstance(data, Samples) or is_short(data) else data[name].isel(time=[0, -1]).values
    return values[0], values[-1]


def later(data: Any, first: int) -> Any:
    """The samples from number ``first`` on, or more of them."""
    return data if is_short(data) else data.isel(time=slice(max(first, 0), None))
