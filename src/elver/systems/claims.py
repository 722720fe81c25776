"""Published numbers as claims: statement, source, bounds, and how each is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from elver.errors import ElverError
from elver.simulation import Run, simulate
from elver.systems.definition import Scenario


@dataclass
class Bench:
    """Runs that claims share; each is made once."""

    scenarios: dict[str, Scenario]
    runs: dict[tuple, Run] = field(default_factory=dict)

    def run(self, name: str, duration: float | None = None, dt: float | None = None, **changes) -> Run:
        """The run of a scenario; parameter names are written with ``__`` for the dot."""
        key = (name, duration, dt, *sorted(changes.items()))
        if key not in self.runs:
            scenario = self.scenarios[name]
            seconds = duration or scenario.duration
            model = scenario.build({k.replace("__", "."): v for k, v in changes.items()}, duration=seconds)
            run = simulate(model, seconds, dt or scenario.dt, progress=False)
            if run.status != "finished":
                raise ElverError(f"a claim needs a run of '{name}' that ended early: {run.summary['status_detail']}")
            self.runs[key] = run
        return self.runs[key]


@dataclass(frozen=True)
class Claim:
    """A statement that can fail.

    kind: ``published`` (printed in the paper), ``indicative`` (depends on values the paper does not print; see the
    model's page) or ``regression`` (our own figure, watched).   low <= measured <= high, in ``unit``.
    """

    scenario: str
    statement: str
    source: str
    kind: str
    unit: str
    low: float
    high: float
    measure: Callable[[Bench], float]


@dataclass(frozen=True)
class Verdict:
    """A measured claim."""

    claim: Claim
    measured: float

    @property
    def holds(self) -> bool:
        return self.claim.low <= self.measured <= self.claim.high


def verify(claims: Iterable[Claim], scenarios: dict[str, Scenario]) -> Iterable[Verdict]:
    """Measure claims one by one, sharing runs."""
    bench = Bench(scenarios)
    for claim in claims:
        yield Verdict(claim, float(claim.measure(bench)))
