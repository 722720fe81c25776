"""What Moreau's scheme needs of a planar machine at one state, as a graph.

Coordinates are q = (x, y, heading of the base; joint angles) and u = q': with them q' = u and the scheme advances q by u dt.
The base's twist is T u, T = diag(R^T, 1, ..), so the engine's A and h become T^T A T and T^T (h + A T' u).

States z of actuators and media, with z' = g(t, q, u, z), are velocities of coordinates more: a mass m that nothing else touches
obeys m z' = m g, so that every step, solver and vector of machines advances them as it does the rest. Like joint torques, g is
taken at the end of the step as far as each state drives its own. m is so small that no measure of the machine's motion sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from elver._support.errors import is_symbol
from elver.dynamics import bias_vector, forward_kinematics, mass_matrix
from elver.dynamics.kinematics import Kinematics
from elver.robot import Contour, Robot
from elver.symbolic.spatial import column, cross, rotation_z

_MASS = 1e-9  # of a state of an actuator or medium; see above


@dataclass(frozen=True, eq=False)
class ContactTerms:
    """terms(t, q, u, p, signals) -> M (nv, nv), f (nv), torques (nv), C (nv, nv), S (nv, nv), links (4, nl), J (3 nl, nv), flows.

    M uE - M uA = f dt + .. ; C and S: minus the derivatives of the joint torques by u and q (damping and stiffness);
    links: place (x, y) and direction (cos, sin) of every contour; J: its velocity (vx, vy, w) per u; flows [W] of the media.
    outlines: half length and radius [m] of every contour;  loads: mass [kg] on it;  bodies: its name.
    measured(p) -> outlines and loads where they depend on free parameters: ``at(p)`` puts them in; None where they do not.
    motors: 1 for coordinates that a motor turns.   meets[i, j]: 1 for contours that can touch each other, see ``meeting_links``.
    """

    terms: ca.Function
    outlines: np.ndarray
    loads: np.ndarray
    bodies: tuple[str, ...]
    motors: np.ndarray
    flows: tuple[str, ...]
    meets: np.ndarray
    measured: ca.Function | None = None

    def at(self, p: np.ndarray) -> ContactTerms:
        """The same terms with the outlines and loads of these parameters."""
        if self.measured is None:
            return self
        outlines, loads = self.measured(p)
        return replace(self, outlines=np.array(outlines), loads=np.array(loads).ravel(), measured=None)

    @property
    def freedoms(self) -> int:
        """How many coordinates there are."""
        return self.terms.size1_in("q")

    def link_poses(self, q: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Place and direction (x, y, cos, sin) of every contour, one after the other, at coordinates q."""
        signals = np.zeros(self.terms.size1_in("s"))
        return np.array(self.terms(0, q, np.zeros_like(q), p, signals)[5], dtype=float).ravel()


@dataclass(frozen=True, eq=False)
class _PlanarState:
    """Symbols of q and u = q' of the machine, and the kinematics they give."""

    q: ca.SX
    u: ca.SX
    kin: Kinematics


@dataclass(frozen=True, eq=False)
class MemoryTerms:
    """States z of actuators and media, and their rates: expressions of the planar state."""

    states: ca.SX
    rates: ca.SX


def planar_state(robot: Robot) -> _PlanarState:
    """A planar machine at q, moving at u."""
    q, u = (ca.SX.sym(name, 3 + len(robot.moving)) for name in "qu")
    R = rotation_z(q[2])
    twist = ca.SX(6, 1)
    velocity = R.T @ ca.vertcat(u[0], u[1], ca.SX(1, 1))
    twist[[0, 1, 5]] = ca.vertcat(velocity[:2], u[2])
    kin = forward_kinematics(robot, R, ca.vertcat(q[0], q[1], ca.SX(1, 1)), twist, q[3:], u[3:])
    return _PlanarState(q, u, kin)


