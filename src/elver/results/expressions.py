"""Figures of a run as expressions of its first and last moment, which gradients are taken of.

They take a Course (``elver.derivatives.objectives``) and return a CasADi expression.
"""

from __future__ import annotations

import casadi as ca

from elver.errors import InputError

STANDARD_GRAVITY = 9.81  # m/s^2, in the cost of transport


def distance(course):
    """Straight distance of the base's origin between start and end [m]."""
    if not course.equations.layout.freedoms:
        raise InputError(
            f"the base of '{course.equations.model.name}' is fixed: it goes no distance. Give an objective of your own."
        )
    return ca.norm_2(ca.vertcat(*(course.end.state(f"base {a}") - course.start.state(f"base {a}") for a in "xyz")))


def mean_speed(course):
    """Distance over duration [m/s]."""
    return distance(course) / course.duration


def cost_of_transport(course):
    """Work of the motors over weight and distance [1]."""
    work = course.end.state("work motor") - course.start.state("work motor")
    mass = course.own(course.equations.model.robot.mass)
    return work / (mass * STANDARD_GRAVITY * distance(course))


def final_heading(course):
    """Mean angle of the bodies' x axes about the world's z at the end [rad], up to full turns."""
    bodies = course.equations.model.robot.bodies
    axes = [course.end["body_rotation", body.name] for body in bodies if not body.virtual]
    angles = [ca.atan2(axis[3], axis[0]) for axis in axes]  # row by row: entries xx and yx
    aside = [ca.atan2(ca.sin(a - angles[0]), ca.cos(a - angles[0])) for a in angles[1:]]
    return angles[0] + sum(aside) / len(angles)
