"""Inputs of the graph: time, free parameters, sampled signals; the gait's motion; the medium's states."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, from_user, is_symbol, unknown_name
from elver.drive import Instant, SignalTable
from elver.drive.control import laws_in
from elver.drive.gaits import Timed, timed_gaits, with_clocks
from elver.drive.oscillators import networks_of
from elver.drive.signals import with_table
from elver.forces import expression
from elver.forces.effect import trait
from elver.model.model import Model

_ROLES = ("gait", "control")  # that may be made of samples


@dataclass(frozen=True)
class Symbols:
    """Inputs of the graph. ``gait_signals`` and ``control_signals`` map names to (value, rate, acceleration) symbols.

    smoothed: what follows an input smoothly, by its name.   clocks: of gaits whose period does.   networks: of gaits with states.
    felt: symbols of angle and rate of the joints that gaits feel, until ``settled`` puts the machine's own in their place.
    """

    t: ca.SX
    p: ca.SX
    u: ca.SX
    gait_signals: dict = field(default_factory=dict)
    control_signals: dict = field(default_factory=dict)
    smoothed: Mapping[str, _Smoothed] = field(default_factory=dict)
    clocks: tuple[_Clock, ...] = ()
    networks: tuple[_Network, ...] = ()
    felt: Mapping[str, tuple[ca.SX, ca.SX]] = field(default_factory=dict)

    @property
    def states(self) -> ca.SX:
        """What follows inputs, as states: values, rates and accelerations, and the offsets of clocks; then those of gaits."""
        parts = (
            *(s.states for s in self.smoothed.values()),
            *(c.offset for c in self.clocks),
            *(n.states for n in self.networks),
        )
        return ca.vertcat(ca.SX(0, 1), *parts)

    @property
    def rates(self) -> ca.SX:
        """Time derivatives of the ``states``."""
        parts = (*(s.rates() for s in self.smoothed.values()), *(c.rate for c in self.clocks), *(n.rates for n in self.networks))
        return ca.vertcat(ca.SX(0, 1), *parts)

    def at_rest(self, value: ca.SX) -> ca.SX:
        """An expression where all inputs have been held since the start, and gaits with states are where they begin."""
        still = [
            *(s.at_rest() for s in self.smoothed.values()),
            *(ca.SX(0) for _ in self.clocks),
            *(n.begin for n in self.networks),
        ]
        value = ca.substitute(value, self.states, ca.vertcat(*still)) if still else value
        felt = ca.vertcat(ca.SX(0, 1), *(part for pair in self.felt.values() for part in pair))
        return ca.substitute(value, felt, ca.SX(ca.DM.zeros(felt.shape))) if self.felt else value

    def settled(self, motion: Mapping[str, tuple], joints: Mapping[str, tuple[ca.SX, ca.SX]]) -> tuple[Symbols, dict[str, tuple]]:
        """The same with the machine's angles and rates in place of the symbols of ``felt``, and the gait's motion likewise."""
        if not self.felt:
            return self, dict(motion)
        own, places = (ca.vertcat(*(part for pair in pairs for part in pair)) for pairs in (
            self.felt.values(), [joints[name] for name in self.felt]
        ))  # fmt: skip
        settle = lambda value: ca.substitute(ca.SX(value), own, places)  # noqa: E731
        networks = tuple(replace(network, rates=settle(network.rates)) for network in self.networks)
        return replace(self, networks=networks), {n: tuple(map(settle, parts)) for n, parts in motion.items()}


@dataclass(frozen=True)
class _Smoothed:
    """A number that follows an input by three equal lags 1/w, as states: value, rate and acceleration.

    states: the value is the model's own symbol.   command: the input, in p.   lag [s]: of all three together, 3 / w.
    """

    states: ca.SX
    command: ca.SX
    lag: float

    def rates(self) -> ca.SX:
        """Time derivatives of the states: (d/dt + w)^3 value = w^3 command."""
        value, rate, acceleration = ca.vertsplit(self.states)
        w = 3 / self.lag
        jerk = w * (w * (w * (self.command - value) - 3 * rate) - 3 * acceleration)
        return ca.vertcat(rate, acceleration, jerk)

    def at_rest(self) -> ca.SX:
        """The states where the input has been held for long."""
        return ca.vertcat(self.command, 0, 0)


@dataclass(frozen=True)
class _Clock:
    """The clock of a gait whose period follows an input: its offset, a state [s], and the rate of that (elver.drive.gaits)."""

    gait: object
    offset: ca.SX
    rate: ca.SX


@dataclass(frozen=True)
class _Network:
    """A gait with states (elver/drive/oscillators.py): their symbols, their rates, and where they begin."""

    gait: Any
    names: tuple[str, ...]
    states: ca.SX
    rates: ca.SX
    begin: ca.SX


def _networks_of(model: Model, now: Instant) -> tuple[_Network, ...]:
    """The gaits with states of a model."""
    found = []
    for gait in networks_of(model.gait):
        names, what = tuple(gait.memory()), f"the gait ({type(gait).__name__})"
        rates = expression(f"rates of {what}", from_user(what, gait.rates, now, now.states[id(gait)]), (len(names), 1))
        begin = expression(f"begin of {what}", from_user(what, gait.begin), (len(names), 1))
        found.append(_Network(gait, names, now.states[id(gait)], rates, begin))
    return tuple(found)


def _felt_joints(model: Model) -> dict[str, tuple[ca.SX, ca.SX]]:
    """Symbols of angle and rate of the joints that gaits feel; they must be joints whose motion is computed."""
    names = dict.fromkeys(name for gait in networks_of(model.gait) for name in getattr(gait, "felt", ()))
    for name in names:
        joint = next((j for j in model.robot.moving_joints if j.name == name), None)
        if joint is None:
            raise unknown_name("joint of a feedback:", name, model.robot.joint_names)
        if joint.mode == "driven" or name in model.robot.dependent:
            raise InputError(
                f"joint '{name}' is felt by an oscillator, but its motion is not free: it is {joint.mode}. Use mode torque with "
                "muscles or a servo, or leave the feedback out.",
                part=f"joint {name}",
            )
    return {name: (ca.SX.sym(f"{name} felt"), ca.SX.sym(f"{name} rate felt")) for name in names}


def moving_periods(model: Model) -> list[Timed]:
    """The gaits whose period follows an input smoothly."""
    seen = ca.vertcat(ca.SX(0, 1), *(model.free[name].symbol for name, one in model.inputs.items() if one.smooth))
    return [g for g in timed_gaits(model.gait) if is_symbol(g.period) and ca.depends_on(g.period, seen)]


def _clock_of(t: ca.SX, timed: Timed, name: str, smoothed: Mapping[str, _Smoothed]) -> _Clock:
    """The clock that keeps the phase of a gait while its period P follows inputs: o' = (c - c0) P'/P, c = t + o."""
    values = ca.vertcat(*(s.states[0] for s in smoothed.values()))
    slopes = ca.vertcat(*(s.states[1] for s in smoothed.values()))
    offset = ca.SX.sym(name)
    passed = timed.since_phase_0(t + offset)
    return _Clock(timed.gait, offset, passed * ca.jtimes(timed.period, values, slopes) / timed.period)


def clock_names(count: int) -> list[str]:
    """Names of the clocks' offsets as states."""
    return [f"gait clock{f' {k}' if count > 1 else ''}" for k in range(1, count + 1)]


