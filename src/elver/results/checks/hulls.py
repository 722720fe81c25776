"""Hulls: stability, heel and trim, hulls out of the water or below it, and coefficients of another mass or for another speed.

Linear buoyancy holds as long as the sides of a hull stay wet and its bottom below the water. Of a box of beam B that ends at the
angle atan(2 f / B), f the lesser of freeboard and draught: there the edge of its deck goes under, or its bilge comes out. The
stability of ships is taken as linear in the angle up to 10 or 20 degrees at most, whatever they look like.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from elver._support.errors import is_symbol
from elver.forces import Gravity, Hull
from elver.results.checks.check import CheckContext, Finding, check
from elver.results.metrics import STANDARD_GRAVITY
from elver.symbolic.spatial import conjugate, rotate

_OTHERWISE = 0.03  # of the mass
LARGEST = np.radians(20.0)  # heel and trim up to which any hull may be linear
_TWICE = 2.0  # such angles, beyond which nothing that follows is to be trusted
_FASTEST = 0.3  # Froude number: above, waves are a large part of the resistance, and coefficients change with the speed
_SIDEWAYS = 0.3  # sine of a drift angle of 17 degrees
_LITTLE = 0.01  # Froude number of a flow across that does not matter
_WAVES_OF_ANOTHER = (
    "of a scenario that comes with its coefficients take added mass and waves as approximate, or a load nearer to theirs; "
    "for a model of your own compute the hull for this mass (`elver hull --mass`, Hull.from_coefficients)"
)
_AXES = {3: ("roll", 1), 4: ("pitch", 2)}  # freedom of the base: its name, and its place in (heave, roll, pitch)


def _hulls(seen: CheckContext) -> list[tuple[str, Hull]]:
    """The hulls of a model whose numbers are known."""
    own = [(name, force) for name, force in seen.parts["forces"].items() if isinstance(force, Hull)]
    return [(name, hull) for name, hull in own if not is_symbol(hull.hydrostatics.buoyancy)]


def _weight(seen: CheckContext) -> float:
    """Weight of all bodies less the buoyancy that gravity counts [N]; 0 where there is no gravity."""
    total = 0.0
    for force in seen.parts["forces"].values():
        if isinstance(force, Gravity) and not is_symbol(force.acceleration) and not is_symbol(force.fluid_density):
            total += float(force.acceleration) * sum(float(force.net_mass(body)[0]) for body in seen.robot.bodies)
    return total


def _centre_in(seen: CheckContext, hull: Hull) -> np.ndarray:
    """Centre of mass of the machine at the start, in the hull's frame [m]."""
    j = list(seen.robot.body_names).index(hull.body)
    position, turn = (seen.data[name].values[0, j] for name in ("body_position", "body_quaternion"))
    return rotate(conjugate(turn), seen.data.com_position.values[0] - position) - np.asarray(hull.reference, dtype=float)


@check(
    "metacentric height",
    looks_at="elver.forces.Hull and the centre of mass at the start, in roll and pitch where the base can",
    number="stiffness over weight",
    threshold=0.0,
    below=True,
    unit="m",
    remedy="lower the centre of mass, widen the waterplane, or check the hull's restoring matrix and centre of buoyancy",
    of_failed=True,
)
def metacentric_height(seen: CheckContext) -> Iterator[Finding]:
    """Directions in which a hull has no stability: waterplane, buoyancy and weight together turn it over."""
    load = _weight(seen)
    for name, hull in _hulls(seen) if load > 0 else ():
        water, height = hull.hydrostatics, _centre_in(seen, hull)[2]
        for freedom, (word, k) in _AXES.items():
            if freedom in seen.robot.freedoms:
                stiffness = water.restoring[k, k] + water.buoyancy * float(water.centre[2]) - load * height
                if stiffness < 0:
                    metacentre = stiffness / load
                    text = f"hull '{name}' has a metacentric height of {metacentre:.3g} m in {word}: upright it capsizes"
                    yield Finding(metacentre, f"hull '{name}'", text)


