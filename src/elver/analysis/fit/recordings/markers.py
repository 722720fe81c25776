"""Markers: their distances checked, poses of bodies out of them, and where the camera probably stands.

Markers on one body must keep their distance, and two that are one cannot both be trusted. A wrong unit shows as a distance that
is off by the same factor in every frame.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from elver._support.errors import InputError

_USUAL = {"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}
_FOREIGN = {"inches": 0.0254, "feet": 0.3048}
_NEAR = 0.1  # relative, by which a factor may miss that of a unit
_REMARKABLE = 0.02  # relative, by which it may miss before that is told
_ASKEW = 0.1  # sine of the angle between two markers from a third, below which they count as in line
_CLEARLY_OFF = 0.2  # relative, by which a median distance may miss the model's before the unit is doubted


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker in one recording. body: that it is on.   at [m]: where it is at the model's start, world.

    seen: (frames, axes), in units of the recording, NaN where it was not seen.   axes: which of x, y, z those are.
    """

    name: str
    body: str
    at: np.ndarray
    seen: np.ndarray
    axes: tuple[int, ...] = (0, 1)


@dataclass(frozen=True)
class Distances:
    """How distances are judged. tolerance: relative to the median distance of a pair.   merged: share of the distance that two
    markers have at the model's start, below which they are one.   scale_unknown: the scale is to be found, so that it may be off.
    """

    tolerance: float = 0.1
    merged: float = 0.2
    scale_unknown: bool = False


@dataclass(frozen=True, eq=False)
class _MarkerCheck:
    """bad: by marker, the frames in which it is left out.   notes: what was left out, in words."""

    bad: Mapping[str, np.ndarray]
    notes: tuple[str, ...] = field(default=())


def look_over(markers: list[Marker], scale: float, unit: str, how: Distances) -> _MarkerCheck:
    """Check the distances of all pairs. scale [m]: of one unit of the recording.   unit: as it is called there."""
    frames = len(markers[0].seen) if markers else 0
    bad = {m.name: np.zeros(frames, dtype=bool) for m in markers}
    pairs = _rigid_pairs(markers)
    _check_unit(pairs, scale, unit, how)
    _check_sides(markers)
    notes = [*_scale_note(pairs, scale, how), *_merged_frames(markers, how, scale, bad)]
    off: dict[tuple[str, str], np.ndarray] = {}
    for pair in pairs:
        a, b = pair.first.name, pair.second.name
        apart = np.where(bad[a] | bad[b], math.nan, pair.apart)
        if np.isfinite(apart).any():
            usual = float(np.nanmedian(apart))
            _check_place(pair, usual, scale, how)
            with np.errstate(invalid="ignore"):
                off[a, b] = np.abs(apart / usual - 1) > how.tolerance
    notes += _unsteady_frames(off, how, bad)
    return _MarkerCheck(bad, tuple(notes))


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two markers of one body. apart: their distance in every frame, in units of the recording.   wanted [m]: in the model."""

    first: Marker
    second: Marker
    apart: np.ndarray
    wanted: float

    @property
    def usual(self) -> float:
        """Their median distance."""
        return float(np.nanmedian(self.apart))


def _rigid_pairs(markers: list[Marker]) -> list[_Pair]:
    """Pairs of one body that were seen together."""
    found = []
    for a, b in itertools.combinations(markers, 2):
        if a.body != b.body or a.axes != b.axes or _real_distance(a, b) <= 0:
            continue
        apart = np.linalg.norm(a.seen - b.seen, axis=1)
        if np.isfinite(apart).any():
            found.append(_Pair(a, b, apart, _real_distance(a, b)))
    return found


def _check_sides(markers: list[Marker]) -> None:
    """Refuse a mirrored picture: three markers of one body go round the other way in it."""
    for trio in itertools.combinations(markers, 3):
        if len({m.body for m in trio}) > 1 or any(m.axes[:2] != (0, 1) for m in trio):
            continue
        a, b, c = (m.at[:2] for m in trio)
        real = _turning(b - a, c - a)
        if abs(real) < _ASKEW * np.linalg.norm(b - a) * np.linalg.norm(c - a):
            continue
        p, q, r = (m.seen[:, :2] for m in trio)
        seen = _turning((q - p).T, (r - p).T)
        if np.nanmedian(seen) * real < 0:
            names = ", ".join(m.name for m in trio)
            raise InputError(
                f"the markers {names} on '{trio[0].body}' go round the other way in the recording: its y axis points down, or "
                "two of them are exchanged. Write camera: {flip: true}, or correct the names."
            )


def _turning(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The z component of a cross product."""
    return a[0] * b[1] - a[1] * b[0]


