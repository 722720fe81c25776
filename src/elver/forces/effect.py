"""What a force model sees of a body, and what it gives back.

A force model is any object with ``effect(body, motion) -> Effect | None``. It returns a wrench ON the body and, because
added mass belongs on the left-hand side, an added 6x6 inertia. The equation of the body becomes

    (J + inertia) Vdot + [w x p; w x pi + v x p](J) = wrench + joint wrenches.

What else a law may say of itself stands at ``Force``, with what is taken of laws that say nothing (``ForceTraits``). No other
module lists laws: what it wants to know of one it asks by ``trait``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any, ClassVar, Protocol

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_finite, is_symbol, listed, require_number, unknown_name
from elver.robot import Body, Robot
from elver.symbolic.spatial import column, cross, momentum_bias

FROM_OUTSIDE = ("current", "steady", "wading", "waves")  # flows by which streams, frames in motion, shores, waves bring energy in
_LIQUID = 100.0  # kg/m^3: what is denser is drawn as water
_HEAVIER_THAN_GAS = 50.0  # kg/m^3, from which a fluid is no gas


@dataclass(frozen=True)
class Motion:
    """One body at one instant. ``rotation`` wR_j; ``position`` wP_j [m, world]; ``twist`` [v; w] [m/s; rad/s, body frame].

    ``memory``: states of the medium that belong to this body and force; ``time`` [s].
    ``commands``: what the gait gives to the force's ``commands``, by name: value, rate, acceleration.
    """

    time: ca.SX
    rotation: ca.SX
    position: ca.SX
    twist: ca.SX
    memory: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    commands: Mapping[str, tuple] = field(default_factory=dict)

    def command(self, given: float | str | ca.SX) -> float | ca.SX:
        """A number as it is; a name as the value that the gait gives to it."""
        if not isinstance(given, str):
            return given
        return commanded(self.commands, given)[0]

    @property
    def velocity(self) -> ca.SX:
        """Velocity of the origin, body frame [m/s]."""
        return self.twist[:3]

    @property
    def angular(self) -> ca.SX:
        """Angular velocity, body frame [rad/s]."""
        return self.twist[3:]

    def to_body(self, vector: ca.SX) -> ca.SX:
        """A world vector in body components."""
        return self.rotation.T @ vector

    def to_world(self, point: ca.SX) -> ca.SX:
        """World position of a point given in the body frame [m]."""
        return self.position + self.rotation @ point

    def velocity_at(self, point: ca.SX) -> ca.SX:
        """Velocity of a point of the body, both in the body frame [m/s]."""
        return self.velocity + cross(self.angular, point)


def commanded(commands: Mapping[str, tuple], name: str) -> tuple:
    """Value, rate and acceleration of a command that the gait must give."""
    if name not in commands:
        raise InputError(f"the gait gives no value to the command '{name}'. Add it to the gait, beside the joints.", part="gait")
    return commands[name]


@dataclass(frozen=True)
class Effect:
    """Action of a medium on one body; body frame, at the body's origin.

    wrench [N; N m] on the body.    inertia: added 6x6 inertia [kg, kg m, kg m^2].
    kinetic [J]: energy of the moved medium; None means V^T inertia V / 2.    potential [J].
    flows [W]: named powers that leave the machine (drag: positive). None means one flow, ``-wrench . twist``, under the
    force's own name, which is right for any force without energy of its own; with a potential None means no flow.
    rates: time derivatives of the states named by the force's ``memory``.
    motor [W]: power that a motor of the force's own brings into the machine (the shaft of a thruster).

    Everything may be given as CasADi expressions, numbers or NumPy arrays; shapes are checked. An added inertia alone has no
    velocity terms: those of an ideal fluid are ``-elver.symbolic.spatial.momentum_bias(inertia, twist)`` in the wrench.
    """

    wrench: ca.SX = field(default_factory=lambda: ca.SX(6, 1))
    inertia: ca.SX = field(default_factory=lambda: ca.SX(6, 6))
    kinetic: Any = None
    potential: Any = 0.0
    flows: Mapping[str, Any] | None = None
    rates: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    motor: Any = 0.0

    def __post_init__(self) -> None:
        shapes = {"wrench": (6, 1), "inertia": (6, 6), "potential": (1, 1), "rates": None, "motor": (1, 1)}
        for name, shape in shapes.items():
            object.__setattr__(self, name, expression(f"Effect.{name}", getattr(self, name), shape))
        if self.kinetic is not None:
            object.__setattr__(self, "kinetic", expression("Effect.kinetic", self.kinetic, (1, 1)))
        if self.flows is not None:
            if not isinstance(self.flows, Mapping):
                raise InputError(
                    f"Effect.flows is a {type(self.flows).__name__}. Give a mapping from name to power, or None.",
                    name="Effect.flows",
                )
            flows = {str(k): expression(f"Effect.flows['{k}']", v, (1, 1)) for k, v in self.flows.items()}
            object.__setattr__(self, "flows", flows)
        elif not self.potential.is_zero():
            object.__setattr__(self, "flows", {})
        _check_constant_inertia(self.inertia)

    def kinetic_energy(self, twist: ca.SX) -> ca.SX:
        """Energy of the medium's motion [J]."""
        return 0.5 * twist.T @ self.inertia @ twist if self.kinetic is None else self.kinetic

    def named_flows(self, name: str, twist: ca.SX) -> Mapping[str, ca.SX]:
        """Powers that leave the machine [W], each under ``name`` or ``name.part``."""
        if self.flows is None:
            return {name: -(self.wrench.T @ twist)}
        return {f"{name}.{part}": power for part, power in self.flows.items()}


