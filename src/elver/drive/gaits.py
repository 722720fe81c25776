"""Gaits: joint motions as functions of time. Rates and accelerations follow by automatic differentiation.

A gait is any object with ``motion(now) -> {joint name: angle}``; it may have ``period`` [s], ``origin`` (time of phase 0 [s],
else 0) and ``signals`` (a SignalTable) when it is made of samples. ``kinks``: times [s] since the start at which its acceleration
has a corner, such as the end of a ramp; so may laws and forces have them. Methods that remember steps begin anew there.
``ticks``: corners that come again and again, each by the first of them and the time between two [s].
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import casadi as ca

from elver._support.errors import InputError, is_symbol, unknown_name
from elver.drive.signals import Instant, SignalTable, with_table
from elver.quantities import REQUIRED, check_quantities, quantity, word


class Gait(Protocol):
    """A law of joint motion."""

    def motion(self, now: Instant) -> Mapping[str, ca.SX]: ...


def start_ramp(time: ca.SX | ca.DM, ramp_time: float) -> ca.SX | ca.DM:
    """Quintic f(t) from 0 to 1 with zero rate and acceleration at both ends. EEL (64)."""
    u = ca.fmin(time / ramp_time, 1)
    return u**3 * (10 + u * (-15 + 6 * u))


@dataclass(frozen=True)
class Anguilliform:
    """Travelling wave with exponential envelope, discretised on yaw joints. EEL (63)-(66).

    Q(s, t) = f(t) A exp(alpha s) sin(2 pi (s / lambda - t / T))
    q_yaw,i = Q(X_{i+1}, t) - Q(X_i, t) + f Off1,   q_pitch,i = f Off2,   held joints stay at 0.

    yaw, pitch, held: joint names, head to tail.   stations X_1 .. X_{N+1} [m]: arc length of the yaw joints, tail end last.
    """

    yaw: Sequence[str]
    stations: Sequence[float]
    pitch: Sequence[str] = ()
    held: Sequence[str] = ()
    amplitude: float = quantity(0.06, "rad", "A, amplitude of the wave (63)")
    growth: float = quantity(1.2, "1/m", "alpha, growth of the amplitude towards the tail")
    wavelength: float = quantity(1.8, "m", "lambda, length of the wave", above=0.0)
    period: float = quantity(2.0, "s", "T, period of the wave", above=0.0)
    ramp_time: float = quantity(2.0, "s", "t_f, duration of the smooth start (64)", above=0.0)
    yaw_offset: float = quantity(0.0, "rad", "Off1, added to every yaw joint: turns (65)")
    pitch_offset: float = quantity(0.0, "rad", "Off2, of every pitch joint: dives or loops (66)")

    def __post_init__(self) -> None:
        if len(self.stations) != len(self.yaw) + 1:
            raise InputError(
                f"Anguilliform: {len(self.yaw)} yaw joints need {len(self.yaw) + 1} stations; given {len(self.stations)}."
            )
        check_quantities(self)

    @property
    def kinks(self) -> tuple:
        """The end of the start ramp [s]."""
        return (self.ramp_time,)

    def backbone(self, s: float | ca.SX, time: ca.SX | ca.DM) -> ca.SX | ca.DM:
        """Q(s, t) without the start ramp [rad]. (63)"""
        envelope = self.amplitude * ca.exp(self.growth * s)
        return envelope * ca.sin(2 * math.pi * (s / self.wavelength - time / self.period))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        f = start_ramp(now.since_start, self.ramp_time)
        Q = [self.backbone(X, now.time) for X in self.stations]
        angles = {name: f * (Q[i + 1] - Q[i] + self.yaw_offset) for i, name in enumerate(self.yaw)}  # (65)
        angles |= dict.fromkeys(self.pitch, f * self.pitch_offset)  # (66)
        return angles | {name: ca.SX(0) for name in self.held}


_ENVELOPES = ("uniform", "eel")


@dataclass(frozen=True)
class Serpenoid:
    """Lateral undulation or eel-like motion of a chain. USR (41), (42), SNAKE (71).

    phi_i = g_i A sin(w t + (i - 1) beta) + gamma,  g_i = 1 (``uniform``) or (n - i)/(n + 1) (``eel``: grows towards joint 1).

    joints: names of joints 1 .. n-1 in the paper's order.
    """

    joints: Sequence[str]
    amplitude: float = quantity(math.radians(30), "rad", "alpha, amplitude of the joints")
    frequency: float = quantity(math.radians(70), "rad/s", "omega, frequency of the joints: 2 pi over the period", above=0.0)
    phase: float = quantity(math.radians(30), "rad", "beta, phase from joint to joint, less than 0 for a lag")
    offset: float = quantity(0.0, "rad", "gamma, offset of every joint: turns")
    envelope: str = word("uniform", "envelope of the wave: the same for all joints, or growing towards joint 1", _ENVELOPES)
    ramp_time: float = quantity(0.0, "s", "smooth start; 0 for none, as printed")

    def __post_init__(self) -> None:
        check_quantities(self)
        self.check_folding()

    def check_folding(self) -> None:
        """Refuse angles that fold a chain through itself: a joint beyond half a turn."""
        if any(isinstance(v, ca.SX) for v in (self.amplitude, self.offset)):
            return
        largest = abs(self.amplitude) * max(self.weights(), default=0.0) + abs(self.offset)
        if largest >= math.pi:
            raise InputError(
                f"Serpenoid: amplitude {self.amplitude:g} and offset {self.offset:g} rad turn a joint by {largest:.3g} rad, "
                "which folds the machine through itself. Keep amplitude + offset below pi: angles are radians, 30 degrees are "
                "math.radians(30), or `30 deg` in a file and on the command line."
            )

    def weights(self) -> list[float]:
        """g_i of every joint."""
        n = len(self.joints) + 1
        return [1.0 if self.envelope == "uniform" else (n - i) / (n + 1) for i in range(1, n)]

    @property
    def period(self) -> float | ca.SX:
        """Period of the wave [s]."""
        return 2 * math.pi / self.frequency

    @property
    def kinks(self) -> tuple:
        """The end of the start ramp [s]."""
        return (self.ramp_time,)

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        f = start_ramp(now.since_start, self.ramp_time) if isinstance(self.ramp_time, ca.SX) or self.ramp_time > 0 else 1
        waves = [g * self.amplitude * ca.sin(self.frequency * now.time + i * self.phase) for i, g in enumerate(self.weights())]
        return {name: f * (wave + self.offset) for name, wave in zip(self.joints, waves, strict=True)}


_RAMPS = ("quintic", "cubic")


@dataclass(frozen=True)
class Sine:
    """A sine at every joint, each later or earlier than the one before: q_i = f(t) (A sin(w t + phi + (i - 1) lag) + gamma).

    Joints that differ in more than their phase take a sine each; several gaits make a ``CombinedGait``, in files a list.

    Parameters
    ----------
    joints : Sequence[str]
        Names of joints 1 .. n.
    amplitude, offset : float or mapping
        A and gamma [rad; m where joints slide], of all joints or by joint.
    frequency : float or mapping
        w [rad/s]; in files 0.5 Hz is half a turn of the phase a second.
    phase, lag : float or mapping
        phi, of the first joint, and what each further joint adds [rad]; phases by joint are whole.
    ramp_time : float
        After which the motion is at its full size [s]; 0 for no ramp.
    ramp : str
        f from 0 to 1: ``quintic`` as EEL (64), or ``cubic``, 3 s^2 - 2 s^3, whose acceleration jumps at both ends.
    """

    joints: Sequence[str]
    amplitude: float | Mapping[str, float] = quantity(
        math.radians(30), "rad", "A, amplitude of the joints, one or by joint", by_group=True
    )
    frequency: float | Mapping[str, float] = quantity(
        math.pi, "rad/s", "omega, frequency of the joints, one or by joint", above=0.0, by_group=True
    )
    phase: float | Mapping[str, float] = quantity(
        0.0, "rad", "phi, phase of the first joint at time 0, or of each by joint", by_group=True
    )
    lag: float = quantity(0.0, "rad", "phase from joint to joint")
    offset: float | Mapping[str, float] = quantity(0.0, "rad", "gamma, middle of the motion, one or by joint", by_group=True)
    ramp_time: float = quantity(0.0, "s", "smooth start; 0 for none", low=0.0)
    ramp: str = word("quintic", "form of the smooth start", _RAMPS)

    def __post_init__(self) -> None:
        check_quantities(self)
        for field in ("amplitude", "frequency", "phase", "offset"):
            given = getattr(self, field)
            if isinstance(given, Mapping):
                self._check_table(field, given)

    def _check_table(self, field: str, given: Mapping[str, float]) -> None:
        """Refuse a table that leaves out a joint or has one that the gait does not move."""
        for name in given:
            if name not in self.joints:
                raise unknown_name(f"joint in Sine.{field}:", name, self.joints)
        missing = [name for name in self.joints if name not in given]
        if missing:
            raise InputError(f"Sine.{field} has no number for joint '{missing[0]}'. Give one for every joint, or one for all.")

    def _own(self, field: str, name: str) -> Any:
        """A number of a joint."""
        given = getattr(self, field)
        return given[name] if isinstance(given, Mapping) else given

    @property
    def period(self) -> float | ca.SX:
        """Period of the sine [s]; of joints with several, the shortest time that is a whole number of each, 0 for none."""
        if not isinstance(self.frequency, Mapping):
            return 2 * math.pi / self.frequency
        frequencies = list(self.frequency.values())
        return 0.0 if any(map(is_symbol, frequencies)) else _common_period(frequencies)

    @property
    def kinks(self) -> tuple:
        """The end of the start ramp [s]."""
        return (self.ramp_time,)

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        f: float | ca.SX = 1.0
        if is_symbol(self.ramp_time) or self.ramp_time > 0:
            u = ca.fmin(now.since_start / self.ramp_time, 1)
            f = u * u * (3 - 2 * u) if self.ramp == "cubic" else start_ramp(now.since_start, self.ramp_time)
        found = {}
        for i, name in enumerate(self.joints):
            turned = self._own("frequency", name) * now.time + self._own("phase", name) + i * self.lag
            found[name] = f * (self._own("amplitude", name) * ca.sin(turned) + self._own("offset", name))
        return found


_MOST_BEATS = 24  # of the slowest joint in a common period


def _common_period(frequencies: Sequence[float]) -> float:
    """Shortest time in which all frequencies [rad/s] make whole turns [s]; 0 where there is none of few turns."""
    slowest = min(frequencies)
    for beats in range(1, _MOST_BEATS + 1):
        turns = [beats * w / slowest for w in frequencies]
        if all(abs(turn - round(turn)) < 1e-9 * turn for turn in turns):
            return 2 * math.pi * beats / slowest
    return 0.0


@dataclass(frozen=True)
class Flapping:
    """Stroke of a pair of wings: r = A cos(w t). MAV section IV-A.

    joints: names that follow r.   mirrored: names that follow -r (the other side).
    """

    joints: Sequence[str]
    mirrored: Sequence[str] = ()
    amplitude: float = quantity(math.radians(41.3), "rad", "A, amplitude of the stroke")
    frequency: float = quantity(50 * math.pi, "rad/s", "omega, frequency of the stroke", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        both = set(self.joints) & set(self.mirrored)
        if both:
            raise InputError(f"Flapping: joint '{sorted(both)[0]}' cannot follow the stroke and its mirror image.")

    @property
    def period(self) -> float | ca.SX:
        """Period of the stroke [s]."""
        return 2 * math.pi / self.frequency

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        stroke = self.amplitude * ca.cos(self.frequency * now.time)
        return dict.fromkeys(self.joints, stroke) | dict.fromkeys(self.mirrored, -stroke)


@dataclass(frozen=True, eq=False)
class RecordedMotion:
    """Joint angles from samples: a measured or precomputed motion. The table's names are joint names, or those of commands."""

    signals: SignalTable

    @property
    def period(self) -> float:
        """Period of the table [s]; 0 where it does not repeat."""
        return self.signals.period or 0.0

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return {name: now.signals[name] for name in self.signals.names}