def _real_distance(a: Marker, b: Marker) -> float:
    """Distance of two markers of one body along the axes that are seen [m]."""
    return float(np.linalg.norm((a.at - b.at)[list(a.axes)]))


def _check_unit(pairs: list[_Pair], scale: float, unit: str, how: Distances) -> None:
    """Refuse a recording whose distances are off by one factor, and say which unit was probably meant."""
    if not pairs:
        return
    order = sorted(pairs, key=lambda pair: pair.usual / pair.wanted)
    middle = order[len(order) // 2]  # most pairs are right: a merged one does not count
    if _fits(middle.usual * scale / middle.wanted, how):
        return
    ratio = middle.usual / middle.wanted
    middle = next(pair for pair in pairs if abs(pair.usual / pair.wanted - ratio) <= _NEAR * ratio)
    start = _distance_text(middle, middle.usual, scale, unit)
    true = middle.wanted / middle.usual if middle.usual else math.inf
    meant = next((u for u, factor in _USUAL.items() if abs(true / factor - 1) <= _NEAR), None)
    foreign = next((u for u, factor in _FOREIGN.items() if abs(true / factor - 1) <= _NEAR), None)
    if meant and meant != unit:
        raise InputError(f"{start} The file is probably in {meant}: write unit: {meant}.")
    if foreign:
        factor = _FOREIGN[foreign]
        raise InputError(f"{start} The file is probably in {foreign}: write unit: px, and camera: {{scale: {factor:g} m}}.")
    raise InputError(
        f"{start} Correct the places of the markers; or give the length of one unit: unit: px, and camera: "
        f"{{scale: {true:.4g} m}}."
    )


def _scale_note(pairs: list[_Pair], scale: float, how: Distances) -> list[str]:
    """What the distances say about the scale, where it is not quite right."""
    if not pairs or how.scale_unknown:
        return []
    ratio = float(np.median([pair.usual * scale / pair.wanted for pair in pairs]))
    if abs(ratio - 1) <= _REMARKABLE:
        return []
    which = "longer" if ratio > 1 else "shorter"
    return [
        f"distances of markers on one body are {100 * abs(ratio - 1):.1f} % {which} than in the model: used as they are; one "
        f"unit of the recording would be {scale / ratio:.4g} m long (camera: scale)"
    ]


def _fits(ratio: float, how: Distances) -> bool:
    """Whether a distance is near enough to the model's."""
    return 0.5 < ratio <= (2.0 if how.scale_unknown else 1 + _CLEARLY_OFF) and (how.scale_unknown or ratio >= 1 - _CLEARLY_OFF)


def _distance_text(pair: _Pair, usual: float, scale: float, unit: str = "") -> str:
    """A distance in the recording and in the model."""
    shown = (
        f"{usual:.4g} {unit} in the recording, which is {usual * scale:.4g} m,"
        if unit
        else f"{usual * scale:.4g} m in the recording"
    )
    a, b = pair.first, pair.second
    return f"the distance {a.name}-{b.name} is {shown} and {pair.wanted:.4g} m in the model, both on '{a.body}'."


def _check_place(pair: _Pair, usual: float, scale: float, how: Distances) -> None:
    """Refuse a pair whose distance is off although the unit is right."""
    if not _fits(usual * scale / pair.wanted, how):
        raise InputError(
            f"{_distance_text(pair, usual, scale)} Other distances are right: correct the places of these two markers, or "
            "their names."
        )


def _merged_frames(markers: list[Marker], how: Distances, scale: float, bad: dict[str, np.ndarray]) -> list[str]:
    """Frames in which two markers are at one place: neither is used there."""
    notes = []
    for a, b in itertools.combinations(markers, 2):
        if a.axes != b.axes or how.merged <= 0:
            continue
        apart = np.linalg.norm(a.seen - b.seen, axis=1) * scale
        with np.errstate(invalid="ignore"):
            one = apart < how.merged * _real_distance(a, b)
            one |= apart == 0
        if one.any():
            bad[a.name] |= one
            bad[b.name] |= one
            notes.append(f"{a.name} and {b.name} are at one place in {_frame_count(one)}: merged, both left out there")
    return notes


def _unsteady_frames(off: Mapping[tuple[str, str], np.ndarray], how: Distances, bad: dict[str, np.ndarray]) -> list[str]:
    """Frames in which a rigid distance is off: the marker with most such distances is left out, then the next."""
    left = {pair: frames.copy() for pair, frames in off.items()}
    found: dict[str, np.ndarray] = {}
    while any(frames.any() for frames in left.values()):
        names = sorted({name for pair in left for name in pair})
        votes = np.array([sum((f.astype(int) for pair, f in left.items() if name in pair), 0 * bad[name]) for name in names])
        worst = votes.max(axis=0)
        for k, name in enumerate(names):
            own = (votes[k] == worst) & (worst > 0)  # of a single pair both: nobody knows which one is wrong
            found[name] = found.get(name, np.zeros_like(own)) | own
        for pair in left:
            left[pair] &= ~(found[pair[0]] | found[pair[1]])
    notes = []
    for name, frames in found.items():
        bad[name] |= frames
        if frames.any():
            others = sorted({n for pair in off if name in pair for n in pair if n != name})
            away = f"{100 * how.tolerance:g} % off its median"
            notes.append(
                f"{name} is left out in {_frame_count(frames)}: its distance from {', '.join(others)} is more than {away}"
            )
    return notes


def _frame_count(frames: np.ndarray) -> str:
    """How many of how many frames."""
    return f"{int(frames.sum())} of {len(frames)} frames"


# --- poses of bodies, as a camera from above sees them, and courses that follow from poses ---------------------------
#
# Lengths are in metres of the picture (recorded units times the camera's scale); the camera's own pose does not matter for a
# point in a body's frame, nor for a speed along a body.


@dataclass(frozen=True, eq=False)
class Pose:
    """Of a body in every frame. origin: (frames, 2) [m].   yaw [rad]: of its x axis, without jumps; NaN where it is not known."""

    origin: np.ndarray
    yaw: np.ndarray

    def inward(self, vectors: np.ndarray) -> np.ndarray:
        """Vectors of the picture, one per frame, along the body's axes."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.column_stack([c * vectors[:, 0] + s * vectors[:, 1], c * vectors[:, 1] - s * vectors[:, 0]])

    def place(self, at: np.ndarray) -> np.ndarray:
        """A point of the body in the picture, in every frame [m]."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return self.origin + np.column_stack([c * at[0] - s * at[1], s * at[0] + c * at[1]])


def pose_of(places: np.ndarray, seen: np.ndarray) -> Pose:
    """The pose that brings the places of two or more markers in a body, (markers, 2) [m], onto where they are seen,
    (frames, markers, 2) [m], as well as can be. A frame in which one of them is missing has none.
    """
    a = places - places.mean(axis=0)
    middle = seen.mean(axis=1)
    b = seen - middle[:, None]
    cross = (a[:, 0] * b[:, :, 1] - a[:, 1] * b[:, :, 0]).sum(axis=1)
    yaw = np.arctan2(cross, (a * b).sum(axis=(1, 2)))
    known = np.isfinite(yaw)
    yaw[known] = np.unwrap(yaw[known])
    c, s = np.cos(yaw), np.sin(yaw)
    x, y = places.mean(axis=0)
    return Pose(middle - np.column_stack([c * x - s * y, s * x + c * y]), yaw)


def near(angles: np.ndarray, reference: float) -> np.ndarray:
    """Angles without jumps [rad], moved by whole turns so that their median lies within half a turn of the reference."""
    known = angles[np.isfinite(angles)]
    turns = round((float(np.median(known)) - reference) / (2 * math.pi)) if len(known) else 0
    return angles - 2 * math.pi * turns


def velocity(times: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Rates of places by differences of neighbours; NaN beside gaps."""
    if len(times) < 3:
        return np.full_like(places, math.nan)
    return np.gradient(places, times, axis=0)


# --- where a camera stands: the pose that brings markers of one frame onto the points that they are in the model -----


def aligned(world: np.ndarray, seen: np.ndarray, yaw: float | None = None) -> tuple[float, float, float]:
    """x, y [m] and yaw [rad] of the picture's frame, so that world = (x, y) + R(yaw) seen as well as can be.

    world, seen: one row (x, y) [m] per marker.   yaw: where it is known; else it is found, which needs two markers.
    """
    middle, own = world.mean(axis=0), seen.mean(axis=0)
    if yaw is None:
        a, b = seen - own, world - middle
        yaw = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    c, s = math.cos(yaw), math.sin(yaw)
    x, y = middle - np.array([[c, -s], [s, c]]) @ own
    return float(x), float(y), yaw
