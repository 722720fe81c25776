"""Claims measured: runs that several of them need are made once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from elver.errors import ElverError
from elver.results import Run
from elver.scenarios.claims import Claim, Verdict
from elver.scenarios.definition import Scenario
from elver.scenarios.registry import scenario
from elver.simulation import simulate


@dataclass
class Bench:
    """Runs that claims share; each is made once."""

    runs: dict[tuple, Run] = field(default_factory=dict)

    def run(self, name: str | Scenario, duration: float | None = None, dt: float | None = None, **changes) -> Run:
        """The run of a scenario, by name or itself; parameter names are written with ``__`` for the dot."""
        chosen = scenario(name) if isinstance(name, str) else name
        key = (chosen.name, chosen.file, chosen.digest, duration, dt, *sorted(changes.items()))
        if key not in self.runs:
            seconds = duration or chosen.duration
            own = {k.replace("__", "."): v for k, v in changes.items()}
            model = chosen.prepared(own, duration=seconds)
            run = simulate(model, seconds, dt or chosen.time_step(own), chosen.method, chosen.output, progress=False)
            if run.status != "finished":
                raise ElverError(f"a claim needs a run of '{chosen.name}' that ended early: {run.summary['status_detail']}")
            self.runs[key] = run
        return self.runs[key]


def verify(claims: Iterable[Claim]) -> Iterable[Verdict]:
    """Measure claims one by one, sharing runs."""
    bench = Bench()
    for claim in claims:
        yield Verdict(claim, float(claim.measure(bench)))
