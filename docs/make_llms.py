"""Write llms.txt, what a language model needs to work with Elver: ``python docs/make_llms.py``.

Ten worked commands, a file that works, and the schema of scenario files in short; all but the sentences comes from the package.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from elver.scenarios import all_scenarios, example, schema

PLACE = Path(__file__).parents[1] / "llms.txt"
INTRODUCTION = """\
# Elver

> Elver simulates machines that move because their joints do: eel robots, snake robots, soft fish, flapping wings, rowing boats,
> and machines described in a YAML file. Equations of motion by recursive Newton-Euler (CasADi, compiled to native code), water
> by strips with added mass, contact with friction that sticks (planar), hulls, wings. SI units and radians; world z up;
> quaternions (w, x, y, z). Units may be written in files: 30 deg, 80 mm, 1.5 Hz.

Install: `pip install "elver[figures]"`, or in a checkout `pip install ".[figures]"`. Python 3.11 to 3.13; no C compiler.
Check every answer: the summary's `trusted` must be true; if not, `doubts` says why. Mistakes in files are told with line, column
and the nearest word. Use `water.law=kirchhoff` for the published eel and swimmer unless a paper is to be reproduced: the paper's
law creates energy. What Elver does not do: docs/limits.md. All pages: docs/index.md; `elver docs TOPIC` opens them.
"""
COMMANDS = (
    ("elver list", "the scenarios; `elver list eel` shows the parameters of one with units, defaults and ranges"),
    (
        "elver run eel --set water.law=kirchhoff --set gait.amplitude=0.08 --duration 20 --json",
        "simulate; prints the summary as one JSON object, writes runs/eel/ with run.nc, summary.json, figures",
    ),
    (
        "elver page eel --set water.law=kirchhoff --open",
        "one HTML file in which the eel swims, with sliders; it needs no network",
    ),
    ("elver new fish.yaml", "write a commented machine file that works (below)"),
    ("elver check fish.yaml", "explain it, or name its mistakes with line and column; --picture fish.png draws it"),
    ('elver run fish.yaml --set lag="40 deg" --duration 6 --json', "run it with another value of one of its parameters"),
    ("elver page fish.yaml --open", "the machine in the browser, its parameters as sliders"),
    (
        "elver sweep fish.yaml --vary lag=0:2.5:26 --vary fin_length=0.03:0.12:10",
        "all combinations, in one data set with maps (extra `sweep`)",
    ),
    ("elver orbit eel --set water.law=kirchhoff", "steady swimming without waiting: speed, stability by Floquet multipliers"),
    (
        "elver fit fish.yaml --new",
        "begin a fit of unknown parameters to recordings: writes fish-fit.yaml, which `elver fit fish-fit.yaml` then runs",
    ),
)
PYTHON = """\
import elver

