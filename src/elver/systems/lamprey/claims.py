"""Claims of the lamprey: docs/models/neuro.md."""

from __future__ import annotations

import math

from elver.scenarios import ClaimRunner, own

PAGE = "docs/models/neuro.md"


def _speed(bench: ClaimRunner, **changes: float) -> float:
    """Net speed over the last half of the run [m/s]."""
    return bench.run("lamprey", **changes).summary["cruise_speed"]


def _beat(bench: ClaimRunner, **changes: float) -> float:
    """Beats of the middle joint a second [Hz]."""
    return bench.run("lamprey", **changes).summary["beat"]


def _turned(bench: ClaimRunner) -> float:
    """Turn of the head to the left over the run, beyond that of the same without a difference of the sides [rad]."""
    ends = []
    for turn in (0.0, 1.2):
        q = bench.run("lamprey", spine__turn=turn).data.base_quaternion.values
        steps = 2 * (q[:-1, 0] * q[1:, 3] - q[:-1, 3] * q[1:, 0])
        ends.append(float(steps.sum()))
    return ends[1] - ends[0]


CLAIMS = (
    own("lamprey", "swims by its muscles", PAGE, "m/s", (0.33, 0.37), _speed, "speed"),
    own("lamprey", "beats as Ijspeert's drive says at a level of 3: 0.2 x 3 + 0.3", "Ijspeert et al. 2007, table S1", "Hz",
        (0.899, 0.901), _beat),
    own("lamprey", "and at 4.5", "Ijspeert et al. 2007, table S1", "Hz", (1.199, 1.201), lambda b: _beat(b, spine__level=4.5)),
    own("lamprey", "a level of 4.5 swims faster than one of 3: speed over speed", PAGE, "1", (1.2, 1.32),
        lambda b: _speed(b, spine__level=4.5) / _speed(b), "speed"),
    own("lamprey", "all segments at once swim half as fast as a wave: speed over speed", PAGE, "1", (0.45, 0.6),
        lambda b: _speed(b, spine__lag=0.0) / _speed(b), "speed"),
    own("lamprey", "with the left side driven more it turns: by at least", PAGE, "rad", (1.5, math.inf),
        lambda b: abs(_turned(b))),
    own("lamprey", "felt bending slows the beat: beat over beat", PAGE, "1", (0.7, 0.8),
        lambda b: _beat(b, spine__feedback=10.0) / _beat(b)),
    own("lamprey", "with its cord cut in the middle, feeling how it bends, it swims on: speed over that of the whole cord", PAGE,
        "1", (0.9, 1.02), lambda b: _speed(b, spine__feedback=10.0, spine__cut=5) / _speed(b, spine__feedback=10.0)),
    own("lamprey", "energy ledger closes", "conservation", "1", (0, 1e-9), lambda b: b.run("lamprey").summary["ledger_closure"]),
)  # fmt: skip
