"""Bodies whose mass, density or size stands out so far that a unit was probably forgotten."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from elver.robot import Body, Robot

DENSEST = 23000.0  # kg/m^3: osmium, the densest of all that machines are made of, has 22600
LARGER = 100.0  # times the middle size of the bodies, beyond which one stands out, and likewise below
HEAVIER = LARGER**3  # the same for masses
ALONE = 1  # bodies with which there is nothing to compare


def size_warnings(robot: Robot) -> list[str]:
    """One sentence for each kind of thing that stands out, with the number, the threshold and what to do."""
    bodies = [b for b in robot.bodies if not b.virtual]
    sizes = {b.name: size_of(b) for b in bodies if b.shape is not None}
    return [
        *dense(bodies),
        *uneven(sizes, LARGER, "long", "m"),
        *uneven({b.name: b.mass for b in bodies}, HEAVIER, "heavy", "kg"),
    ]


def size_of(body: Body) -> float:
    """The longest side of the box around a body's solid [m]."""
    assert body.shape is not None
    return float(np.ptp(body.shape.surface(), axis=0).max())


def dense(bodies: list[Body]) -> list[str]:
    """Bodies denser than any matter."""
    known = {b.name: b.mass / b.shape.volume for b in bodies if b.shape is not None and b.shape.volume > 0}
    found = {name: value for name, value in known.items() if value > DENSEST}
    if not found:
        return []
    worst = max(found, key=lambda name: found[name])
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return [
        f"body '{worst}'{more} has a density of {found[worst]:.3g} kg/m^3; the densest metals have less than {DENSEST:g}. "
        "Look at the units of its mass, its density and its sizes: `1500 kg/m^3`, `30 mm`, `20 g`."
    ]


def uneven(values: Mapping[str, float], most: float, word: str, unit: str) -> list[str]:
    """Bodies that are far larger or far smaller than the middle one of all."""
    if len(values) <= ALONE:
        return []
    middle = float(np.sort(list(values.values()))[(len(values) - 1) // 2])
    found = {n: v for n, v in values.items() if v > most * middle or v < middle / most}
    if not found:
        return []
    worst = max(found, key=lambda name: abs(np.log(found[name] / middle)))
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    times = max(found[worst] / middle, middle / found[worst])
    side = "above" if found[worst] > middle else "below"
    thing = "mass" if unit == "kg" else "size"
    return [
        f"body '{worst}'{more} is {found[worst]:.3g} {unit} {word}, {times:.3g} times {side} the middle {thing} of the bodies, "
        f"{middle:.3g} {unit}; more than {most:g} times is told. Look for a unit that was forgotten: a bare number is in "
        f"{'kg' if unit == 'kg' else 'm'}, so write {'`20 g`' if unit == 'kg' else '`30 mm`'}."
    ]
