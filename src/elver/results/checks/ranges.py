"""Numbers outside the range of what they are meant for: degrees as radians, strips that are stout, a cost of hovering, metrics
that a machine says are not to be believed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import is_finite, is_symbol, listed
from elver.forces import Anchor, Gravity, StationKeeping
from elver.forces.effect import Motion, Range, sits_on, trait, wet_law
from elver.model.validity import (
    DRY,
    UNLIKE,
    Slender,
    breakpoint_times,
    enclosed,
    inside_words,
    overlaid_strips,
    overlaid_words,
    own_ends,
    slender_parts,
    unlike_strips,
    unwetted,
)
from elver.quantities import quantities
from elver.results.checks.check import CheckContext, Finding, check
from elver.results.checks.conservation import energy_turned_over
from elver.results.checks.steps import is_coarse
from elver.results.checks.trust import HOVERING
from elver.results.metrics import STANDARD_GRAVITY, evaluated
from elver.robot import Body
from elver.symbolic.spatial import column, conjugate, rotate

_DEEPEST = 6  # parts within parts
_UNWETTED, _MOSTLY = 0.02, 0.5  # of the mass that feels no water: more is told, or makes the run one that is not trusted
_INSTANTS = 48  # of a period
_HELD_UP = 0.1  # weight less buoyancy over weight, from which a machine that stays where it is flies
_LEAST_STEP = 0.02  # lengths of the machine that it goes in a period of its gait
_SWUNG = 1.25  # ratio of coefficients of drag by swing
_LEAST_NUMBER = 0.1  # least Keulegan-Carpenter number that curves take
_BURNT = 10.0  # energy that an anchor's damping takes, over that of the machine


@check(
    "looks like degrees",
    looks_at="every number in rad that gait, control, elastic laws, couplings and forces declare, and angles at the start",
    number="size",
    threshold=2 * math.pi,
    unit="rad",
    remedy="angles are radians: math.radians(30), or `30 deg` in a file and on the command line",
    of_failed=True,
)
def looks_like_degrees(seen: CheckContext) -> Iterator[Finding]:
    """Angles of gaits, laws and forces beyond a full turn, and such angles at the start."""
    for name, value in (*angles_in(seen.parts, ""), *((f"start of '{n}'", v) for n, v in _turned_joints(seen).items())):
        if is_finite(value) and abs(value) > 2 * math.pi:
            text = f"{name} = {value:g} rad is more than a full turn: {value:g} degrees would be {math.radians(value):.4g} rad"
            yield Finding(abs(value), name, text)


def _turned_joints(seen: CheckContext) -> dict[str, float]:
    """Angles at the start of joints that turn."""
    kinds = {joint.name: joint.type for joint in seen.robot.moving_joints}
    return {name: value for name, value in seen.model.start.angles.items() if kinds.get(name) == "revolute"}


def angles_in(thing: object, path: str, deep: int = 0) -> Iterator[tuple[str, Any]]:
    """Numbers in rad that nested parts declare, with the path to each."""
    if deep > _DEEPEST:
        return
    if is_dataclass(thing) and not isinstance(thing, type):
        declared = quantities(thing)
        for name, own in declared.items():
            if own.unit == "rad":
                yield from _numbers(getattr(thing, name), _below(path, name))
        for f in fields(thing):
            if f.name not in declared:
                yield from angles_in(getattr(thing, f.name), _below(path, f.name), deep + 1)
    elif isinstance(thing, Mapping):
        for key, part in thing.items():
            yield from angles_in(part, _below(path, str(key)), deep + 1)
    elif isinstance(thing, (tuple, list)) and thing and not is_finite(thing[0]):
        for k, part in enumerate(thing):
            yield from angles_in(part, _below(path, str(k)), deep + 1)


def _numbers(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A number, or those of a vector or of a mapping by group."""
    if isinstance(value, Mapping):
        yield from ((_below(path, str(k)), v) for k, v in value.items())
    elif isinstance(value, (tuple, list, np.ndarray)):
        yield from ((_below(path, str(k)), v) for k, v in enumerate(value))
    else:
        yield path, value


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