@dataclass(frozen=True)
class ConstantPose:
    """All named joints stand still at given angles [rad or m]."""

    angles: Mapping[str, float]

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return {name: ca.SX(angle) for name, angle in self.angles.items()}


@dataclass(frozen=True)
class DelayedGait:
    """Another gait, begun ``time`` seconds late: past its start ramp, or in the middle of its wave."""

    gait: Gait
    time: float

    @property
    def period(self) -> float:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def kinks(self) -> tuple:
        """Those of the gait, by the clock of the run [s]."""
        return tuple(kink - self.time for kink in getattr(self.gait, "kinks", ()))

    @property
    def ticks(self) -> tuple:
        """Those of the gait, by the clock of the run [s]."""
        return tuple((first - self.time, interval) for first, interval in getattr(self.gait, "ticks", ()))

    @property
    def signals(self) -> SignalTable | None:
        """The samples by the clock of the run; None for a gait that is not made of any."""
        own = getattr(self.gait, "signals", None)
        if own is not None and is_symbol(self.time):
            raise InputError("Shifted: the time of a recorded motion cannot stay free. Give a number [s].")
        return None if own is None else own.shifted(self.time)

    def with_signals(self, table: SignalTable) -> DelayedGait:
        """The same with other samples, by the clock of the run."""
        return replace(self, gait=with_table(self.gait, table.shifted(-self.time)))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        elapsed = None if now.elapsed is None else now.elapsed + self.time
        return self.gait.motion(replace(now, time=now.time + self.time, elapsed=elapsed))


