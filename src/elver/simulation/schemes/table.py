"""What is known of every method of integration: its order, the steps that it stands, what it costs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scheme:
    """A method. order: of its error in the step; None where it chooses its steps.

    stable: |eigenvalue| dt that it stands, a tenth inside its limit on the real axis; None where no step is too long for it, or
    contact decides.   evaluations: of the right-hand side in a step.   implicit: whether it also needs its Jacobian.
    """

    order: int | None = None
    stable: float | None = None
    evaluations: int = 6
    implicit: bool = False


SCHEMES = {
    "rk4": Scheme(4, stable=2.5, evaluations=4),
    "adams": Scheme(5, stable=1.27, evaluations=2),
    "heun": Scheme(2, stable=1.8, evaluations=2),
    "semi-implicit": Scheme(1, stable=1.8, evaluations=1),
    "dopri5": Scheme(),
    "rodas": Scheme(implicit=True),
    "moreau": Scheme(1, evaluations=1),
}


def stable_limit(method: str) -> float:
    """|eigenvalue| dt that an explicit method of fixed steps stands."""
    limit = SCHEMES[method].stable
    assert limit is not None, f"{method} has no limit"
    return limit