def _smoothed_inputs(model: Model) -> dict[str, _Smoothed]:
    """The inputs of a model that it sees through a filter."""
    found = {}
    for name, one in model.inputs.items():
        if one.smooth:
            states = ca.vertcat(model.free[name].symbol, ca.SX.sym(f"{name} rate"), ca.SX.sym(f"{name} acceleration"))
            found[name] = _Smoothed(states, ca.SX.sym(f"{name} command"), one.smooth)
    return found


def declare_inputs(model: Model) -> tuple[Symbols, SignalTable | None]:
    """Symbols of time, free parameters and sampled signals, and the table the signals come from."""
    tables = {role: sampled(role, getattr(model, role)) for role in _ROLES}
    table = _joined(tables)
    names = [] if table is None else list(table.names)
    triples = {name: ca.SX.sym(name, 3) for name in names}
    u = ca.vertcat(*(triples[n][k] for k in range(3) for n in names)) if names else ca.SX(0, 1)
    by_role = {role: {n.removeprefix(f"{role}."): s for n, s in triples.items() if n.startswith(f"{role}.")} for role in tables}
    smoothed = _smoothed_inputs(model)
    p = ca.vertcat(ca.SX(0, 1), *(smoothed[n].command if n in smoothed else f.symbol for n, f in model.free.items()))
    t, moving = ca.SX.sym("t"), moving_periods(model)
    clocks = tuple(_clock_of(t, g, name, smoothed) for g, name in zip(moving, clock_names(len(moving)), strict=True))
    felt = _felt_joints(model)
    states = {id(gait): ca.SX.sym("network", len(gait.memory())) for gait in networks_of(model.gait)}
    now = Instant(t, {n: s[0] for n, s in by_role["gait"].items()}, states=states, felt={n: a for n, (a, _) in felt.items()})
    networks = _networks_of(model, now)
    return Symbols(t, p, u, by_role["gait"], by_role["control"], smoothed, clocks, networks, felt), table


