"""A stream on a grid of places and times: measured, or computed by another program, from a NetCDF file.

Between the nodes of an axis, h apart, with s in [0, 1) how far a place is behind node i, the velocity is

    linear:  (1 - s) f_i + s f_(i+1)
    cubic:   f_i + s/2 (f_(i+1) - f_(i-1)) + s^2 (f_(i-1) - 5/2 f_i + 2 f_(i+1) - 1/2 f_(i+2))
                 + s^3/2 (f_(i+2) - f_(i-1) + 3 (f_i - f_(i+1)))                                    (Keys 1981),

axis by axis: cubic convolution goes through the nodes, has a continuous slope, and errs by h^3. One node beyond each end it takes
3 f_0 - 3 f_1 + f_2 (Keys's boundary), or where the axis repeats the node from its other end. Beyond the grid the velocity is that
at its rim. Nothing is made free of divergence that was not.

The nodes stand in one table of the compiled code (elver.symbolic.lookup): a velocity costs 4 look-ups for each axis that the
grid has, 16 for two and 64 for three, times three components, however many nodes there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.forces.effect import Range
from elver.quantities import check_quantities, word
from elver.symbolic.lookup import number_of, read

AXES = ("x", "y", "z", "t")
MOST = 600_000  # numbers of a table in compiled code
_UNEVEN = 1e-6  # of a step, by which nodes may miss their place
_NODES = {"linear": 2, "cubic": 4}


@dataclass(frozen=True, eq=False)
class GriddedFlow:
    """Velocities at the nodes of an even grid.

    axes: by name of ``x``, ``y``, ``z`` [m, world] and ``t`` [s], evenly spaced nodes; along an axis that is not there nothing
    changes.   values: (3, nodes of the axes in the order x, y, z, t) [m/s, world].
    repeats: names of axes along which the field repeats: the node behind the last one is the first.
    """

    axes: Mapping[str, Any]
    values: Any
    interpolation: str = word("cubic", "between the nodes", tuple(_NODES))
    repeats: Sequence[str] = ()
    source: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        check_quantities(self)
        for name in (*self.axes, *self.repeats):
            if name not in AXES:
                raise unknown_name("axis of a grid:", name, AXES)
        axes = {name: np.asarray(self.axes[name], dtype=float) for name in AXES if name in self.axes}
        least = {"linear": 2, "cubic": 3}[self.interpolation]
        for name, nodes in axes.items():
            steps = np.diff(nodes)
            if nodes.ndim != 1 or len(nodes) < least or not np.isfinite(nodes).all() or (steps <= 0).any():
                raise InputError(f"axis {name} of the grid must be {least} or more numbers that increase.")
            if np.abs(steps - steps.mean()).max() > _UNEVEN * steps.mean():
                raise InputError(
                    f"axis {name} of the grid is uneven: steps from {steps.min():.6g} to {steps.max():.6g}. Resample it, by "
                    "xarray's interp, say."
                )
        for name in self.repeats:
            if name not in axes:
                raise InputError(f"the grid repeats along {name}, which it does not have.")
        values = np.asarray(self.values, dtype=float)
        shape = (3, *(len(nodes) for nodes in axes.values()))
        if values.shape != shape:
            raise InputError(
                f"the values of the grid have shape {values.shape}; its axes want {shape}: u, v, w, then x, y, z, t."
            )
        if bad := int((~np.isfinite(values)).sum()):
            where = np.argwhere(~np.isfinite(values))[0]
            at = ", ".join(f"{name} = {nodes[k]:g}" for (name, nodes), k in zip(axes.items(), where[1:], strict=True))
            raise InputError(
                f"{bad} values of the grid are not finite, the first of {'uvw'[where[0]]} at {at}. Fill them, with 0 say."
            )
        object.__setattr__(self, "axes", axes)
        object.__setattr__(self, "values", values)
        if self._padded.size > MOST:
            raise InputError(
                f"the grid has {self._padded.size} numbers; {MOST} are the most. Take every second node, or a part of it."
            )

    @cached_property
    def _padded(self) -> np.ndarray:
        """The table: nodes of the axes with those beyond their ends, components last."""
        padded = self.values
        for k, name in enumerate(self.axes, 1):
            padded = _padded_along(padded, k, name in self.repeats)
        return np.ascontiguousarray(np.moveaxis(padded, 0, -1))

    @classmethod
    def from_netcdf(
        cls,
        path: str | Path,
        components: Sequence[str] = ("u", "v", "w"),
        axes: Mapping[str, str] | None = None,
        interpolation: str = "cubic",
        repeats: Sequence[str] = (),
    ) -> GriddedFlow:
        """A flow from variables of a NetCDF file.

        components: names of the variables along x, y and z; one of them may be missing and is 0.   axes: names of the file's
        coordinates for x, y, z and t where they have others (``time`` is t). Times that are dates count from the first.
        """
        import xarray as xr

        path = Path(path)
        try:
            with xr.open_dataset(path) as data:
                data = data.load()
        except (OSError, ValueError) as error:
            raise InputError(f"'{path.name}' is no NetCDF file that can be read: {str(error)[:200]}.") from None
        names = {**{own: name for name, own in (axes or {}).items()}, **({"time": "t"} if "time" in data.dims else {})}
        for own in (axes or {}).values():
            if own not in data.dims:
                raise unknown_name(f"dimension of '{path.name}':", own, list(map(str, data.dims)))
        data = data.rename({own: name for own, name in names.items() if own in data.dims and own != name})
        there = [name for name in components if name in data]
        if not there or len(components) != 3:
            raise unknown_name(f"velocity in '{path.name}':", ", ".join(components), [str(v) for v in data.data_vars])
        odd = [str(d) for d in data[there[0]].dims if d not in AXES]
        if odd:
            raise InputError(
                f"'{path.name}' has a dimension '{odd[0]}'. Name those that are x, y, z and t by axes, and select from others."
            )
        used = [name for name in AXES if name in data[there[0]].dims and data.sizes[name] > 1]
        data = data.isel({name: 0 for name in AXES if name in data.dims and name not in used})
        for name in used:
            if name not in data.coords:
                raise InputError(f"'{path.name}': dimension {name} has no coordinate. Give its nodes [m, s].")
        nodes = {name: data[name].values for name in used}
        if "t" in nodes and np.issubdtype(nodes["t"].dtype, np.datetime64):
            nodes["t"] = (nodes["t"] - nodes["t"][0]) / np.timedelta64(1, "s")
        elif "t" in nodes and np.issubdtype(nodes["t"].dtype, np.timedelta64):
            nodes["t"] = nodes["t"] / np.timedelta64(1, "s")
        shape = tuple(len(nodes[name]) for name in used)
        values = [data[n].transpose(*used).values if n in data else np.zeros(shape) for n in components]
        return cls(nodes, np.array(values, dtype=float), interpolation, tuple(repeats), path.name)

    @property
    def period(self) -> float | None:
        """After which it repeats [s]; None where it does not."""
        if "t" not in self.repeats:
            return None
        t = self.axes["t"]
        return float(len(t) * (t[1] - t[0]))

    def ranges(self, place: ca.SX, time: ca.SX) -> Sequence[Range]:
        """How far a place and time are beyond the nodes, along axes that do not repeat."""
        found, at = [], dict(zip(AXES, (place[0], place[1], place[2], time), strict=True))
        for name, nodes in self.axes.items():
            if name not in self.repeats:
                what = f"way out of the grid{f' of {self.source}' * bool(self.source)} along {name}"
                beyond = ca.fmax(float(nodes[0]) - at[name], at[name] - float(nodes[-1]))
                remedy = "take a larger part of the field; beyond it the velocity is that at its rim"
                found.append(Range(what, beyond, high=0.0, unit="s" if name == "t" else "m", remedy=remedy))
        return found

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        at = dict(zip(AXES, (place[0], place[1], place[2], time), strict=True))
        firsts, weights = [], []
        for name, nodes in self.axes.items():
            first, own = self._neighbours(name, nodes, ca.SX(at[name]))
            firsts.append(first)
            weights.append(own)
        strides, number = np.cumprod([1, *reversed(self._padded.shape[1:-1])])[::-1], number_of(self._padded.ravel())
        corner = sum((int(stride) * first for stride, first in zip(strides, firsts, strict=True)), ca.SX(0))

        def summed(axis: int, entry: ca.SX) -> ca.SX:
            """Over the neighbours along an axis and those behind it: what is alike for several places is summed once."""
            if axis == len(weights):
                return ca.vertcat(*(read(number, 3 * entry + k) for k in range(3)))
            own = zip(weights[axis], range(len(weights[axis])), strict=True)
            return sum((weight * summed(axis + 1, entry + int(strides[axis]) * k) for weight, k in own), ca.SX(3, 1))

        return summed(0, corner)

    def _neighbours(self, name: str, nodes: np.ndarray, at: ca.SX) -> tuple[ca.SX, list[ca.SX]]:
        """Place in the padded table of the first node that counts, and the weights of all that do."""
        u = (at - nodes[0]) / (nodes[1] - nodes[0])
        if name in self.repeats:
            u = u - len(nodes) * ca.floor(u / len(nodes))
            cell = ca.fmin(ca.floor(u), len(nodes) - 1)
        else:
            u = ca.fmin(ca.fmax(u, 0), len(nodes) - 1)
            cell = ca.fmin(ca.floor(u), len(nodes) - 2)
        s = u - cell
        if self.interpolation == "linear":
            return cell + 1, [1 - s, s]
        return cell, [
            s * (-0.5 + s * (1 - 0.5 * s)),
            1 + s * s * (-2.5 + 1.5 * s),
            s * (0.5 + s * (2 - 1.5 * s)),
            s * s * (-0.5 + 0.5 * s),
        ]


def _padded_along(values: np.ndarray, axis: int, repeats: bool) -> np.ndarray:
    """The values with a node before the first and one, or two where they repeat, behind the last."""
    f = np.moveaxis(values, axis, 0)
    if repeats:
        f = np.concatenate([f[-1:], f, f[:2]])
    elif len(f) > 2:
        f = np.concatenate([3 * f[:1] - 3 * f[1:2] + f[2:3], f, 3 * f[-1:] - 3 * f[-2:-1] + f[-3:-2]])
    else:
        f = np.concatenate([f[:1], f, f[-1:]])
    return np.moveaxis(f, 0, axis)
