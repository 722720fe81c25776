"""Constructors and functions with odd values. They give a result or an ElverError.

Policy: a call may raise ElverError (InputError and its relatives). Any other exception is a finding, except a TypeError that
Python itself raises because the arguments do not fit the signature: no line of Elver has run then. Good values come from the
scenarios: every object of a public class that a model is made of is built again with one or two of its fields changed.
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

from .case import Kind, Report
from .child import forked
from .odd import VALUES, WORDS
from .verdict import judge

PACKAGES = ("elver", "elver.robot", "elver.forces", "elver.drive", "elver.contact", "elver.equations", "elver.hydro")
CALLS = 300  # of one case, in one process
SMALL = {"body.joints": 2, "links": 3, "wing.sections": 2}
RESULTS = {"Run", "Equations", "Field", "StateLayout", "Motion", "Effect"}  # made by Elver, not by users


@cache
def templates() -> list:
    """Objects of public classes that the scenarios' models hold."""
    from elver.systems import scenarios

    found: dict[type, list] = {}
    for scenario in scenarios():
        changes = {name: n for name, n in SMALL.items() if name in scenario.names}
        collect(scenario.build(changes, settled=False), found, set())
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
    from elver import contact, drive, hydro, robot

    joint = elver.Joint("j", "a", "b")
    return (
        (elver.scenario, {"name": "eel"}),
        (elver.load_run, {"path": "none.nc"}),
        (elver.spherical_joint, {"joint": joint}),
        (elver.universal_joint, {"joint": joint}),
        (hydro.load_hull, {"path": "none.json"}),
        (hydro.read_stl, {"path": "none.stl"}),
        (contact.FrictionSet.of, {"given": 0.3}),
        (robot.Rigidity, {}),
        (drive.start_ramp, {}),
        (
            elver.scenario("eel").build,
            {"changes": {"gait.amplitude": 0.1, "body.joints": 2}, "free": ("gait.period",), "duration": 1.0},
        ),
        (elver.scenario("crawler").build, {"changes": {"links": 3}, "free": (), "duration": 1.0}),
    )


def odd_value(chance: Random, good):
    """Something odd, or a good value with its sign, size or shape changed."""
    if chance.random() < 0.6:
        return chance.choice((*VALUES, chance.choice(WORDS)))
    if isinstance(good, float):
        return chance.choice((-good, 0.0, good * 1e200, good * 1e-200, math.nan, str(good), [good], int(good)))
    if isinstance(good, (tuple, list)) and good:
        changed = [odd_value(chance, v) if k == 0 else v for k, v in enumerate(good)]
        return chance.choice((good[:-1], (*good, good[-1]), list(good) * 2, type(good)(changed), good[0]))
    if isinstance(good, Mapping) and good:
        name = chance.choice(list(good))
        return chance.choice(({**good, "none": 1.0}, {**good, name: odd_value(chance, good[name])}, {3: 4}, list(good)))
    if hasattr(good, "shape"):
        return chance.choice(
            (good * math.nan, -good, good.T[..., :-1], good.tolist(), good * 1e300, good.astype(object), good.ravel())
        )
    return chance.choice(VALUES)


def one_call(chance: Random) -> tuple[str, object, dict]:
    """A constructor or function and its keywords, one or two of them odd."""
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
    for key in changed:
        keywords[key] = odd_value(chance, keywords[key])
    return f"{name}({', '.join(f'{k}={keywords[k]!r:.80}' for k in changed)})", call, keywords


def try_call(call, keywords: dict) -> str:
    """What a call did wrong; empty text where it kept to the policy."""
    from elver import ElverError

    try:
        call(**keywords)
    except ElverError:
        return ""
    except Exception as error:
        inside = error.__traceback__.tb_next
        if isinstance(error, TypeError) and inside is None:
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
        text, call, keywords = one_call(chance)
        if wrong := try_call(call, keywords):
            found.setdefault((text.split("=")[0], wrong.split(":")[0]), f"{text}: {wrong}")
    print(json.dumps(list(found.values())))
    return 0


KIND = Kind("api", "public constructors and functions with odd values", attack, weight=1)
