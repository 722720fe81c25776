"""Energy from nothing: laws that should take energy from the machine, and bring some in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import casadi as ca
import numpy as np

from elver.drive import Instant, JointState, law_of
from elver.equations import Model
from elver.equations.layout import ledger_signs
from elver.errors import ElverError
from elver.forces.effect import FROM_OUTSIDE
from elver.native.program import Program
from elver.results.plausibility.check import Check, Found, Seen, kept_for
from elver.results.plausibility.kept import FROM_NOTHING
from elver.results.run import Run

SURPLUS = "added_mass_surplus"  # work of published added-mass laws on their own account
LARGEST = 0.01  # of the energy turned over
KNOWN = {  # laws that are known for it, and what to do
    SURPLUS: "this is the published added-mass law; `kirchhoff` keeps energy",
    "contact.friction": "Newton's restitution does so at oblique impacts with friction: take a smaller `restitution` or "
    "`obstacle_friction`",
}
INWARD = ("motor", "motor_positive")
PASSIVE = "passive_work"


def created(seen: Seen) -> Iterator[Found]:
    """Every flow that has brought in more energy than it took, by its law; and passive joints that work as motors."""
    turned_over, works = energy_turned_over(seen.data), seen.data.work.values
    if not turned_over > 0:
        return
    for k, flow in enumerate(str(f) for f in seen.data.flow.values):
        brought, at = -float(works[:, k].min()), int(works[:, k].argmin())
        if flow not in INWARD and brought > LARGEST * turned_over and not allowed(seen, flow):
            yield told(seen, owner(seen, flow), flow, brought, brought / turned_over, seen.times[at])
    yield from motors_of_passive_joints(seen, turned_over)


def energy_turned_over(data) -> float:
    """As in the ledger [J], but since the very start: works go on where a run goes on from another."""
    signs = np.array(ledger_signs([str(f) for f in data.flow.values]))
    moving = data.kinetic_energy.values + data.medium_energy.values
    return float(np.maximum(np.abs(data.work.values * signs).max(axis=0).sum(), np.abs(moving).max()))


def told(seen: Seen, law: str, flow: str, brought: float, share: float, time: float) -> Found:
    text = (
        f"{law} has brought {brought:.3g} J into the machine by {time:.3g} s, {100 * share:.3g} % of the energy turned over, "
        f"where a passive law only takes energy (flow '{flow}'); the ledger counts that and closes all the same"
    )
    return Found(share, law, text, time, remedy=KNOWN.get(flow.split(".")[-1] if flow.endswith(SURPLUS) else flow))


def owner(seen: Seen, flow: str) -> str:
    """The law behind a flow, with the name of its class."""
    name = flow.split(".")[0]
    law = seen.model.media.get(name, seen.model.couplings.get(name))
    return f"law '{name}' ({type(law).__name__})" if law is not None else f"'{flow}'"


def allowed(seen: Seen, flow: str) -> bool:
    """Whether energy may come in by a flow: a stream's own, or that of a law which says so in ``from_outside``."""
    name, *part = flow.split(".")
    law = seen.model.media.get(name, seen.model.couplings.get(name))
    own = getattr(law, "from_outside", ())
    return bool(part and part[-1] in FROM_OUTSIDE) or own is True or (own is not False and (part[-1:] or [name])[0] in own)


def motors_of_passive_joints(seen: Seen, turned_over: float) -> Iterator[Found]:
    """Passive joints whose law names no flows, so that its power is booked as a motor's, and which give more than they take."""
    if PASSIVE not in seen.data:
        return
    for k, law in unbooked_laws(seen.model, seen.kept).items():
        done = seen.data[PASSIVE].values[:, k]
        if done.max() > LARGEST * turned_over:
            at = int(done.argmax())
            law_name = f"law of joint '{seen.model.robot.moving_joints[k].name}' ({type(law).__name__})"
            yield told(seen, law_name, "motor", float(done[at]), float(done[at]) / turned_over, seen.times[at])


def add_passive_work(data, program: Program, before: Run | None) -> None:
    """Add the work of such joints since the very start to the samples of a run, where there are some.

    before: the run that it goes on from. What a spring gives back in one part of a run it may have taken in another.
    """
    laws = unbooked_laws(program.model, kept_for(program))
    if not laws or (before is not None and PASSIVE not in before.samples):  # what they hold already is not known
        return
    power, own = data.joint_power.values, list(laws)
    done = np.zeros_like(power)
    if before is not None:
        done[0] = before.samples[PASSIVE].values[-1]
    done[1:, own] = 0.5 * (power[1:, own] + power[:-1, own]) * np.diff(data.time.values)[:, None]
    meaning = {"units": "J", "long_name": "work of passive joints whose law names no flows, since the start"}
    data[PASSIVE] = (("time", "joint"), np.cumsum(done, axis=0), meaning)


def unbooked_laws(model: Model, kept: dict[str, Any]) -> dict[int, Any]:
    """Laws of passive joints that name no flows, by number of the joint."""
    if "unbooked" not in kept:
        joints = model.robot.moving_joints
        laws = {k: law_of(model.elastic, joint) for k, joint in enumerate(joints) if joint.mode == "passive"}
        kept["unbooked"] = {k: law for k, law in laws.items() if law is not None and unbooked(law, joints[k])}
    return kept["unbooked"]


def unbooked(law, joint) -> bool:
    """Whether a law says nothing of where its power goes. One that cannot be asked by itself is taken to say it."""
    state = JointState(ca.SX.sym("angle"), ca.SX.sym("rate"))
    try:
        return law.act(joint, Instant(ca.SX.sym("t"), {}), state).flows is None
    except (ElverError, AttributeError, TypeError, IndexError, KeyError, RuntimeError):
        return False


CREATED = Check(
    FROM_NOTHING,
    "works of all flows but the motors', and passive joints whose law names no flows",
    "energy that the law has brought in, over the energy turned over",
    LARGEST,
    "1",
    "look at the sign of the law; give a spring its `potential`; a law that is meant to bring energy in (wind, a tow) says "
    "`from_outside = True`; of a published added-mass law take `kirchhoff`",
    created,
)
