"""Scenario files that tests start from, and how they change a line of one."""

from __future__ import annotations

import re

from elver.scenarios import Scenario, load_text

SWIMMER = """elver: 1
name: three-links
title: Three links that swim
parameters:
  length: {value: 100 mm, range: [50 mm, 200 mm], meaning: of a link}
  amplitude: {value: 30 deg, range: [0, 60 deg], meaning: of the joints}
  frequency: {value: 0.5, unit: Hz, range: [0.1, 3], meaning: of the joints}
  friction: {value: 0.02, range: [0, 1], meaning: along the links}
  law: {value: kirchhoff, choices: [paper, kirchhoff], meaning: added-mass law}
machine:
  base: free
  bodies:
    head:
      shape: {type: elliptic_cylinder, length: length, a2: 30 mm, a3: 40 mm}
      density: 1000
    middle:
      shape: {type: elliptic_cylinder, length: length, a2: 30 mm, a3: 40 mm}
      density: 1000
    tail:
      shape: {type: half_ellipsoid, length: length, a2: 3 cm, a3: 4 cm}
      density: 1 kg/l
  joints:
    neck: {parent: head, child: middle, d: length, viscous: 1 mN m s/rad}
    peduncle: {parent: middle, child: tail, at: [length, 0, 0], axis: [0, 0, 1]}
media:
  water: {type: morison, friction: friction, law: law}
  gravity: {type: gravity, fluid_density: 1000}
drive:
  gait: {type: serpenoid, joints: [neck, peduncle], amplitude: amplitude, frequency: frequency, phase: -90 deg, ramp_time: 0.5}
start: {position: [1 m, 0, 0]}
run: {duration: 2, dt: 2 ms, method: rk4, output: 20 ms}
measures:
  peak_bend: {of: "max(abs(joint_angle.neck))", unit: rad, meaning: largest angle of the neck}
pictures: {leave_out: [ledger], joints_shown: ["*"]}
claims:
  - {what: it moves on, measure: mean_speed, low: 0.001, high: 1 m/s, changes: {frequency: 0.6 Hz, law: paper}, duration: 1}
"""

BRIEF = """elver: 1
name: brief
parameters: {size: 0.1 m, count: {value: 3, whole: true}}
machine:
  base: fixed
  bodies:
    base: {}
    arm: {shape: {type: rod, length: size, radius: 3 cm / count}, density: 1000}
  joints:
    hinge: {parent: base, child: arm, mode: passive}
drive:
  elastic: {type: spring, stiffness: 1}
run: {duration: 1}
"""


def changed(text: str, old: str, new: str) -> str:
    """The text with one passage replaced, which must be there once."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the text"
    return text.replace(old, new)


def place_of(text: str, passage: str) -> tuple[int, int]:
    """Line and column, from 1, of a passage that stands once in a text."""
    assert text.count(passage) == 1, f"{passage!r} stands {text.count(passage)} times in the text"
    before = text[: text.index(passage)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def with_machine(machine: str, drive: str = "", more: str = "") -> Scenario:
    """A scenario of a machine, indented by two, with the parameters that it names: size, 0.1 m, and count, 3."""
    known = {"size": "0.1 m", "count": "{value: 3, whole: true}"}
    named = ", ".join(
        f"{name}: {value}" for name, value in known.items() if re.search(rf"\b{name}\b(?!:)", machine + drive + more)
    )
    text = f"elver: 1\nname: made\nparameters: {{{named}}}\nmachine:\n{machine}"
    return load_text(f"{text}{drive}{more}run: {{duration: 1}}\n", "made.yaml")