@check(
    "heel and trim",
    looks_at="elver.forces.Hull: its roll and pitch; draught, freeboard and the stiffness of its waterplane",
    number="largest angle; beyond twice the bound the run is not trusted",
    bound=(
        "20 degrees, or less: atan(2 f / B), with f the lesser of draught (else the mean one) and freeboard, B beam or "
        "length of a box of such a waterplane"
    ),
    unit="rad",
    remedy="smaller motions, a wider or higher hull, or ballast; where it capsizes, this model says nothing of what follows",
    of_failed=True,
)
def heel_and_trim(seen: CheckContext) -> Iterator[Finding]:
    """Hulls that heel or trim beyond what linear buoyancy holds for. Beyond TWICE of that a run is not trusted."""
    for name, hull in _hulls(seen):
        j = list(seen.robot.body_names).index(hull.body)
        turn = seen.data["body_quaternion"].values[:, j]
        up = rotate(conjugate(turn), np.broadcast_to(np.array([0.0, 0.0, 1.0]), (len(turn), 3)))
        angles = np.arctan2(up[:, 1], up[:, 2]), np.arctan2(-up[:, 0], np.hypot(up[:, 1], up[:, 2]))
        stiffness = float(hull.hydrostatics.restoring[0, 0])
        sides = [float(own) for own in (hull.draught, hull.freeboard) if own is not None and not is_symbol(own)]
        if hull.draught is None and stiffness > 0:
            sides.append(float(hull.hydrostatics.buoyancy) / stiffness)
        for word, does, wide, own in zip(("heel", "trim"), ("heels", "trims"), _beam_and_length(hull), angles, strict=True):
            edge = np.arctan2(2 * min(sides), wide) if sides and min(sides) > 0 and wide > 0 else LARGEST
            most, k = min(LARGEST, float(edge)), int(np.abs(own).argmax())
            angle, bound = np.degrees(abs(own[k])), np.degrees(most)
            if abs(own[k]) > most:
                why = "there its deck goes under, or its bottom comes out" if most < LARGEST else "no form is linear farther"
                holds = f"its linear buoyancy holds up to {bound:.2g}"
                text = f"hull '{name}' {does} by {angle:.3g} degrees, and {holds} ({why}): nothing is known of it beyond"
                doubt = f"hull '{name}' {does} by {angle:.3g} degrees, where {holds}" if abs(own[k]) > _TWICE * most else ""
                yield Finding(abs(own[k]), f"{word} of hull '{name}'", text, time=seen.times[k], threshold=most, doubt=doubt)


def _beam_and_length(hull: Hull) -> tuple[float, float]:
    """Beam and length [m] of the rectangle whose waterplane has the same stiffness in heave, roll and pitch; 0 where unknown."""
    heave, roll, pitch = np.diag(hull.hydrostatics.restoring)
    beam, length = (float(np.sqrt(12 * own / heave)) if heave > 0 and own > 0 else 0.0 for own in (roll, pitch))
    return beam, length


@check(
    "hull out of the water",
    looks_at="elver.forces.Hull without `shrinking`: height of its waterplane above the water",
    number="how far it rises or sinks from rest",
    bound=(
        "the draught (the mean one where that is less) upwards, and the freeboard, else the mean draught, downwards; "
        "the mean one is buoyancy over heave stiffness"
    ),
    unit="m",
    remedy="smaller motions, a load that the hull can carry, or a waterplane that shrinks with the height (`Hull(shrinking=)`)",
    of_failed=True,
)
def hull_out_of_the_water(seen: CheckContext) -> Iterator[Finding]:
    """Hulls that rise until nothing of them is in the water, or sink below their deck: linear buoyancy goes on for ever.

    At the mean draught, displaced volume over waterplane, buoyancy W - G z is 0: above it the water would pull.
    """
    for name, hull in _hulls(seen):
        stiffness, lift = float(hull.hydrostatics.restoring[0, 0]), float(hull.hydrostatics.buoyancy)
        if hull.shrinking or stiffness <= 0 or lift <= 0 or is_symbol(hull.level):
            continue
        z, mean = _heights(seen, hull), lift / stiffness
        draught, rises = mean, f"rises {z.max():.3g} m, and its mean draught is {mean:.3g} m: out of the water"
        if hull.draught is not None and (z.max() > hull.draught or hull.draught <= mean):
            draught = float(hull.draught)
            rises = f"rises {z.max():.3g} m, and its draught is {draught:.4g} m: out of the water"
        elif hull.draught is not None:  # a keel that lies deeper than its hull on the mean
            rises = (
                f"rises {z.max():.3g} m, and its draught is {float(hull.draught):.4g} m, {mean:.3g} m on the mean, above which "
                "linear buoyancy pulls it down:"
            )
        deck, what, where = mean, "mean draught", "far below where it floats"
        if hull.freeboard is not None:
            deck, what, where = float(hull.freeboard), "freeboard", "with its deck below the water"
        for k, allowed, word in (
            (int(z.argmax()), draught, rises),
            (int(z.argmin()), deck, f"sinks {-z.min():.3g} m, and its {what} is {deck:.3g} m: {where}"),
        ):
            if abs(z[k]) > allowed and (z[k] > 0) == (k == int(z.argmax())):
                text = f"hull '{name}' {word} its linear buoyancy, waves and resistance go on as if it floated"
                yield Finding(abs(z[k]), f"hull '{name}'", text, time=seen.times[k], threshold=allowed)


def _heights(seen: CheckContext, hull: Hull) -> np.ndarray:
    """Height of the hull's waterplane above the water, at every sample [m]."""
    j = list(seen.robot.body_names).index(hull.body)
    position, turn = (seen.data[name].values[:, j] for name in ("body_position", "body_quaternion"))
    return (position + rotate(turn, np.asarray(hull.reference, dtype=float)))[:, 2] - float(hull.level)


