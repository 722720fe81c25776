"""Hulls: stability, hulls out of the water or below it, and coefficients that were computed for another mass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from elver.errors import is_symbol
from elver.forces import Gravity, Hull
from elver.results.plausibility.check import Check, Found, Seen
from elver.spatial import conjugate, rotate

OTHERWISE = 0.03  # of the mass
WAVES_OF_ANOTHER = (
    "of a scenario that comes with its coefficients take added mass and waves as approximate, or a load nearer to theirs; "
    "for a model of your own compute the hull for this mass (`elver hull --mass`, Hull.from_coefficients)"
)
AXES = {3: ("roll", 1), 4: ("pitch", 2)}  # freedom of the base: its name, and its place in (heave, roll, pitch)


def hulls(seen: Seen) -> list[tuple[str, Hull]]:
    """The hulls of a model whose numbers are known."""
    own = [(name, force) for name, force in seen.parts["forces"].items() if isinstance(force, Hull)]
    return [(name, hull) for name, hull in own if not is_symbol(hull.hydrostatics.buoyancy)]


def weight(seen: Seen) -> float:
    """Weight of all bodies less the buoyancy that gravity counts [N]; 0 where there is no gravity."""
    total = 0.0
    for force in seen.parts["forces"].values():
        if isinstance(force, Gravity) and not is_symbol(force.acceleration) and not is_symbol(force.fluid_density):
            total += float(force.acceleration) * sum(float(force.net_mass(body)[0]) for body in seen.robot.bodies)
    return total


def centre_in(seen: Seen, hull: Hull) -> np.ndarray:
    """Centre of mass of the machine at the start, in the hull's frame [m]."""
    j = list(seen.robot.body_names).index(hull.body)
    position, turn = (seen.data[name].values[0, j] for name in ("body_position", "body_quaternion"))
    return rotate(conjugate(turn), seen.data.com_position.values[0] - position) - np.asarray(hull.reference, dtype=float)


def capsizing(seen: Seen) -> Iterator[Found]:
    """Directions in which a hull has no stability: waterplane, buoyancy and weight together turn it over."""
    load = weight(seen)
    for name, hull in hulls(seen) if load > 0 else ():
        water, height = hull.hydrostatics, centre_in(seen, hull)[2]
        for freedom, (word, k) in AXES.items():
            if freedom in seen.robot.freedoms:
                stiffness = water.restoring[k, k] + water.buoyancy * float(water.centre[2]) - load * height
                if stiffness < 0:
                    metacentre = stiffness / load
                    text = f"hull '{name}' has a metacentric height of {metacentre:.3g} m in {word}: upright it capsizes"
                    yield Found(metacentre, f"hull '{name}'", text)


def heights(seen: Seen, hull: Hull) -> np.ndarray:
    """Height of the hull's waterplane above the water, at every sample [m]."""
    j = list(seen.robot.body_names).index(hull.body)
    position, turn = (seen.data[name].values[:, j] for name in ("body_position", "body_quaternion"))
    return (position + rotate(turn, np.asarray(hull.reference, dtype=float)))[:, 2] - float(hull.level)


def out_of_reach(seen: Seen) -> Iterator[Found]:
    """Hulls that rise until nothing of them is in the water, or sink below their deck: linear buoyancy goes on for ever.

    At the mean draught, displaced volume over waterplane, buoyancy W - G z is 0: above it the water would pull.
    """
    for name, hull in hulls(seen):
        stiffness, lift = float(hull.hydrostatics.restoring[0, 0]), float(hull.hydrostatics.buoyancy)
        if hull.shrinking or stiffness <= 0 or lift <= 0 or is_symbol(hull.level):
            continue
        z, mean = heights(seen, hull), lift / stiffness
        draught = mean if hull.draught is None else min(mean, float(hull.draught))
        deck, what, where = mean, "mean draught", "far below where it floats"
        if hull.freeboard is not None:
            deck, what, where = float(hull.freeboard), "freeboard", "with its deck below the water"
        for k, allowed, word in (
            (int(z.argmax()), draught, f"rises {z.max():.3g} m, and its draught is {draught:.3g} m: out of the water"),
            (int(z.argmin()), deck, f"sinks {-z.min():.3g} m, and its {what} is {deck:.3g} m: {where}"),
        ):
            if abs(z[k]) > allowed and (z[k] > 0) == (k == int(z.argmax())):
                text = f"hull '{name}' {word} its linear buoyancy, waves and resistance go on as if it floated"
                yield Found(abs(z[k]), f"hull '{name}'", text, time=seen.times[k], threshold=allowed)


def other_mass(seen: Seen) -> Iterator[Found]:
    """Hulls that carry another weight than they float with, or whose coefficients were computed for another mass."""
    load, own = weight(seen), hulls(seen)
    afloat = sum(float(hull.hydrostatics.buoyancy) for _, hull in own)
    if not own or load <= 0:
        return
    if abs(off := load / afloat - 1 if afloat > 0 else np.inf) > OTHERWISE:
        sinks = "deeper" if off > 0 else "higher"
        text = f"the machine weighs {load:.4g} N, its hull floats under {afloat:.4g} N: it lies {sinks} than its coefficients say"
        yield Found(abs(off), f"hull '{own[0][0]}'", text)
    mass = float(seen.data.body_mass.values.sum())
    for name, hull in own if len(own) == 1 else ():
        made = hull.made_for
        if made is not None and not is_symbol(made) and abs(mass / made - 1) > OTHERWISE:
            text = (
                f"the coefficients of hull '{name}' were computed for {made:.4g} kg, the machine has {mass:.4g} kg: added mass "
                "and waves, and what else was computed with them, are those of another draught"
            )
            yield Found(abs(mass / made - 1), f"hull '{name}'", text, remedy=WAVES_OF_ANOTHER)


CAPSIZING = Check(
    "metacentric height",
    "elver.forces.Hull and the centre of mass at the start, in roll and pitch where the base can",
    "stiffness over weight",
    0.0,
    "m",
    "lower the centre of mass, widen the waterplane, or check the hull's restoring matrix and centre of buoyancy",
    capsizing,
    below=True,
)
OUT_OF_REACH = Check(
    "hull out of the water",
    "elver.forces.Hull without `shrinking`: height of its waterplane above the water",
    "how far it rises or sinks from rest",
    None,
    "m",
    "smaller motions, a load that the hull can carry, or a waterplane that shrinks with the height (`Hull(shrinking=)`)",
    out_of_reach,
    bound="the draught (at most the mean one) upwards, and the freeboard, else the mean draught, downwards; "
    "the mean one is buoyancy over heave stiffness",
)
OTHER_MASS = Check(
    "hull of another mass",
    "elver.forces.Hull: its buoyancy against the weight, the mass it was computed for (`made_for`) against the machine's",
    "relative difference",
    OTHERWISE,
    "1",
    "compute the hull for this mass (`elver hull --mass`, elver.hulls), and wetted area and resistance with it",
    other_mass,
)