@dataclass(frozen=True)
class GroupEffect:
    """Action of a medium on several bodies that feel each other through it.

    effects: one for each, in order; the rates are those of the states of the first.
    coupling: added inertia (6 n, 6 n) between them, each in its own frame at its own origin; blocks of one body with itself are
    0, for they are in its effect. Energies and flows that belong to all are in the first one's effect.
    """

    effects: tuple[Effect, ...]
    coupling: ca.SX

    def __post_init__(self) -> None:
        size = 6 * len(self.effects)
        object.__setattr__(self, "coupling", ca.sparsify(expression("GroupEffect.coupling", self.coupling, (size, size))))


def computed_once(effect: Effect) -> Effect:
    """The same effect with every expression that stands in several of its parts computed once.

    Laws that ask for a flow at one place several times, and differentiate what they made of it, write the same things again: sums
    of waves are too dear for that.
    """
    flows = dict(effect.flows or {})
    kinetic = ca.SX(0) if effect.kinetic is None else effect.kinetic
    parts = [effect.wrench, effect.inertia, kinetic, effect.potential, effect.rates, effect.motor, *flows.values()]
    wrench, inertia, kinetic, potential, rates, motor, *powers = ca.cse(parts)
    return Effect(
        wrench,
        inertia,
        None if effect.kinetic is None else kinetic,
        potential,
        None if effect.flows is None else dict(zip(flows, powers, strict=True)),
        rates,
        motor,
    )


def expression(what: str, value: float | ca.SX, shape: tuple[int, int] | None) -> ca.SX:
    """``value`` as a CasADi expression of ``shape``; None: any column."""
    try:
        converted = ca.SX(value) if not isinstance(value, (list, tuple)) else ca.vertcat(*(ca.SX(v) for v in value))
    except (NotImplementedError, TypeError, RuntimeError, ValueError):
        raise InputError(f"{what} is a {type(value).__name__}. Give a CasADi SX expression or numbers.") from None
    wanted = shape if shape is not None else (converted.shape[0], 1)
    if converted.shape != wanted:
        raise InputError(f"{what} has shape {converted.shape}, expected {wanted}.")
    if any(_holds_nan(entry) for entry in converted.nonzeros()):
        raise InputError(
            f"{what} is not a number (NaN), whatever the machine does. float() and functions of Python's math give NaN for an "
            "expression: use CasADi's (casadi.sin for math.sin)."
        )
    return converted


def _holds_nan(entry: ca.SX, deeper: int = 3) -> bool:
    """Whether an entry is NaN, or made of a number that is: looked for a few operations deep."""
    if entry.is_constant():
        return math.isnan(float(entry))
    return deeper > 0 and any(_holds_nan(entry.dep(k), deeper - 1) for k in range(entry.n_dep()))


def _check_constant_inertia(inertia: ca.SX) -> None:
    """An inertia that is all numbers must be symmetric and must not be negative."""
    if inertia.nnz() == 0 or not inertia.is_constant():
        return
    values = np.array(ca.evalf(inertia))
    size = np.abs(values).max()
    if not np.isfinite(values).all() or np.abs(values - values.T).max() > 1e-9 * size:
        raise InputError("Effect.inertia is not symmetric and finite. An added inertia is a symmetric 6x6 matrix.")
    if np.linalg.eigvalsh(values).min() < -1e-9 * size:
        raise InputError("Effect.inertia has a negative eigenvalue. An added inertia never gives energy away.")


