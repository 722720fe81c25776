"""Physics sanity checks, run when a robot is built. Bad physics is refused, never repaired.

What is a symbol has no value yet: it is checked when a model is made of the robot, at the default values of its free parameters,
and again at every other value (``Model.check_machine``).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from elver.errors import InputError, require_name, require_number, unknown_name
from elver.robot.body import Body
from elver.robot.joint import JOINT_MODES, JOINT_TYPES, Joint
from elver.robot.place import Place
from elver.symbols import has_symbols, is_zero

if TYPE_CHECKING:
    from elver.robot.tree import Robot

RELATIVE = 1e-9  # rounding allowed in inertias that a user computed by hand or read from a file


def check_names(robot: str, bodies, joints) -> None:
    """Names are unique and every joint connects two known bodies."""
    for what, things, kind in (("bodies", bodies, Body), ("joints", joints, Joint)):
        if isinstance(things, (str, Body, Joint)) or not all(isinstance(t, kind) for t in things):
            raise InputError(f"robot '{robot}': {what} must be a list of elver.{kind.__name__} objects.")
    if not bodies:
        raise InputError(f"robot '{robot}' has no bodies. Give at least the base.")
    require_name("name of the robot", robot)
    for what, things in (("body", bodies), ("joint", joints)):
        for thing in things:
            require_name(f"robot '{robot}': name of a {what}", thing.name)
        twice = [n for n, count in Counter(t.name for t in things).items() if count > 1]
        if twice:
            raise InputError(f"robot '{robot}': {what} name '{twice[0]}' is used more than once. Names must be unique.")
    known = [b.name for b in bodies]
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end not in known:
                raise unknown_name(f"body in joint '{joint.name}':", end, known)
    children = Counter(j.child for j in joints)
    for child, count in children.items():
        if count > 1:
            raise InputError(
                f"robot '{robot}': body '{child}' is the child of {count} joints, which closes a loop. "
                "A tree gives each body one joint; give the other as an elver.Loop (`loops` in a file)."
            )


def check_robot(robot: Robot) -> None:
    """Every body and joint is physical, and every moving joint moves some mass."""
    for body in robot.bodies:
        check_body(body)
    for joint in robot.joints:
        check_joint(joint)
    check_no_loose_ends(robot)


def check_body(body: Body) -> None:
    """Mass, first moments and inertia belong to some distribution of positive mass."""
    where = f"body '{body.name}'"
    if body.first_moments.shape != (3,) or body.inertia.shape != (3, 3):
        raise InputError(
            f"{where}: first_moments must have shape (3,) and inertia (3, 3); "
            f"given {body.first_moments.shape} and {body.inertia.shape}."
        )
    require_number(f"{where}: mass", body.mass)
    if any(has_symbols(v) for v in (body.mass, body.first_moments, body.inertia)):
        return
    if not (np.isfinite(body.first_moments).all() and np.isfinite(body.inertia).all()):
        raise InputError(f"{where}: first moments or inertia hold a value that is not finite.")
    if body.mass < 0:
        raise InputError(f"{where}: mass = {body.mass} kg is negative. Give a positive mass, or 0 for a virtual link.")
    if body.virtual:
        if np.any(body.first_moments) or np.any(body.inertia):
            raise InputError(
                f"{where}: has no mass but has first moments or inertia. A virtual link has none; "
                "use Joint.rotor for the inertia of a drive."
            )
        return
    check_inertia(where, body.central_inertia, np.abs(body.inertia).max())


def check_inertia(where: str, central: np.ndarray, scale: float) -> None:
    """Inertia about the centre of mass: symmetric, positive definite, principal moments obey the triangle inequality."""
    if not np.allclose(central, central.T, rtol=0, atol=RELATIVE * scale):
        raise InputError(f"{where}: inertia is not symmetric. Give Ixy = Iyx and so on.")
    principal = np.linalg.eigvalsh(0.5 * (central + central.T))
    shown = ", ".join(f"{v:.6g}" for v in principal)
    if principal[0] <= 0:
        raise InputError(
            f"{where}: inertia about the centre of mass is not positive definite (principal moments {shown} kg m^2). "
            "Check that `inertia` is about the frame's ORIGIN; for one about the centre of mass use Body.central."
        )
    if principal[0] + principal[1] < principal[2] * (1 - RELATIVE):
        raise InputError(
            f"{where}: principal moments {shown} kg m^2 break the triangle inequality I1 + I2 >= I3, "
            "so no mass distribution has them. Check signs and reference point of `inertia`."
        )


def check_joint(joint: Joint) -> None:
    """Known type and mode, finite parameters, friction and rotor inertia not negative."""
    if joint.type not in JOINT_TYPES:
        raise unknown_name(f"type of joint '{joint.name}':", joint.type, JOINT_TYPES)
    if joint.mode not in JOINT_MODES:
        raise unknown_name(f"mode of joint '{joint.name}':", joint.mode, JOINT_MODES)
    for name in ("gamma", "b", "alpha", "d", "theta", "r", "coulomb", "viscous", "rotor"):
        require_number(
            f"joint '{joint.name}': {name}", getattr(joint, name), low=0.0 if name in ("coulomb", "viscous", "rotor") else None
        )
    if joint.place is not None and not isinstance(joint.place, Place):
        raise InputError(f"joint '{joint.name}': place is {joint.place!r}. Give elver.robot.placed(at, axis).")
    if joint.limit is not None:
        require_number(f"joint '{joint.name}': limit", joint.limit, low=0.0)


def check_no_loose_ends(robot: Robot) -> None:
    """A moving joint must carry mass, unless a loop moves it; a free base must have some. A free mass counts as one."""
    carried = [1.0 if has_symbols(b.mass) else b.mass for b in robot.bodies]
    for k in range(len(robot.bodies) - 1, 0, -1):
        joint = robot.joints[k - 1]
        if joint.moving and carried[k] == 0 and is_zero(joint.rotor) and joint.name not in robot.dependent:
            raise InputError(
                f"robot '{robot.name}': joint '{joint.name}' moves no mass: body '{robot.bodies[k].name}' "
                "and all behind it are massless. Give the last body of the branch a mass, or make the joint fixed."
            )
        carried[robot.parents[k]] += carried[k]
    if robot.freedoms and carried[0] == 0:
        raise InputError(f"robot '{robot.name}' has a {robot.base} base but no mass at all.")
