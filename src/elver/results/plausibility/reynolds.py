"""Reynolds numbers below those at which coefficients of drag are constant.

Laws of strips and blades let drag go with the square of the speed, times a coefficient that does not know how fast and how
large the machine is. That holds for a cylinder across the flow, and for a sphere, at Reynolds numbers Re = speed x width /
viscosity from about 1e3 to 2e5 (H. Schlichting, Boundary-Layer Theory, chapter I: coefficients over Re). Below, the cylinder's
rises: about 1.4 at 100, 3 at 10 and 10 at 1, against 1 at 1e3; drag then goes with the speed itself. Lift and drag of a
flapping wing were measured at Re = 136 (M. H. Dickinson, F.-O. Lehmann, S. P. Sane, Science 284, 1999); about 100 is the lowest
they are taken for here.

The check is generous: the fastest place of all bodies in the whole run, its whole speed, and the larger width of its section.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.equations.limits.kinks import kink_times
from elver.errors import is_finite
from elver.forces import ByBody, LumpedWater, Morison, QuasiSteadyWing, Shore
from elver.results.plausibility.check import Check, Found, Seen
from elver.results.plausibility.energy import energy_turned_over
from elver.spatial import conjugate, rotate

LOWEST = {"strip": 1e3, "blade": 1e2}
WATER = 1.14e-6  # m^2/s, fresh water at 15 degrees (ITTC 7.5-02-01-03)
AIR = 1.46e-5  # m^2/s, air at 15 degrees and sea level (ISO 2533)
GAS = 50.0  # kg/m^3, below which a fluid is taken for air
LITTLE = 0.01  # of the energy turned over: where drag takes less, its coefficient does not matter
FIRST_LOOK = 100  # samples


@dataclass(frozen=True, eq=False)
class Wetted:
    """A body under a law: its number, the law, ``strip`` or ``blade``, both ends [m, body frame], and its width [m]."""

    body: int
    law: Any
    kind: str
    ends: np.ndarray
    width: float


def slow_flow(seen: Seen) -> Iterator[Found]:
    """Laws of constant coefficients whose fastest section is slower than those are for."""
    if not has_begun(seen):
        return
    for name, force in seen.parts["forces"].items():
        wetted = list(wetted_bodies(seen, force))
        if not wetted or drag_share(seen, name) < LITTLE:
            continue
        few = seen.few(FIRST_LOOK)
        if any(numbers(seen, one, few).max() >= LOWEST[one.kind] for one in wetted):
            continue
        whole = np.arange(len(seen.times))
        largest = [numbers(seen, one, whole) for one in wetted]
        k = int(np.argmax([own.max() / LOWEST[one.kind] for own, one in zip(largest, wetted, strict=True)]))
        if largest[k].max() < LOWEST[wetted[k].kind]:
            yield told(seen, name, wetted[k], largest[k])


def has_begun(seen: Seen) -> bool:
    """Whether the run has gone through a period of its gait, and its ramps are over: a machine that starts is slow."""
    ramps = [t for t in kink_times(seen.model, seen.p) if math.isfinite(t)]
    return seen.times[-1] - max(ramps, default=seen.times[0]) >= float(seen.data.attrs["period"]) * (1 - 1e-9)


def told(seen: Seen, name: str, fastest: Wetted, values: np.ndarray) -> Found:
    """A law whose fastest section has these Reynolds numbers along the run."""
    at, bound, body = int(values.argmax()), LOWEST[fastest.kind], seen.robot.bodies[fastest.body].name
    text = (
        f"the Reynolds number is {values[at]:.2g} at most (body '{body}', {fastest.width:.2g} m wide, at {seen.times[at]:.3g} s, "
        f"viscosity {viscosity(fastest.law):.3g} m^2/s): coefficients of '{name}' ({type(fastest.law).__name__}) are for "
        f"{bound:g} and more, and are too small here"
    )
    return Found(float(values[at]), f"law '{name}' ({type(fastest.law).__name__})", text, seen.times[at], threshold=bound)


def wetted_bodies(seen: Seen, force: Any) -> Iterator[Wetted]:
    """Bodies whose drag a force takes from constant coefficients."""
    for j, body in enumerate(seen.robot.bodies):
        law = force.water if isinstance(force, Shore) else force
        law = law.law_of(body.name) if isinstance(law, ByBody) else law
        if isinstance(law, (Morison, LumpedWater)) and (strip := body.strip) is not None:
            ends = np.array([strip.start, strip.start + strip.length * strip.axes[:, 0]], dtype=float)
            yield Wetted(j, law, "strip", ends, 2 * float(max(strip.half_width, strip.half_height)))
        elif isinstance(law, QuasiSteadyWing) and (blade := body.blade) is not None:
            ends = np.array([blade.start, blade.start + blade.length * blade.span], dtype=float)
            yield Wetted(j, law, "blade", ends, float(blade.chord))


def viscosity(law: Any) -> float:
    """Kinematic viscosity [m^2/s]: the law's own ``viscosity`` where it has one; else that of air or water, by its density."""
    own: Any = getattr(law, "viscosity", 0.0)
    if is_finite(own) and own > 0:
        return float(own)
    density = law.density
    return AIR if is_finite(density) and density < GAS else WATER


def numbers(seen: Seen, wetted: Wetted, rows: np.ndarray) -> np.ndarray:
    """Reynolds numbers of the faster end of a body at some samples."""
    twist, turn = (seen.data[name].values[rows][:, wetted.body] for name in ("body_twist", "body_quaternion"))
    stream = np.array(
        [float(c) if is_finite(c) else 0.0 for c in getattr(wetted.law, "current", getattr(wetted.law, "wind", ()))]
    )
    flow = twist[:, :3] - rotate(conjugate(turn), np.broadcast_to(stream, (len(rows), 3)))
    speeds = [np.linalg.norm(flow + np.cross(twist[:, 3:], end), axis=1) for end in wetted.ends]
    return np.maximum(*speeds) * wetted.width / viscosity(wetted.law)


def drag_share(seen: Seen, name: str) -> float:
    """Work of a force's drag over the energy turned over."""
    turned_over, flows = energy_turned_over(seen.data), [str(f).split(".") for f in seen.data.flow.values]
    own = [k for k, flow in enumerate(flows) if flow[0] == name and flow[-1] == "drag"]
    return float(np.abs(seen.data.work.values[:, own]).max(initial=0.0)) / turned_over if turned_over > 0 else 0.0


REYNOLDS = Check(
    "Reynolds number",
    "speed through the fluid of strips under Morison or LumpedWater and of blades under QuasiSteadyWing, where drag takes 1 % of "
    "the energy or more; viscosity of water or air by the density, or the law's own (`viscosity`)",
    "largest speed times width over kinematic viscosity",
    None,
    "1",
    "take coefficients measured at such a Reynolds number, or a law of one's own with linear drag (docs/own_machines.md)",
    slow_flow,
    bound="1000 for strips; 100 for blades",
    below=True,
)