@dataclass(frozen=True)
class Range:
    """A number whose largest value in a run lies between bounds where a law holds; a bound may be left open.

    what: in words.   value: a number, or an expression of the body's motion.   unit.   remedy: what to do beyond.
    """

    what: str
    value: Any
    low: float = -math.inf
    high: float = math.inf
    unit: str = "1"
    remedy: str = ""


class Force(Protocol):
    """A force law of a medium: any object with ``effect``. All else it may leave out.

    What the equations are made from:

    ``effect(body, motion)``: the effect on one body, written in CasADi; None where the law does not act.
    ``memory(body)``: names of the states that the law has on a body; its effect there gives their ``rates`` in that order.
    ``commands``: names under which the gait gives the law values (``motion.command``).
    ``reads``: names of the fields of a Body that alone decide the effect, such as ``("strip",)``. Bodies alike in them, of
    whatever name, then share one expression, and long chains compile in the time of short ones. It holds for the class that says
    it, not for classes made from it. A law that looks at the body's name must not have it.
    ``check_bodies(names)``: refuses names of bodies that the machine does not have.
    ``margins()``: expressions that are positive where free parameters keep bounds that no ``quantity`` declares.
    ``members`` with ``effects(bodies, motions)``: of a law over several bodies at once, the names of its bodies, and its
    ``GroupEffect`` on them; then ``effect`` is that on one of them were the others not there.
    ``within(robot, forces)``: the law as it acts in a machine, which may need to know of the machine and of its other forces.

    What methods of integration and of analysis are chosen by:

    ``kinks``: times [s] at which the effect has a corner.
    ``period`` [s]: after which the law repeats by itself.     ``signals``: the table it plays, whose period counts then.
    ``stiffness``: not None where the law holds the machine by a spring, so that a step may be too long for it.

    What checks and descriptions of a model ask for:

    ``fluid`` [kg/m^3]: density of the fluid that the law puts around the bodies; None where it puts none.
    ``resists(body)``: whether the law gives a body resistance of the medium, or added mass.
    ``floats``: whether the machine floats by it, so that bodies that feel no water are dry on purpose.
    ``in_sea``: whether it meets the sea of a file although it puts no fluid around bodies.
    ``knows_reynolds``: whether its drag goes with the Reynolds number, so that no constant coefficient is asked too much.
    ``sections_of``: the field of a Body whose sections the law adds up, each as if the flow past it were plane and steady:
    ``"strip"``, ``"blade"``; empty for other laws. Checks of slenderness and of the Reynolds number judge such laws.
    ``current`` or ``wind`` [m/s, world]: of the medium.     ``viscosity`` [m^2/s]: where it is not that of water or air.
    ``sheds(body)``: whether water leaves there by the law already, as behind a wing, so that no ``Edge`` may shed it again.
    ``ranges(robot, j, motion)``: numbers of body j that theory or data of the law hold between bounds of (``Range``).
    ``from_outside``: True where power may come in by the law (wind, a tow), or the names of its flows by which it may.
    ``body``: name or names of the bodies that it sits on.

    What sensors and pictures show:

    ``load(body, motion, acceleration, fraction)``: force per length at a place of the body's strip, for sensors of pressure.
    ``surroundings()``: what is around the machine, as ``surroundings_of`` tells.     ``regions()``: where along x it is.
    ``edges(body)``: places [m, body frame] at which the body leaves a wake by the law, with minus its force there.

    And ``file_word``: the word of ``type`` by which scenario files name a law of ``elver.forces``. A law around others is a
    ``ForceWrapper``, one that sits on the bodies that it names a ``Fitting``; neither is needed.
    """

    def effect(self, body: Body, motion: Motion) -> Effect | None: ...