def write_terms(
    robot: Robot,
    state: _PlanarState,
    inertias: Sequence,
    betas: Sequence,
    torques: Sequence,
    motors: Sequence[bool],
    flows: Mapping[str, ca.SX],
    inputs: Sequence[ca.SX],
    coupled: ca.SX,
    memory: MemoryTerms,
) -> ContactTerms:
    """The terms of a machine at a state, from what media and drives do there.

    inertias, betas: of every body, media included.   torques, motors: of every moving joint, and whether a motor makes it.
    inputs: time, free parameters and signals of the graph.   coupled: torques of couplings on the joints, always explicit.
    memory: states of actuators and media.
    """
    kin, count = state.kin, memory.states.numel()
    M, bias = _in_world_rates(mass_matrix(robot, kin, inertias), bias_vector(robot, kin, inertias, betas), state.q, state.u)
    q, u = ca.vertcat(state.q, ca.SX.sym("passed", count)), ca.vertcat(state.u, memory.states)
    M, bias = ca.diagcat(M, _MASS * ca.SX.eye(count)), ca.vertcat(bias, ca.SX(count, 1))
    acting = ca.vertcat(ca.SX(3, 1), *torques, _MASS * memory.rates)
    touching = [(j, body, outline) for j, body in enumerate(robot.bodies) if (outline := body.outline) is not None]
    links, velocities = zip(*(contour(kin, j, outline) for j, _, outline in touching), strict=True)
    outputs = {
        "M": M,
        "f": acting + ca.vertcat(ca.SX(3, 1), coupled, ca.SX(count, 1)) - bias,
        "torques": acting,
        "C": -ca.jacobian(acting, u),
        "S": -ca.jacobian(acting, q),
        "links": ca.vertcat(*links),
        "J": ca.jacobian(ca.vertcat(*velocities), u),
        "flows": ca.vertcat(ca.SX(0, 1), *flows.values()),
    }
    t, p, signals = inputs
    results = [ca.densify(o) for o in outputs.values()]
    outlines, loads, measured = _measures_of(touching, p)
    return ContactTerms(
        ca.Function("contact_terms", [t, q, u, p, signals], results, list("tqups"), list(outputs)),
        outlines,
        loads,
        tuple(b.name for _, b, _ in touching),
        np.array([0.0, 0.0, 0.0, *map(float, motors), *([0.0] * count)]),
        tuple(flows),
        meeting_links(robot, [j for j, _, _ in touching]),
        measured,
    )


def meeting_links(robot: Robot, touching: Sequence[int]) -> np.ndarray:
    """1 where two of these bodies (rows and columns) can touch each other, by the tree and not by their order.

    Never: bodies held together by fixed joints, and those that a joint joins, whose contours overlap at its axis. Bodies without
    mass and contour (between the axes of a joint that turns about several) are part of the joint.
    """
    held = [0]  # the body of every rigid piece that a moving joint carries, or the base
    for k, joint in enumerate(robot.joints, start=1):
        held.append(k if joint.moving else held[robot.parents[k]])
    solid = {piece for piece, body in zip(held, robot.bodies, strict=True) if not body.virtual or body.outline is not None}
    joined = set()
    for piece in {held[k] for k in touching} - {0}:
        carrier = held[robot.parents[piece]]
        while carrier not in solid and carrier > 0:
            carrier = held[robot.parents[carrier]]
        joined |= {(piece, carrier), (carrier, piece)}
    return np.array([[float(held[a] != held[b] and (held[a], held[b]) not in joined) for b in touching] for a in touching])


def _measures_of(touching: Sequence, p: ca.SX) -> tuple[np.ndarray, np.ndarray, ca.Function | None]:
    """Half length and radius of every contour and the mass on it; where they are symbols NaN, and the function of p."""
    sizes = [(outline.half_length, outline.radius) for _, _, outline in touching]
    loads = [b.mass for _, b, _ in touching]
    if not any(map(is_symbol, (*loads, *(v for pair in sizes for v in pair)))):
        return np.array(sizes), np.array(loads), None
    table = ca.vertcat(*(ca.horzcat(*pair) for pair in sizes))
    measured = ca.Function("measured", [p], [ca.densify(ca.SX(table)), ca.densify(ca.SX(ca.vertcat(*loads)))])
    return np.full((len(sizes), 2), np.nan), np.full(len(loads), np.nan), measured


