"""Energy from nothing: laws that should take energy from the machine, and bring some in."""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca
import numpy as np

from elver.drive import Instant, JointState, law_of
from elver.errors import ElverError
from elver.forces.effect import FROM_OUTSIDE
from elver.results.plausibility.check import Check, Found, Seen

SURPLUS = "added_mass_surplus"  # work of published added-mass laws on their own account
LARGEST = 0.01  # of the energy turned over
INWARD = ("motor", "motor_positive")


def created(seen: Seen) -> Iterator[Found]:
    """Every flow that has brought in more energy than it took, by its law; and passive joints that work as motors."""
    turned_over = float(seen.data.attrs.get("ledger_scale", 0.0))
    if not turned_over > 0:
        return
    works = seen.data.work.values - seen.data.work.values[0]
    for k, flow in enumerate(str(f) for f in seen.data.flow.values):
        brought, at = -float(works[:, k].min()), int(works[:, k].argmin())
        if flow not in INWARD and brought > LARGEST * turned_over and not allowed(seen, flow):
            yield told(seen, owner(seen, flow), flow, brought, brought / turned_over, seen.times[at])
    yield from motors_of_passive_joints(seen, turned_over)


def told(seen: Seen, law: str, flow: str, brought: float, share: float, time: float) -> Found:
    text = (
        f"{law} has brought {brought:.3g} J into the machine by {time:.3g} s, {100 * share:.3g} % of the energy turned over, "
        f"where a passive law only takes energy (flow '{flow}'); the ledger counts that and closes all the same"
    )
    remedy = "this is the published added-mass law; `kirchhoff` keeps energy" if flow.endswith(SURPLUS) else None
    return Found(share, law, text, time, remedy=remedy)


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
    joints = seen.robot.moving_joints
    if "unbooked" not in seen.kept:
        laws = {k: law_of(seen.model.elastic, joint) for k, joint in enumerate(joints) if joint.mode == "passive"}
        seen.kept["unbooked"] = {k: law for k, law in laws.items() if law is not None and unbooked(law, joints[k])}
    for k, law in seen.kept["unbooked"].items():
        joint = joints[k]
        power, times = seen.data.joint_power.values[:, k], seen.times
        done = np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(times))])
        if done.max() > LARGEST * turned_over:
            at = int(done.argmax())
            law_name = f"law of joint '{joint.name}' ({type(law).__name__})"
            yield told(seen, law_name, "motor", float(done[at]), float(done[at]) / turned_over, times[at])


def unbooked(law, joint) -> bool:
    """Whether a law says nothing of where its power goes. One that cannot be asked by itself is taken to say it."""
    state = JointState(ca.SX.sym("angle"), ca.SX.sym("rate"))
    try:
        return law.act(joint, Instant(ca.SX.sym("t"), {}), state).flows is None
    except (ElverError, AttributeError, TypeError, IndexError, KeyError, RuntimeError):
        return False


CREATED = Check(
    "energy from nothing",
    "works of all flows but the motors', and passive joints whose law names no flows",
    "energy that the law has brought in, over the energy turned over",
    LARGEST,
    "1",
    "look at the sign of the law; give a spring its `potential`; a law that is meant to bring energy in (wind, a tow) says "
    "`from_outside = True`; of a published added-mass law take `kirchhoff`",
    created,
)