class ForceTraits:
    """What is taken of a law that leaves something out of what ``Force`` may say."""

    reads: ClassVar[tuple[str, ...] | None] = None  # all of the body
    commands: ClassVar[tuple[str, ...]] = ()
    kinks: ClassVar[tuple] = ()
    period: ClassVar[Any] = None
    stiffness: ClassVar[Any] = None
    fluid: ClassVar[Any] = None
    floats: ClassVar[bool] = False
    in_sea: ClassVar[bool] = False
    sections_of: ClassVar[str] = ""
    knows_reynolds: ClassVar[bool] = False
    from_outside: ClassVar[bool | tuple[str, ...]] = ()
    body: ClassVar[str | Sequence[str]] = ()
    file_word: ClassVar[str] = ""

    def memory(self, body: Body) -> Sequence[str]:
        return ()

    def regions(self) -> Sequence[dict[str, object]]:
        return ()

    def edges(self, body: Body) -> Sequence[np.ndarray]:
        return ()

    def check_bodies(self, names: Sequence[str]) -> None:
        pass

    def within(self, robot: Robot, forces: Mapping[str, Any]) -> Any:
        return self

    def sheds(self, body: Body) -> bool:
        return trait(self, "sections_of") == "blade" and body.blade is not None

    def ranges(self, robot: Robot, j: int, motion: Motion) -> Sequence[Range]:
        return ()

    def resists(self, body: Body) -> bool:
        """A law of sections: bodies that have some. Any other: its effect has an inertia, or depends on the body's velocity."""
        sections = trait(self, "sections_of")
        return getattr(body, sections) is not None if sections else _gives_resistance(self, body)


def trait(law: Any, name: str) -> Any:
    """What a law says of itself under a name of ``ForceTraits``, and what is taken where it says nothing."""
    try:
        return getattr(law, name)
    except AttributeError:
        default = getattr(ForceTraits, name)
        return MethodType(default, law) if isinstance(default, FunctionType) else default


def _gives_resistance(law: Any, body: Body) -> bool:
    """Whether the effect of a law on a body has an inertia, or a wrench that depends on the velocity."""
    motion = _any_motion(law, body)
    effect = law.effect(body, motion)
    return effect is not None and (effect.inertia.nnz() > 0 or ca.depends_on(effect.wrench, motion.twist))


def _any_motion(law: Any, body: Body) -> Motion:
    """A motion in symbols."""
    commands = {name: tuple(ca.SX.sym(name, 3)[k] for k in range(3)) for name in trait(law, "commands")}
    states = ca.SX.sym("z", len(trait(law, "memory")(body)))
    return Motion(ca.SX.sym("t"), ca.SX.sym("R", 3, 3), ca.SX.sym("P", 3), ca.SX.sym("V", 6), states, commands)


class ForceWrapper:
    """A law around others, its ``inner`` ones: what these say of themselves holds for it too."""

    @property
    def inner(self) -> tuple:
        raise NotImplementedError

    def wet_law(self, name: str) -> Any:
        """The one of them that is the law of the fluid on the body of that name; None for none."""
        raise NotImplementedError

    def resists(self, body: Body) -> bool:
        law = wet_law(self, body.name)
        return law is not None and trait(law, "resists")(body)

    @property
    def kinks(self) -> tuple:
        return tuple(kink for law in self.inner for kink in trait(law, "kinks"))

    @property
    def period(self) -> float | None:
        return next((own for law in self.inner if (own := trait(law, "period")) is not None), None)

    @property
    def stiffness(self) -> Any:
        return next((own for law in self.inner if (own := trait(law, "stiffness")) is not None), None)

    @property
    def floats(self) -> bool:
        return any(trait(law, "floats") for law in self.inner)

    @property
    def from_outside(self) -> bool | tuple[str, ...]:
        """True where all of them may bring energy in, else the flows that may."""
        said = [trait(law, "from_outside") for law in self.inner]
        if all(own is True for own in said):
            return True
        return tuple(name for own in said if not isinstance(own, bool) for name in own)

    @property
    def commands(self) -> tuple[str, ...]:
        """What the laws want of the gait."""
        return tuple(name for law in self.inner for name in trait(law, "commands"))

    def check_bodies(self, names: Sequence[str]) -> None:
        """Refuse names of bodies that the laws do not find."""
        for law in self.inner:
            trait(law, "check_bodies")(names)


def has_states(law: Any) -> bool:
    """Whether a law, or one within it, has states of its own (``memory``)."""
    return any(map(has_states, law.inner)) if isinstance(law, ForceWrapper) else hasattr(law, "memory")


def wet_law(force: Any, name: str) -> Any:
    """The law of the fluid on the body of that name: a force itself, or the one within it that acts there; None for none."""
    while isinstance(force, ForceWrapper):
        force = force.wet_law(name)
    return force