def contour(kin: Kinematics, j: int, outline: Contour) -> tuple[ca.SX, ca.SX]:
    """Place and direction (x, y, cos, sin) of the contour of body j, and its velocity (vx, vy, w)."""
    centre, axis = column(outline.centre), column(outline.axis)
    place, direction = kin.positions[j] + kin.rotations[j] @ centre, kin.rotations[j] @ axis
    moving = kin.rotations[j] @ (kin.twists[j][:3] + cross(kin.twists[j][3:], centre))
    turning = kin.rotations[j] @ kin.twists[j][3:]  # in the world: a body behind a joint whose axis points down has z down
    return ca.vertcat(place[:2], direction[:2]), ca.vertcat(moving[:2], turning[2])


def _in_world_rates(A: ca.SX, h: ca.SX, q: ca.SX, u: ca.SX) -> tuple[ca.SX, ca.SX]:
    """A and h of the engine, whose base velocity is in the base's frame, for the velocities u in the world's."""
    c, s = ca.cos(q[2]), ca.sin(q[2])
    T = ca.SX.eye(q.numel())
    T[0, 0], T[0, 1], T[1, 0], T[1, 1] = c, s, -s, c
    turning = ca.SX(q.numel(), 1)
    turning[0], turning[1] = u[2] * (-s * u[0] + c * u[1]), u[2] * (-c * u[0] - s * u[1])
    return T.T @ A @ T, T.T @ (h + A @ turning)


def momentum_terms(terms: ContactTerms) -> ContactTerms:
    """The same terms with f the rate of the momenta M u: M' u is added to what accelerates."""
    inputs = [ca.SX.sym(name, terms.terms.size1_in(name)) for name in "tqups"]
    _, q, u, _, _ = inputs
    M, f, *rest = terms.terms(*inputs)
    results = [ca.densify(o) for o in (M, f + ca.jtimes(M @ u, q, u), *rest)]
    names = [terms.terms.name_out(k) for k in range(terms.terms.n_out())]
    return replace(terms, terms=ca.Function("momentum_terms", inputs, results, list("tqups"), names))


# --- Coordinates of the contact scheme, q = (x, y, heading; joint angles) and u = q', from the engine's states and back.


