"""Claims of Gray's mechanism: which way it glides. Values that are not printed: docs/models/gray.md."""

from __future__ import annotations

import math

import numpy as np

from elver.scenarios import ClaimRunner, confirmed

SECONDS = 0.2  # all three links still touch their pegs


def _glide(bench: ClaimRunner, alpha: float, beta: float) -> float:
    """Displacement of link 2 along its first direction, forward positive [m]; bends in degrees."""
    data = bench.run("gray", duration=SECONDS, alpha=math.radians(alpha), beta=math.radians(beta)).data
    return float(data.base_position[-1, 0] - data.base_position[0, 0])


def _largest_glide(bench: ClaimRunner, *bends: float) -> float:
    """Largest displacement of the mechanism with equal bends [m]."""
    return float(np.max([abs(_glide(bench, bend, bend)) for bend in bends]))


def _resultant(bench: ClaimRunner, alpha: float, beta: float) -> float:
    """Sum of the pegs' forces along link 2 at the first recorded sample [N]."""
    data = bench.run("gray", duration=SECONDS, alpha=math.radians(alpha), beta=math.radians(beta)).data
    return float(data.contact_force[1].sum("link").sel(plane="x"))


def _lone_push(bench: ClaimRunner) -> float:
    """Force of the front peg along link 2 with the larger bend in front, less that of the larger of the others [N]."""
    data = bench.run("gray", duration=SECONDS, alpha=math.radians(40), beta=math.radians(20)).data
    forward = data.contact_force[1].sel(plane="x")
    return float(forward.sel(link="link1") - max(forward.sel(link=["link2", "link3"]).values))


CLAIMS = (
    confirmed("gray", "alpha > beta: glides forward", "SNAKE VII-B", "m", (1e-3, math.inf), lambda b: _glide(b, 40, 20),
        "configurations"),
    confirmed("gray", "alpha < beta: glides backward", "SNAKE VII-B", "m", (-math.inf, -1e-3), lambda b: _glide(b, 20, 40),
        "configurations"),
    confirmed("gray", "alpha = beta: stays (20, 30, 45 degrees)", "SNAKE VII-B, Fig. 7", "m", (0.0, 1e-6),
        lambda b: _largest_glide(b, 20, 30, 45),
              "configurations"),
    confirmed("gray", "alpha > beta: resultant forward", "SNAKE Fig. 7", "N", (1e-3, math.inf),
        lambda b: _resultant(b, 40, 20), "contacts"),
    confirmed("gray", "alpha > beta: the front peg pushes forward, more than the others by", "SNAKE VII-B, Fig. 7",
        "N", (1e-3, math.inf), _lone_push, "contacts"),
    confirmed("gray", "alpha < beta: resultant backward", "SNAKE Fig. 7", "N", (-math.inf, -1e-3),
        lambda b: _resultant(b, 20, 40), "contacts"),
    confirmed("gray", "alpha = beta: resultant zero", "SNAKE Fig. 7", "N", (-1e-3, 1e-3), lambda b: _resultant(b, 30, 30),
        "contacts"),
)  # fmt: skip
