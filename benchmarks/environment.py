"""The eel as an environment, for the benchmarks of the closed loop: torques of 36 joints held for 20 ms, 10 RK4 steps of 2 ms."""

from __future__ import annotations

import numpy as np

import elver

DT, CONTROL = 2e-3, 0.02  # s
STEPS = round(CONTROL / DT)
OUTPUTS = ("joint_position", "joint_velocity", "base_twist", "base_velocity")
OBSERVED = 78  # joint angles, joint rates, twist of the base: the first numbers of the outputs
FORWARD = -3  # place of the base's velocity along x, world, among the outputs
SHARE = 0.2  # of a joint's torque limit, for the random part of actions
STIFFNESS, DAMPING = 2.0, 0.1  # N m/rad, N m s/rad, of the part that keeps the joints from folding up
EFFORT = 1e-3  # weight of the mean square of the torques in the reward


def eel_model(water: bool = True) -> elver.Model:
    """The eel of the scenario with torques as inputs; without water for checks."""
    model = elver.with_inputs(elver.scenario("eel").build(), elver.drive.TorqueInputs())
    if not water:
        from dataclasses import replace

        model = replace(model, forces={})
    return model


def limits(model: elver.Model) -> np.ndarray:
    """Largest torque of every joint [N m]."""
    return np.array([one.high for one in model.inputs.values()])


def reward(outputs, actions, xp=np):
    """Swimming along -x, for the head leads, less the effort."""
    return -outputs[:, FORWARD] - EFFORT * xp.square(actions).mean(axis=1)


def policy(angles, rates, noise, largest, xp=np):
    """Torques: a random part (noise from -1 to 1) and a weak pull towards the straight eel, within the limits."""
    return xp.clip(SHARE * largest * noise - STIFFNESS * angles - DAMPING * rates, -largest, largest)
