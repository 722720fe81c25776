"""Numbers outside the range of what they are meant for: degrees as radians, strips that are stout, a cost of hovering, figures
that a machine says are not to be believed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from elver.equations.limits.kinks import kink_times
from elver.equations.limits.slenderness import Slender, own_ends, slender_parts
from elver.equations.limits.wetness import DRY, enclosed, inside_words, listed, unwetted
from elver.errors import is_finite, is_symbol
from elver.forces import Anchor
from elver.forces.fittings.mounting import sits_on
from elver.quantities import quantities
from elver.results.expressions import STANDARD_GRAVITY
from elver.results.measures import measured
from elver.results.plausibility.check import Check, Found, Seen
from elver.results.plausibility.kept import HOVERING
from elver.results.plausibility.numerics import is_coarse
from elver.spatial import conjugate, rotate

INSTANTS = 48  # of a period
DEEPEST = 6  # parts within parts
UNWETTED, MOSTLY = 0.02, 0.5  # of the mass that feels no water: more is told, or makes the run one that is not trusted
BURNT = 10.0  # energy that an anchor's damping takes, over that of the machine


def like_degrees(seen: Seen) -> Iterator[Found]:
    """Angles of gaits, laws and forces beyond a full turn, and such angles at the start."""
    for name, value in (*angles_in(seen.parts, ""), *((f"start of '{n}'", v) for n, v in turned_joints(seen).items())):
        if is_finite(value) and abs(value) > 2 * math.pi:
            text = f"{name} = {value:g} rad is more than a full turn: {value:g} degrees would be {math.radians(value):.4g} rad"
            yield Found(abs(value), name, text)


def turned_joints(seen: Seen) -> dict[str, float]:
    """Angles at the start of joints that turn."""
    kinds = {joint.name: joint.type for joint in seen.robot.moving_joints}
    return {name: value for name, value in seen.model.start.angles.items() if kinds.get(name) == "revolute"}


def angles_in(thing, path: str, deep: int = 0) -> Iterator[tuple[str, Any]]:
    """Numbers in rad that nested parts declare, with the path to each."""
    if deep > DEEPEST:
        return
    if is_dataclass(thing) and not isinstance(thing, type):
        declared = quantities(thing)
        for name, own in declared.items():
            if own.unit == "rad":
                yield from numbers(getattr(thing, name), joined(path, name))
        for f in fields(thing):
            if f.name not in declared:
                yield from angles_in(getattr(thing, f.name), joined(path, f.name), deep + 1)
    elif isinstance(thing, Mapping):
        for key, part in thing.items():
            yield from angles_in(part, joined(path, str(key)), deep + 1)
    elif isinstance(thing, (tuple, list)) and thing and not is_finite(thing[0]):
        for k, part in enumerate(thing):
            yield from angles_in(part, joined(path, str(k)), deep + 1)


def numbers(value, path: str) -> Iterator[tuple[str, Any]]:
    """A number, or those of a vector or of a mapping by group."""
    if isinstance(value, Mapping):
        yield from ((joined(path, str(k)), v) for k, v in value.items())
    elif isinstance(value, (tuple, list, np.ndarray)):
        yield from ((joined(path, str(k)), v) for k, v in enumerate(value))
    else:
        yield path, value


def joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def beyond_strips(seen: Seen) -> Iterator[Found]:
    """Bodies and motions outside the range of strip theory (elver.equations.limits.slenderness)."""
    if (slender := shared_strips(seen)) is None:
        return
    found, rows = slender.short(), last_period(seen)
    if len(rows):
        joints = seen.data.joint_position.values[rows] if seen.data.sizes.get("joint") else np.zeros((len(rows), 0))
        local = np.array([own_ends(strip) for strip in slender.strips.values()])
        ends = strip_ends(seen, list(slender.strips), local, rows)
        found = [*found, *slender.moved(joints, {j: ends[:, k] for k, j in enumerate(slender.strips)})]
    for beyond in found:
        yield Found(beyond.number, beyond.where, beyond.text.rstrip("."), threshold=beyond.bound, remedy=beyond.remedy)


def shared_strips(seen: Seen) -> Slender | None:
    """Strips of the model, kept for all runs of the program where it is all numbers."""
    if seen.model.free_robot is not None or seen.model.free_parts is not None:
        return slender_parts(seen.model, seen.p.tolist())
    if "slender" not in seen.kept:
        seen.kept["slender"] = slender_parts(seen.model, seen.p.tolist())
    return seen.kept["slender"]


def last_period(seen: Seen) -> np.ndarray:
    """Samples of the last period of the gait, once its ramps are over; none where there is no such thing, or too few."""
    times, period = seen.times, float(seen.data.attrs["period"])
    begun = max((t for t in kink_times(seen.model, seen.p) if math.isfinite(t)), default=times[0])
    begin = times[-1] - period
    if is_coarse(seen) or not 0 < period <= times[-1] - max(begun, times[0]) + 1e-9:
        return np.zeros(0, dtype=int)
    return seen.few(INSTANTS, int(np.searchsorted(times, begin - 1e-9)))


def strip_ends(seen: Seen, bodies: list[int], local: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Ends of strips at some samples, seen from the base [m]; (row, body, end, 3)."""
    position, turn = (seen.data[name].values[rows] for name in ("body_position", "body_quaternion"))
    world = position[:, bodies, None] + rotate(turn[:, bodies, None], local[None])
    return rotate(conjugate(turn[:, :1, None]), world - position[:, :1, None])


