"""The blocks of memory (layout.py) of a model's kernels, filled with its numbers and arrays. Needs no Numba.

A kernel is called with the address of its block. Every slot is a double, so that Python, kernels and JavaScript read and write
the same numbers in the same way; whole numbers and addresses of 32 bits are exact. A function is its place in the module's table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import casadi as ca
import numpy as np

from elver._support.errors import is_symbol
from elver.contact import ContactSettings, Scene
from elver.contact.driver import carried_from, laws_of, scene_tables
from elver.contact.planar import ContactTerms
from elver.contact.record import empty_record
from elver.export.wasm.layout import FIXED, MOREAU, Layout, Placed
from elver.model import Program
from elver.model.validity import named_kinks, number
from elver.simulation.contact import work_places
from elver.simulation.schemes.arrays import ROWS
from elver.simulation.trajectory import quaternion_index

# --- What a module tells of the contacts at every frame, besides the outputs of the equations: fields one after the other.


@dataclass(frozen=True)
class TouchField:
    """A field of the array ``touch``: dims and the labels along them, where it begins, and its shape."""

    name: str
    dims: tuple[str, ...]
    unit: str
    meaning: str
    shape: tuple[int, ...]
    place: int

    @property
    def size(self) -> int:
        return math.prod(self.shape)


_PER_LINK = (
    ("contact_force", True, "N", "of obstacles and other links on a link in the last step, world"),
    ("contact_impulse", True, "N s", "of contacts on a link since the last frame, world"),
    ("contact_mean", True, "N", "mean force of contacts on a link since the last frame, world"),
    ("ground_force", True, "N", "friction of the ground on a link in the last step, world"),
    ("sticking", False, "1", "1 where a link sticks to the ground"),
)  # name, whether it is a vector, unit, meaning: in the order in which ``kernel_moreau_frame`` writes them
_PER_FRAME = (
    ("contact_residual", "1", "largest natural-map residual since the last frame"),
    ("penetration", "m", "deepest overlap since the last frame"),
    ("sweeps", "1", "most iterations of a step since the last frame"),
)
_PLANE = ("x", "y")


def touch_fields(links: int) -> list[TouchField]:
    """The fields of a machine with so many links that touch."""
    found: list[TouchField] = []
    place = 0
    for name, vector, unit, meaning in _PER_LINK:
        dims, shape = (("link", "plane"), (links, 2)) if vector else (("link",), (links,))
        found.append(TouchField(name, dims, unit, meaning, shape, place))
        place += found[-1].size
    for name, unit, meaning in _PER_FRAME:
        found.append(TouchField(name, (), unit, meaning, (), place))
        place += 1
    return found


def touch_labels(bodies: Sequence[str]) -> dict[str, list[str]]:
    """Labels of the dimensions."""
    return {"link": list(bodies), "plane": list(_PLANE)}


# --- Everything that a kernel works on, put into a module's memory, and the block that says where it stands.

MOST_PER_LINK = 32  # contacts of a link at once: beyond it the kernel says "too many contacts"
_SPARE = 4096  # bytes of a heap: headers and gaps of its arrays


class _Allocator(Protocol):
    """What hands out the memory of a module."""

    def place(self, array: np.ndarray) -> int:
        """Put an array (doubles or whole numbers of 64 bits, row by row) into memory, at a multiple of 8: its address."""
        ...


@dataclass(frozen=True, eq=False)
class KernelBlock:
    """A block in memory. kernel: name of the function that takes it.   arrays: where those of the block stand."""

    address: int
    kernel: str
    layout: Layout
    arrays: Mapping[str, Placed]

    def number(self, name: str) -> int:
        """Address of a number that may be written while the machine runs."""
        return self.layout.address(self.address, name)


def put(allocator: _Allocator, array: np.ndarray) -> Placed:
    """Place an array."""
    array = np.ascontiguousarray(array)
    return Placed(allocator.place(array), array.shape)


def _heap(allocator: _Allocator, numbers: int) -> Placed:
    """Room for so many doubles of the loops' own arrays."""
    place = allocator.place(np.zeros(numbers + _SPARE // 8))
    return Placed(place, (8 * numbers + _SPARE,))


def _write_block(allocator: _Allocator, kernel: str, layout: Layout, values: Mapping[str, float | Placed]) -> KernelBlock:
    """Place the block itself."""
    arrays = {name: value for name, value in values.items() if isinstance(value, Placed)}
    return KernelBlock(allocator.place(layout.filled(values)), kernel, layout, arrays)


def _signal_parts(allocator: _Allocator, program: Program) -> dict[str, Placed]:
    """The tables of the sampled signals."""
    breaks, coefficients = program.signal_tables()
    return {"breaks": put(allocator, breaks), "coefficients": put(allocator, coefficients)}


def fixed_block(
    allocator: _Allocator, program: Program, method: str, dt: float, rhs: tuple[int, int], p: Placed, x: Placed
) -> KernelBlock:
    """The block of ``kernel_<method>``: fixed steps of dt from the state at x.

    rhs: place in the table and working room (doubles) of f(t, x, p, u, out, work).   p: what that code takes for the parameters.
    """
    (place, work), states = rhs, x.shape[0]
    layout, signals = program.equations.layout, _signal_parts(allocator, program)
    values: dict[str, float | Placed] = {
        "heap": _heap(allocator, 2 + 3 * signals["coefficients"].shape[1] * 2 + work + 8 + 2 * states),
        "rhs": place,
        "work": max(work, 1),
        "p": p,
        **signals,
        "velocity_like": put(allocator, np.array(layout.velocity_like, dtype=np.int64)),
        "quaternion": quaternion_index(program),
        "x": x,
        "rates": put(allocator, np.zeros((1, ROWS[method], states))),
        "origin": 0,
        "h": dt,
        "done": 0,
        "corners": put(allocator, _corners(program, dt) if method == "adams" else np.zeros(0)),
        "begun": 0,
    }
    return _write_block(allocator, kernel_name(method), FIXED, values)


def _corners(program: Program, dt: float) -> np.ndarray:
    """Corners that the model names, at its own parameters, in steps of dt."""
    p = program.parameter_vector()
    return np.array([number(program.model, name, kink, p) / dt for name, kink in named_kinks(program.model)], dtype=float)


def corners_graph(program: Program, dt: float) -> ca.Function | None:
    """The same from the parameters; None where none of them depends on any."""
    kinks = [kink for _, kink in named_kinks(program.model)]
    if not any(map(is_symbol, kinks)):
        return None
    p = ca.vertcat(*(f.symbol for f in program.model.free.values()))
    return ca.Function("corners", [p], [ca.densify(ca.vertcat(*kinks) / dt)], ["p"], ["corners"])


def kernel_name(method: str) -> str:
    """The function that takes the steps of a method."""
    return "kernel_" + method.replace("-", "_")


# --- contact ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ContactCode:
    """Places in the table of what Moreau's loop calls, 0 for none, and the working room (doubles) that is enough for each.

    terms: ``ContactTerms.terms``.   small: ``small_solver`` (it finds its room itself).   measured: ``measured_graph``.
    """

    terms: int
    work: int
    small: int = 0
    measured: int = 0


def moreau_block(
    allocator: _Allocator, program: Program, settings: ContactSettings, dt: float, code: ContactCode, p: Placed, x: Placed
) -> KernelBlock:
    """The block of ``kernel_moreau``, ``kernel_moreau_start`` and ``kernel_moreau_frame``: steps of dt from the state at x."""
    terms, scene = program.contact_graph.at(program.parameter_vector()), program.model.scene
    assert scene is not None  # only a model with one is stepped so
    room, laws, signals = _most_rows(terms, scene), laws_of(settings), _signal_parts(allocator, program)
    values: dict[str, float | Placed] = {
        "heap": _heap(allocator, _moreau_numbers(terms, scene, room, signals["coefficients"].shape[1])),
        "terms": code.terms,
        "work": put(allocator, np.zeros(max(code.work, 1))),
        "small": code.small,
        "measured": code.measured,
        "p": p,
        **signals,
        "outlines": put(allocator, terms.outlines),
        "loads": put(allocator, terms.loads),
        "motors": put(allocator, terms.motors),
        **_scene_parts(allocator, scene, terms),
        **{name: float(value) for name, value in laws._asdict().items()},
        "begin": 0.0,
        "dt": dt,
        "done": 0,
        "gathered": 0,
        **_carried_parts(allocator, terms, scene),
        **_sample_parts(allocator, terms),
        "failure_B": put(allocator, np.zeros((room, terms.freedoms))),
        "failure_table": put(allocator, np.zeros((8, max(room, 3)))),
        "passing": put(allocator, np.zeros(3)),
        "overlap": settings.overlap,
        "x": x,
        "joints": len(program.equations.layout.joints),
        "places": put(allocator, np.array(work_places(program), dtype=np.int64)),
        "touch": put(allocator, np.zeros(sum(max(1, field.size) for field in touch_fields(len(terms.loads))))),
    }
    return _write_block(allocator, kernel_name("moreau"), MOREAU, values)


def _most_rows(terms: ContactTerms, scene: Scene) -> int:
    """Rows of the largest contact problem: all links with everything they can touch, at most MOST_PER_LINK contacts each."""
    links = len(terms.loads)
    places = len(scene_tables(scene, terms.outlines, terms.meets).things)
    return 2 * links * (1 + min(places, MOST_PER_LINK))


def _moreau_numbers(terms: ContactTerms, scene: Scene, room: int, signals: int) -> int:
    """Doubles that Moreau's loop holds at once: its own arrays, Newton's, and a copy of what it carries."""
    n, links = terms.freedoms, len(terms.loads)
    own = room * (3 * n + 16) + 8 * n * n + 3 * links * n + 20 * n + 8 * links
    newton = room * (n + 10) + n * (24 + 4 * n) + 16 * n + 16 * (n + 18)  # the last: COUPLED of contact/single/newton.py
    places = len(scene_tables(scene, terms.outlines, terms.meets).things)
    kept = 4 * n + 12 * links + 2 * links * places + 2 * len(terms.flows) + 16
    return own + newton + kept + 3 * signals


def _scene_parts(allocator: _Allocator, scene: Scene, terms: ContactTerms) -> dict[str, float | Placed]:
    """The scene as numbers. Ground, gravity, restitution and friction may be written while the machine runs."""
    tables = scene_tables(scene, terms.outlines, terms.meets)
    return {
        "half_width": float(scene.half_widths().min(initial=np.inf)),
        "obstacles": put(allocator, tables.obstacles),
        "corners": put(allocator, tables.corners),
        "ground": put(allocator, tables.ground),
        "gravity": tables.gravity,
        "restitution": tables.restitution,
        "friction": tables.friction,
        "meets": put(allocator, tables.meets),
        "things": put(allocator, tables.things),
    }


def _carried_parts(allocator: _Allocator, terms: ContactTerms, scene: Scene) -> dict[str, Placed]:
    """Room for what goes from step to step; ``kernel_moreau_start`` fills it."""
    n, links, things = terms.freedoms, len(terms.loads), scene_tables(scene, terms.outlines, terms.meets).things
    works = np.zeros(4 + len(terms.flows))
    carried = carried_from(np.zeros(n), np.zeros(n), works, np.zeros(4 * links), things)
    names = ("q", "u", "works", "links", "held", "guess", "hard", "impulse", "since")
    return {name: put(allocator, array) for name, array in zip(names, carried, strict=True)}


def _sample_parts(allocator: _Allocator, terms: ContactTerms) -> dict[str, Placed]:
    """Room for two samples: of the start and of now."""
    n, record = terms.freedoms, empty_record(2, len(terms.loads), 0)
    arrays = {
        "sample_q": np.zeros((2, n)),
        "sample_u": np.zeros((2, n)),
        "sample_works": np.zeros((2, 4 + len(terms.flows))),
        "contact": record.contact,
        "ground_force": record.ground,
        "stick": record.stick,
        "stats": record.stats,
        "sample_impulse": record.impulse,
        "strongest": record.strongest,
    }
    return {name: put(allocator, array) for name, array in arrays.items()}


def measured_graph(terms: ContactTerms) -> ca.Function | None:
    """(p) -> outlines row by row, loads: for the kernel, where they depend on free parameters; else None."""
    if terms.measured is None:
        return None
    p = ca.SX.sym("p", terms.measured.numel_in(0))
    outlines, loads = terms.measured(p)
    return ca.Function("measured", [p], [ca.densify(ca.vec(outlines.T)), ca.densify(loads)], ["p"], ["outlines", "loads"])