def law_on(force: Any, name: str) -> Any:
    """What acts on the body of that name of a law that may differ between bodies; None for nothing."""
    return force.law_of(name) if callable(getattr(force, "law_of", None)) else force


def surroundings_of(force: object, number: Callable = lambda density: _LIQUID) -> dict[str, object]:
    """What pictures show around a machine that a force acts on: ``water`` and the height of its surface [m] or None, ``ground``.

    A law says so in its method ``surroundings``; one around others has what these have; one without it that has the density of a
    liquid is in water.
    number: the value of a density that was left free; taken for a liquid's where no one knows.
    """
    if hasattr(force, "surroundings"):
        return dict(force.surroundings())
    if isinstance(force, ForceWrapper):
        return {key: value for law in reversed(force.inner) for key, value in surroundings_of(law, number).items()}
    density = getattr(force, "density", getattr(force, "fluid_density", 0.0))
    density = number(density) if is_symbol(density) else density
    heavy = isinstance(density, int | float) and density >= _LIQUID
    for sea in (getattr(force, "current", None), getattr(force, "surface", None)):
        if heavy and surface_of(sea) is not None:
            level = getattr(sea, "level", None)
            return {"water": level if isinstance(level, (int, float)) else None}
    return {"water": None} if heavy else {}


# --- Water that two forces bring to one body: its added mass, or the pressure of a flow, would count twice.


def refuse_water_twice(robot: Robot, forces: Mapping[str, Any]) -> None:
    """Refuses forces of which two or more give one body the added mass of a liquid, or a flow's pressure."""
    kinds = (
        (
            lambda law: trait(law, "floats") or is_liquid(law),
            "give body '{body}' the whole water around it, added mass and all",
            "Leave one of them out on that body: per_body: {NAME: none} in a file, elver.forces.ByBody(law, {NAME: None}) in "
            "Python; or give it no added mass.",
        ),
        (
            _presses,
            "press the flow's pressure on body '{body}'",
            "Leave it to one of them: density=0 of elver.forces.AddedInertia.",
        ),
    )
    for counts, what, remedy in kinds:
        if found := _bodies_with_two(robot, forces, counts):
            body, laws = next(iter(found.items()))
            names = " and ".join(f"'{name}' ({type(law).__name__})" for name, law in laws.items())
            others = f"; so with {listed(list(found)[1:])}" if len(found) > 1 else ""
            raise InputError(f"{names} each {what.format(body=body)}{others}. {remedy}", part=f"body {body}")


def is_liquid(law: Any) -> bool:
    """Whether a law is that of a liquid around the bodies."""
    density = trait(law, "fluid")
    return density is not None and (is_symbol(density) or (is_finite(density) and density >= _HEAVIER_THAN_GAS))


def _presses(law: Any) -> bool:
    """Whether a law brings a flow's pressure, where it acts on a solid."""
    density = getattr(law, "density", 0.0)
    return is_flow(getattr(law, "current", ())) and (is_symbol(density) or density > 0)


def _bodies_with_two(robot: Robot, forces: Mapping[str, Any], counts: Callable[[Any], bool]) -> dict[str, dict[str, Any]]:
    """By body the laws, by name of the force, where two or more that count add mass to it."""
    found = {}
    for body in robot.bodies:
        laws = {name: law for name, force in forces.items() if (law := wet_law(force, body.name)) is not None and counts(law)}
        if len(laws) > 1:
            laws = {name: law for name, law in laws.items() if trait(law, "resists")(body)}
        if len(laws) > 1:  # effects are written down only where it matters
            laws = {name: law for name, law in laws.items() if _adds_mass(law, body)}
        if len(laws) > 1:
            found[body.name] = laws
    return found


def _adds_mass(law: Any, body: Body) -> bool:
    effect = law.effect(body, _any_motion(law, body))
    return effect is not None and effect.inertia.nnz() > 0


# --- Checks that fittings share: the body they sit on, unit vectors, numbers that the gait may give.


def sits_on(given: str | Sequence[str], name: str) -> bool:
    """Whether a fitting that names a body, or several that each have one, sits on the body of that name."""
    return name == given if isinstance(given, str) else name in given


class Fitting:
    """A law that sits on the bodies that it names, and resists there."""

    body: str | Sequence[str]

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body(type(self).__name__, self.body, names)

    def resists(self, body: Body) -> bool:
        return sits_on(self.body, body.name)


