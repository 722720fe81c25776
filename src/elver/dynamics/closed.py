"""Hybrid model of a machine with closed loops: independent joints driven or passive, dependent joints carried by the loops.

FLOAT section IV and (13)-(16), for any base. Accelerations of the tree are linear in the unknown ones w (freedoms of the base,
independent joints whose torque is given):  a = G w + a_0,  a_0 from the driven joints and the velocity terms of the loops. The
forces of the cut joints do no work on G, so that with the tree's inertia matrix A and its Newton-Euler loads

    (G^T A G) w = G^T (tau - (A a_0 + h))
    Gamma_c = Gamma_a + B^T (Gamma_p - tau_p)                                  (14), tau_p: laws of the dependent joints

With every independent joint driven, w is the base alone: FLOAT's inverse model, in which loops do not change the base's
acceleration. With none driven it is the direct model (16). Independent coordinates cannot drift.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.dynamics.hybrid import HybridResult
from elver.dynamics.kinematics import Kinematics
from elver.dynamics.known_base import newton_euler
from elver.dynamics.lagrange import mass_matrix
from elver.dynamics.loops import LoopState, cut_wrenches
from elver.robot import Robot
from elver.spatial import solve_symmetric, symmetric


@dataclass(frozen=True)
class ClosedResult(HybridResult):
    """A HybridResult with ``cut_wrenches``: per loop [N; N m] on the second body, first cut frame, at the second's origin."""

    cut_wrenches: tuple


def closed_dynamics(
    robot: Robot,
    loops: LoopState,
    kin: Kinematics,
    inertias,
    betas,
    accelerations: Mapping[str, Any],
    torques: Mapping[str, Any],
) -> ClosedResult:
    """Solve the mixed model. ``accelerations`` holds qdd of the driven joints by name, ``torques`` Gamma of all others."""
    names, free, dependent = robot.joint_names, list(robot.freedoms), list(loops.functions.dependent)
    tau = ca.vertcat(*(ca.SX(torques.get(name, 0)) for name in names))
    given = ca.vertcat(*(ca.SX(accelerations.get(name, 0)) for name in names))
    qdd_0 = loops.accelerations(given)
    G, G_q = gradient_of_unknowns(robot, loops, torques)
    V0dot, qdd = ca.SX(6, 1), qdd_0
    if G.shape[1]:
        rest = newton_euler(robot, kin, inertias, betas, ca.SX(6, 1), ca.vertsplit(qdd_0))  # A a_0 + h
        load = G.T @ (ca.vertcat(ca.SX(len(free), 1), tau) - ca.vertcat(rest.wrenches[0][free], rest.torques))
        w = solve_symmetric(symmetric(G.T @ mass_matrix(robot, kin, inertias) @ G), load)
        base, joints = ca.vertsplit(w, [0, len(free), w.numel()])
        V0dot[free], qdd = base, qdd_0 + G_q @ joints

    tree = newton_euler(robot, kin, inertias, betas, V0dot, ca.vertsplit(qdd))  # Gamma_tr of (13)
    lacking = tree.torques[dependent] - tau[dependent]
    passed_on = loops.gradient[dependent, :].T @ lacking
    gamma = ca.SX(tau)
    for k, j in enumerate(loops.functions.independent):
        if names[j] not in torques:
            gamma[j] = tree.torques[j] + passed_on[k]  # (14)
    cuts, loads = cut_wrenches(loops, lacking)
    held = newton_euler(robot, kin, inertias, [b - f for b, f in zip(betas, loads, strict=True)], V0dot, ca.vertsplit(qdd))
    return ClosedResult(V0dot, gamma, qdd, held.accelerations, held.wrenches, tuple(cuts))


def gradient_of_unknowns(robot: Robot, loops: LoopState, torques) -> tuple:
    """G: accelerations of base freedoms and joints per unknown one; and its block of the joints alone."""
    unknown = [k for k, j in enumerate(loops.functions.independent) if robot.joint_names[j] in torques]
    G_q = loops.gradient[:, unknown]
    return ca.diagcat(ca.SX.eye(len(robot.freedoms)), G_q), G_q