def sampled(role: str, laws: Any) -> SignalTable | None:
    """The table of signals of a gait or of the control laws; None where nothing is made of samples."""
    found = {id(table): table for law in laws_in(laws) if (table := getattr(law, "signals", None)) is not None}
    if len(found) > 1:
        raise InputError(f"two laws of the {role} are made of samples. Put their signals into one table.")
    return next(iter(found.values()), None)


def _joined(tables: Mapping[str, SignalTable | None]) -> SignalTable | None:
    """The tables of gait and control as one, its signals named ``gait.<name>`` and ``control.<name>``."""
    given = [t for t in tables.values() if t is not None]
    if len(given) == 2 and not (given[0].period == given[1].period and np.array_equal(given[0].times, given[1].times)):
        raise InputError(
            "gait and control are sampled at different times, or repeat after different ones. Resample one of them to the "
            "other's times."
        )
    names = [f"{role}.{n}" for role, t in tables.items() if t is not None for n in t.names]
    return SignalTable(names, given[0].times, np.hstack([t.values for t in given]), given[0].period) if given else None


def with_signals(model: Model, own: SignalTable | None, table: SignalTable) -> tuple[Model, SignalTable]:
    """The model with the signals of ``table`` in place of its ``own`` (those of its equations), and them in that order.

    The names are those of the gait's or the control's table; where a model has both, ``gait.<name>`` and ``control.<name>``.
    """
    if not isinstance(table, SignalTable):
        raise InputError(f"signals is a {type(table).__name__}. Give an elver.drive.SignalTable.")
    if own is None:
        raise InputError(
            f"model '{model.name}' has no signals that others could replace. Give it a gait or control made of samples "
            "(RecordedMotion, Playback)."
        )
    known, roles = list(own.names), {name.split(".", 1)[0] for name in own.names}
    plain = {name.split(".", 1)[1]: name for name in known} if len(roles) == 1 else {}
    given = [plain.get(name, name) for name in table.names]
    if sorted(given) != sorted(known):
        wanted = ", ".join(plain or known)
        raise InputError(f"signals {', '.join(table.names)} do not match those of model '{model.name}': {wanted}. Give these.")
    full = table.renamed(given).only(known)
    return _moved_by(model, full, roles), full


def _moved_by(model: Model, table: SignalTable, roles: set[str]) -> Model:
    """The model whose gait and control have the signals of the table, also before it was asked for inputs.

    A plain copy: samples change nothing that a model is checked for, and what it found out about its machine stays known.
    """
    moved = copy(model)
    for role in roles:
        object.__setattr__(moved, role, _with_tables(getattr(model, role), _of_role(table, role)))
    if model.asked is not None:
        object.__setattr__(moved, "asked", replace(model.asked, before=_moved_by(model.asked.before, table, roles)))
    return moved


def _of_role(table: SignalTable, role: str) -> SignalTable:
    """The signals of gait or control under their own names."""
    names = [name for name in table.names if name.startswith(f"{role}.")]
    return table.only(names).renamed([name.removeprefix(f"{role}.") for name in names])


def _with_tables(laws: Any, table: SignalTable) -> Any:
    """A gait, a law, or laws by joint, with other signals."""
    return {k: with_table(law, table) for k, law in laws.items()} if isinstance(laws, Mapping) else with_table(laws, table)


