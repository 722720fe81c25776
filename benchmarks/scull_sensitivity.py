"""How much the sculls' mean speed depends on every chosen number: central differences over periodic orbits, as a table.

python benchmarks/scull_sensitivity.py [scull-40] [parameter ...]
"""

from __future__ import annotations

import sys

import elver
from elver.analysis import find_orbit

FREE = (
    "blade.area", "blade.coefficient", "hull.wetted_area", "hull.form", "hull.wave", "hull.viscosity", "stroke.rate",
    "stroke.drive", "stroke.catch", "stroke.finish", "stroke.arc",
)  # fmt: skip
FIXED = (
    "stroke.knee_catch", "stroke.knee_finish", "stroke.lean_catch", "stroke.lean_finish", "rower.height", "rower.mass",
    "rower.arms", "rig.foot", "rig.foot_height", "rig.rail", "rig.lock", "rig.hip", "rig.span", "oar.mass", "oar.lever",
    "oar.dip", "boat.mass", "boat.middle", "boat.radius", "boat.seat", "hull.steady",
)  # fmt: skip
SHARE = 0.02
SHAPES = {
    "hull.waves=simple": {"hull.waves": "simple"},
    "legs as fast as the oars": {"stroke.legs": (0.0, 0.095, 0.345, 0.655, 0.905, 1.0)},
    "legs and trunk together": {"stroke.body": (0.0, 0.23, 0.62, 0.91, 0.99, 1.0)},
}


def speed(program, **parameters) -> float:
    """Mean speed on the orbit [m/s]."""
    return find_orbit(program, parameters=parameters).demand().drift.speed


def built(name: str, free=(), **changes):
    """A program of the scenario that begins at the steady speed, without solving for its orbit first."""
    return elver.compile_model(elver.scenario(name).build(changes, free=free))


def main() -> None:
    name, chosen = (sys.argv[1] if len(sys.argv) > 1 else "scull-40"), sys.argv[2:]
    values, program = elver.scenario(name).values(), built(name, FREE)
    base = speed(program)
    print(f"{name}: mean speed {base:.4f} m/s\n\n| parameter | value | change of the mean speed for +10 % [m/s] |\n|---|---|---|")
    for key in (*FREE, *FIXED):
        if chosen and key not in chosen:
            continue
        step = SHARE * values[key]
        if key in FREE:
            ends = [speed(program, **{key: values[key] + s * step}) for s in (-1, 1)]
        else:
            ends = [speed(built(name, **{key: values[key] + s * step})) for s in (-1, 1)]
        print(f"| `{key}` | {values[key]:.4g} | {0.1 / SHARE * (ends[1] - ends[0]) / 2:+.4f} |", flush=True)
    for label, changes in SHAPES.items():
        if not chosen:
            print(f"| {label} | | {speed(built(name, **changes)) - base:+.4f} (all of it) |", flush=True)


if __name__ == "__main__":
    main()
