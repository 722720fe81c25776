"""Claims of the soft fish, all of them ours: docs/models/fish.md."""

from __future__ import annotations

from elver.scenarios import ClaimRunner, own, scenario

PAGE = "docs/models/fish.md"


def _speed(bench: ClaimRunner, **changes: float) -> float:
    """Net speed over the last beat [m/s]."""
    return bench.run("soft-fish", **changes).summary["cruise_speed"]


def _beside(bench: ClaimRunner, name: str, factor: float) -> float:
    """The larger of the speeds with a parameter so many times smaller and larger, over that with the parameter as it is."""
    value = scenario("soft-fish").values()[name]
    others = [_speed(bench, **{name.replace(".", "__"): v}) for v in (value / factor, value * factor)]
    return max(others) / _speed(bench)


CLAIMS = (
    own("soft-fish", "swims forwards", PAGE, "m/s", (0.39, 0.42), _speed, "speed"),
    own("soft-fish", "a tail of three times or a third of the stiffness is slower: the better one over it", PAGE, "1", (0, 0.7),
        lambda b: _beside(b, "tail.modulus", 3.0), "speed"),
    own("soft-fish", "a beat half as fast or twice as fast is slower: the better one over it", PAGE, "1", (0, 0.7),
        lambda b: _beside(b, "gait.frequency", 2.0), "speed"),
    own("soft-fish", "without added mass across: speed over that with it", PAGE, "1", (0.25, 0.45),
        lambda b: _speed(b, water__added_e2=0.0) / _speed(b), "speed"),
    own("soft-fish", "without drag across nothing propels it", PAGE, "m/s", (-0.03, 0.03),
        lambda b: _speed(b, water__drag_e2=0.0), "speed"),
    own("soft-fish", "twelve sections in place of six: speed over that of six", PAGE, "1", (1.0, 1.04),
        lambda b: _speed(b, tail__sections=12) / _speed(b), "speed"),
    own("soft-fish", "energy ledger closes", "conservation", "1", (0, 1e-6),
        lambda b: b.run("soft-fish").summary["ledger_closure"], "ledger"),
)  # fmt: skip
