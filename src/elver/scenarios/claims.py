"""Published numbers as claims: statement, source, bounds, and how each is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elver.scenarios.bench import Bench


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
