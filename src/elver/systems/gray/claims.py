"""Claims of Gray's mechanism: which way it glides. Values that are not printed: docs/models/gray.md."""

from __future__ import annotations

import math

import numpy as np

from elver.scenarios import Bench, Claim

SECONDS = 0.2  # all three links still touch their pegs


def glide(bench: Bench, alpha: float, beta: float) -> float:
    """Displacement of link 2 along its first direction, forward positive [m]; bends in degrees."""
    data = bench.run("gray", duration=SECONDS, alpha=math.radians(alpha), beta=math.radians(beta)).data
    return float(data.base_position[-1, 0] - data.base_position[0, 0])


def largest_glide(bench: Bench, *bends: float) -> float:
    """Largest displacement of the mechanism with equal bends [m]."""
    return float(np.max([abs(glide(bench, bend, bend)) for bend in bends]))


def resultant(bench: Bench, alpha: float, beta: float) -> float:
    """Sum of the pegs' forces along link 2 at the first recorded sample [N]."""
    data = bench.run("gray", duration=SECONDS, alpha=math.radians(alpha), beta=math.radians(beta)).data
    return float(data.contact_force[1].sum("link").sel(plane="x"))


CLAIMS = (
    Claim("gray", "alpha > beta: glides forward", "SNAKE VII-B", "indicative", "m", 0.02, 0.2, lambda b: glide(b, 40, 20)),
    Claim("gray", "alpha < beta: glides backward", "SNAKE VII-B", "indicative", "m", -0.2, -0.02, lambda b: glide(b, 20, 40)),
    Claim("gray", "alpha = beta: stays", "SNAKE Fig. 7", "indicative", "m", 0.0, 1e-6, lambda b: largest_glide(b, 20, 30, 45)),
    Claim("gray", "alpha > beta: resultant forward", "SNAKE Fig. 7", "indicative", "N", 0.5, 5.0, lambda b: resultant(b, 40, 20)),
    Claim("gray", "alpha < beta: resultant back", "SNAKE Fig. 7", "indicative", "N", -5.0, -0.5, lambda b: resultant(b, 20, 40)),
)  # fmt: skip