def hovering(seen: Seen) -> Iterator[Found]:
    """A machine whose cost of transport has a number only because the run ends amid a period of its gait.

    A run of whole periods has none where the machine hovers (elver.results.summary.cost).
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
        yield Found(went / path, "cost of transport", f"{text}, so that its cost of transport says nothing")


def beyond_belief(seen: Seen) -> Iterator[Found]:
    """Figures of a machine beyond the largest that it says is to be believed."""
    bounded = {m.name: m for m in seen.model.measures if getattr(m, "most", None) is not None}
    for name, value in measured(bounded.values(), seen.data, {}).items():
        own: Any = bounded[name]
        if is_finite(value) and value > own.most:
            text = f"{name} = {value:.4g} {own.unit} is more than {own.most:g} {own.unit}: {own.meaning}"
            yield Found(value, name, text, threshold=own.most, unit=own.unit, remedy=own.remedy or None)


def dry_bodies(seen: Seen) -> Iterator[Found]:
    """Bodies of a machine in water that feel none of it, and bodies that feel it inside of others."""
    robot, forces = seen.robot, seen.parts["forces"]
    bare = unwetted(robot, forces)
    if bare is not None and bare.share > UNWETTED:
        count, share = len(bare.bodies), f"{100 * bare.share:.3g} % of the mass"
        bodies = f"{count} bodies feel" if count > 1 else "1 body feels"
        text = f"the machine is in water, and {bodies} no force of it but buoyancy, {share}: {listed(bare.bodies)}"
        doubt = f"{share} feels no force of the water around it" if bare.share > MOSTLY else ""
        yield Found(bare.share, f"bodies {listed(bare.bodies)}", text, doubt=doubt)
    position, turn = (seen.data[name].values[0] for name in ("body_position", "body_quaternion"))
    turns = np.stack([rotate(turn, np.broadcast_to(axis, position.shape)) for axis in np.eye(3)], axis=-1)
    if inside := enclosed(robot, forces, position, turns):
        where = f"bodies {listed([name for name, _ in inside])}"
        yield Found(len(inside), where, inside_words(inside), threshold=0.0, remedy=f"name them as dry: {DRY}")


def machine_size(seen: Seen) -> float:
    """Largest extent of all outlines at the start, along the axes of the world [m]; that of the bodies' origins without any."""
    position, turn = (seen.data[name].values[0] for name in ("body_position", "body_quaternion"))
    outline = np.asarray(seen.data["body_outline"].values, dtype=float)
    points = position[:, None] + rotate(np.broadcast_to(turn[:, None], (*outline.shape[:2], 4)), np.nan_to_num(outline))
    points = points[np.isfinite(outline).all(axis=2)]
    return float(np.ptp(points if len(points) else position, axis=0).max())


def stretched(seen: Seen) -> Iterator[Found]:
    """Anchors drawn out farther than the machine is long by more than its weight, and those that burn more than it has."""
    weighed, size = STANDARD_GRAVITY * float(seen.data.body_mass.values.sum()), machine_size(seen)
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
            yield Found(float(gap[k]), f"anchor '{name}'", text, time=seen.times[k], threshold=size)
        flows = [str(f) for f in seen.data.flow.values]
        work = seen.data.work.values
        burnt = float(work[-1, flows.index(f"{name}.damping")]) if f"{name}.damping" in flows else 0.0
        own = float(np.abs(work[:, flows.index("motor")]).max()) + weighed * size
        if burnt > BURNT * own:
            text = f"the damping of anchor '{name}' took {burnt:.3g} J; motors and weight of the machine have {own:.3g} J to give"
            yield Found(burnt, f"damping of anchor '{name}'", text, threshold=BURNT * own, unit="J")


DRY_BODIES = Check(
    "bodies without water",
    "bodies with mass of a machine in a liquid (Morison, LumpedWater, Immersed, BluffDrag, Gravity with `fluid_density`; no "
    "Hull) that no law of it acts on; and bodies inside others that one acts on; not those that were named as dry",
    "their share of the mass; beyond a half the run is not trusted",
    UNWETTED,
    "1",
    "give them a shape with strips (rod, ellipsoid, stations), BluffDrag or AddedInertia; or name them as dry: " + DRY,
    dry_bodies,
)
STRETCH = Check(
    "anchor",
    "elver.forces.Anchor: distance of its ends, where it pulls with more than the weight of the machine; work of its damping",
    "stretch; energy that its damping took",
    None,
    "m",
    "start where the anchor is slack, place it nearer, or take the stiffness of a real line",
    stretched,
    bound="the machine's own length; 10 times the motors' work and the weight times that length",
)
DEGREES = Check(
    "looks like degrees",
    "every number in rad that gait, control, elastic laws, couplings and forces declare, and angles at the start",
    "size",
    2 * math.pi,
    "rad",
    "angles are radians: math.radians(30), or `30 deg` in a file and on the command line",
    like_degrees,
)
BELIEF = Check(
    "beyond belief",
    "figures of the machine that name the largest to be believed (`Measure(most=)`)",
    "the figure",
    None,
    "1",
    "look at what drives the machine: it asks for more than anybody or anything of this kind gives",
    beyond_belief,
    bound="its `most`",
)
STRIPS = Check(
    "strip theory",
    "bodies with a strip that Morison or LumpedWater acts on, over the last period of the gait",
    "length over half axis; half axis times curvature; Keulegan-Carpenter number",
    None,
    "1",
    "of stout bodies use BluffDrag or smaller coefficients; of sharp bends, smaller angles or more joints; of little swing, "
    "a larger swing, or take drag as a guess (docs/own_machines.md)",
    beyond_strips,
    bound="at least 5; at most 0.5; at least 5",
)
HOVERS = Check(
    "hovering",
    "cost of transport of a run that ends amid a period: the base's way over the last whole periods of the gait",
    "net displacement over the length of the path",
    HOVERING,
    "1",
    "take work per time (`work` over `duration`, or a machine's own figures); or run whole periods, which have no such number",
    hovering,
    below=True,
)
