"""What integration hands on: states at times, and how it ended; and where it starts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.native.program import Program

UNIT = 1e-6  # norm of a quaternion, so that the states of a run in single precision can be given


@dataclass(frozen=True)
class Trajectory:
    """times [s], states (one row each), status (a word of elver.statuses), steps done; detail: more on why it ended early.

    inputs: those in force from every sample on, one row each; None where they are the parameters' all the time.
    """

    times: np.ndarray
    states: np.ndarray
    status: str
    steps: int
    wall_time: float
    detail: str = ""
    inputs: np.ndarray | None = None


def start_state(program: Program, p: np.ndarray, resume: Any = None) -> tuple[np.ndarray, float]:
    """State and time a run begins with."""
    return (program.initial_state(p), 0.0) if resume is None else last_state(program, resume)


def resumed_values(program: Program, run: Any) -> dict[str, float]:
    """Values that a run had of the program's free parameters: what it goes on with where nothing else is said."""
    before = json.loads(run.data.attrs["parameters"])
    return {name: float(before[name]) for name in program.equations.parameters if isinstance(before.get(name), (int, float))}


def last_state(program: Program, run: Any) -> tuple[np.ndarray, float]:
    """State and time at the end of a run of the same model."""
    refuse_other_model(program, run)
    return run.data.state.values[-1].copy(), float(run.data.time[-1])


def refuse_other_model(program: Program, run: Any) -> None:
    """Refuse to go on with a run of another model, or of other parameters that are compiled in."""
    names = list(program.equations.layout.names)
    if list(run.data.state_name.values) != names:
        raise InputError(
            f"the run to resume is of '{run.data.attrs['model']}', whose state differs from this model's. Use the same model."
        )
    before, now = json.loads(run.data.attrs["parameters"]), json.loads(json.dumps(dict(program.model.parameters), default=str))
    free = program.equations.parameters
    changed = [n for n, value in now.items() if n not in free and before.get(n, value) != value]
    if changed:
        raise InputError(
            f"the run to resume has {changed[0]} = {before[changed[0]]}, this model {now[changed[0]]}. Resume with the same."
        )


def refuse_long_quaternions(program: Program, x: np.ndarray) -> None:
    """The base's quaternions have length 1."""
    part = x[:, program.equations.layout.slices["quaternion"]]
    norms = np.linalg.norm(part, axis=1)
    bad = np.flatnonzero(np.abs(norms - 1) > UNIT) if part.shape[1] else np.zeros(0, int)
    if len(bad):
        which = f" for machine {bad[0]}" if len(x) > 1 else ""
        raise InputError(f"the base's quaternion has norm {norms[bad[0]]:.6g}{which}. Give a unit quaternion (w, x, y, z).")