@check(
    "bodies without water",
    looks_at=(
        "bodies with mass of a machine in a liquid (Morison, LumpedWater, Immersed, BluffDrag, Gravity with `fluid_density`; no "
        "Hull) that no law of it acts on; and bodies inside others that one acts on; not those that were named as dry"
    ),
    number="their share of the mass; beyond a half the run is not trusted",
    threshold=_UNWETTED,
    unit="1",
    remedy="give them a shape with strips (rod, ellipsoid, stations), BluffDrag or AddedInertia; or name them as dry: " + DRY,
)
def bodies_without_water(seen: CheckContext) -> Iterator[Finding]:
    """Bodies of a machine in water that feel none of it, and bodies that feel it inside of others."""
    robot, forces = seen.robot, seen.parts["forces"]
    bare = unwetted(robot, forces)
    if bare is not None and bare.share > _UNWETTED:
        count, share = len(bare.bodies), f"{100 * bare.share:.3g} % of the mass"
        bodies = f"{count} bodies feel" if count > 1 else "1 body feels"
        text = f"the machine is in water, and {bodies} no force of it but buoyancy, {share}: {listed(bare.bodies)}"
        doubt = f"{share} feels no force of the water around it" if bare.share > _MOSTLY else ""
        yield Finding(bare.share, f"bodies {listed(bare.bodies)}", text, doubt=doubt)
    if inside := enclosed(robot, forces, *_start_pose(seen)):
        where = f"bodies {listed([name for name, _ in inside])}"
        yield Finding(len(inside), where, inside_words(inside), threshold=0.0, remedy=f"name them as dry: {DRY}")


@check(
    "water counted twice",
    looks_at="strips under one law that lie within the strips of bodies that they are fixed to",
    number="bodies",
    threshold=0.0,
    unit="1",
    remedy="leave one of them out on that body: " + DRY,
)
def water_counted_twice(seen: CheckContext) -> Iterator[Finding]:
    """Bodies whose water their own strip and one around it both bring. Two laws on one body are refused where a model is made."""
    if over := overlaid_strips(seen.robot, seen.parts["forces"], *_start_pose(seen)):
        yield Finding(len(over), f"bodies {listed([name for name, _, _ in over])}", overlaid_words(over))


def _start_pose(seen: CheckContext) -> tuple[np.ndarray, np.ndarray]:
    """Places (body, 3) [m] and rotations (body, 3, 3) of all bodies at the start, world."""
    position, turn = (seen.data[name].values[0] for name in ("body_position", "body_quaternion"))
    return position, np.stack([rotate(turn, np.broadcast_to(axis, position.shape)) for axis in np.eye(3)], axis=-1)


@check(
    "strip beside its shape",
    looks_at="bodies with a shape and a strip of their own, where the water acts on one of them (Morison, LumpedWater, Immersed)",
    number="a side of the strip over that of the shape, or the other way round",
    threshold=UNLIKE,
    unit="1",
    remedy="leave the strip out, and the shape's own is taken; or give both the same size",
)
def strip_beside_its_shape(seen: CheckContext) -> Iterator[Finding]:
    """The body whose strip differs most from its solid, so that its mass and the water around it are those of two bodies."""
    if found := unlike_strips(seen.robot, seen.parts["forces"]):
        worst, names = found[0], listed([one.body for one in found])
        yield Finding(worst.ratio, f"bodies {names}", worst.text + (f" ({names})" if len(found) > 1 else ""))


@check(
    "strip theory",
    looks_at="bodies with a strip that Morison or LumpedWater acts on, over the last period of the gait",
    number="length over half axis; half axis times curvature; Keulegan-Carpenter number",
    bound="at least 5; at most 0.5; at least 5",
    unit="1",
    remedy=(
        "of stout bodies use BluffDrag or smaller coefficients; of sharp bends, smaller angles or more joints; of little swing, "
        "a larger swing, or take drag as a guess (docs/own_machines.md)"
    ),
)
def strip_theory(seen: CheckContext) -> Iterator[Finding]:
    """Bodies and motions outside the range of strip theory (elver.model.validity)."""
    if (slender := _shared_strips(seen)) is None:
        return
    found, rows = slender.short(), _last_period(seen)
    if len(rows):
        joints = seen.data.joint_position.values[rows] if seen.data.sizes.get("joint") else np.zeros((len(rows), 0))
        local = np.array([own_ends(strip) for strip in slender.strips.values()])
        ends = strip_ends(seen, list(slender.strips), local, rows)
        found = [*found, *slender.moved(joints, {j: ends[:, k] for k, j in enumerate(slender.strips)})]
    for beyond in found:
        yield Finding(beyond.number, beyond.where, beyond.text.rstrip("."), threshold=beyond.bound, remedy=beyond.remedy)