def check_body(kind: str, body: str | Sequence[str], names: Sequence[str]) -> None:
    """Refuse a fitting whose body, or one of whose bodies, the machine does not have."""
    for one in [body] if isinstance(body, str) else body:
        if one not in names:
            raise unknown_name(f"body of {kind}:", one, names)
    if not body:
        raise InputError(f"{kind} names no body. Name the one that it sits on.")


def check_unit(what: str, vector: Sequence[float] | np.ndarray) -> None:
    """Three numbers of length 1."""
    try:
        value = np.asarray(vector, dtype=float)
    except (TypeError, ValueError):
        value = np.zeros(0)
    if value.shape != (3,) or not np.isfinite(value).all() or abs(float(np.linalg.norm(value)) - 1) > 1e-9:
        raise InputError(
            f"{what} = {vector!r} is not a unit vector. Give three numbers of length 1, in the frame of the body.", name=what
        )


def check_command(what: str, given: float | str | ca.SX) -> None:
    """A finite number, a free parameter, or a name that the gait gives values to."""
    if isinstance(given, str):
        if not given:
            raise InputError(f"{what} is empty. Give a number, or the name under which the gait gives it.")
    elif not is_symbol(given):
        require_number(what, given)


def command_names(given: float | str | ca.SX) -> tuple[str, ...]:
    """The name that the gait must give, where it is one."""
    return (given,) if isinstance(given, str) else ()


# --- A body in a uniform, steady stream: relative motion, and what every law of drag plus added mass has in common.


@dataclass(frozen=True)
class Stream:
    """velocity U [m/s, body frame] of the stream; relative: twist of the body through it; turning: ``[w x U; 0]``.

    A steady stream turns in the body frame, so the relative twist changes by ``Vdot + [w x U; 0]``.
    moving: False where there is no current at all.
    """

    velocity: ca.SX
    relative: ca.SX
    turning: ca.SX
    moving: bool


def is_flow(current: Any) -> bool:
    """Whether a law's current is a flow (elver.forces.flow) and not three numbers."""
    return callable(getattr(current, "velocity", None))


def surface_of(current: Any) -> Callable[[ca.SX, ca.SX], ca.SX] | None:
    """The method ``elevation(place, time)`` [m, world] of a flow that has a surface; None of one that fills all space."""
    own = getattr(current, "elevation", None)
    return own if callable(own) else None


def is_moving(current: Any) -> bool:
    """False for a current of zeros; a free parameter, and a flow, may be any."""
    return is_flow(current) or any(isinstance(c, ca.SX) or c != 0 for c in current)


def stream_past(motion: Motion, current: Sequence[float]) -> Stream:
    """The stream as a body sees it; ``current`` [m/s] is given in the world."""
    velocity = motion.to_body(column(current))
    relative = motion.twist - ca.vertcat(velocity, ca.SX(3, 1))
    return Stream(velocity, relative, ca.vertcat(cross(motion.angular, velocity), ca.SX(3, 1)), is_moving(current))


def kirchhoff_terms(inertia: ca.SX, stream: Stream) -> ca.SX:
    """Velocity terms of d/dt of the fluid's momentum relative to the stream. They do no work."""
    return inertia @ stream.turning + momentum_bias(inertia, stream.relative)


def water_effect(motion: Motion, stream: Stream, drag: ca.SX, inertia: ca.SX, velocity_terms: ca.SX, consistent: bool) -> Effect:
    """Drag and added mass as one effect, with the flows that close the ledger.

    The fluid's energy is that of its relative motion plus momentum times stream (its change of frame). A law whose
    velocity terms are not Kirchhoff's works on its own account; that power is the ``added_mass_surplus``:
    power taken from the machine by the added-mass wrench, less the change of the fluid's energy.
    """
    momentum = inertia @ stream.relative
    flows = {"drag": -(drag.T @ stream.relative)}
    if stream.moving:
        flows["current"] = -(drag[:3].T @ stream.velocity)
    if not consistent:
        work = motion.twist.T @ (velocity_terms - inertia @ stream.turning)
        flows["added_mass_surplus"] = work + momentum[:3].T @ stream.turning[:3]
    return Effect(
        wrench=drag - velocity_terms,
        inertia=inertia,
        kinetic=0.5 * stream.relative.T @ momentum + momentum[:3].T @ stream.velocity,
        flows=flows,
    )