fish = elver.load("fish.yaml")                       # or elver.scenario("eel")
run = elver.simulate(fish.build({"lag": 0.7}), 6.0)  # a Run: run.summary (dict), run.data (xarray Dataset), run.save("fish.nc")
print(run.summary["mean_speed"], run.summary["trusted"])
program = elver.compile_model(fish.build(free=["lag", "fin_length"]))
data = elver.simulate_batch(program, 6.0, parameters={"lag": [0.2, 0.7, 1.2], "fin_length": 0.07})  # many machines at once
gradient = elver.gradient(program, "distance", duration=4.0)
"""
NOTES = """\
`elver schema` prints it whole as JSON schema. Any number may be an expression of the file's parameters: 0.5 * fin_length.
A body's frame has its origin on the joint to its parent. ellipsoid, box and plate are centred on `at` (default: that origin);
rod, elliptic_cylinder and half_ellipsoid begin there and run along e1 (default: x); tapered has its stations along x. A joint's
`at` and `axis` are in the parent's frame. Swimmers need `media: {water: {type: morison}}` and a gait, such as serpenoid with a
negative phase, whose wave runs from the first joint to the last and pushes the first one ahead. Joints that beat by different
amplitudes take a gait each: `gait:` may be a list, one entry for each group of joints. `--set` changes the parameters of the
file and nothing else; to switch a law, name it: `parameters: law: {value: kirchhoff, choices: [kirchhoff, paper]}` and
`media: {water: {type: morison, law: law}}`, then `--set law=paper`.
Equal links in a row behind a body: `chain: [{count: 7, after: head, body: {name: "link{i}", shape: ..., density: 1000},
joint: {name: "joint{i}", at: [60 mm, 0, 0], axis: z}}]`, with `joints: "joint*"` in the gait. The other side of a machine:
`mirror: [{branch: left_shoulder, plane: xz, rename: [left, right]}]`.
"""
SHORT = 110  # letters of a description


def described(value: dict[str, Any]) -> str:
    """What the schema says of a value, in short."""
    if "const" in value:
        return str(value["const"])
    if "enum" in value:
        return "one of " + ", ".join(map(str, value["enum"]))
    for part in (value, *value.get("anyOf", ())):
        if "description" in part:
            text = " ".join(part["description"].split())
            return text if len(text) <= SHORT else text[: SHORT - 3].rsplit(" ", 1)[0] + " ..."
    return ""


def keys(value: dict[str, Any], but: tuple[str, ...] = ()) -> str:
    """The keys of a table, those that must be given with a star, each with its unit where it has one."""
    found = []
    for name, part in value.get("properties", {}).items():
        unit = re.search(r"\[[^\]]+\]", described(part))
        star = "*" if name in value.get("required", ()) else ""
        if name not in but:
            found.append(f"{name}{star}" + (f" {unit[0]}" if unit and unit[0] != "[1]" else ""))
    return ", ".join(found)


def tables(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables that a value may be."""
    found = [value] if value.get("properties") else []
    for word in ("anyOf", "oneOf"):
        for part in value.get(word, ()):
            found += tables(part)
    for word in ("additionalProperties", "items"):
        found += tables(value[word]) if isinstance(value.get(word), dict) else []
    return found


def kind_of(value: Any) -> str:
    """The kind of thing that a section holds by name or in a list, where the schema names one."""
    found = re.search(r"'\$ref': '#/\$defs/(\w+)'", str(value.get("additionalProperties", value.get("items", ""))))
    held = "name -> " if "additionalProperties" in value else "list of "
    return f"{held}{found[1].removeprefix('restricted_')} (below)" if found else ""


def schema_in_short() -> str:
    """Sections of a file, and for each kind of thing its types with their keys."""
    whole = schema()
    lines = ["Sections of a file (a star: must be given):", ""]
    for name, part in whole["properties"].items():
        inner = "; ".join(filter(None, (keys(table) for table in tables(part)[:2])))
        star = "*" if name in whole["required"] else ""
        lines.append(f"- {name}{star}: " + (kind_of(part) or inner or described(part) or "text"))
    machine = whole["properties"]["machine"]["properties"]
    for name in ("bodies", "joints", "chain", "mirror", "soft", "tether", "loops"):
        held = "name -> " if "additionalProperties" in machine[name] else "list of tables: "
        for table in tables(machine.get(name, {}))[:1]:
            lines.append(f"- machine.{name}: {held}{keys(table)}")
    for kind, part in whole["$defs"].items():
        if kind != "restricted_medium":
            lines += ["", f"{kind}, by `type`:", ""]
            for table in tables(part):
                word = described(table["properties"].get("type", {}))
                lines.append(f"- {word}: {keys(table, but=('type',))}" if word else f"- {keys(table)}")
    return "\n".join(lines)


def text() -> str:
    """The file as it should be."""
    scenarios = "\n".join(f"- {s.name}: {s.title}" for s in all_scenarios())
    commands = "\n".join(f"{k}. `{line}`\n   {meaning}" for k, (line, meaning) in enumerate(COMMANDS, start=1))
    return "\n".join(
        (
            INTRODUCTION, "## Ten commands\n", commands, "\n## Scenarios that come with it\n", scenarios, "\n## From Python\n",
            f"```python\n{PYTHON}```", "\n## A machine file that works (`elver new fish.yaml`)\n", f"```yaml\n{example()}```",
            "\n## The schema of machine files, in short\n",
            NOTES,
            schema_in_short(), "",
        )
    )  # fmt: skip


if __name__ == "__main__":
    PLACE.write_text(text(), encoding="utf-8")
