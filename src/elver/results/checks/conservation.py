"""Energy from nothing: laws that should take energy from the machine, and bring some in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import ElverError
from elver.drive import Instant, JointState
from elver.drive.control import law_of
from elver.forces.blend import Blend
from elver.forces.effect import FROM_OUTSIDE
from elver.model import Model, Program
from elver.model.layout import ledger_signs
from elver.results.checks.check import CheckContext, Finding, cache_of, check
from elver.results.checks.steps import scale
from elver.results.checks.trust import FROM_NOTHING, PUBLISHED_LAW, STEP_WARNING
from elver.results.metrics import STANDARD_GRAVITY
from elver.results.record import StepError
from elver.results.run import Run
from elver.robot import Robot

if TYPE_CHECKING:
    from elver.results.samples import Data
    from elver.robot.joints import Joint

SURPLUS = "added_mass_surplus"  # work of published added-mass laws on their own account
LARGEST = 0.01  # of the energy turned over
_KNOWN = {  # laws that are known for it, and what to do
    SURPLUS: PUBLISHED_LAW,
    "contact.friction": "Newton's restitution does so at oblique impacts with friction: take a smaller `restitution` or "
    "`obstacle_friction`",
}
_INWARD = ("motor", "motor_positive")
_PASSIVE = "passive_work"


@check(
    FROM_NOTHING,
    looks_at="works of all flows but the motors', and passive joints whose law names no flows",
    number="energy that the law has brought in, over the energy turned over",
    threshold=LARGEST,
    unit="1",
    remedy=(
        "look at the sign of the law; give a spring its `potential`; a law that is meant to bring energy in (wind, a tow) says "
        "`from_outside = True`; of a published added-mass law take `kirchhoff`"
    ),
)
def energy_from_nothing(seen: CheckContext) -> Iterator[Finding]:
    """Every flow that has brought in more energy than it took, by its law; and passive joints that work as motors."""
    turned_over, works = energy_turned_over(seen.data), seen.data.work.values
    if not turned_over > 0:
        return
    for k, flow in enumerate(str(f) for f in seen.data.flow.values):
        brought, at = -float(works[:, k].min()), int(works[:, k].argmin())
        if flow not in _INWARD and brought > LARGEST * turned_over and not _may_come_in(seen, flow):
            yield _finding(seen, _owner(seen, flow), flow, brought, brought / turned_over, seen.times[at])
    yield from _motors_of_passive_joints(seen, turned_over)


def energy_turned_over(data: Data) -> float:
    """As in the ledger [J], but since the very start: works go on where a run goes on from another."""
    signs = np.array(ledger_signs([str(f) for f in data.flow.values]))
    moving = data.kinetic_energy.values + data.medium_energy.values
    return float(np.maximum(np.abs(data.work.values * signs).max(axis=0).sum(), np.abs(moving).max()))


def _finding(seen: CheckContext, law: str, flow: str, brought: float, share: float, time: float) -> Finding:
    text = (
        f"{law} has brought {brought:.3g} J into the machine by {time:.3g} s, {100 * share:.3g} % of the energy turned over, "
        f"where a passive law only takes energy (flow '{flow}'); the ledger counts that and closes all the same"
    )
    return Finding(share, law, text, time, remedy=_KNOWN.get(flow.split(".")[-1] if flow.endswith(SURPLUS) else flow))


def _owner(seen: CheckContext, flow: str) -> str:
    """The law behind a flow, with the name of its class."""
    name = flow.split(".")[0]
    law = seen.model.media.get(name, seen.model.couplings.get(name))
    while isinstance(law, Blend):  # of a page's switch: both its laws are of one class
        law = law.first
    return f"law '{name}' ({type(law).__name__})" if law is not None else f"'{flow}'"


def _may_come_in(seen: CheckContext, flow: str) -> bool:
    """Whether energy may come in by a flow: a stream's own, or that of a law which says so in ``from_outside``."""
    name, *part = flow.split(".")
    law = seen.model.media.get(name, seen.model.couplings.get(name))
    own = getattr(law, "from_outside", ())
    return bool(part and part[-1] in FROM_OUTSIDE) or own is True or (own is not False and (part[-1:] or [name])[0] in own)


