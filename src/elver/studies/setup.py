"""What all runs of a study have in common."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from uuid import uuid4

from elver import __version__
from elver.equations import Model
from elver.errors import InputError
from elver.native.sources import fitted_output, fitted_step
from elver.scenarios import Scenario, is_known
from elver.scenarios import scenario as scenario_named
from elver.simulation.batch import TARGETS
from elver.simulation.machines import require_choice
from elver.stepping.plan import Plan, make_plan


@dataclass(frozen=True)
class Setup:
    """A scenario with changed parameters, how it is integrated (``plan``), and the trajectories to keep, by name.

    even: samples every ``plan.output`` seconds for all cases; else closer where a gait is fast, as in a single run.
    target: of the batches, ``cpu`` or ``gpu``.
    """

    scenario: Scenario
    changes: Mapping[str, object]
    plan: Plan
    trajectories: tuple[str, ...] = ()
    even: bool = False
    target: str = "cpu"
    number: str = field(default_factory=lambda: uuid4().hex)

    @property
    def key(self) -> str:
        """What programs are kept under: a known scenario's name; a number for one's own, which also holds on other computers."""
        return self.scenario.name if is_known(self.scenario) else self.number

    def build(self, values: Mapping[str, object], free: Iterable[str] = ()) -> Model:
        """The model of one case; parameters in ``free`` stay inputs of its program."""
        return self.scenario.build({**self.changes, **values}, free, self.plan.duration)

    def prepared(self, values: Mapping[str, object], free: Iterable[str] = ()) -> Model:
        """The model of one case, ready to run."""
        return self.scenario.prepared({**self.changes, **values}, free, self.plan.duration)

    @property
    def described(self) -> dict:
        """Everything that decides the numbers, as plain values."""
        p = self.plan
        parameters = {f"parameter {name}": value for name, value in self.scenario.values(self.changes).items()}
        how = {"duration": p.duration, "dt": p.dt, "method": p.method, "output": p.output, "rtol": p.rtol, "atol": p.atol}
        kept: dict[str, object] = {"trajectories": list(self.trajectories)}
        if self.scenario.digest:
            kept["file"] = self.scenario.digest
        return json.loads(json.dumps({"scenario": self.scenario.name, "elver": __version__, **how, **kept, **parameters}))

    def __getstate__(self):
        """A known scenario travels to other processes by its name."""
        own = self.scenario
        return {**self.__dict__, "scenario": own.name if is_known(own) else own}

    def __setstate__(self, state):
        own = state["scenario"]
        self.__dict__.update({**state, "scenario": scenario_named(own) if isinstance(own, str) else own})


def make_setup(
    scenario: Scenario | str,
    changes: Mapping[str, object] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    method: str = "auto",
    output: float | None = None,
    trajectories: Iterable[str] = (),
    target: str = "cpu",
) -> Setup:
    """Checked settings; what is None is the scenario's own."""
    if isinstance(scenario, str):
        scenario = scenario_named(scenario)
    if not isinstance(scenario, Scenario):
        raise InputError(f"scenario is a {type(scenario).__name__}. Give the name of one, or an elver.scenarios.Scenario.")
    require_choice("target", target, TARGETS)
    changes = dict(changes or {})
    scenario.values(changes)
    duration = scenario.duration if duration is None else duration
    dt = fitted_step(duration, scenario.time_step(changes), output) if dt is None else dt
    method = scenario.method if method == "auto" else method
    output = fitted_output(scenario.output, dt) if output is None else output
    plan = make_plan(duration, dt, method, output)
    names = (trajectories,) if isinstance(trajectories, str) else tuple(trajectories)
    return Setup(scenario, changes, plan, tuple(dict.fromkeys(names)), even=output is not None or bool(names), target=target)
