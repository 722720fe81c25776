"""Tasks of the eel: cruise at least cost with torques, reach targets, hold a place in a current."""

from __future__ import annotations

from elver.drive import TorqueInputs
from elver.tasks import End, Now, ScenarioMachine, Spread, Task, Term
from elver.tasks.parts import base_twist, heading, joint_angles, joint_rates
from elver.tasks.terms import motor_work, travel

FORWARD = (-1.0, 0.0, 0.0)  # the base frame's x axis points from the nose to the tail
FOLDED = 1.6  # rad: a joint that is bent further ends an episode

CRUISE = Task(
    name="EelCruise",
    title="the eel swims along -x at least cost, with the torques of its yaw joints",
    machine=ScenarioMachine(
        "eel", inputs=(TorqueInputs(("yaw",), limit=4.0),), changes={"body.joints": 6, "body.link_length": 0.28}
    ),
    dt=0.01,
    interval=0.1,
    duration=30.0,
    observation=(joint_angles("yaw"), joint_rates("yaw"), base_twist("vx", "vy", "wz"), heading()),
    reward=(travel(1.0, axis=0, sign=-1.0), motor_work(-0.01)),
    ends=(
        End(
            "folded",
            f"a joint is bent beyond {FOLDED:g} rad",
            lambda now: now.xp.abs(now.outputs["joint_position"]).max(axis=1) > FOLDED,
            -2.0,
            needs=("joint_position",),
        ),
    ),
    start=(Spread("angles", -0.1, 0.1),),
    forward=FORWARD,
)
TASKS = (CRUISE,)