def gait_motion(model: Model, symbols: Symbols) -> dict[str, tuple]:
    """Angle, rate and acceleration of every joint the gait moves; derivatives by differentiation of the law."""
    if model.gait is None:
        return {}
    signals = symbols.gait_signals
    states = {id(network.gait): network.states for network in symbols.networks}
    now = Instant(symbols.t, {name: s[0] for name, s in signals.items()}, states=states)
    offsets = {id(clock.gait): clock.offset for clock in symbols.clocks}
    gait = with_clocks(model.gait, lambda part: offsets.get(id(part))) if offsets else model.gait
    given = from_user(f"the gait of '{model.name}'", gait.motion, now)
    if not isinstance(given, Mapping):
        raise InputError(f"the gait of '{model.name}' returns a {type(given).__name__}. Give a mapping from joint name to angle.")
    angles = {name: expression(f"gait angle of joint '{name}'", angle, (1, 1)) for name, angle in given.items()}
    names = [*model.robot.joint_names, *model.commands]
    for name in angles:
        if name not in names:
            raise unknown_name(f"joint moved by the gait of '{model.name}':", name, names)
    for joint in model.robot.moving_joints:
        if joint.mode == "driven" and joint.name not in angles:
            raise InputError(
                f"joint '{joint.name}' is driven but the gait gives it no motion. "
                "Add it to the gait (ConstantPose holds it at 0).",
                part="gait",
            )
    stacked = ca.vertcat(*angles.values())
    triples = [*signals.values(), *(s.states for s in symbols.smoothed.values())]
    inputs = ca.vertcat(symbols.t, *(s[0] for s in triples), *(s[1] for s in triples), *(c.offset for c in symbols.clocks))
    speeds = ca.vertcat(1, *(s[1] for s in triples), *(s[2] for s in triples), *(c.rate for c in symbols.clocks))
    for network in symbols.networks:
        inputs, speeds = ca.vertcat(inputs, network.states), ca.vertcat(speeds, network.rates)
    for angle, rate in symbols.felt.values():
        inputs, speeds = ca.vertcat(inputs, angle), ca.vertcat(speeds, rate)
    rates = ca.jtimes(stacked, inputs, speeds)
    accelerations = ca.jtimes(rates, inputs, speeds)
    return {name: (stacked[k], rates[k], accelerations[k]) for k, name in enumerate(angles)}


@dataclass(frozen=True)
class AuxiliaryStates:
    """States of the media and of the joint laws: readable names, and the slice of z that belongs to each owner.

    Owners are ("force", name of the force, index of the body), ("joint", name of the joint), ("law", its name) of laws with
    states that their joints have in common, ("coupling", its name), and ("input", its name) of inputs that the model sees
    through a filter; ("clock", number) of gaits whose period follows one; ("gait", number) of gaits with states.
    """

    names: tuple[str, ...]
    slots: dict[tuple, slice]

    def of(self, owner: tuple, z: ca.SX) -> ca.SX:
        """The owner's part of the stacked states z."""
        return z[self.slots[owner]] if owner in self.slots else ca.SX(0, 1)

    def symbols(self, inputs: Symbols) -> ca.SX:
        """The stacked states as symbols."""
        return ca.vertcat(ca.SX.sym("z", len(self.names) - inputs.states.numel()), inputs.states)

    def count(self, owner: tuple) -> int:
        slot = self.slots.get(owner)
        return 0 if slot is None else slot.stop - slot.start


def declare_memory(model: Model) -> AuxiliaryStates:
    """Collect the states that forces name per body, joint laws per joint, and couplings."""
    wanted: dict[tuple, list[str]] = {}
    for name, force in model.forces.items():
        for j, body in enumerate(model.robot.bodies):
            wanted["force", name, j] = [f"{name} {body.name} {s}" for s in trait(force, "memory")(body)]
    for joint in model.robot.moving_joints:
        law = model.joint_law(joint)
        if hasattr(law, "memory"):
            wanted["joint", joint.name] = [f"{joint.name} {s}" for s in law.memory(joint)]
    for name, law in model.common_laws.items():
        wanted["law", name] = [f"{name} {s}" for s in law.common_memory()]
    for name, coupling in model.couplings.items():
        if hasattr(coupling, "memory"):
            wanted["coupling", name] = [f"{name} {s}" for s in coupling.memory()]
    for name, one in model.inputs.items():
        if one.smooth:
            wanted["input", name] = [f"{name} seen", f"{name} rate", f"{name} acceleration"]
    for k, name in enumerate(clock_names(len(moving_periods(model)))):
        wanted["clock", k] = [name]
    for k, gait in enumerate(networks_of(model.gait)):
        wanted["gait", k] = list(gait.memory())
    names: list[str] = []
    slots: dict[tuple, slice] = {}
    for owner, states in wanted.items():
        slots[owner] = slice(len(names), len(names) + len(states))
        names += states
    return AuxiliaryStates(tuple(names), slots)