def coordinates_of(slices: Mapping[str, slice], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """q and u of an engine state; slices: where its parts stand, from the layout of the equations."""
    w, _, _, z = x[slices["quaternion"]]
    heading = 2 * np.arctan2(z, w)
    vx, vy, turn = x[slices["twist"]]
    c, s, memory = np.cos(heading), np.sin(heading), x[slices["memory"]]
    q = np.concatenate([x[slices["position"]][:2], [heading], x[slices["angles"]], np.zeros_like(memory)])
    return q, np.concatenate([[c * vx - s * vy, s * vx + c * vy, turn], x[slices["rates"]], memory])


def states_of(slices: Mapping[str, slice], q: np.ndarray, u: np.ndarray, works: np.ndarray) -> np.ndarray:
    """Engine states of many samples: rows of q, u and works (in the layout's order)."""
    c, s = np.cos(q[:, 2]), np.sin(q[:, 2])
    zero, moving = np.zeros(len(q)), slice(3, 3 + slices["angles"].stop - slices["angles"].start)
    pose = [q[:, 0], q[:, 1], zero, np.cos(q[:, 2] / 2), zero, zero, np.sin(q[:, 2] / 2)]
    twist = [c * u[:, 0] + s * u[:, 1], -s * u[:, 0] + c * u[:, 1], u[:, 2]]
    return np.column_stack([*pose, *twist, q[:, moving], u[:, moving], u[:, moving.stop :], works])


# --- Small linear systems of the contact solver as code without loops.


def small_solver(n: int) -> ca.Function:
    """x with S x = b for a symmetric positive definite S of n rows as a graph without loops: fast for small n."""
    S, b, L = ca.SX.sym("S", n, n), ca.SX.sym("b", n), ca.SX(n, n)
    for i in range(n):
        for j in range(i):
            L[i, j] = (S[j, i] - L[i, :j] @ L[j, :j].T) * L[j, j]
        L[i, i] = 1 / ca.sqrt(S[i, i] - ca.sumsqr(L[i, :i]))  # reciprocals on the diagonal
    x = [b[i] for i in range(n)]
    for i in range(n):
        x[i] = (x[i] - sum(L[i, k] * x[k] for k in range(i))) * L[i, i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - sum(L[k, i] * x[k] for k in range(i + 1, n))) * L[i, i]
    return ca.Function("small_solver", [S, b], [ca.densify(ca.vertcat(*x))], ["S", "b"], ["x"])


# --- The change of Moreau's equations along a direction, as a graph.
#
# With the velocity w at the end of a step and the forces l of all contacts on the links held, the equations of a step are
#
#     G = M (u - w) + h (f + C (u - w) - h/2 S w) + J^T l = 0,         C and S: diagonals, 0 where torques are explicit
#
# (see contact/single/moreau.py), and the velocities of the contours are V = J w at its end and V0 = J u at its start. J follows
# from the poses of the contours: a contour's velocity is the rate of its place and direction.

SHARED = ("t", "q", "u", "p", "s", "w", "l", "k")  # what all directions have in common
_PARTS = ("balance", "velocities", "before", "links", "acting", "flows")  # of the result, in this order


def change_graph(terms: ContactTerms) -> ca.Function:
    """(t, q, u, p, s, w, l, k, qdot, udot, pdot) -> changes of G, V, V0, links, torques and flows, one after the other.

    s: signals.   w: velocity at the end.   l: force (x, y) and moment on every contour.   k: step [s], 1 for implicit torques.
    """
    graph = terms.terms
    t, q, u, p, s = (ca.SX.sym(name, graph.nnz_in(name)) for name in "tqups")
    w, k, pushes = ca.SX.sym("w", q.numel()), ca.SX.sym("k", 2), ca.SX.sym("l", 3 * len(terms.bodies))
    M, f, torques, C, S, links, _, flows = graph(t, q, u, p, s)
    h, damping, stiffness = k[0], k[1] * ca.diag(C), k[1] * ca.diag(S)
    after, before = _contour_velocities(links, q, w), _contour_velocities(links, q, u)
    push = ca.gradient(ca.dot(after, pushes), w)
    balance = M @ (u - w) + h * (f + damping * (u - w) - 0.5 * h * stiffness * w) + push
    acting = torques - damping * (w - u) - 0.5 * h * stiffness * w
    changes = [ca.SX.sym(name, like.numel()) for name, like in (("qdot", q), ("udot", u), ("pdot", p))]
    everything = ca.vertcat(balance, after, before, links, acting, flows)
    result = ca.jtimes(everything, ca.vertcat(q, u, p), ca.vertcat(*changes))
    names = [*SHARED, "qdot", "udot", "pdot"]
    return ca.Function("contact_changes", [t, q, u, p, s, w, pushes, k, *changes], [ca.densify(result)], names, ["change"])


def _contour_velocities(links: ca.SX, q: ca.SX, u: ca.SX) -> ca.SX:
    """(vx, vy, turning rate) of every contour at q, moving at u, from its place and direction (x, y, cos, sin)."""
    rates = ca.jtimes(links, q, u)
    found = []
    for i in range(links.numel() // 4):
        x, y, c, s = rates[4 * i], rates[4 * i + 1], rates[4 * i + 2], rates[4 * i + 3]
        found += [x, y, links[4 * i + 2] * s - links[4 * i + 3] * c]
    return ca.vertcat(*found)
