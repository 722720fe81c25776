"""Central pattern generators: networks of coupled oscillators that give targets to joints and activations to muscles.

A network is a gait with states. Its oscillators stand in chains of equal length: chain ``left`` of four has left1 to left4.
Couplings join them, outputs lead from them to joints or commands, feedback of joint angles may come back. It does not depend on
time: an orbit of the machine and its network has a period that nobody gives.

Phase oscillators (Ijspeert, Crespi, Ryczko, Cabelguen, Science 315 (2007) 1416), for oscillator i of phase theta, amplitude r:

    theta_i' = w_i + sum_j r_j W_ij sin(theta_j - theta_i - phi_ij) - s_i sin theta_i                                     (1)
    r_i'' = a (a/4 (R_i - r_i) - r_i')                                                                                   (2)

The phase is kept as a point (c, s) of the unit circle, so that states repeat after a cycle and no sine is evaluated:

    c' = -s theta' + w/2 c (1 - c^2 - s^2),      s' = c theta' + w/2 s (1 - c^2 - s^2)                                   (3)

Hopf oscillators, with a complex state z = x + i y, and Matsuoka's neurons (Biological Cybernetics 52 (1985) 367):

    z_i' = (g (R_i^2 - |z_i|^2) + i w_i) z_i + sum_j W_ij (exp(-i phi_ij) z_j - z_i) + s_i                               (4)
    T x_i' = -x_i - b v_i + sum_j W_ij y_j + u + s_i,      T' v_i' = y_i - v_i,      y_i = max(x_i, 0)                   (5)

s_i is the sum of what the oscillator feels. phi_ij is how far i lags behind j once they are locked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Protocol

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, unknown_name
from elver.drive.signals import Instant
from elver.quantities import REQUIRED, check_quantities, quantity, word

_STRUCTURE = "it decides how the equations are written."


@dataclass(frozen=True)
class Link:
    """A coupling by which one oscillator draws another: the target lags behind the source by ``lag`` once it follows."""

    source: str
    target: str
    weight: Any
    lag: Any = 0.0


class OscillatorCoupling(Protocol):
    """What joins oscillators: its links, out of the chains of a network."""

    def links(self, chains: Mapping[str, Sequence[str]]) -> Iterator[Link]: ...


def _chain(what: str, name: str, chains: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The oscillators of a chain."""
    if name not in chains:
        raise unknown_name(f"chain of oscillators in {what}:", name, chains)
    return chains[name]


@dataclass(frozen=True)
class ChainCoupling:
    """Neighbours along chains draw each other, with the one behind lagging by ``lag``.

    of: names of chains; None for every chain.   weight: of the link from the one ahead; ``back``: of the other one, None for the
    same.   ring: the last and the first of a chain are neighbours too.
    """

    weight: float = quantity(REQUIRED, "1/s", "weight of the coupling from the one ahead")
    lag: float = quantity(0.0, "rad", "by which the next one lags behind")
    back: float | None = quantity(None, "1/s", "weight from the one behind; the same where none is given", optional=True)
    of: Sequence[str] | None = None
    ring: bool = False

    def __post_init__(self) -> None:
        check_quantities(self)

    def links(self, chains: Mapping[str, Sequence[str]]) -> Iterator[Link]:
        for chain in chains if self.of is None else self.of:
            names = list(_chain("a coupling along chains", chain, chains))
            self._check_ring(chain, len(names))
            for one, other in zip(names, [*names[1:], names[0]] if self.ring else names[1:], strict=False):
                yield Link(one, other, self.weight, self.lag)
                yield Link(other, one, self.weight if self.back is None else self.back, -self.lag)

    def _check_ring(self, chain: str, count: int) -> None:
        """Refuse a ring around which the lags are no whole number of turns: no cycle holds them all."""
        if not self.ring or is_symbol(self.lag):
            return
        turns = count * self.lag / (2 * math.pi)
        if count < 3 or abs(turns - round(turns)) > 1e-6:
            raise InputError(
                f"the ring of chain '{chain}' has {count} oscillators with lags of {math.degrees(self.lag):g} degrees, "
                f"{turns:.4g} turns around it: no cycle holds them all. Give three or more, and a whole number of turns over "
                "their number."
            )


