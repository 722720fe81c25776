"""Claims measured: runs that several of them need are made once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from elver._support.errors import EndedEarlyError, NoOrbitError
from elver.contact import ContactSettings
from elver.model import Model
from elver.model.program import fitted_output, fitted_step
from elver.results import Run
from elver.results.checks.steps import chose_steps
from elver.scenarios.claims import Claim, Verdict
from elver.scenarios.definition import Scenario, scenario
from elver.simulation import Save, Solver, simulate
from elver.simulation.step_error import TIGHTER

_FINER = 2  # steps of a bench for errors are shorter by this factor, its tolerances by that of every check
_RTOL, _ATOL = 1e-8, 1e-10


@dataclass
class ClaimRunner:
    """Runs that claims share; each is made once. finer: with half the step, and a hundredth of adaptive methods' tolerances."""

    finer: bool = False
    runs: dict[tuple, Run] = field(default_factory=dict)
    asked: dict[str, Run] = field(default_factory=dict)

    def run(
        self,
        name: str | Scenario,
        duration: float | None = None,
        dt: float | None = None,
        accuracy: float | None = None,
        **changes: Any,
    ) -> Run:
        """The run of a scenario, by name or itself; parameter names are written with ``__`` for the dot.

        accuracy [m]: contact by steps of second order, of dt at most, a sample each dt where that is given.
        """
        chosen = scenario(name) if isinstance(name, str) else name
        key = (chosen.name, chosen.file, chosen.digest, duration, dt, accuracy, *sorted(changes.items()))
        named = {k.replace("__", "."): v for k, v in changes.items()}
        if key not in self.runs:
            seconds = chosen.duration if duration is None else duration
            model = chosen.prepared(named, duration=seconds)
            step = dt or fitted_step(seconds, chosen.time_step(named))
            output = dt if accuracy is not None and dt else fitted_output(chosen.output, step)
            self.runs[key] = self.simulated(model, seconds, step, chosen.method, output, accuracy)
        self.asked[command_of(chosen, duration, dt, accuracy, named)] = self.runs[key]
        return self.runs[key]

    def run_model(self, name: str, model: Model, duration: float, dt: float = 1e-3) -> Run:
        """The run of a model that is no scenario; name: what it is, which tells it from others."""
        if (name, duration, dt) not in self.runs:
            self.runs[name, duration, dt] = self.simulated(model, duration, dt)
        self.asked[name] = self.runs[name, duration, dt]
        return self.runs[name, duration, dt]

    def simulated(
        self,
        model: Model,
        duration: float,
        dt: float,
        method: str = "auto",
        output: float | None = None,
        accuracy: float | None = None,
    ) -> Run:
        """A run that went through to its end."""
        steps, part = (dt / _FINER, 1 / TIGHTER) if self.finer else (dt, 1.0)
        contact = None if accuracy is None else ContactSettings(accuracy=part * accuracy)
        solver = Solver(method, steps, part * _RTOL, part * _ATOL, contact)
        run = simulate(model, duration, solver=solver, save=Save(every=output), progress=False)
        if run.status == "interrupted":  # no word about the claim
            raise KeyboardInterrupt
        if run.status != "finished":
            raise EndedEarlyError(f"a claim needs a run of '{model.name}' that ended early: {run.summary['status_detail']}")
        return run


def command_of(
    chosen: Scenario, duration: float | None, dt: float | None, accuracy: float | None, changes: Mapping[str, Any]
) -> str:
    """What one types for a run of a scenario with changes to parameters."""
    words = ["elver run", chosen.file or chosen.name]
    given = {"duration": duration, "dt": dt, "accuracy": accuracy, "output": dt if accuracy is not None else None}
    words += [f"--{name} {_typed(value)}" for name, value in given.items() if value]
    for name, value in changes.items():
        words.append(f"--set {name}={','.join(_typed(part) for part in (value if isinstance(value, tuple) else (value,)))}")
    return " ".join(words)


def _typed(value: Any) -> str:
    """A value with all the digits that tell it from its neighbours: the command repeats the run exactly."""
    short = f"{value:g}" if isinstance(value, float) else str(value)
    return short if not isinstance(value, float) or float(short) == value else repr(float(value))


def verify(claims: Iterable[Claim], errors: bool = False, bench: ClaimRunner | None = None) -> Iterable[Verdict]:
    """Measure claims one by one, sharing runs.

    Parameters
    ----------
    claims : iterable of Claim
        In any order.
    errors : bool
        Measure each on finer runs too, which takes about twice as long.
    bench : ClaimRunner, optional
        That holds the runs, where something else needs them too.

    Returns
    -------
    iterable of Verdict
        Each when it is measured.
    """
    bench, finer = bench or ClaimRunner(), ClaimRunner(finer=True)
    for claim in claims:
        yield _measured(claim, bench, finer if errors else None)


def _measured(claim: Claim, bench: ClaimRunner, finer: ClaimRunner | None) -> Verdict:
    """One claim, on finer runs too where there is a bench for them. A run that is not there fails the claim, and no other."""
    bench.asked = {}
    value, error, found, broken = math.nan, None, "", ""
    others: tuple[float, ...] = ()
    try:
        value = float(claim.measure(bench))
        others = tuple(float(other(bench)) for other in claim.others)
        if finer is not None:
            error, found = _numerical_error(claim, value, tuple(bench.asked.items()), finer)
    except (EndedEarlyError, NoOrbitError) as reason:
        broken = str(reason)
    return Verdict(claim, value, others, error, found, tuple(bench.asked.items()), broken)


def _numerical_error(claim: Claim, value: float, runs: tuple, finer: ClaimRunner) -> tuple[float | None, str]:
    """How far a number is from that of finer runs, and how they were finer."""
    if not runs:
        return None, "no time steps"
    adaptive = sorted({chose_steps(run.samples) for _, run in runs})
    found = " or ".join("a hundredth of the tolerance" if own else "half the step" for own in adaptive)
    try:
        return abs(float(claim.measure(finer)) - value), found
    except (EndedEarlyError, NoOrbitError) as reason:
        raise EndedEarlyError(f"with {found}: {reason}") from None