@check(
    "hull of another mass",
    looks_at=(
        "elver.forces.Hull: its buoyancy against the weight, the mass it was computed for (`made_for`) against the machine's"
    ),
    number="relative difference",
    threshold=_OTHERWISE,
    unit="1",
    remedy="compute the hull for this mass (`elver hull --mass`, elver.forces.hulls), and wetted area and resistance with it",
    of_failed=True,
)
def hull_of_another_mass(seen: CheckContext) -> Iterator[Finding]:
    """Hulls that carry another weight than they float with, or whose coefficients were computed for another mass."""
    load, own = _weight(seen), _hulls(seen)
    afloat = sum(float(hull.hydrostatics.buoyancy) for _, hull in own)
    if not own or load <= 0:
        return
    if abs(off := load / afloat - 1 if afloat > 0 else np.inf) > _OTHERWISE:
        sinks = "deeper" if off > 0 else "higher"
        text = f"the machine weighs {load:.4g} N, its hull floats under {afloat:.4g} N: it lies {sinks} than its coefficients say"
        yield Finding(abs(off), f"hull '{own[0][0]}'", text)
    mass = float(seen.data.body_mass.values.sum())
    for name, hull in own if len(own) == 1 else ():
        made = hull.made_for
        if made is not None and not is_symbol(made) and abs(mass / made - 1) > _OTHERWISE:
            text = (
                f"the coefficients of hull '{name}' were computed for {made:.4g} kg, the machine has {mass:.4g} kg: added mass "
                "and waves, and what else was computed with them, are those of another draught"
            )
            yield Finding(abs(mass / made - 1), f"hull '{name}'", text, remedy=_WAVES_OF_ANOTHER)


@check(
    "Froude number",
    looks_at="elver.forces.Hull with radiation or resistance: speed along the hull through the water, its length",
    number="largest speed over sqrt(9.81 m/s^2 length)",
    threshold=_FASTEST,
    unit="1",
    remedy=(
        "take the resistance of a towing test at that speed (`wave_constant` of elver.forces.Resistance), and heave, pitch and "
        "radiated power as approximate"
    ),
)
def froude_number(seen: CheckContext) -> Iterator[Finding]:
    """Hulls at Froude numbers at which coefficients of zero speed, and waves in proportion to friction, no longer hold."""
    for name, hull in _hulls(seen):
        length = _beam_and_length(hull)[1] if hull.resistance is None else hull.resistance.length
        if (hull.resistance is None and hull.radiation is None) or is_symbol(length) or not length > 0:
            continue
        speed = np.abs(_through_the_water(seen, hull)[:, 0])
        k = int(speed.argmax())
        froude = float(speed[k]) / float(np.sqrt(STANDARD_GRAVITY * length))
        if froude <= _FASTEST:
            continue
        lacks = []
        if hull.radiation is not None:
            lacks.append("added mass and waves of its radiation are those at no forward speed")
        if hull.resistance is not None:
            given = any(is_symbol(own) or own > 0 for own in (hull.resistance.wave, hull.resistance.wave_constant))
            grows = "its wave resistance is a share of friction, where a hull's grows far faster"
            lacks.append(grows if given else "its resistance holds no waves at all, which are a large part of it there")
        text = f"hull '{name}' goes {speed[k]:.3g} m/s, a Froude number of {froude:.2g} at {length:.3g} m: {', and '.join(lacks)}"
        yield Finding(froude, f"hull '{name}'", text, time=seen.times[k])


def _through_the_water(seen: CheckContext, hull: Hull) -> np.ndarray:
    """Velocity of the hull's frame through the water, along its own axes, at every sample [m/s]; (time, 3)."""
    j = list(seen.robot.body_names).index(hull.body)
    twist, turn = (seen.data[name].values[:, j] for name in ("body_twist", "body_quaternion"))
    stream = seen.stream(getattr(hull.resistance, "current", ()), j)
    own = twist[:, :3] + np.cross(twist[:, 3:], np.asarray(hull.reference, dtype=float))
    return own - rotate(conjugate(turn), stream)


@check(
    "flow across a hull",
    looks_at="elver.forces.Hull with a resistance without `side_area`: velocity through the water along and across the hull",
    number="root mean square across over that of both",
    threshold=_SIDEWAYS,
    unit="1",
    remedy=(
        "give the resistance a `side_area`, drag coefficient (about 1) times length times draught, or a current along the hull"
    ),
)
def flow_across_a_hull(seen: CheckContext) -> Iterator[Finding]:
    """Hulls that the water passes from the side, where their resistance acts along them alone."""
    for name, hull in _hulls(seen):
        own = hull.resistance
        if own is None or is_symbol(own.side_area) or own.side_area > 0 or is_symbol(own.length):
            continue
        flow = np.sqrt((_through_the_water(seen, hull)[:, :2] ** 2).mean(axis=0))
        share = float(flow[1] / np.hypot(*flow)) if flow[1] > _LITTLE * np.sqrt(STANDARD_GRAVITY * own.length) else 0.0
        if share > _SIDEWAYS:
            text = (
                f"water passes hull '{name}' from the side at {flow[1]:.3g} m/s on the mean, and its resistance acts along "
                "the hull alone: a current or a drift across it meets nothing"
            )
            yield Finding(share, f"hull '{name}'", text)
