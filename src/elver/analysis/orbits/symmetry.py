"""Symmetries of a compiled machine, found by trying them on its equations: displacements, turns, mirrors, repetition in time.

A machine that swims does not come back to where it was: its motion is periodic up to a rigid displacement under which the
equations do not change. Which displacements these are is not assumed but tested on random states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.analysis.orbits.coordinates import UP, LocalCoordinates, closed, closed_if_possible
from elver.model import Program
from elver.simulation.derivatives.forward import flow
from elver.symbolic.spatial import multiply, quaternion_of, rotate

_REPEATS = 1e-9  # relative: a period that is so near to a multiple of another is one
_SAME = 1e-8  # relative: equations that agree so far on random states agree
_TRIALS = 4
_FAR = 1000  # periods after which a start ramp has surely ended
LATEST = 64  # periods
_GUESS_STEPS = 500  # to carry closed loops to a phase
STABLE = 2.0  # |eigenvalue| times step, well inside the limit of RK4
_SMALLEST = 2.0**-10  # part of a trial displacement


@dataclass(frozen=True)
class Symmetry:
    """Displacements that leave the equations unchanged.

    moves: axes of the world among x, y, z.   turns: ``all``, ``vertical`` (about the world's z axis) or ``none``.
    cyclic: names of coordinates beyond the pose on which nothing depends.
    """

    moves: tuple[str, ...]
    turns: str
    cyclic: tuple[str, ...]

    def names(self) -> tuple[str, ...]:
        """Coordinates that need not return."""
        turns = {"all": ("roll", "pitch", "yaw"), "vertical": ("yaw",), "none": ()}[self.turns]
        return (*(f"base {axis}" for axis in self.moves), *turns, *self.cyclic)


def rates(program: Program, p: np.ndarray, t: float, x: np.ndarray) -> np.ndarray:
    """The right-hand side at one instant."""
    return np.asarray(program.rhs(t, x, p, program.signal_values(t)))


def trial_states(
    program: Program, p: np.ndarray, t: float, x: np.ndarray, chart: LocalCoordinates, seed: int = 7
) -> list[np.ndarray]:
    """Random states around x at time t, the same displacements every time; smaller ones where a loop cannot follow them."""
    random = np.random.default_rng(seed)
    displacements = [random.uniform(-0.3, 0.3, chart.size) * _moving(chart) for _ in range(_TRIALS)]
    if program.equations.loops is None:
        return [chart.lift(x, d) for d in displacements]
    x, branch = closed(program, p, t, x)
    return [_trial_state(program, p, t, x, chart, d, branch) for d in displacements]


def _trial_state(
    program: Program, p: np.ndarray, t: float, x: np.ndarray, chart: LocalCoordinates, d: np.ndarray, branch: int
) -> np.ndarray:
    """The first of the states at d, -d, d/2, -d/2, .. from x at which the loops close on the assembly of x; or else x itself."""
    fraction = 1.0
    while fraction >= _SMALLEST:
        for signed in (fraction, -fraction):
            found = closed_if_possible(program, p, t, chart.lift(x, signed * d))
            if found is not None and found[1] == branch:
                return found[0]
        fraction *= 0.5
    return x


def _trial_states(program: Program, p: np.ndarray, x: np.ndarray, times: np.ndarray) -> list[np.ndarray]:
    """States from which trials at ``times`` [s, rising] start: x, or with loops those of a run from x at the first of them."""
    if program.equations.loops is None:
        return [x for _ in times]
    t, span = float(times[0]), float(times[-1] - times[0])
    x = closed(program, p, t, x)[0]
    origin = round(t / span * _GUESS_STEPS)
    h = t / origin if origin else span / _GUESS_STEPS
    method = "rk4" if abs(program.fastest_eigenvalue(t, x, p)) * h < STABLE else "radau"
    states = flow(program, p, x, origin, h, round(span / h), method).states
    return [states[min(round((time - t) / h), len(states) - 1)] for time in times]


def _moving(chart: LocalCoordinates) -> np.ndarray:
    """1 for every coordinate that can change, 0 for what the base cannot do and for guesses of dependent joints."""
    mask = np.ones(chart.size)
    mask[[*chart.frozen, *chart.followers]] = 0.0
    return mask


def find_symmetry(program: Program, p: np.ndarray, x: np.ndarray, t: float, chart: LocalCoordinates) -> Symmetry:
    """The displacements and turns under which the equations do not change.

    A displacement: no equation holds that coordinate. A turn: tried on random states, where every place is like every other.
    """
    used = _used_states(program)
    cyclic = tuple(
        n for k, n in enumerate(chart.layout.names[: chart.layout.slices["works"].start]) if not used[k] and k >= 7 * chart.posed
    )
    if not chart.posed:
        return Symmetry((), "none", cyclic)
    count = chart.layout.slices["works"].start
    trials = _timed_trials(program, p, t, x, chart)

    def unchanged(turn: np.ndarray) -> bool:
        q = quaternion_of(turn)
        for time, state in trials:
            other = state.copy()
            other[:3], other[3:7] = rotate(q, state[:3]), multiply(q, state[3:7])
            before, after = rates(program, p, time, state), rates(program, p, time, other)
            before[:3], before[3:7] = rotate(q, before[:3]), multiply(q, before[3:7])
            if not np.abs(after - before)[:count].max() <= _SAME * max(np.abs(before[:count]).max(), 1e-12):
                return False
        return True

    moves = tuple(axis for k, axis in enumerate("xyz") if not used[k])
    if not {"x", "y"} <= set(moves) or not unchanged(0.8 * UP):
        return Symmetry(moves, "none", cyclic)
    free = set(chart.layout.freedoms) >= {3, 4, 5} and "z" in moves
    turns = "all" if free and unchanged(np.array([0.5, -0.7, 0.3])) else "vertical"
    return Symmetry(moves, turns, cyclic)


def _timed_trials(
    program: Program, p: np.ndarray, t: float, x: np.ndarray, chart: LocalCoordinates, seed: int = 7
) -> list[tuple[float, np.ndarray]]:
    """Random states around x, each at a time [s] of its own, from t on."""
    times = t + 0.37 * np.arange(_TRIALS)
    places = _trial_states(program, p, x, times)
    return [
        (t, trial_states(program, p, t, place, chart, seed)[k]) for k, (t, place) in enumerate(zip(times, places, strict=True))
    ]


def _used_states(program: Program) -> np.ndarray:
    """True for every state that some equation of motion holds, from the sparsity of the Jacobian; works do not count."""
    sparsity, motion = program.equations.rhs.jac_sparsity(0, 1), program.equations.layout.slices["works"].start
    starts, rows = np.array(sparsity.colind()), np.array(sparsity.row(), dtype=int)
    return np.array([(rows[a:b] < motion).any() for a, b in pairwise(starts)], dtype=bool)


def _refuse_other_periods(program: Program, period: float) -> None:
    """Sampled signals must repeat, and whole times in a period of the orbit."""
    signals = program.equations.signals
    if signals is None:
        return
    if signals.period is None:
        raise InputError(
            "sampled signals do not repeat. Give the samples of one period as a table that does, SignalTable(..., period=...), "
            "or the gait as a formula, such as elver.drive.Anguilliform(...)."
        )
    times = period / signals.period
    if round(times) < 1 or abs(times - round(times)) > _REPEATS * times:
        raise InputError(
            f"the sampled signals repeat after {signals.period:.9g} s, which is no whole part of the period {period:.9g} s. Give "
            "the period of the signals, or a multiple of it, period=..."
        )


def first_period(program: Program, p: np.ndarray, x: np.ndarray, period: float, chart: LocalCoordinates) -> int:
    """Number of periods after which the equations repeat: 0, or more where the gait has a start ramp."""
    _refuse_other_periods(program, period)
    phases, start = period * np.array([0.0, 0.13, 0.41, 0.62, 0.97]), _FAR * period
    places = zip(phases, _trial_states(program, p, x, start + phases), strict=True)
    trials = [(phase, s) for phase, place in places for s in trial_states(program, p, start + phase, place, chart)]

    def sample(k: int) -> np.ndarray:
        return np.array([rates(program, p, k * period + phase, s) for phase, s in trials])

    far = sample(_FAR)
    scale = _SAME * np.maximum(np.abs(far).max(axis=0), 1e-12 * np.abs(far).max())
    for k in range(LATEST + 1):
        if all((np.abs(sample(later) - far) <= scale).all() for later in (k, k + 1)):
            return k
    raise InputError(
        f"the equations do not repeat after {period:g} s: something else than the gait moves with another period, or a ramp "
        f"lasts more than {LATEST} periods. Give the common period, period=..."
    )


# --- mirrors --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mirror:
    """Left-right symmetry of a machine.

    lateral: axis x, y or z of the base that points sideways (horizontal).   pairs: joints (or memory states) that change places.
    sign: with which an angle goes over into its partner's, one number for all or by joint name; +1 where not named.
    half: the gait is symmetric only with a delay of half a period (left and right beat in turn, a body wave): then half a period
    is run, and its end is the mirror image of the start.
    """

    lateral: str = "y"
    pairs: Mapping[str, str] = field(default_factory=dict)
    sign: float | Mapping[str, float] = 1.0
    half: bool = False

    def __post_init__(self) -> None:
        if self.lateral not in "xyz" or len(self.lateral) != 1:
            raise unknown_name("lateral axis", self.lateral, "xyz")

    def sign_of(self, name: str) -> float:
        value = self.sign.get(name, 1.0) if isinstance(self.sign, Mapping) else self.sign
        if value not in (1, -1):
            raise InputError(f"Mirror.sign of '{name}' is {value!r}. Give 1 or -1.")
        return float(value)

    def matrix(self, chart: LocalCoordinates) -> np.ndarray:
        """What the mirror does to local coordinates: a matrix that is its own inverse."""
        place, S = {name: k for k, name in enumerate(chart.names)}, np.zeros((chart.size, chart.size))
        side = "xyz".index(self.lateral)
        known = (*chart.layout.joints, *chart.layout.followers, *chart.layout.memory)
        partner = dict(self.pairs) | {b: a for a, b in self.pairs.items()}
        for name in partner:
            if name not in known:
                raise unknown_name("joint of a Mirror:", name, known)
        for k in range(6 if chart.posed else 0):
            S[k, k] = self.parity(k, side)
        for k in chart.layout.freedoms:
            name = f"base {('vx', 'vy', 'vz', 'wx', 'wy', 'wz')[k]}"
            S[place[name], place[name]] = self.parity(k, side)
        for form, owners in (
            ("angle of {}", chart.layout.joints),
            ("rate of {}", chart.layout.joints),
            ("guess of {}", chart.layout.followers),
            ("{}", chart.layout.memory),
        ):
            for name in owners:
                sign = self.sign_of(name) if name not in self.pairs.values() else self.sign_of(partner[name])
                S[place[form.format(partner.get(name, name))], place[form.format(name)]] = sign
        for k in chart.works:
            S[k, k] = 1.0
        return S

    @staticmethod
    def parity(component: int, side: int) -> float:
        """-1 for a velocity along the lateral axis and turns about the others; +1 for the rest."""
        return -1.0 if (component % 3 == side) == (component < 3) else 1.0


def even_directions(S: np.ndarray, wanted: list[int]) -> np.ndarray:
    """Rows: displacements within the coordinates ``wanted`` that a mirror leaves as they are, pairs as one direction."""
    rows, done = [], set()
    for k in wanted:
        row = np.zeros(len(S))
        row[k] = 1.0
        row = 0.5 * (row + S @ row)
        partner = tuple(np.flatnonzero(row))
        if row.any() and partner not in done:
            done.add(partner)
            rows.append(row / np.linalg.norm(row))
    return np.array(rows).reshape(-1, len(S))


def check_mirror(
    program: Program, p: np.ndarray, x: np.ndarray, t: float, chart: LocalCoordinates, S: np.ndarray, delay: float = 0.0
) -> None:
    """Refuse a mirror (``delay`` [s] later) that the machine does not have; name the state that breaks it."""
    for time, left in _timed_trials(program, p, t, x, chart, 11):
        right = chart.mirrored(S, left)
        a = chart.pull(left, rates(program, p, time, left)[None])[0]
        b = chart.pull(right, rates(program, p, time + delay, right)[None])[0]
        error = np.abs(S @ a - b)[: chart.works[0] if chart.works else chart.size]
        if not error.max() <= 1e-7 * np.abs(a).max():
            worst = chart.names[int(np.argmax(error))]
            raise InputError(
                f"the machine is not symmetric under this Mirror: '{worst}' changes differently on the two sides. Check pairs "
                "and signs, that the gait moves both sides alike, and that the start is symmetric (pose of the base included)."
            )