@dataclass(frozen=True)
class PairCoupling:
    """Oscillators of the same number in two chains draw each other: left and right of a body."""

    of: Sequence[str]
    weight: float = quantity(REQUIRED, "1/s", "weight of the coupling")
    lag: float = quantity(math.pi, "rad", "by which the second chain lags behind the first")

    def __post_init__(self) -> None:
        check_quantities(self)
        if isinstance(self.of, str) or len(self.of) != 2 or self.of[0] == self.of[1]:
            raise InputError(f"PairCoupling.of = {self.of!r}. Give the names of two chains.", name="PairCoupling.of")

    def links(self, chains: Mapping[str, Sequence[str]]) -> Iterator[Link]:
        for one, other in zip(*(_chain("a coupling of pairs", name, chains) for name in self.of), strict=True):
            yield Link(one, other, self.weight, self.lag)
            yield Link(other, one, self.weight, -self.lag)


@dataclass(frozen=True)
class LinkCoupling:
    """One oscillator draws another."""

    source: str
    target: str
    weight: float = quantity(REQUIRED, "1/s", "weight of the coupling")
    lag: float = quantity(0.0, "rad", "by which the target lags behind the source")

    def __post_init__(self) -> None:
        check_quantities(self)

    def links(self, chains: Mapping[str, Sequence[str]]) -> Iterator[Link]:
        names = [name for chain in chains.values() for name in chain]
        for name in (self.source, self.target):
            if name not in names:
                raise unknown_name("oscillator of a coupling:", name, names)
        yield Link(self.source, self.target, self.weight, self.lag)


_WAVES = ("both", "positive")


@dataclass(frozen=True)
class OscillatorOutput:
    """Where a chain leads: its oscillators, in their order, to as many joints or commands.

    Value: offset + gain x, with x the wave of the oscillator: r cos theta of phases (``both``) or r (1 + cos theta)
    (``positive``, as motoneurons), the real part of Hopf's oscillators or its positive part, y of Matsuoka's neurons. Outputs to
    the same joint add up: a left chain with a gain of 1 and a right one with -1 bend a body to both sides.
    """

    to: Sequence[str]
    chain: str
    gain: float = quantity(1.0, "rad", "value per unit of the oscillator's wave")
    offset: float = quantity(0.0, "rad", "added to it")
    wave: str = word("both", "wave of an oscillator: about 0, or never below it", _WAVES)

    def __post_init__(self) -> None:
        check_quantities(self)


@dataclass(frozen=True)
class StretchFeedback:
    """Each oscillator of a chain feels the angle of a joint: s = gain q, for joints whose motion is computed."""

    chain: str
    joints: Sequence[str]
    gain: float = quantity(REQUIRED, "1/s", "what an oscillator feels per radian of its joint")

    def __post_init__(self) -> None:
        check_quantities(self)


@dataclass(frozen=True)
class DescendingDrive:
    """A drive from the brain: frequency and amplitude of all oscillators by its level, zero beyond its range.

    w = 2 pi (frequency_slope level + frequency_offset), R = amplitude_slope level + amplitude_offset for low <= level <= high.
    The default numbers are those of the salamander's body oscillators (Ijspeert et al. 2007, table S1).
    """

    level: float | Mapping[str, float] = quantity(REQUIRED, "1", "level of the drive, one or by chain", by_group=True)
    low: float = quantity(1.0, "1", "least level at which oscillators beat")
    high: float = quantity(5.0, "1", "largest level at which they beat")
    frequency_slope: float = quantity(0.2, "1", "cycles a second per level")
    frequency_offset: float = quantity(0.3, "1", "cycles a second at level 0")
    amplitude_slope: float = quantity(0.065, "1", "amplitude per level")
    amplitude_offset: float = quantity(0.196, "1", "amplitude at level 0")

    def __post_init__(self) -> None:
        check_quantities(self)

    def at(self, level: Any) -> tuple[Any, Any]:
        """Frequency [rad/s] and amplitude."""
        w = 2 * math.pi * (self.frequency_slope * level + self.frequency_offset)
        R = self.amplitude_slope * level + self.amplitude_offset
        parts = (level, self.low, self.high)
        if not any(map(is_symbol, parts)):
            return (w, R) if self.low <= level <= self.high else (0.0, 0.0)
        beats = ca.logic_and(level >= self.low, level <= self.high)
        return ca.if_else(beats, w, 0), ca.if_else(beats, R, 0)


