"""Sampled time series as inputs of a compiled model: torque recordings, measured motions."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import casadi as ca
import numpy as np

from elver._support.errors import InputError, from_user, is_symbol, require_number, unknown_name
from elver.forces.effect import commanded
from elver.symbolic.tracing import is_recording, matrices_in

if TYPE_CHECKING:
    from scipy.interpolate import BSpline

    from elver.drive.splines import Smoothed

DEGREE = 5
_SEAM = 1e-9  # of the period and of the largest value, by which the closing sample may miss the first one
_WIDE, _NARROW = 3.0, 0.1  # a period may end so many usual steps behind the last sample


@dataclass(frozen=True)
class Machine:
    """The machine as a controller may see it. position [m] of the centre of mass, world.

    yaw [rad]: heading of the base about the world's z axis; relative_yaws [rad]: of every body with mass, from the base's.
    forward, up: mean direction of the x axes of all bodies with mass, and the base's z axis; world, of any length.
    """

    position: ca.SX
    yaw: ca.SX
    relative_yaws: Sequence[ca.SX]
    forward: ca.SX = field(default_factory=lambda: ca.SX([1, 0, 0]))
    up: ca.SX = field(default_factory=lambda: ca.SX([0, 0, 1]))

    @property
    def heading(self) -> ca.SX:
        """Mean heading of the bodies [rad]. USR (2)."""
        return self.yaw + sum(self.relative_yaws) / len(self.relative_yaws)


@dataclass(frozen=True)
class Instant:
    """The moment a law is evaluated at: ``time`` [s], the value of every sampled signal by name, and the machine.

    commands: what the gait gives to things that are no joints (the length of a tendon), by name: value, rate, acceleration.
    elapsed [s]: since the start, where ``time`` is that of a gait's own clock (elver.drive.gaits); None where both are one.
    states: of gaits that have some, by the identity of the gait.   felt: angles of joints that such gaits feel, by name.
    A gait sees neither machine nor commands: its rates and accelerations are derivatives by time and by its states alone.
    """

    time: ca.SX
    signals: Mapping[str, ca.SX]
    machine: Machine | None = None
    commands: Mapping[str, tuple] = field(default_factory=dict)
    elapsed: ca.SX | None = None
    states: Mapping[int, ca.SX] = field(default_factory=dict)
    felt: Mapping[str, ca.SX] = field(default_factory=dict)

    @property
    def since_start(self) -> ca.SX | ca.DM:
        """Time since the start [s], whatever clock the gait goes by."""
        return self.time if self.elapsed is None else self.elapsed

    def command(self, name: str) -> tuple:
        """Value, rate and acceleration of a command."""
        return commanded(self.commands, name)


@dataclass(frozen=True, eq=False)
class SignalTable:
    """Samples of named signals at increasing times [s], joined by a quintic spline (two smooth derivatives).

    values: one row per time, one column per name.   period [s]: where the signals repeat, the samples are those of one period;
    the sample that closes it (the first one, a period later) may be left out. The spline is smooth across the seam.
    """

    names: Sequence[str]
    times: np.ndarray
    values: np.ndarray
    period: float | None = None

    def __post_init__(self) -> None:
        times, values = np.asarray(self.times, float), np.asarray(self.values, float)
        if times.ndim != 1 or values.shape != (len(times), len(self.names)):
            raise InputError(
                f"signal table: {len(self.names)} names and {times.size} times need values of shape "
                f"({times.size}, {len(self.names)}); given {values.shape}."
            )
        if not (np.isfinite(times).all() and np.isfinite(values).all() and (np.diff(times) > 0).all()):
            raise InputError("signal table: times must increase and all numbers be finite.")
        if self.period is not None:
            if is_symbol(self.period):
                raise InputError("period of a signal table: it decides the spline and cannot stay free. Give a number [s].")
            require_number("period of a signal table", self.period, above=0.0, unit="s")
            times, values = _closed_period(times, values, self.period)
        if len(times) <= DEGREE:
            raise InputError(f"signal table: {len(times)} samples. A spline of degree {DEGREE} needs at least {DEGREE + 1}.")
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "values", values)

    @staticmethod
    def smoothed(
        names: Sequence[str],
        times: Sequence[float] | np.ndarray,
        values: Sequence[Any] | np.ndarray,
        sigma: float | Sequence[float] | np.ndarray,
        period: float | None = None,
    ) -> Smoothed:
        """A table of noisy samples made smooth, and the rms that was taken from each signal: ``Smoothed(table, removed)``.

        sigma: standard deviation of the noise, for all signals or for each; it decides how much is taken away.
        period [s]: where the signals repeat; samples of many periods become those of one.
        """
        from elver.drive.splines import smoothed_table

        return smoothed_table(names, times, values, sigma, period)

    @property
    def begin(self) -> float:
        """From when on the signals are known [s]: always, where they repeat."""
        return float(self.times[0]) if self.period is None else -math.inf

    @property
    def end(self) -> float:
        """Until when the signals are known [s]: for ever, where they repeat."""
        return float(self.times[-1]) if self.period is None else math.inf

    def renamed(self, names: Sequence[str]) -> SignalTable:
        """The same signals under other names, in the same order."""
        return replace(self, names=names)

    def only(self, names: Sequence[str]) -> SignalTable:
        """The signals of these names, in this order."""
        own = list(self.names)
        for name in names:
            if name not in own:
                raise unknown_name("signal", name, own)
        return replace(self, names=list(names), values=self.values[:, [own.index(name) for name in names]])

    def shifted(self, time: float) -> SignalTable:
        """The same signals begun ``time`` [s] late: what they were at ``time`` they are at 0."""
        return replace(self, times=self.times - time)

    @cached_property
    def digest(self) -> str:
        """A few letters that tell this table from others."""
        head = json.dumps([list(self.names), self.period]).encode()
        return hashlib.sha256(head + self.times.tobytes() + self.values.tobytes()).hexdigest()[:16]

    def spline(self) -> BSpline:
        """The spline through the samples, by SciPy; of one period where they repeat."""
        from scipy.interpolate import make_interp_spline

        return make_interp_spline(self.times, self.values, k=DEGREE, bc_type=None if self.period is None else "periodic")

    def coefficients(self) -> tuple[np.ndarray, np.ndarray]:
        """Break points (m + 1) and coefficients (m, names, degree + 1), lowest power first, about the left break.

        Where the signals repeat, the period [s] stands behind the break points (codegen/kernels/evaluate.py).
        """
        spline = self.spline()
        breaks = np.unique(spline.t[DEGREE : len(spline.t) - DEGREE])
        taylor = [spline(breaks[:-1], nu=k) / math.factorial(k) for k in range(DEGREE + 1)]
        table = np.ascontiguousarray(np.stack(taylor, axis=-1))
        return (breaks if self.period is None else np.append(breaks, self.period)), table


def _closed_period(times: np.ndarray, values: np.ndarray, period: float) -> tuple[np.ndarray, np.ndarray]:
    """The samples of one period with the one that closes it."""
    if len(times) < 2:
        return times, values
    span = float(times[-1] - times[0])
    if span > period * (1 + _SEAM):
        raise InputError(
            f"signal table: samples over {span:g} s do not fit a period of {period:g} s. Give one period, or bring many "
            "together by SignalTable.smoothed(..., period=...)."
        )
    if span < period * (1 - _SEAM):
        usual, left = float(np.diff(times).max()), period - span
        if left > _WIDE * usual:
            raise InputError(
                f"signal table: the samples end {left:.3g} s before the period of {period:g} s, and are {usual:.3g} s apart. "
                "Give samples of the whole period, or its true length."
            )
        if left < _NARROW * float(np.diff(times).min()):
            raise InputError(
                f"signal table: the last sample lies {left:.3g} s before the period of {period:g} s ends, where the first one "
                "stands again. Leave it out."
            )
        return np.append(times, times[0] + period), np.vstack([values, values[:1]])
    gap = np.abs(values[-1] - values[0])
    if (gap > _SEAM * np.abs(values).max(axis=0)).any():
        raise InputError(
            f"signal table: after one period of {period:g} s a signal is off by {gap.max():.3g} from where it began. Leave the "
            "last sample out, or smooth the samples by SignalTable.smoothed(..., period=...)."
        )
    return np.append(times[:-1], times[0] + period), np.vstack([values[:-1], values[:1]])


def with_table(law: Any, table: SignalTable) -> Any:
    """A law or gait with another table of signals of the same names; laws without one stay as they are."""
    if getattr(law, "signals", None) is None:
        return law
    if hasattr(law, "with_signals"):
        return law.with_signals(table)
    if is_dataclass(law) and any(f.name == "signals" for f in fields(law)):
        return replace(law, signals=table)  # type: ignore[type-var]
    raise InputError(
        f"{type(law).__name__} has signals and cannot take others. Make it a dataclass with a field 'signals', or give it a "
        "method with_signals(table) that returns the law with the other table."
    )


# --- What laws see of the machine is known to them by its values: where equations are recorded, no derivative leads behind these.
#
# A law that differentiates ``now.machine`` would get zeros. It is found out: given values to which a function of all that it may
# differentiate by is added, its results must be those for values that are larger by as much.


class _ObservedMachine:
    """The machine as a law sees it, and whether the law looked."""

    def __init__(self, machine: Machine | None):
        self.machine, self.looked = machine, False

    def __getattr__(self, name: str) -> Any:
        self.looked = True
        return getattr(self.machine, name)


def observing(what: str, act: Callable, now: Instant, given: Sequence) -> Any:
    """What ``act(now)`` returns; refused where it differentiates what it sees of the machine and would get zeros.

    what: whose law it is, for messages.   given: all else that the law is given.
    """
    if now.machine is None or not is_recording():
        return from_user(what, act, now)
    watched = _ObservedMachine(now.machine)
    returned = from_user(what, act, replace(now, machine=cast(Machine, watched)))
    again = lambda machine: matrices_in(from_user(what, act, replace(now, machine=machine)))  # noqa: E731
    if watched.looked and _differentiates(again, now.machine, now, given):
        raise InputError(
            f"{what} differentiates now.machine, which it knows by its values alone: the derivative would be 0. Write the "
            "derivative out, or let a state of the law (its memory) follow the value and take that state's rate."
        )
    return returned


def _differentiates(expressions: Callable, machine: Machine, now: Instant, given: Sequence) -> bool:
    """Whether expressions(machine) holds derivatives of the machine by the time, a signal or anything else that is given."""
    seen = ca.SX.sym("seen", 10 + len(machine.relative_yaws))
    known = [ca.SX(part) for part in (now.time, *now.signals.values(), *given) if part is not None]
    by = ca.vertcat(*ca.symvar(ca.vertcat(*map(ca.vec, known))))
    shift = ca.sum1(ca.sin(by))
    plain, shifted = (ca.vertcat(*map(ca.vec, expressions(_machine_of(values)))) for values in (seen, seen + shift))
    plain = ca.substitute(plain, seen, seen + shift)
    symbols = ca.vertcat(*ca.symvar(ca.vertcat(plain, shifted)))
    both = ca.Function("both", [symbols], [plain, shifted])
    one, other = both(np.random.default_rng(1).uniform(0.2, 0.9, symbols.numel()))
    return not np.allclose(np.array(one), np.array(other), rtol=1e-9, atol=1e-12, equal_nan=True)


def _machine_of(values: ca.SX) -> Machine:
    """A machine of these values."""
    return Machine(values[:3], values[3], [values[k] for k in range(10, values.numel())], values[4:7], values[7:10])
