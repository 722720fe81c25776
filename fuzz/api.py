"""Constructors and functions with odd values. They give a result or an ElverError.

Policy: an odd value of the right type (a number that is not finite, a text that is no name, a tuple of wrong length, an array of
wrong shape) may raise ElverError alone. A value of a wrong type (a set for a number) may also raise Python's own TypeError,
ValueError or AttributeError. All else is a finding. Good values come from the scenarios: every object of a public class that a
model is made of is built again with one or two of its fields changed.
"""

from __future__ import annotations

import dataclasses
import json
import math
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np

from .case import Kind, Report
from .child import forked
from .odd import VALUES, WORDS
from .verdict import judge

PACKAGES = ("elver", "elver.robot", "elver.forces", "elver.drive", "elver.contact", "elver.model", "elver.forces.hulls")
CALLS = 300  # of one case, in one process
SMALL = {"body.joints": 2, "links": 3, "wing.sections": 2}
RESULTS = {"Run", "Equations", "Field", "StateLayout", "Motion", "Effect"}  # made by Elver, not by users


@cache
def templates() -> list:
    """Objects of public classes that the scenarios' models hold."""
    from elver.scenarios import all_scenarios

    found: dict[type, list] = {}
    for scenario in all_scenarios():
        changes = {name: n for name, n in SMALL.items() if name in scenario.names}
        collect(scenario.build(changes), found, set())
    public = {getattr(import_module(p), n) for p in PACKAGES for n in import_module(p).__all__ if n not in RESULTS}
    return [obj for kind, many in found.items() if kind in public for obj in many[:3]]


def collect(value, found: dict, seen: set) -> None:
    """All dataclass objects of Elver inside a value, by class."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            collect(item, found, seen)
    elif dataclasses.is_dataclass(value) and type(value).__module__.startswith("elver"):
        found.setdefault(type(value), []).append(value)
        for field in dataclasses.fields(value):
            collect(getattr(value, field.name), found, seen)


@cache
def functions() -> tuple:
    """Public functions that take values of a user, each with arguments that are good."""
    import elver
    from elver import contact, robot
    from elver.forces import hulls

    joint = elver.Joint("j", "a", "b")
    return (
        (elver.scenario, {"name": "eel"}),
        (elver.load_run, {"path": "none.nc"}),
        (elver.robot.spherical_joint, {"first": joint, "r": 0.1}),
        (elver.robot.universal_joint, {"first": joint}),
        (hulls.load_hull, {"path": "none.json"}),
        (hulls.read_mesh, {"path": "none.stl"}),
        (contact.FrictionSet.of, {"given": 0.3}),
        (robot.Rigidity, {"value": 0.1}),
        (
            elver.scenario("eel").build,
            {"changes": {"gait.amplitude": 0.1, "body.joints": 2}, "free": ("gait.period",), "duration": 1.0},
        ),
        (elver.scenario("crawler").build, {"changes": {"links": 3}, "free": (), "duration": 1.0}),
    )


def odd_value(chance: Random, good):
    """A value of the type of a good one, with an odd sign, size, shape or content; the good value where there is none."""
    if isinstance(good, bool):
        return not good
    if isinstance(good, int):
        return chance.choice((0, -1, 10**9, -(10**9), 10**30))
    if isinstance(good, float):
        return chance.choice((-good, 0.0, -1.0, good * 1e200, good * 1e-200, math.nan, math.inf, -math.inf, 1e308, 1e-320))
    if isinstance(good, str):
        return chance.choice(WORDS)
    if isinstance(good, (tuple, list)) and good:
        changed = [odd_value(chance, v) if k == 0 else v for k, v in enumerate(good)]
        return type(good)(chance.choice((good[:-1], [*good, good[-1]], [*good, *good], changed, ())))
    if isinstance(good, Mapping) and good:
        name = chance.choice(list(good))
        return chance.choice(({**good, "none": good[name]}, {**good, name: odd_value(chance, good[name])}, {}))
    if isinstance(good, np.ndarray) and good.dtype.kind == "f":
        return chance.choice((good * math.nan, -good, good[..., :-1], good * 1e300, good.ravel(), good * 0.0))
    return good


def one_call(chance: Random) -> tuple[str, object, dict, bool]:
    """A constructor or function and its keywords, one or two of them odd; and whether their types are right."""
    if chance.random() < 0.15:
        call, keywords = chance.choice(functions())
        keywords, name = dict(keywords), getattr(call, "__qualname__", str(call))
    else:
        kinds = sorted({type(t) for t in templates()}, key=lambda k: k.__name__)
        kind = chance.choice(kinds)
        template = chance.choice([t for t in templates() if type(t) is kind])
        keywords = {f.name: getattr(template, f.name) for f in dataclasses.fields(template) if f.init}
        call, name = kind, kind.__name__
    changed = chance.sample(sorted(keywords), min(len(keywords), chance.choice((1, 1, 1, 2))))
    right = chance.random() < 0.7
    for key in changed:
        keywords[key] = odd_value(chance, keywords[key]) if right else chance.choice((*VALUES, chance.choice(WORDS)))
    return f"{name}({', '.join(f'{k}={keywords[k]!r:.80}' for k in changed)})", call, keywords, right


def try_call(call, keywords: dict, right: bool) -> str:
    """What a call did wrong; empty text where it kept to the policy."""
    from elver import ElverError

    try:
        call(**keywords)
    except ElverError:
        return ""
    except Exception as error:
        if not right and isinstance(error, (TypeError, ValueError, AttributeError)):
            return ""
        return f"{type(error).__name__}: {str(error)[:120]}"
    return ""


def attack(chance: Random, folder: Path) -> Report:
    """Some hundred calls in one process."""
    templates(), functions()
    ended = forked(lambda: many_calls(chance), folder)
    findings, long = judge(ended)
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(f"{CALLS} constructor calls", findings, long)


def many_calls(chance: Random) -> int:
    """Make the calls; print the findings, one of each sort."""
    warnings.simplefilter("ignore")
    found: dict[tuple, str] = {}
    for _ in range(CALLS):
        text, call, keywords, right = one_call(chance)
        if wrong := try_call(call, keywords, right):
            found.setdefault((text.split("=")[0], wrong.split(":")[0]), f"{text}: {wrong}")
    print(json.dumps(list(found.values())))
    return 0


KIND = Kind("api", "public constructors and functions with odd values", attack, weight=1)