class _Network:
    """What all networks share: names, couplings, outputs, feedback."""

    chains: Sequence[str]
    count: int
    couplings: Mapping[str, Any]
    outputs: Mapping[str, OscillatorOutput]
    feedback: Mapping[str, StretchFeedback]
    cut: int
    _states: ClassVar[tuple[str, ...]]

    def _check(self) -> None:
        check_quantities(self)
        label = type(self).__name__
        if isinstance(self.chains, str) or not self.chains or len(set(self.chains)) < len(self.chains):
            raise InputError(f"{label}.chains = {self.chains!r}. Give names of chains, each once, such as ['left', 'right'].")
        if not 0 <= self.cut < max(self.count, 1):
            raise InputError(f"{label}.cut = {self.cut}. Give a place between two of {self.count} oscillators, or 0 for no cut.")
        for name, coupling in self.couplings.items():
            if not callable(getattr(coupling, "links", None)):
                raise InputError(
                    f"{label}.couplings['{name}'] is no coupling. Give a ChainCoupling, PairCoupling or LinkCoupling."
                )
        self.links()
        if not self.outputs:
            raise InputError(f"{label} has no outputs: it would move nothing. Give outputs to joints or commands.")
        for kind, parts in (("outputs", self.outputs), ("feedback", self.feedback)):
            for name, part in parts.items():
                ends = part.to if isinstance(part, OscillatorOutput) else part.joints
                if len(_chain(f"{kind}['{name}']", part.chain, self.names)) != len(ends):
                    raise InputError(
                        f"{label}.{kind}['{name}']: chain '{part.chain}' has {self.count} oscillators and there are {len(ends)} "
                        "joints or commands. Give one for each."
                    )
        self._check_cycle()

    def _check_cycle(self) -> None:
        """Refuse numbers with which nothing oscillates."""

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Names of the oscillators by chain."""
        return {chain: tuple(f"{chain}{k}" for k in range(1, self.count + 1)) for chain in self.chains}

    @property
    def oscillators(self) -> tuple[str, ...]:
        """Names of all oscillators, chain by chain."""
        return tuple(name for chain in self.names.values() for name in chain)

    def links(self) -> list[Link]:
        """All couplings, but those across the cut."""
        place = {name: k for chain in self.names.values() for k, name in enumerate(chain)}
        found = [link for coupling in self.couplings.values() for link in coupling.links(self.names)]
        return [one for one in found if (place[one.source] < self.cut) == (place[one.target] < self.cut)]

    def own(self, value: Any, name: str) -> Any:
        """A number of an oscillator: that of all, of its chain, or its own."""
        if not isinstance(value, Mapping):
            return value
        chain = next(c for c, names in self.names.items() if name in names)
        if name not in value and chain not in value:
            raise InputError(f"{type(self).__name__}: no number for oscillator '{name}'. Given: {', '.join(value)}.")
        return value.get(name, value.get(chain))

    def lags(self) -> dict[str, Any]:
        """Phase of every oscillator as its couplings want it, from the first of each part that is joined [rad]."""
        found: dict[str, Any] = {}
        links = [coupling for one in self.couplings.values() for coupling in one.links(self.names)]
        for first in self.oscillators:
            waiting = [] if first in found else [first]
            found.setdefault(first, 0.0)
            while waiting:
                name = waiting.pop()
                for link in links:
                    if link.source == name and link.target not in found:
                        found[link.target] = found[name] - link.lag
                        waiting.append(link.target)
        return found

    # --- a gait with states

    def memory(self) -> tuple[str, ...]:
        """Names of the states."""
        return tuple(f"{name} {state}" for name in self.oscillators for state in self._states)

    @property
    def felt(self) -> tuple[str, ...]:
        """Joints whose angles come back."""
        return tuple(dict.fromkeys(name for part in self.feedback.values() for name in part.joints))

    def _split(self, states: ca.SX) -> dict[str, list[ca.SX]]:
        """States by oscillator."""
        size = len(self._states)
        parts = ca.vertsplit(states)
        return {name: parts[k * size : (k + 1) * size] for k, name in enumerate(self.oscillators)}

    def _felt(self, now: Instant) -> dict[str, Any]:
        """What every oscillator feels."""
        found: dict[str, Any] = {}
        for part in self.feedback.values():
            for name, joint in zip(self.names[part.chain], part.joints, strict=True):
                found[name] = found.get(name, 0) + part.gain * now.felt[joint]
        return found

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        states, found = self._split(now.states[id(self)]), dict[str, ca.SX]()
        for part in self.outputs.values():
            for name, end in zip(self.names[part.chain], part.to, strict=True):
                found[end] = found.get(end, ca.SX(0)) + part.offset + part.gain * self._wave(states[name], part.wave)
        return found

    def _wave(self, state: list[ca.SX], kind: str) -> ca.SX:
        raise NotImplementedError


@dataclass(frozen=True)
class PhaseOscillators(_Network):
    """A network of phase oscillators with amplitudes, (1) to (3).

    Parameters
    ----------
    chains, count
        Names of the chains, and the number of oscillators in each.
    outputs
        What leads to joints and commands, by name.
    couplings
        What joins the oscillators, by name.
    frequency, amplitude
        w [rad/s] and R: one for all, or by chain or oscillator.
    drive
        A descending drive, in place of frequency and amplitude.
    rate
        a, how fast amplitudes follow [1/s]; they begin at 0.
    feedback
        Angles of joints that the oscillators feel, by name.
    cut
        Couplings between the oscillators 1 to ``cut`` and the rest are left out: a spine cut in two; 0 for none.
    """

    chains: Sequence[str]
    count: int = quantity(REQUIRED, "1", "oscillators of a chain", low=1, high=500, whole=True, fixed=_STRUCTURE)
    outputs: Mapping[str, OscillatorOutput] = field(default_factory=dict)
    couplings: Mapping[str, Any] = field(default_factory=dict)
    frequency: float | Mapping[str, float] = quantity(2 * math.pi, "rad/s", "w, frequency of the oscillators", by_group=True)
    amplitude: float | Mapping[str, float] = quantity(1.0, "1", "R, amplitude of the oscillators", low=0.0, by_group=True)
    rate: float = quantity(20.0, "1/s", "a, how fast amplitudes follow", above=0.0)
    drive: DescendingDrive | None = None
    feedback: Mapping[str, StretchFeedback] = field(default_factory=dict)
    cut: int = quantity(0, "1", "couplings across this place are cut; 0 for none", low=0, whole=True, fixed=_STRUCTURE)
    _states: ClassVar = ("cosine", "sine", "amplitude", "amplitude rate")

    def __post_init__(self) -> None:
        self._check()

    def _targets(self, name: str) -> tuple[Any, Any]:
        """w and R of an oscillator."""
        if self.drive is not None:
            return self.drive.at(self.own(self.drive.level, name))
        return self.own(self.frequency, name), self.own(self.amplitude, name)

    def _check_cycle(self) -> None:
        values = [self._targets(name) for name in self.oscillators]
        if any(is_symbol(part) for pair in values for part in pair):
            return
        if not any(w and R for w, R in values):
            what = "the drive is beyond its range" if self.drive is not None else "frequencies or amplitudes are 0"
            raise InputError(f"PhaseOscillators: {what}, so that nothing oscillates. Give numbers at which it does.")

    def begin(self) -> ca.SX:
        """Phases as the couplings want them, amplitudes 0."""
        phases = self.lags()
        return ca.vertcat(*(part for n in self.oscillators for part in (ca.cos(phases[n]), ca.sin(phases[n]), 0, 0)))

    def rates(self, now: Instant, states: ca.SX) -> ca.SX:
        own, felt = self._split(states), self._felt(now)
        turning = {name: self._targets(name)[0] for name in own}
        for link in self.links():  # (1)
            (cj, sj, rj, _), (ci, si, _, _) = own[link.source], own[link.target]
            across, along = sj * ci - cj * si, cj * ci + sj * si  # sine and cosine of theta_j - theta_i
            drawn = rj * link.weight * (across * ca.cos(link.lag) - along * ca.sin(link.lag))
            turning[link.target] = turning[link.target] + drawn
        found = []
        for name, (c, s, r, v) in own.items():
            w, R = self._targets(name)
            turn = turning[name] - felt[name] * s if name in felt else turning[name]
            back = 0.5 * w * (1 - c * c - s * s)
            found += [-s * turn + back * c, c * turn + back * s, v, self.rate * (0.25 * self.rate * (R - r) - v)]  # (3), (2)
        return ca.vertcat(*found)

    def _wave(self, state: list[ca.SX], kind: str) -> ca.SX:
        c, _, r, _ = state
        return r * c if kind == "both" else r * (1 + c)


@dataclass(frozen=True)
class HopfOscillators(_Network):
    """A network of Hopf oscillators, (4). Fields as of ``PhaseOscillators``; ``amplitude`` is the radius of a cycle by itself."""

    chains: Sequence[str]
    count: int = quantity(REQUIRED, "1", "oscillators of a chain", low=1, high=500, whole=True, fixed=_STRUCTURE)
    outputs: Mapping[str, OscillatorOutput] = field(default_factory=dict)
    couplings: Mapping[str, Any] = field(default_factory=dict)
    frequency: float | Mapping[str, float] = quantity(2 * math.pi, "rad/s", "w, frequency of the oscillators", by_group=True)
    amplitude: float | Mapping[str, float] = quantity(1.0, "1", "R, radius of the cycle", above=0.0, by_group=True)
    convergence: float = quantity(5.0, "1/s", "g, how fast the cycle is reached", above=0.0)
    feedback: Mapping[str, StretchFeedback] = field(default_factory=dict)
    cut: int = quantity(0, "1", "couplings across this place are cut; 0 for none", low=0, whole=True, fixed=_STRUCTURE)
    _states: ClassVar = ("x", "y")
    _begin: ClassVar = 0.05  # of the radius

    def __post_init__(self) -> None:
        self._check()

    def begin(self) -> ca.SX:
        """Phases as the couplings want them, on a small circle."""
        phases, found = self.lags(), []
        for name in self.oscillators:
            r = self._begin * self.own(self.amplitude, name)
            found += [r * ca.cos(phases[name]), r * ca.sin(phases[name])]
        return ca.vertcat(*found)

    def rates(self, now: Instant, states: ca.SX) -> ca.SX:
        own, felt = self._split(states), self._felt(now)
        drawn: dict[str, tuple] = {name: (felt.get(name, 0), 0) for name in own}
        for link in self.links():
            (xj, yj), (xi, yi), (dx, dy) = own[link.source], own[link.target], drawn[link.target]
            c, s = ca.cos(link.lag), ca.sin(link.lag)
            drawn[link.target] = (dx + link.weight * (c * xj + s * yj - xi), dy + link.weight * (c * yj - s * xj - yi))
        found = []
        for name, (x, y) in own.items():
            w, R, (dx, dy) = self.own(self.frequency, name), self.own(self.amplitude, name), drawn[name]
            growth = self.convergence * (R * R - x * x - y * y)
            found += [growth * x - w * y + dx, growth * y + w * x + dy]
        return ca.vertcat(*found)

    def _wave(self, state: list[ca.SX], kind: str) -> ca.SX:
        return state[0] if kind == "both" else ca.fmax(state[0], 0)


@dataclass(frozen=True)
class MatsuokaOscillators(_Network):
    """A network of Matsuoka's neurons, (5). Weights of couplings are plain numbers here, negative where one inhibits another.

    Lags of couplings mean nothing to neurons and are refused; ``rounding`` takes y = (x + sqrt(x^2 + rounding^2)) / 2,
    without the kink at 0 by which the targets of driven joints would jump in their rate.
    """

    chains: Sequence[str]
    count: int = quantity(REQUIRED, "1", "neurons of a chain", low=1, high=500, whole=True, fixed=_STRUCTURE)
    outputs: Mapping[str, OscillatorOutput] = field(default_factory=dict)
    couplings: Mapping[str, Any] = field(default_factory=dict)
    rise: float = quantity(0.1, "s", "T, time constant of the neurons", above=0.0)
    fatigue: float = quantity(0.2, "s", "T', time constant of their fatigue", above=0.0)
    adaptation: float = quantity(2.5, "1", "b, strength of the fatigue", low=0.0)
    excitation: float | Mapping[str, float] = quantity(1.0, "1", "u, tonic input", by_group=True)
    rounding: float = quantity(0.0, "1", "of the threshold; 0 for the kink that is printed", low=0.0)
    feedback: Mapping[str, StretchFeedback] = field(default_factory=dict)
    cut: int = quantity(0, "1", "couplings across this place are cut; 0 for none", low=0, whole=True, fixed=_STRUCTURE)
    _states: ClassVar = ("potential", "fatigue")
    _begin: ClassVar = 0.1

    def __post_init__(self) -> None:
        self._check()

    def begin(self) -> ca.SX:
        """Neurons a little different from each other, else opposite ones would stay alike."""
        count = len(self.oscillators)
        return ca.vertcat(*(part for k in range(count) for part in (self._begin * math.cos(math.pi * k * (1 + 1 / count)), 0.0)))

    def _fires(self, x: Any) -> Any:
        """y of a neuron."""
        if not is_symbol(self.rounding) and self.rounding == 0:
            return ca.fmax(x, 0)
        return 0.5 * (x + ca.sqrt(x * x + self.rounding**2))

    def rates(self, now: Instant, states: ca.SX) -> ca.SX:
        own, felt = self._split(states), self._felt(now)
        drawn = {name: self.own(self.excitation, name) + felt.get(name, 0) for name in own}
        for link in self.links():
            drawn[link.target] = drawn[link.target] + link.weight * self._fires(own[link.source][0])
        found = []
        for name, (x, v) in own.items():
            found += [(drawn[name] - x - self.adaptation * v) / self.rise, (self._fires(x) - v) / self.fatigue]
        return ca.vertcat(*found)

    def _wave(self, state: list[ca.SX], kind: str) -> ca.SX:
        return self._fires(state[0])

    def _check_cycle(self) -> None:
        links = self.links()
        if any(not is_symbol(link.lag) and link.lag and abs(link.lag) != math.pi for link in links):  # pi: of pairs, by default
            raise InputError("MatsuokaOscillators: neurons know no lag. Leave it out of the couplings, and give weights below 0.")
        numbers = [self.rise, self.fatigue, self.adaptation, self.rounding]
        inputs = [self.own(self.excitation, name) for name in self.oscillators]
        if any(map(is_symbol, (*numbers, *inputs, *(link.weight for link in links)))):
            return
        place = {name: k for k, name in enumerate(self.oscillators)}
        key = tuple((place[link.target], place[link.source], float(link.weight)) for link in links)
        start = tuple(np.array(ca.DM(self.begin())).ravel())
        if not _oscillates(key, tuple(map(float, numbers)), tuple(map(float, inputs)), start):
            raise InputError(
                "MatsuokaOscillators settle to rest: these numbers have no limit cycle. Two neurons that inhibit each other with "
                f"the weight -a beat where 1 + rise / fatigue < a < 1 + adaptation, here {1 + self.rise / self.fatigue:.3g} to "
                f"{1 + self.adaptation:.3g}."
            )


@lru_cache(maxsize=256)
def _oscillates(links: tuple, numbers: tuple, inputs: tuple, start: tuple) -> bool:
    """Whether a network of neurons still moves after a hundred time constants."""
    rise, fatigue, adaptation, rounding = numbers
    weights = np.zeros((len(inputs), len(inputs)))
    for target, source, weight in links:
        weights[target, source] += weight

    def rates(z: np.ndarray) -> np.ndarray:
        x, v = z
        y = np.maximum(x, 0) if rounding == 0 else 0.5 * (x + np.sqrt(x * x + rounding**2))
        return np.array([(weights @ y + inputs - x - adaptation * v) / rise, (y - v) / fatigue])

    z, dt = np.array(start).reshape(-1, 2).T, 0.2 * min(rise, fatigue)
    steps = min(math.ceil(100 * (rise + fatigue) / dt), 4000)
    seen = np.zeros((steps, len(inputs)))
    for k in range(steps):
        k1 = rates(z)
        z = z + dt * rates(z + 0.5 * dt * k1)
        seen[k] = z[0]
    return bool(np.ptp(seen[-steps // 5 :], axis=0).max() > 1e-3 * max(1e-9, np.abs(seen).max()))


def networks_of(gait: Any) -> Iterator[Any]:
    """The gaits with states that a gait is made of."""
    if gait is None:
        return
    if callable(getattr(gait, "memory", None)):
        yield gait
    for inner in (getattr(gait, "gait", None), *(getattr(gait, "gaits", None) or ())):
        yield from networks_of(inner)
