"""Coefficients of one hull: data, and the file they are kept in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.arrays import finite_array, require_positive
from elver._support.errors import InputError, require_number, unknown_name
from elver._support.files import read_json, shown, write_json
from elver.forces.hulls.excitation import Excitation
from elver.forces.hulls.hydrostatics import stability_warnings
from elver.forces.hulls.memory import MemoryModel, fit_warnings
from elver.forces.hulls.radiation import RadiationTable

_FORMAT = "elver hull 1"
_DIGITS = 7
_OPTIONAL = ("draught", "freeboard")  # not in files of before
MOST_BYTES = 64 << 20  # of a file; the shipped one has 60 kB


@dataclass(frozen=True, eq=False)
class HullCoefficients:
    """A hull afloat, in its level frame: x forward, z up, origin in the waterplane below the mesh's own origin.

    density [kg/m^3]; gravity [m/s^2]; mass [kg] it was floated with; buoyancy_centre (3) [m]; wetted_area [m^2];
    length, beam [m] of the wetted part; restoring 3x3 on heave, roll, pitch [N/m, N, N m/rad], the water's alone;
    added 6x6 at infinite frequency [kg, kg m, kg m^2]; memory: of the free surface; table: what it was fitted to, or None;
    pose: heave [m], trim, heel [rad] of the mesh in this frame; provenance: where the numbers come from; fit: its errors.
    draught, freeboard [m]: keel below and top of the mesh above the waterplane; None where they are not known.
    waves: what waves do to the hull, where that was computed; it is kept in a file of its own.
    """

    density: float
    gravity: float
    mass: float
    buoyancy_centre: np.ndarray
    wetted_area: float
    length: float
    beam: float
    restoring: np.ndarray
    added: np.ndarray
    memory: MemoryModel
    table: RadiationTable | None = None
    pose: dict[str, float] = field(default_factory=dict)
    provenance: dict = field(default_factory=dict)
    fit: dict = field(default_factory=dict)
    draught: float | None = None
    freeboard: float | None = None
    waves: Excitation | None = None

    def __post_init__(self) -> None:
        for name in ("density", "gravity", "mass", "wetted_area", "length", "beam"):
            require_number(f"hull coefficients: {name}", getattr(self, name), above=0.0)
        if self.draught is not None:
            require_number("hull coefficients: draught", self.draught, above=0.0)
        if self.freeboard is not None:
            require_number("hull coefficients: freeboard", self.freeboard, low=0.0)
        for name, shape in (("buoyancy_centre", (3,)), ("restoring", (3, 3)), ("added", (6, 6))):
            object.__setattr__(self, name, finite_array(f"hull coefficients: {name}", getattr(self, name), shape))
        for name in ("restoring", "added"):
            require_positive(f"hull coefficients: {name}", getattr(self, name))
        for name in ("pose", "provenance", "fit"):
            if not isinstance(getattr(self, name), dict):
                raise InputError(f"hull coefficients: {name} is a {type(getattr(self, name)).__name__}. Give names with values.")
        for name, value in self.pose.items():
            require_number(f"hull coefficients: pose {str(name)[:60]}", value)

    @property
    def buoyancy(self) -> float:
        """Buoyancy at rest [N]: the weight the hull was floated with."""
        return self.mass * self.gravity

    @property
    def warnings(self) -> list[str]:
        """What is doubtful about them, in sentences: a poor fit of the waves, a hull that capsizes."""
        waves = [] if self.waves is None else self.waves.warnings
        return [*fit_warnings(self.fit), *stability_warnings(self.fit.get("metacentric_heights", ())), *waves]

    def save(self, path: str | Path, overwrite: bool = False) -> None:
        """Write a readable JSON file. An existing file is kept unless ``overwrite``."""
        if Path(path).exists() and not overwrite:
            raise InputError(f"'{shown(path)}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        write_json(path, _to_plain(self), indent=1)


def _to_plain(c: HullCoefficients) -> dict:
    """Numbers, lists and texts of all fields."""
    plain = {"format": _FORMAT, "provenance": c.provenance, "pose": c.pose}
    plain |= {name: _rounded(getattr(c, name)) for name in ("density", "gravity", "mass", "wetted_area", "length", "beam")}
    plain |= {name: _rounded(getattr(c, name)) for name in _OPTIONAL if getattr(c, name) is not None}
    plain |= {name: _rounded(getattr(c, name)) for name in ("buoyancy_centre", "restoring", "added")}
    plain["memory"] = {"freedoms": list(c.memory.freedoms), "F": c.memory.F.tolist(), "G": c.memory.G.tolist()}
    plain["fit"] = c.fit
    if c.table is not None:
        upper = np.triu_indices(6)
        plain["table"] = {
            "frequencies": _rounded(c.table.frequencies),
            "added": _rounded(c.table.added[:, upper[0], upper[1]]),
            "damping": _rounded(c.table.damping[:, upper[0], upper[1]]),
        }
    return plain


def _rounded(values: float | np.ndarray) -> Any:
    """Numbers with seven digits; small ones beside large ones are noise and become 0."""
    if np.ndim(values) == 0:
        return float(f"{float(values):.{_DIGITS}g}")
    array = np.asarray(values, dtype=float)
    array = np.where(np.abs(array) < 1e-12 * max(np.abs(array).max(), 1e-300), 0.0, array)
    return [_rounded(v) for v in array] if array.ndim > 1 else [float(f"{v:.{_DIGITS}g}") for v in array]


def load_hull(path: str | Path) -> HullCoefficients:
    """Coefficients from a file written by ``elver hull``."""
    plain = read_json(path, MOST_BYTES, "Give a file written by `elver hull`.")
    if not isinstance(plain, dict) or plain.get("format") != _FORMAT:
        raise InputError(f"'{path}' is not a file of hull coefficients ('{_FORMAT}'). Write one with `elver hull`.")
    try:
        return _from_plain(plain)
    except InputError as error:
        raise InputError(f"'{path}': {error}") from None


def _from_plain(plain: dict) -> HullCoefficients:
    """Coefficients from what a file holds."""
    needed = ("density", "gravity", "mass", "buoyancy_centre", "wetted_area", "length", "beam", "restoring", "added")
    for key in (*needed, "memory"):
        if key not in plain:
            raise unknown_name("hull coefficients: missing", key, plain)
    table = _plain_table(plain["table"], plain["added"]) if "table" in plain else None
    rest = {key: plain.get(key, {}) for key in ("pose", "provenance", "fit")} | {key: plain.get(key) for key in _OPTIONAL}
    return HullCoefficients(**{key: plain[key] for key in needed}, memory=_plain_memory(plain["memory"]), table=table, **rest)


def _plain_memory(plain: Mapping[str, Any]) -> MemoryModel:
    """The memory that a file holds."""
    _require_keys("memory", plain, ("freedoms", "F", "G"))
    freedoms, F, G = (plain[key] for key in ("freedoms", "F", "G"))
    if not isinstance(freedoms, list) or not isinstance(F, list) or not isinstance(G, list) or len(F) != len(G):
        raise InputError("hull coefficients: memory needs lists of freedoms, and F and G with equally many rows.")
    n, m = len(F), len(freedoms)
    F, G = finite_array("hull coefficients: memory F", F, (n, n)), finite_array("hull coefficients: memory G", G, (n, m))
    return MemoryModel(tuple(freedoms), F, G)


def _plain_table(plain: Mapping[str, Any], infinite: Sequence[Sequence[float]]) -> RadiationTable:
    """The table that a file holds: upper triangles of symmetric matrices, 21 numbers each."""
    _require_keys("table", plain, ("frequencies", "added", "damping"))
    n = len(plain["frequencies"]) if isinstance(plain["frequencies"], list) else 0
    w = finite_array("hull coefficients: table frequencies", plain["frequencies"], (n,))
    added, damping = (
        full(finite_array(f"hull coefficients: table {name}", plain[name], (n, 21))) for name in ("added", "damping")
    )
    return RadiationTable(w, added, damping, finite_array("hull coefficients: added", infinite, (6, 6)))


def _require_keys(what: str, plain: Mapping[str, Any], keys: Iterable[str]) -> None:
    if not isinstance(plain, dict) or not set(keys) <= set(plain):
        raise InputError(f"hull coefficients: {what} must hold {', '.join(keys)}.")


def full(triangles: np.ndarray) -> np.ndarray:
    """Symmetric 6x6 matrices from their upper triangles (n, 21)."""
    rows, columns = np.triu_indices(6)
    matrices = np.zeros((len(triangles), 6, 6))
    matrices[:, rows, columns] = matrices[:, columns, rows] = np.asarray(triangles, float)
    return matrices
