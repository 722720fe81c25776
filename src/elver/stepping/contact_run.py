"""Runs with contact: Moreau's scheme around the compiled terms of a model with a scene."""

from __future__ import annotations

import numpy as np

from elver.contact.settings import SOLVERS, ContactSettings
from elver.contact.terms import ContactTerms
from elver.errors import InputError
from elver.native.program import Program
from elver.progress import Progress
from elver.statuses import NOT_CONVERGED, status_word
from elver.stepping.chunks import in_chunks
from elver.stepping.contact_loop import ContactLoop, Maximal, link_poses
from elver.stepping.plan import Plan
from elver.stepping.trajectory import Trajectory, last_state

PUSHES, RAYS, RINGS = 100, 16, 0.005 * 1.25 ** np.arange(25)  # search for a free start: rings from 5 mm to 1 m


def coordinates_of(program: Program, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """q = (x, y, heading, angles) and u = q' of an engine state."""
    s = program.equations.layout.slices
    w, _, _, z = x[s["quaternion"]]
    heading = 2 * np.arctan2(z, w)
    vx, vy, turn = x[s["twist"]]
    c, sn = np.cos(heading), np.sin(heading)
    q = np.concatenate([x[s["position"]][:2], [heading], x[s["angles"]]])
    return q, np.concatenate([[c * vx - sn * vy, sn * vx + c * vy, turn], x[s["rates"]]])


def states_of(program: Program, q: np.ndarray, u: np.ndarray, works: np.ndarray) -> np.ndarray:
    """Engine states of many samples: rows of q, u and works (in the layout's order)."""
    c, s = np.cos(q[:, 2]), np.sin(q[:, 2])
    zero = np.zeros(len(q))
    pose = [q[:, 0], q[:, 1], zero, np.cos(q[:, 2] / 2), zero, zero, np.sin(q[:, 2] / 2)]
    twist = [c * u[:, 0] + s * u[:, 1], -s * u[:, 0] + c * u[:, 1], u[:, 2]]
    return np.column_stack([*pose, *twist, q[:, 3:], u[:, 3:], works])


def work_places(program: Program, terms: ContactTerms) -> list[int]:
    """Where the loop's works (motor, motor_positive, friction, normal, media) stand among the layout's."""
    names = list(program.equations.layout.works)
    return [names.index(n) for n in ("motor", "motor_positive", "contact.friction", "contact.normal", *terms.flows)]


def depth_in(links: np.ndarray, i: int, outline, row: np.ndarray, corners: np.ndarray) -> tuple[float, np.ndarray]:
    """Gap [m] of link i and one obstacle, negative inside it, and the normal along which the link comes out."""
    from elver.contact.geometry import crossing_polygon
    from elver.contact.problem import candidate, features_of

    if row[0] == 2.0:
        first = int(row[4])
        away, nx, ny = crossing_polygon(*links[4 * i : 4 * i + 4], outline[0], corners[first : first + int(row[5])])
        if away < 0:
            return away - outline[1], np.array([nx, ny])
    touching = [candidate(links, i, *outline, row, corners, feature) for feature in range(features_of(row))]
    gap, nx, ny, *_ = min(touching)
    return gap, np.array([nx, ny])


def overlaps(program: Program, terms: ContactTerms, q: np.ndarray, p: np.ndarray):
    """(gap [m], normal, body, obstacle) of the deepest overlap at coordinates q; None where nothing overlaps."""
    links = link_poses(program, terms, q, p)
    scene, worst = program.model.scene, None
    corners, table = scene.corners(), scene.table()
    for i, body in enumerate(terms.bodies):
        for k, row in enumerate(table):
            gap, normal = depth_in(links, i, terms.outlines[i], row, corners)
            if gap < 0 and (worst is None or gap < worst[0]):
                worst = (gap, normal, body, scene.obstacles[k].name or f"number {k + 1}")
    return worst


def nearest_free_position(program: Program, q: np.ndarray, p: np.ndarray) -> np.ndarray | None:
    """Place (x, y) [m] of the base at which nothing overlaps, close by: pushed out of the deepest overlap again and again.

    Where that goes to and fro between obstacles, the first free place on rings around the start.
    """
    terms, _ = program.contact
    q, start = q.copy(), q[:2].copy()
    for _ in range(PUSHES):
        found = overlaps(program, terms, q, p)
        if found is None:
            return q[:2]
        q[:2] += (1e-6 - found[0]) * found[1]
    for distance in RINGS:
        for angle in 2 * np.pi * np.arange(RAYS) / RAYS:
            q[:2] = start + distance * np.array([np.cos(angle), np.sin(angle)])
            if overlaps(program, terms, q, p) is None:
                return q[:2]
    return None


def check_start(program: Program, terms: ContactTerms, q: np.ndarray, settings: ContactSettings, p: np.ndarray) -> None:
    """Refuse a start inside an obstacle, with the name, the depth and the nearest free place."""
    found = overlaps(program, terms, q, p)
    if found is None or found[0] >= -settings.overlap:
        return
    free = nearest_free_position(program, q, p)
    way = "No free place was found nearby." if free is None else f"A free place is start position ({free[0]:.5g}, {free[1]:.5g})."
    raise InputError(f"the start pose puts {found[2]} {-found[0]:.4g} m inside obstacle {found[3]}. {way}")


def maximal_coordinates(
    program: Program, terms: ContactTerms, q: np.ndarray, u: np.ndarray, p: np.ndarray, used: bool
) -> Maximal:
    """Start of the maximal formulation; empty arrays where it is not used."""
    if not used:
        return Maximal(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(2), np.zeros((0, 2), dtype=np.int64))
    robot = program.model.robot
    plain = all(j.type == "revolute" and j.alpha == j.gamma == j.theta == 0 for j in robot.joints)
    centred = all(b.outline is not None and np.allclose(b.outline.centre, b.centre_of_mass) for b in robot.bodies)
    free = all(j.mode == "torque" and j.coulomb == j.viscous == 0 for j in robot.moving_joints)
    if program.model.media or not (plain and centred and free):
        raise InputError(
            "the maximal formulation takes chains and trees of links whose joints turn about parallel axes, with contours around "
            "their centres of mass, driven by motors alone. Use formulation='engine'."
        )
    out = terms.terms(0, q, u, p, np.zeros(program.signal_width))
    links, J = np.array(out[5]).ravel().reshape(-1, 4), np.array(out[6])
    angles = [q[2]]
    for k in range(1, len(robot.bodies)):
        angles.append(angles[robot.parents[k]] + q[2 + k])
    ends = np.array([(robot.parents[k], k) for k in range(1, len(robot.bodies))], dtype=np.int64).reshape(-1, 2)
    masses = np.array([(b.mass, b.mass, b.central_inertia[2, 2]) for b in robot.bodies])
    z = np.column_stack([links[:, :2], angles])
    return Maximal(z, (J @ u).reshape(-1, 3), masses, robot.bodies[0].outline.centre[:2].copy(), ends)


def start_of(program: Program, p: np.ndarray, settings: ContactSettings, resume, start=None):
    """(q, u, works, time [s]) at the start: the model's own or ``start``, free of obstacles, or the last sample of a run."""
    terms, _ = program.contact
    x, t0 = (program.initial_state(p), 0.0) if resume is None else last_state(program, resume)
    x = x if start is None else np.array(start, dtype=float)
    if resume is not None and settings.formulation == "maximal":
        raise InputError(
            "the maximal formulation has velocities of every link that a run does not keep. Resume with formulation='engine'."
        )
    q, u = coordinates_of(program, x)
    if resume is None:
        check_start(program, terms, q, settings, p)
    return q, u, x[program.equations.layout.slices["works"]][work_places(program, terms)], t0


def chosen_settings(program: Program, given: ContactSettings | None) -> ContactSettings:
    """The settings given, or the usual ones; refused where the model has no contacts to solve."""
    if given is not None and not isinstance(given, ContactSettings):
        raise InputError(f"contact is a {type(given).__name__}. Give elver.simulation.ContactSettings(...).")
    if given is not None and program.model.scene is None:
        raise InputError(
            f"contact is given, but model '{program.model.name}' has no scene and so no contacts. Leave it out, or give a scene."
        )
    return given or ContactSettings()


def run_moreau(program: Program, plan: Plan, p, settings: ContactSettings, progress, resume=None, start=None):
    """Integrate with contact from the model's start or the state ``start``; the trajectory and the record of the contacts."""
    terms, _ = program.contact
    q, u, works, t0 = start_of(program, p, settings, resume, start)
    maximal = maximal_coordinates(program, terms, q, u, p, settings.formulation == "maximal")
    loop = ContactLoop(program, plan, p, settings, SOLVERS.index(settings.solver), q, u, works, t0, maximal)
    loop.advance(0, 0)  # compiles or loads the loop, so that the wall time is the run's own
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        status, wall_time = in_chunks(loop.step, plan.steps * plan.dt, bar)
    finally:
        bar.close()
    times, out_q, out_u, out_works = loop.samples()
    ordered = np.zeros((len(times), len(program.equations.layout.works)))
    ordered[:, work_places(program, terms)] = out_works
    states = states_of(program, out_q, out_u, ordered)
    problem = loop.problem() if status == status_word(NOT_CONVERGED) else None
    return Trajectory(times, states, status, loop.done, wall_time, loop.detail), loop.record(problem)
