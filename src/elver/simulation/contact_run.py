"""Runs with contact: Moreau's scheme around the compiled terms of a model with a scene."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from elver.equations.contact_terms import ContactTerms
from elver.errors import InputError, require_number, unknown_name
from elver.simulation.integrate import Plan, Progress, Trajectory, in_chunks, last_state
from elver.simulation.program import Program

SOLVERS = ("gauss-seidel", "prox")
NOT_WITH_CONTACT = ("base_acceleration", "joint_acceleration", "joint_wrench")  # they would leave the impulses out


@dataclass(frozen=True)
class ContactSettings:
    """How contact problems are solved.

    solver: ``gauss-seidel`` (fast) or ``prox``, the published iteration with fixed r_normal and r_friction [kg].
    tolerance: largest natural-map residual of an accepted step, over the machine's weight times dt.  most: iterations allowed.
    implicit: joint torques at the end of the step, linearised; False: explicit, as published (needs dt below 3e-4 s for Aiko).
    overlap [m]: how deep the start pose may lie inside an obstacle.
    """

    solver: str = "gauss-seidel"
    tolerance: float = 1e-9
    most: int = 5000
    implicit: bool = True
    r_normal: float = 0.01
    r_friction: float = 1.3
    overlap: float = 1e-3

    def __post_init__(self):
        if self.solver not in SOLVERS:
            raise unknown_name("contact solver", self.solver, SOLVERS)
        for name in ("tolerance", "most", "r_normal", "r_friction"):
            require_number(f"ContactSettings.{name}", getattr(self, name), above=0.0)


@dataclass(frozen=True, eq=False)
class ContactRecord:
    """Per sample: forces on links [N, world], stick flags, and the largest residual, penetration and sweeps since the last."""

    contact: np.ndarray
    ground: np.ndarray
    stick: np.ndarray
    stats: np.ndarray


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


def check_start(program: Program, terms: ContactTerms, q: np.ndarray, settings: ContactSettings, p: np.ndarray) -> None:
    """Refuse a start inside an obstacle, with the name, the depth and the way out."""
    from elver.contact.geometry import disc_gap, wall_gap

    links = np.array(terms.terms(0, q, np.zeros_like(q), p, np.zeros(program.signal_width))[5]).ravel().reshape(-1, 4)
    for (half, radius), (gx, gy, ex, ey), body in zip(terms.outlines, links, terms.bodies, strict=True):
        for k, (kind, hx, hy, size) in enumerate(program.model.scene.table()):
            if kind == 0:
                found = [disc_gap(gx, gy, ex, ey, half, radius, hx, hy, size)]
            else:
                found = [wall_gap(gx, gy, ex, ey, half, radius, hx, hy, size, end) for end in (-1.0, 1.0)]
            gap, nx, ny, *_ = min(found)
            if gap < -settings.overlap:
                name = program.model.scene.obstacles[k].name or f"number {k + 1}"
                raise InputError(
                    f"the start pose puts {body} {-gap:.4g} m inside obstacle {name}. Move the machine by "
                    f"({-gap * nx:.4g}, {-gap * ny:.4g}) m, or the obstacle the other way."
                )


def run_moreau(program: Program, plan: Plan, p, settings: ContactSettings, progress, resume=None):
    """Integrate with contact; the trajectory and the record of the contacts."""
    from elver.simulation import moreau

    terms, native = program.contact
    x, t0 = (program.initial_state(p), 0.0) if resume is None else last_state(program, resume)
    if t0:
        raise InputError("runs with contact cannot be resumed yet: their warm start is not saved.")
    q, u = coordinates_of(program, x)
    check_start(program, terms, q, settings, p)
    scene, rows, count = program.model.scene, plan.steps // plan.every + 1, len(terms.loads)
    works = np.zeros(4 + len(terms.flows))
    out_q, out_u, out_works = np.empty((rows, len(q))), np.empty((rows, len(q))), np.zeros((rows, len(works)))
    out = ContactRecord(np.zeros((rows, count, 2)), np.zeros((rows, count, 2)), np.zeros((rows, count)), np.zeros((rows, 3)))
    out_q[0], out_u[0] = q, u
    ground = np.array([scene.ground.forward, scene.ground.backward, scene.ground.across] if scene.ground else [-1.0, 0.0, 0.0])
    table = scene.table()
    warm_ground, warm = np.zeros((count, 2)), np.zeros((count, max(1, 2 * len(table)), 2))
    breaks, coefficients = program.signal_tables()
    solver = moreau.GAUSS_SEIDEL if settings.solver == "gauss-seidel" else moreau.PROX
    done = 0

    def advance(first, last):
        return moreau.advance_moreau(
            native.address, native.work_size, len(terms.flows), plan.dt, first, last, plan.every, q, u, works, p, breaks,
            coefficients, terms.outlines, terms.loads, table, ground, scene.gravity, np.array(scene.slope, dtype=float),
            scene.restitution, scene.obstacle_friction, settings.implicit, solver, settings.r_normal, settings.r_friction,
            settings.tolerance, settings.most, warm_ground, warm, out_q, out_u, out_works, out.contact, out.ground, out.stick,
            out.stats,
        )  # fmt: skip

    def step(chunk):
        nonlocal done
        done, code = advance(done, min(done + chunk, plan.steps))
        return code, done * plan.dt

    advance(0, 0)
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        status, wall_time = in_chunks(step, plan.steps * plan.dt, bar)
    finally:
        bar.close()
    full = done // plan.every + 1
    ordered = np.zeros((full, len(program.equations.layout.works)))
    ordered[:, work_places(program, terms)] = out_works[:full]
    states = states_of(program, out_q[:full], out_u[:full], ordered)
    record = ContactRecord(*(a[:full] for a in (out.contact, out.ground, out.stick, out.stats)))
    return Trajectory(np.arange(full) * plan.every * plan.dt, states, status, done, wall_time), record


def add_contacts(run, program: Program, record: ContactRecord, settings: ContactSettings) -> None:
    """Add what the contacts did to a run's data, and drop what leaves them out."""
    terms, _ = program.contact
    data = run.data
    for name in NOT_WITH_CONTACT:
        del data[name]
    data.coords["link"] = list(terms.bodies)
    data.coords["plane"] = ["x", "y"]
    table = {
        "contact_force": (("time", "link", "plane"), record.contact, "N", "of the obstacles on a link, world (72)"),
        "ground_force": (("time", "link", "plane"), record.ground, "N", "friction of the ground on a link, world"),
        "sticking": (("time", "link"), record.stick, "1", "1 where a link sticks to the ground"),
        "contact_residual": (("time",), record.stats[:, 0], "1", "largest natural-map residual since the last sample"),
        "penetration": (("time",), record.stats[:, 1], "m", "deepest overlap since the last sample"),
        "sweeps": (("time",), record.stats[:, 2], "1", "most iterations of a step since the last sample"),
    }
    for name, (dims, values, unit, meaning) in table.items():
        data[name] = (dims, values, {"units": unit, "long_name": meaning})
    data.attrs["contact_settings"] = str(asdict(settings))