def _shared_strips(seen: CheckContext) -> Slender | None:
    """Strips of the model, kept for all runs of the program where it is all numbers."""
    if seen.model.free_robot is not None or seen.model.free_parts is not None:
        return slender_parts(seen.model, seen.p.tolist())
    if "slender" not in seen.cache:
        seen.cache["slender"] = slender_parts(seen.model, seen.p.tolist())
    return seen.cache["slender"]


def _last_period(seen: CheckContext) -> np.ndarray:
    """Samples of the last period of the gait, once its ramps are over; none where there is no such thing, or too few."""
    times, period = seen.times, float(seen.data.attrs["period"])
    begun = max((t for t in breakpoint_times(seen.model, seen.p) if math.isfinite(t)), default=times[0])
    begin = times[-1] - period
    if is_coarse(seen) or not 0 < period <= times[-1] - max(begun, times[0]) + 1e-9:
        return np.zeros(0, dtype=int)
    return seen.few(_INSTANTS, int(np.searchsorted(times, begin - 1e-9)))


def strip_ends(seen: CheckContext, bodies: list[int], local: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Ends of strips at some samples, seen from the base [m]; (row, body, end, 3)."""
    position, turn = (seen.data[name].values[rows] for name in ("body_position", "body_quaternion"))
    world = position[:, bodies, None] + rotate(turn[:, bodies, None], local[None])
    return rotate(conjugate(turn[:, :1, None]), world - position[:, :1, None])


# --- Reynolds numbers below those at which coefficients of drag are constant.
#
# Laws of strips and blades let drag go with the square of the speed, times a coefficient that does not know how fast and how
# large the machine is. That holds for a cylinder across the flow, and for a sphere, at Reynolds numbers Re = speed x width /
# viscosity from about 1e3 to 2e5 (H. Schlichting, Boundary-Layer Theory, chapter I: coefficients over Re). Below, the cylinder's
# rises: about 1.4 at 100, 3 at 10 and 10 at 1, against 1 at 1e3; drag then goes with the speed itself. Lift and drag of a
# flapping wing were measured at Re = 136 (M. H. Dickinson, F.-O. Lehmann, S. P. Sane, Science 284, 1999); about 100 is the lowest
# they are taken for here.
#
# The check is generous: the fastest place of all bodies in the whole run, its whole speed, and the larger width of its section.

LOWEST = {"strip": 1e3, "blade": 1e2}
WATER = 1.14e-6  # m^2/s, fresh water at 15 degrees (ITTC 7.5-02-01-03)
AIR = 1.46e-5  # m^2/s, air at 15 degrees and sea level (ISO 2533)
_GAS = 50.0  # kg/m^3, below which a fluid is taken for air
_LITTLE = 0.01  # of the energy turned over: where drag takes less, its coefficient does not matter
_FIRST_LOOK = 100  # samples


@dataclass(frozen=True, eq=False)
class _WettedBody:
    """A body under a law: its number, the law, ``strip`` or ``blade``, both ends [m, body frame], and its width [m]."""

    body: int
    law: Any
    kind: str
    ends: np.ndarray
    width: float


@check(
    "Reynolds number",
    looks_at=(
        "speed through the fluid of strips under Morison or LumpedWater and of blades under QuasiSteadyWing, where drag takes "
        "1 % of the energy or more; viscosity of water or air by the density, or the law's own (`viscosity`)"
    ),
    number="largest speed times width over kinematic viscosity",
    bound="1000 for strips; 100 for blades",
    below=True,
    unit="1",
    remedy="take coefficients measured at such a Reynolds number, or a law of one's own with linear drag (docs/own_machines.md)",
)
def reynolds_number(seen: CheckContext) -> Iterator[Finding]:
    """Laws of constant coefficients whose fastest section is slower than those are for."""
    if not _has_begun(seen):
        return
    for name, force in seen.parts["forces"].items():
        wetted = list(_wetted_bodies(seen, force))
        if not wetted or _drag_share(seen, name) < _LITTLE:
            continue
        few = seen.few(_FIRST_LOOK)
        if any(_reynolds_numbers(seen, one, few).max() >= LOWEST[one.kind] for one in wetted):
            continue
        whole = np.arange(len(seen.times))
        largest = [_reynolds_numbers(seen, one, whole) for one in wetted]
        k = int(np.argmax([own.max() / LOWEST[one.kind] for own, one in zip(largest, wetted, strict=True)]))
        if largest[k].max() < LOWEST[wetted[k].kind]:
            yield _too_slow(seen, name, wetted[k], largest[k])


def _has_begun(seen: CheckContext) -> bool:
    """Whether the run has gone through a period of its gait, and its ramps are over: a machine that starts is slow."""
    ramps = [t for t in breakpoint_times(seen.model, seen.p) if math.isfinite(t)]
    return seen.times[-1] - max(ramps, default=seen.times[0]) >= float(seen.data.attrs["period"]) * (1 - 1e-9)


def _too_slow(seen: CheckContext, name: str, fastest: _WettedBody, values: np.ndarray) -> Finding:
    """A law whose fastest section has these Reynolds numbers along the run."""
    at, bound, body = int(values.argmax()), LOWEST[fastest.kind], seen.robot.bodies[fastest.body].name
    text = (
        f"the Reynolds number is {values[at]:.2g} at most (body '{body}', {fastest.width:.2g} m wide, at {seen.times[at]:.3g} s, "
        f"viscosity {viscosity(fastest.law):.3g} m^2/s): coefficients of '{name}' ({type(fastest.law).__name__}) are for "
        f"{bound:g} and more, and are too small here"
    )
    return Finding(float(values[at]), f"law '{name}' ({type(fastest.law).__name__})", text, seen.times[at], threshold=bound)


def _wetted_bodies(seen: CheckContext, force: Any) -> Iterator[_WettedBody]:
    """Bodies whose drag a force takes from constant coefficients."""
    for j, body in enumerate(seen.robot.bodies):
        law = wet_law(force, body.name)
        kind = trait(law, "sections_of") if not trait(law, "knows_reynolds") else ""
        if kind == "strip" and (strip := body.strip) is not None:
            ends = np.array([strip.start, strip.start + strip.length * strip.axes[:, 0]], dtype=float)
            yield _WettedBody(j, law, kind, ends, 2 * float(max(strip.half_width, strip.half_height)))
        elif kind == "blade" and (blade := body.blade) is not None:
            ends = np.array([blade.start, blade.start + blade.length * blade.span], dtype=float)
            yield _WettedBody(j, law, kind, ends, float(blade.chord))


def viscosity(law: Any) -> float:
    """Kinematic viscosity [m^2/s]: the law's own ``viscosity`` where it has one; else that of air or water, by its density."""
    own: Any = getattr(law, "viscosity", 0.0)
    if is_finite(own) and own > 0:
        return float(own)
    density = law.density
    return AIR if is_finite(density) and density < _GAS else WATER


def _reynolds_numbers(seen: CheckContext, wetted: _WettedBody, rows: np.ndarray) -> np.ndarray:
    """Reynolds numbers of the faster end of a body at some samples."""
    twist, turn = (seen.data[name].values[rows][:, wetted.body] for name in ("body_twist", "body_quaternion"))
    current = getattr(wetted.law, "current", getattr(wetted.law, "wind", ()))
    flow = twist[:, :3] - rotate(conjugate(turn), seen.stream(current, wetted.body, rows))
    speeds = [np.linalg.norm(flow + np.cross(twist[:, 3:], end), axis=1) for end in wetted.ends]
    return np.maximum(*speeds) * wetted.width / viscosity(wetted.law)


def _drag_share(seen: CheckContext, name: str) -> float:
    """Work of a force's drag over the energy turned over."""
    turned_over, flows = energy_turned_over(seen.data), [str(f).split(".") for f in seen.data.flow.values]
    own = [k for k, flow in enumerate(flows) if flow[0] == name and flow[-1] == "drag"]
    return float(np.abs(seen.data.work.values[:, own]).max(initial=0.0)) / turned_over if turned_over > 0 else 0.0


# --- Ranges that laws name themselves.


@check(
    "range of a law",
    looks_at=(
        "numbers that force laws and flows name with bounds (`ranges`): length ahead of an edge, Reynolds numbers, ends of a grid"
    ),
    number="the largest of each in the run, on the body where it is farthest beyond",
    bound="what the law names, or less",
    unit="1",
    remedy="what the law says",
)
def range_of_a_law(seen: CheckContext) -> Iterator[Finding]:
    """Of every force and kind of number the body that is farthest beyond its bounds."""
    forces = seen.parts["forces"]
    for name, given in forces.items():
        law = trait(given, "within")(seen.robot, forces)
        worst: dict[str, tuple[float, Finding]] = {}
        for j, body in enumerate(seen.robot.bodies):
            for own, number, time in _largest_in_ranges(seen, law, j):
                bound, side = (own.low, "at least") if number < own.low else (own.high, "at most")
                beyond = abs(number - bound) / max(abs(bound), 1e-300) if not own.low <= number <= own.high else 0.0
                if beyond > worst.get(own.what, (0.0,))[0]:
                    unit = "" if own.unit == "1" else f" {own.unit}"
                    text = f"'{name}' ({type(law).__name__}) on body '{body.name}': {own.what} is {number:.3g}{unit}, "
                    text += f"and the law is for {side} {bound:g}{unit}"
                    finding = Finding(
                        number, f"law '{name}' on body '{body.name}'", text, time, bound, own.unit, own.remedy or None
                    )
                    worst[own.what] = (beyond, finding)
        yield from (finding for _, finding in worst.values())


def _ranges_of_flows(force: Any, body: Body, motion: Motion) -> list[Range]:
    """What the flows that a law meets on a body name, at the places at which it meets them."""
    law = wet_law(force, body.name)
    if law is None or body.virtual or not sits_on(getattr(law, "body", body.name), body.name):
        return []
    if (sections := trait(law, "sections_of")) and getattr(body, sections) is None:
        return []
    found = []
    for holder in (law, getattr(law, "resistance", None), *getattr(law, "thrusters", ())):
        given = [getattr(holder, name, None) for name in ("current", "wind")]
        asked = [flow.ranges for flow in given if flow is not None and hasattr(flow, "ranges")]
        for place in _places_in_flow(holder, body) if asked else ():
            at = motion.to_world(column(place))
            found += [own for ranges in asked for own in ranges(at, motion.time)]
    return found


def _places_in_flow(law: Any, body: Body) -> list[np.ndarray]:
    """Places [m, body frame] at which a law meets a flow: the ends of its sections, its point, or the solid's middle."""
    if trait(law, "sections_of") == "blade" and (blade := body.blade) is not None:
        return [blade.start, blade.start + blade.length * blade.span]
    own = law.strip_of(body) if hasattr(law, "strip_of") else body.strip if trait(law, "sections_of") else None
    if own is not None:
        return list(own_ends(own))
    if (at := getattr(law, "at", None)) is not None:
        return [np.asarray(at, dtype=float)]
    return [np.zeros(3) if body.shape is None else np.asarray(body.shape.centroid(), dtype=float)]


def _largest_in_ranges(seen: CheckContext, law: Any, j: int) -> list[tuple[Range, float, float | None]]:
    """Numbers that a law names of a body: each with its largest value in the run, and when where it changes."""
    t, R, P, V = ca.SX.sym("t"), ca.SX.sym("R", 3, 3), ca.SX.sym("P", 3), ca.SX.sym("V", 6)
    motion = Motion(t, R, P, V)
    named = [*trait(law, "ranges")(seen.robot, j, motion), *_ranges_of_flows(law, seen.robot.bodies[j], motion)]
    if not named:
        return []
    numbers = ca.vertcat(*(ca.SX(own.value) for own in named))
    if not ca.depends_on(numbers, ca.vertcat(t, ca.vec(R), P, V)):
        return [(own, float(number), None) for own, number in zip(named, np.array(ca.evalf(numbers)).ravel(), strict=True)]
    rows = seen.few(_FIRST_LOOK)
    turn, place, twist = (seen.data[key].values[rows][:, j] for key in ("body_quaternion", "body_position", "body_twist"))
    turns = np.stack([rotate(turn, np.broadcast_to(axis, (len(rows), 3))) for axis in np.eye(3)], axis=-1)
    columns = [seen.times[rows][None], turns.transpose(2, 1, 0).reshape(9, -1), place.T, twist.T]
    values = np.array(ca.Function("ranges", [t, ca.vec(R), P, V], [numbers])(*columns))
    at = values.argmax(axis=1)
    return [(own, float(values[k, at[k]]), float(seen.times[rows[at[k]]])) for k, own in enumerate(named)]


@check(
    "swing of a section",
    looks_at=(
        "strips with a curve of drag across (elver.forces.CrossFlowDrag) that swing about their mean, over the last period of "
        "the gait; not those that the flow passes faster than they swing, or whose drag takes less than 1 % of the energy"
    ),
    number="drag coefficient at the Keulegan-Carpenter number found from the motion, over that of the curve",
    bound="0.8 to 1.25",
    unit="1",
    remedy="give the curve the number that was found (`keulegan_carpenter`), by `per_body` where bodies differ",
)
def swing_of_a_section(seen: CheckContext) -> Iterator[Finding]:
    """Of every law the body whose coefficient its swing would change most."""
    rows = _last_period(seen)[1:]  # its first sample is its last one again
    if not len(rows):
        return
    for name, force in seen.parts["forces"].items():
        found = [own for j in range(len(seen.robot.bodies)) for own in _swings(seen, force, j, rows)]
        if not found or _drag_share(seen, name) < _LITTLE:
            continue
        worst = max(found, key=lambda own: abs(math.log(own.ratio)))
        if 1 / _SWUNG <= worst.ratio <= _SWUNG:
            continue
        curve = "steady flow" if worst.given is None else f"{worst.given:.3g}"
        text = (
            f"'{name}' on body '{worst.body}': the section swings by a Keulegan-Carpenter number of {worst.number:.3g}, and "
            f"its curve {worst.field} is for {curve}: the coefficient is {worst.ratio:.3g} times as large at the number found"
        )
        yield Finding(worst.ratio, f"law '{name}' on body '{worst.body}'", text, threshold=_SWUNG)


@dataclass(frozen=True)
class _Swing:
    """Of a body's strip across one axis: the number found, that of the curve, and the ratio of the coefficients of both."""

    body: str
    field: str
    number: float
    given: float | None
    ratio: float


def _swings(seen: CheckContext, force: Any, j: int, rows: np.ndarray) -> Iterator[_Swing]:
    """K = sqrt(2) w T / h, with w the root mean square of the velocity across about its mean: 2 pi A / h of a sine."""
    body = seen.robot.bodies[j]
    law, strip = wet_law(force, body.name), body.strip
    given: dict[str, Any] = {field: getattr(law, field, None) for field in ("drag_e2", "drag_e3")}
    curves = {field: curve for field, curve in given.items() if hasattr(curve, "keulegan_carpenter")}
    if strip is None or not curves:
        return
    period, axes = float(seen.data.attrs["period"]), np.asarray(strip.axes, dtype=float)
    twist, turn = (seen.data[name].values[rows][:, j] for name in ("body_twist", "body_quaternion"))
    flow = twist[:, :3] - rotate(conjugate(turn), seen.stream(law.current, j, rows))
    half = {"drag_e2": (strip.half_height, strip.half_width), "drag_e3": (strip.half_width, strip.half_height)}
    for field, curve in curves.items():
        across, along = map(float, half[field])
        axis = axes[:, 1 if field == "drag_e2" else 2]
        speeds = [(flow + np.cross(twist[:, 3:], end)) @ axis for end in own_ends(strip)]
        v = max(speeds, key=lambda own: own.std())
        if v.std() <= abs(v.mean()):
            continue
        number = math.sqrt(2) * float(v.std()) * period / (2 * across)
        own, there = (
            float(ca.evalf(ca.SX(c.coefficient(ca.SX(float(v.std())), across, along))))
            for c in (curve, replace(curve, keulegan_carpenter=max(number, _LEAST_NUMBER)))
        )
        yield _Swing(body.name, field, number, curve.keulegan_carpenter, there / own)


# --- Anchors, hovering machines, metrics beyond belief.


@check(
    "anchor",
    looks_at=(
        "elver.forces.Anchor: distance of its ends, where it pulls with more than the weight of the machine; work of its damping"
    ),
    number="stretch; energy that its damping took",
    bound="the machine's own length; 10 times the motors' work and the weight times that length",
    unit="m",
    remedy="start where the anchor is slack, place it nearer, or take the stiffness of a real line",
)
def stretched_anchor(seen: CheckContext) -> Iterator[Finding]:
    """Anchors drawn out farther than the machine is long by more than its weight, and those that burn more than it has."""
    weighed, size = STANDARD_GRAVITY * float(seen.data.body_mass.values.sum()), _machine_size(seen)
    for name, anchor in seen.parts["forces"].items():
        if not isinstance(anchor, Anchor) or is_symbol(anchor.stiffness) or any(map(is_symbol, (*anchor.place, *anchor.at))):
            continue
        held = [j for j, body in enumerate(seen.robot.body_names) if sits_on(anchor.body, body)]
        position, turn = (seen.data[key].values[:, held] for key in ("body_position", "body_quaternion"))
        ends = position + rotate(turn, np.broadcast_to(np.asarray(anchor.at, dtype=float), position.shape))
        gap = np.linalg.norm(ends - np.asarray(anchor.place, dtype=float), axis=2).max(axis=1)
        k = int(gap.argmax())
        force = float(anchor.stiffness) * float(gap[k])
        if gap[k] > size and force > weighed:
            text = (
                f"anchor '{name}' is stretched by {gap[k]:.3g} m, the machine {size:.3g} m long: at {anchor.stiffness:.3g} N/m "
                f"it pulls with {force:.3g} N, {force / weighed:.3g} times the weight, and holds {0.5 * force * gap[k]:.3g} J"
            )
            yield Finding(float(gap[k]), f"anchor '{name}'", text, time=seen.times[k], threshold=size)
        flows = [str(f) for f in seen.data.flow.values]
        work = seen.data.work.values
        burnt = float(work[-1, flows.index(f"{name}.damping")]) if f"{name}.damping" in flows else 0.0
        own = float(np.abs(work[:, flows.index("motor")]).max()) + weighed * size
        if burnt > _BURNT * own:
            text = f"the damping of anchor '{name}' took {burnt:.3g} J; motors and weight of the machine have {own:.3g} J to give"
            yield Finding(burnt, f"damping of anchor '{name}'", text, threshold=_BURNT * own, unit="J")


def _machine_size(seen: CheckContext) -> float:
    """Largest extent of all outlines at the start, along the axes of the world [m]; that of the bodies' origins without any."""
    position, turn = (seen.data[name].values[0] for name in ("body_position", "body_quaternion"))
    outline = np.asarray(seen.data["body_outline"].values, dtype=float)
    points = position[:, None] + rotate(np.broadcast_to(turn[:, None], (*outline.shape[:2], 4)), np.nan_to_num(outline))
    points = points[np.isfinite(outline).all(axis=2)]
    return float(np.ptp(points if len(points) else position, axis=0).max())


@check(
    "hovering",
    looks_at="cost of transport of a run that ends amid a period: the base's way over the last whole periods of the gait",
    number="net displacement over the length of the path",
    threshold=HOVERING,
    below=True,
    unit="1",
    remedy=(
        "take work per time (`work` over `duration`, or a machine's own metrics); or run whole periods, which have no such number"
    ),
)
def hovering(seen: CheckContext) -> Iterator[Finding]:
    """A machine whose cost of transport has a number only because the run ends amid a period of its gait.

    A run of whole periods has none where the machine hovers (elver.results.metrics).
    """
    times, places, period = seen.times, seen.data.base_position.values, float(seen.data.attrs["period"])
    whole = math.floor((times[-1] - times[0]) / period + 1e-9) if period > 0 else 0
    length = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    if whole < 1 or is_coarse(seen) or np.linalg.norm(places[-1] - places[0]) <= max(1e-9, HOVERING * length):
        return
    begin = times[-1] - whole * period
    before = np.array([np.interp(begin, times, places[:, k]) for k in range(3)])
    later = np.vstack([before, places[times > begin]])
    path = float(np.linalg.norm(np.diff(later, axis=0), axis=1).sum())
    went = float(np.linalg.norm(later[-1] - before))
    if path > 0 and went <= HOVERING * path:
        last = "the last period" if whole == 1 else f"the last {whole} whole periods"
        text = f"the machine hovers, or stays: over {last} of its gait it went {100 * went / path:.2g} % of its path"
        yield Finding(went / path, "cost of transport", f"{text}, so that its cost of transport says nothing")


@check(
    "hardly moves",
    looks_at=(
        "machines on a base that can travel, with a gait and a medium or a ground: the base from period to period, over the "
        "second half of the run. Not those that hold their own weight up, nor those that Anchor or StationKeeping holds"
    ),
    number="its mean step in a period over the machine's length",
    threshold=_LEAST_STEP,
    below=True,
    unit="1",
    remedy=(
        "look whether a wave runs along it (a phase or lag from joint to joint: what beats to and fro alike goes nowhere), "
        "whether the amplitude is in rad or has its unit, whether the medium acts on what beats (`elver check`), and whether "
        "obstacles hold it"
    ),
)
def hardly_moves(seen: CheckContext) -> Iterator[Finding]:
    """A machine that beats and stays where it is."""
    times, places, period = seen.times, seen.data.base_position.values, float(seen.data.attrs["period"])
    held = any(isinstance(law, (Anchor, StationKeeping)) for law in seen.parts["forces"].values())
    travels = {0, 1} <= set(seen.robot.freedoms) or {0, 2} <= set(seen.robot.freedoms)
    acted = seen.parts["forces"] or seen.model.scene is not None
    whole = math.floor((times[-1] - times[0]) / period + 1e-9) if period > 0 else 0
    if whole < 4 or seen.model.gait is None or not travels or held or not acted or is_coarse(seen) or _carries_itself(seen):
        return
    last = whole // 2
    marks = times[-1] - period * np.arange(last, -1, -1)
    at = np.column_stack([np.interp(marks, times, places[:, k]) for k in range(3)])
    size, step = _machine_size(seen), float(np.linalg.norm(np.diff(at, axis=0), axis=1).mean())
    if size > 0 and step < _LEAST_STEP * size:
        went, long = float(np.linalg.norm(at[-1] - at[0])), last * period
        text = f"the machine hardly moves: {1e3 * went:.2g} mm in its last {long:.3g} s, {100 * step / size:.2g} % of its length"
        yield Finding(step / size, "the machine", f"{text} in a period of its gait")


def _carries_itself(seen: CheckContext) -> bool:
    """Whether the machine is heavier than what it displaces, on a base that can fall, with nothing below it."""
    forces = seen.parts["forces"]
    if 2 not in seen.robot.freedoms or seen.model.scene is not None or any(trait(law, "floats") for law in forces.values()):
        return False
    weights = [law for law in forces.values() if isinstance(law, Gravity)]
    bodies = [body for body in seen.robot.bodies if not body.virtual]
    mass = sum(float(body.mass) for body in bodies)
    return any(sum(float(law.net_mass(body)[0]) for body in bodies) > _HELD_UP * mass for law in weights)


@check(
    "beyond belief",
    looks_at="metrics of the machine that name the largest to be believed (`Metric(most=)`)",
    number="the metric",
    bound="its `most`",
    unit="1",
    remedy="look at what drives the machine: it asks for more than anybody or anything of this kind gives",
)
def beyond_belief(seen: CheckContext) -> Iterator[Finding]:
    """Metrics of a machine beyond the largest that it says is to be believed."""
    bounded = {m.name: m for m in seen.model.metrics if getattr(m, "most", None) is not None}
    for name, value in evaluated(bounded.values(), seen.data, {}).items():
        own: Any = bounded[name]
        if is_finite(value) and value > own.most:
            text = f"{name} = {value:.4g} {own.unit} is more than {own.most:g} {own.unit}: {own.meaning}"
            yield Finding(value, name, text, threshold=own.most, unit=own.unit, remedy=own.remedy or None)
