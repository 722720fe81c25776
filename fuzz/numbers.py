"""Are the numbers right? A run that says ``trusted`` lies within 2 % of the range of its path of runs with far finer steps.

Random scenes of contact, and published scenarios with random parameters. The reference is made twice, by steps of 1/16 and 1/32:
where the two do not agree (a machine that balances on an edge, a motion that forgets how it began) nothing is decided.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from .case import Kind, Report
from .child import forked, warm
from .scenes import random_scene, scene_model
from .verdict import judge

ALLOWED, SURE = 0.02, 0.004  # of the range of the path: of a trusted run, and between the two references
FINE = (16, 32)  # times finer
SHORT = 1e-4  # m: a path that is no path
SECONDS = 240.0
SCENARIOS = {  # cheap ones, with sizes that keep them so, and how long they run [s]
    "eel": ({"body.joints": 2}, 1.0),
    "swimmer": ({"links": 3}, 1.0),
    "crawler": ({"links": 3}, 1.0),
    "snake-amphibious": ({"links": 3}, 0.5),
    "aiko-flat": ({"links": 3}, 0.5),
    "aiko-obstacles": ({"links": 4}, 0.5),
    "gray": ({}, 0.3),
    "moth": ({}, 0.05),
}
LEFT = ("links", "joints", "sections", "strips", "stations", "seed")  # ends of names of what is a size


def attack(chance: Random, folder: Path) -> Report:
    """One machine, three runs."""
    warm()
    given = chance.choice((a_scene, a_scene, a_scenario))(chance)
    ended = forked(lambda: compare(given), folder, SECONDS)
    findings, long = judge(ended, small=False)
    if findings or long:
        return Report(str(given), findings, long)
    told = json.loads(ended.out.splitlines()[-1])
    return Report(f"{given}: {told['outcome']}", told["findings"])


def a_scene(chance: Random) -> dict[str, Any]:
    """A random scene."""
    return {"scene": random_scene(chance), "duration": 1.0, "dt": chance.choice((1e-3, 2e-3, 5e-3))}


def a_scenario(chance: Random) -> dict[str, Any]:
    """A published scenario with one to three of its real numbers changed, within their bounds."""
    from elver import scenario

    name = chance.choice(sorted(SCENARIOS))
    sizes, duration = SCENARIOS[name]
    own = scenario(name)
    usual = {p.name: p for p in own.parameters if isinstance(p.default, float) and p.default and not p.name.endswith(LEFT)}
    changes: dict[str, Any] = {key: value for key, value in sizes.items() if key in own.names}
    for key in chance.sample(sorted(usual), min(len(usual), chance.choice((1, 2, 3)))):
        value = usual[key].default * 2.0 ** chance.uniform(-1.0, 1.0)
        if usual[key].allows(value):
            changes[key] = value
    return {"scenario": name, "changes": changes, "duration": duration, "dt": own.time_step(changes)}


def compare(given: dict[str, Any]) -> int:
    """Run, run finer, compare; print what came out."""
    import warnings

    from elver import ElverError, compile_model, scenario

    warnings.simplefilter("ignore")
    try:
        if "scene" in given:
            program = compile_model(scene_model(given["scene"]))
        else:
            own = scenario(given["scenario"])
            program = compile_model(own.prepared(given["changes"], duration=given["duration"]))
        told = judged(program, given["duration"], given["dt"])
    except ElverError as error:
        told = {"outcome": f"refused: {str(error)[:120]}", "findings": [] if str(error) else ["an error without a message"]}
    print(json.dumps(told))
    return 0


def judged(program, duration: float, dt: float) -> dict[str, Any]:
    """What a run claims, beside two runs that are finer."""
    import numpy as np

    import elver

    output = dt * max(1, round(0.01 / dt))
    run = elver.simulate(program, duration, solver=elver.Solver(dt=dt), save=elver.Save(every=output), progress=False)
    if run.status != "finished" or not run.summary["trusted"]:
        return {"outcome": f"{run.status}, trusted {run.summary['trusted']}", "findings": []}
    finer = [
        elver.simulate(
            program,
            duration,
            solver=elver.Solver(dt=dt / k, rtol=1e-11, atol=1e-13),
            save=elver.Save(every=output),
            progress=False,
        )
        for k in FINE
    ]
    if any(one.status != "finished" for one in finer):
        return {"outcome": f"the finer runs ended {[one.status for one in finer]}", "findings": []}
    coarse, fine, finest = (one.data.base_position.values for one in (run, *finer))  # as `trusted` has it
    if not coarse.shape == fine.shape == finest.shape:
        return {"outcome": "samples differ", "findings": [f"samples of {coarse.shape}, {fine.shape} and {finest.shape}"]}
    size = float(np.ptp(finest, axis=0).max())
    off, doubt = (float(np.abs(path - finest).max()) for path in (coarse, fine))
    outcome = f"path {size:.3g} m, off by {off / max(size, SHORT):.2%}, references by {doubt / max(size, SHORT):.2%}"
    wrong = size > SHORT and doubt < SURE * size and off > ALLOWED * size
    what = f"trusted, with dt = {dt:g} s, but {off / size:.1%} of its path off a run of 1/{FINE[-1]} of the step" if wrong else ""
    return {"outcome": outcome, "findings": [what] if wrong else []}


KIND = Kind("numbers", "random scenes and parameters: trusted runs beside far finer ones", attack, weight=4)