_ON_TIME = 1e-9  # of an interval, by which a time may miss the sample that is due then


@dataclass(frozen=True)
class SampledGait:
    """Another gait as controllers get it over a line: sent every ``interval``, held until the next value comes, ``delay`` late.

    Its rates are 0: a controller that holds a value knows none. Without an interval it comes late but whole, with its rates.
    Until the first value arrives, it is that value. Targets jump whenever one arrives: it is for joints that a law moves.
    """

    gait: Gait
    interval: float = quantity(0.0, "s", "from one value to the next; 0 for all the time", low=0.0, fixed="it decides the form.")
    delay: float = quantity(0.0, "s", "by which values arrive late", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        if getattr(self.gait, "signals", None) is not None:
            raise InputError(
                "SampledGait takes a gait that is a formula: a recording knows its values now, not those of another time. Sample "
                "the recording itself."
            )

    @property
    def period(self) -> float | ca.SX:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def kinks(self) -> tuple:
        """Those of the gait, as late as they arrive [s], and when the first value does; of held values ``ticks`` says more."""
        own = tuple(kink + self.delay for kink in getattr(self.gait, "kinks", ()))
        return (self.delay,) if self.interval else (self.delay, *own)

    @property
    def ticks(self) -> tuple:
        """Times at which values arrive: the first and the interval [s]."""
        return ((self.delay, self.interval),) if self.interval else ()

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        sent = ca.fmax(now.since_start - self.delay, 0.0)
        if self.interval:
            sent = self.interval * ca.floor(sent / self.interval + _ON_TIME)
        elapsed = None if now.elapsed is None else sent
        return self.gait.motion(replace(now, time=now.time - (now.since_start - sent), elapsed=elapsed))


@dataclass(frozen=True)
class CombinedGait:
    """Several gaits at once, each for joints or commands of its own: a tail that beats and a thruster that turns.

    The period is that of the first gait that has one. At most one of them may be made of samples.
    """

    gaits: Sequence[Gait]

    def __post_init__(self) -> None:
        if not self.gaits or any(isinstance(g, type) or not callable(getattr(g, "motion", None)) for g in self.gaits):
            raise InputError("CombinedGait.gaits: give a list of gaits, objects with a method motion(now).")
        if sum(getattr(g, "signals", None) is not None for g in self.gaits) > 1:
            raise InputError("gait: two of the gaits are made of samples. Put their signals into one RecordedMotion.")

    @property
    def period(self) -> float:
        """Period of the first gait that has one [s]; 0 where none has."""
        return next((p for g in self.gaits if is_symbol(p := getattr(g, "period", 0.0)) or p), 0.0)

    @property
    def kinks(self) -> tuple:
        """Those of all the gaits [s]."""
        return tuple(kink for g in self.gaits for kink in getattr(g, "kinks", ()))

    @property
    def ticks(self) -> tuple:
        """Those of all the gaits."""
        return tuple(tick for g in self.gaits for tick in getattr(g, "ticks", ()))

    @property
    def signals(self) -> SignalTable | None:
        return next((s for g in self.gaits if (s := getattr(g, "signals", None)) is not None), None)

    def with_signals(self, table: SignalTable) -> CombinedGait:
        """The same with other samples."""
        return replace(self, gaits=tuple(with_table(g, table) for g in self.gaits))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        found: dict[str, ca.SX] = {}
        for gait in self.gaits:
            given = gait.motion(now)
            twice = sorted(set(found) & set(given))
            if twice:
                raise InputError(f"gait: two gaits move '{twice[0]}'. Leave it out of one of them.")
            found |= given
        return found


# --- Parallel modules: joints that are moved by the lengths of struts beside them.


@dataclass(frozen=True)
class Strut:
    """A strut of variable length across a universal joint, seen from that joint while it is at rest."""

    before: tuple = quantity(REQUIRED, "m", "its end on the body before the hinge, x,y,z", length=3)
    behind: tuple = quantity(REQUIRED, "m", "its end on the body behind the hinge, x,y,z", length=3)

    def __post_init__(self) -> None:
        check_quantities(self)


@dataclass(frozen=True)
class Hinge:
    """A universal joint with struts across it.

    yaw, pitch: names of its joints about z and, after it, about y.   struts: by the names of the joints that lengthen them.
    """

    yaw: str
    pitch: str
    struts: Mapping[str, Strut]


@dataclass(frozen=True)
class StrutGait:
    """A gait of hinges as the lengths of their struts, |Rz(yaw) Ry(pitch) b - a| for a strut from a (before) to b (behind).

    gait: gives every yaw and pitch; what else it gives stays as it is.
    """

    gait: Gait
    hinges: Sequence[Hinge]

    @property
    def period(self) -> float | ca.SX:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def kinks(self) -> tuple:
        """Those of the gait [s]."""
        return tuple(getattr(self.gait, "kinks", ()))

    @property
    def signals(self) -> SignalTable | None:
        return getattr(self.gait, "signals", None)

    def with_signals(self, table: SignalTable) -> StrutGait:
        """The same with other samples."""
        return replace(self, gait=with_table(self.gait, table))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        angles = dict(self.gait.motion(now))
        lengths: dict[str, ca.SX] = {}
        for hinge in self.hinges:
            for name in (hinge.yaw, hinge.pitch):
                if name not in angles:
                    raise InputError(
                        f"the gait of the struts gives no angle of '{name}'. Add the joint to it.", part="gait", name=name
                    )
            yaw, pitch = angles.pop(hinge.yaw), angles.pop(hinge.pitch)
            for name, strut in hinge.struts.items():
                a, b = strut.before, strut.behind
                ahead, up = ca.cos(pitch) * b[0] + ca.sin(pitch) * b[2], ca.cos(pitch) * b[2] - ca.sin(pitch) * b[0]
                x, y = ca.cos(yaw) * ahead - ca.sin(yaw) * b[1], ca.sin(yaw) * ahead + ca.cos(yaw) * b[1]
                lengths[name] = ca.sqrt((x - a[0]) ** 2 + (y - a[1]) ** 2 + (up - a[2]) ** 2)
        return angles | lengths


# --- The clock that a gait goes by. A gait whose period changes while it runs keeps its phase by a clock of its own.
#
# A gait of period P sees the time c = t + o, where o is the offset of its clock [s]; its phase is (c - c0) / P with c0 the time
# of phase 0. The phase grows by 1/P a second, also while P changes, if
#
#     o' = (c - c0) P'/P:      ((c - c0) / P)' = (1 + o')/P - (c - c0) P'/P^2 = 1/P.
#
# Where P rests, the offset does. Gaits that are put together have a clock each.


@dataclass(frozen=True)
class Clocked:
    """Another gait by a clock that is ``offset`` [s] ahead. Its smooth start goes by the true time."""

    gait: Gait
    offset: Any  # a symbol, or a number

    @property
    def period(self) -> float:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def origin(self) -> float:
        """Time of phase 0 by the true clock [s]."""
        return getattr(self.gait, "origin", 0.0) - self.offset

    @property
    def signals(self) -> SignalTable | None:
        return getattr(self.gait, "signals", None)

    def with_signals(self, table: SignalTable) -> Clocked:
        """The same with other samples."""
        return replace(self, gait=with_table(self.gait, table))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return self.gait.motion(replace(now, time=now.time + self.offset, elapsed=now.since_start))


@dataclass(frozen=True)
class Timed:
    """A gait with a period of its own, and by how much it is begun late, ``shift`` [s]."""

    gait: Any
    shift: Any = 0.0

    @property
    def period(self) -> float | ca.SX:
        return self.gait.period

    def since_phase_0(self, time: ca.SX) -> ca.SX:
        """Seconds by the gait's clock since phase 0, at a time by that clock."""
        return time + self.shift - getattr(self.gait, "origin", 0.0)


def timed_gaits(gait: Any, shift: Any = 0.0) -> Iterator[Timed]:
    """The gaits with a period that a gait is made of."""
    if isinstance(gait, CombinedGait):
        for one in gait.gaits:
            yield from timed_gaits(one, shift)
    elif isinstance(gait, DelayedGait):
        yield from timed_gaits(gait.gait, shift + gait.time)
    elif is_symbol(period := getattr(gait, "period", 0.0)) or period:
        yield Timed(gait, shift)


def with_clocks(gait: Any, offset_of: Callable[[Any], Any]) -> Any:
    """A gait whose parts go by clocks: ``offset_of(part)`` is the offset of a part's clock, None for the true time."""
    if isinstance(gait, CombinedGait):
        return replace(gait, gaits=tuple(with_clocks(one, offset_of) for one in gait.gaits))
    if isinstance(gait, DelayedGait):
        return replace(gait, gait=with_clocks(gait.gait, offset_of))
    offset = offset_of(gait)
    return gait if offset is None else Clocked(gait, offset)
