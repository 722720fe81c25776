"""A body in a uniform, steady stream: relative motion, and what every law of drag plus added mass has in common."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from elver.forces.effect import Effect, Motion
from elver.spatial import column, cross, momentum_bias


@dataclass(frozen=True)
class Stream:
    """velocity U [m/s, body frame] of the stream; relative: twist of the body through it; turning: ``[w x U; 0]``.

    A steady stream turns in the body frame, so the relative twist changes by ``Vdot + [w x U; 0]``.
    moving: False where there is no current at all.
    """

    velocity: ca.SX
    relative: ca.SX
    turning: ca.SX
    moving: bool


def is_moving(current) -> bool:
    """False for a current of zeros; a free parameter may be any."""
    return any(isinstance(c, ca.SX) or c != 0 for c in current)


def stream_past(motion: Motion, current) -> Stream:
    """The stream as a body sees it; ``current`` [m/s] is given in the world."""
    velocity = motion.to_body(column(current))
    relative = motion.twist - ca.vertcat(velocity, ca.SX(3, 1))
    return Stream(velocity, relative, ca.vertcat(cross(motion.angular, velocity), ca.SX(3, 1)), is_moving(current))


def kirchhoff_terms(inertia, stream: Stream):
    """Velocity terms of d/dt of the fluid's momentum relative to the stream. They do no work."""
    return inertia @ stream.turning + momentum_bias(inertia, stream.relative)


def water_effect(motion: Motion, stream: Stream, drag, inertia, velocity_terms, consistent: bool) -> Effect:
    """Drag and added mass as one effect, with the flows that close the ledger.

    The fluid's energy is that of its relative motion plus momentum times stream (its change of frame). A law whose
    velocity terms are not Kirchhoff's works on its own account; that power is the ``added_mass_surplus``:
    power taken from the machine by the added-mass wrench, less the change of the fluid's energy.
    """
    momentum = inertia @ stream.relative
    flows = {"drag": -(drag.T @ stream.relative)}
    if stream.moving:
        flows["current"] = -(drag[:3].T @ stream.velocity)
    if not consistent:
        work = motion.twist.T @ (velocity_terms - inertia @ stream.turning)
        flows["added_mass_surplus"] = work + momentum[:3].T @ stream.turning[:3]
    return Effect(
        wrench=drag - velocity_terms,
        inertia=inertia,
        kinetic=0.5 * stream.relative.T @ momentum + momentum[:3].T @ stream.velocity,
        flows=flows,
    )