def _motors_of_passive_joints(seen: CheckContext, turned_over: float) -> Iterator[Finding]:
    """Passive joints whose law names no flows, so that its power is booked as a motor's, and which give more than they take."""
    if _PASSIVE not in seen.data:
        return
    for k, law in _unbooked_laws(seen.model, seen.cache).items():
        done = seen.data[_PASSIVE].values[:, k]
        if done.max() > LARGEST * turned_over:
            at = int(done.argmax())
            law_name = f"law of joint '{seen.model.robot.moving_joints[k].name}' ({type(law).__name__})"
            yield _finding(seen, law_name, "motor", float(done[at]), float(done[at]) / turned_over, seen.times[at])


def add_passive_work(data: Data, program: Program, before: Run | None) -> None:
    """Add the work of such joints since the very start to the samples of a run, where there are some.

    before: the run that it goes on from. What a spring gives back in one part of a run it may have taken in another.
    """
    laws = _unbooked_laws(program.model, cache_of(program))
    if not laws or (before is not None and _PASSIVE not in before.samples):  # what they hold already is not known
        return
    power, own = data.joint_power.values, list(laws)
    done = np.zeros_like(power)
    if before is not None:
        done[0] = before.samples[_PASSIVE].values[-1]
    done[1:, own] = 0.5 * (power[1:, own] + power[:-1, own]) * np.diff(data.time.values)[:, None]
    meaning = {"units": "J", "long_name": "work of passive joints whose law names no flows, since the start"}
    data[_PASSIVE] = (("time", "joint"), np.cumsum(done, axis=0), meaning)


def _unbooked_laws(model: Model, cache: dict[str, Any]) -> dict[int, Any]:
    """Laws of passive joints that name no flows, by number of the joint."""
    if "unbooked" not in cache:
        joints = model.robot.moving_joints
        laws = {k: law_of(model.elastic, joint) for k, joint in enumerate(joints) if joint.mode == "passive"}
        cache["unbooked"] = {k: law for k, law in laws.items() if law is not None and _hides_power(law, joints[k])}
    return cache["unbooked"]


def _hides_power(law: Any, joint: Joint) -> bool:
    """Whether a law says nothing of where its power goes. One that cannot be asked by itself is taken to say it."""
    state = JointState(ca.SX.sym("angle"), ca.SX.sym("rate"))
    try:
        return law.act(joint, Instant(ca.SX.sym("t"), {}), state).flows is None
    except (ElverError, AttributeError, TypeError, IndexError, KeyError, RuntimeError):
        return False


# --- Momentum from nothing: the centre of mass of a machine that nothing pushes stays, or goes straight on; all else is error.
#
# Where ground and medium give no force, errors of momentum are not forgotten: a run can be off by its whole path while its energy
# ledger closes, and short stretches of it look well.

_PUSHED = 1e-9  # of the machine's weight, up to which a force is none


def drift_error(data: Data, robot: Robot) -> StepError | None:
    """Largest drift of the centre of mass over the range of the base's path; None where something pushes it, or the base is held.

    data: its samples.
    """
    axes = [k for k in robot.freedoms if k < 3]
    mass = float(data.body_mass.values.sum())
    free = [k for k in axes if not pushed(data, k, mass)]
    if not free or data.attrs["status"] not in ("finished", "interrupted"):
        return None
    times = data.time.values - data.time.values[0]
    com, start = data.com_position.values, data.momentum.values[0, :3] / mass
    drift = com - com[0] - times[:, None] * start
    by = "drift of the centre of mass, which nothing pushes along " + ", ".join("xyz"[k] for k in free)
    return StepError(float(np.abs(drift[:, free]).max()) / scale(data.base_position.values), "com", by)


def pushed(data: Data, axis: int, mass: float) -> bool:
    """Whether a force acts on the machine as a whole along an axis of the world."""
    parts = []
    if "medium_force" in data:
        parts.append(data.medium_force.values[..., axis].sum(axis=-1))
    if "ground_force" in data and axis < 2:
        parts.append(data.ground_force.values[..., axis])
    if "contact_impulse" in data and axis < 2:  # of the time since the sample before
        parts.append(data.contact_impulse.values[1:, :, axis].sum(axis=-1) / np.diff(data.time.values))
    return any(float(np.abs(part).max(initial=0.0)) > _PUSHED * mass * STANDARD_GRAVITY for part in parts)


def worse(looked: StepError | None, drift: StepError | None) -> StepError | None:
    """The larger of both errors. A drift alone tells only where it is large: that there is none says nothing of the steps."""
    if drift is None or drift.error is None:
        return looked
    if looked is None or looked.error is None:
        return drift if drift.error > STEP_WARNING else looked
    return drift if drift.error > looked.error else looked
