"""The change of Moreau's equations along a direction, as a graph.

With the velocity w at the end of a step and the forces l of all contacts on the links held, the equations of a step are

    G = M (u - w) + h (f + C (u - w) - h/2 S w) + J^T l = 0,         C and S: diagonals, 0 where torques are explicit

(see contact/moreau/velocities.py), and the velocities of the contours are V = J w at its end and V0 = J u at its start. J follows
from the poses of the contours: a contour's velocity is the rate of its place and direction.
"""

from __future__ import annotations

import casadi as ca

from elver.contact.terms import ContactTerms

SHARED = ("t", "q", "u", "p", "s", "w", "l", "k")  # what all directions have in common
PARTS = ("balance", "velocities", "before", "links", "acting", "flows")  # of the result, in this order


def change_graph(terms: ContactTerms) -> ca.Function:
    """(t, q, u, p, s, w, l, k, qdot, udot, pdot) -> changes of G, V, V0, links, torques and flows, one after the other.

    s: signals.   w: velocity at the end.   l: force (x, y) and moment on every contour.   k: step [s], 1 for implicit torques.
    """
    graph = terms.terms
    t, q, u, p, s = (ca.SX.sym(name, graph.nnz_in(name)) for name in "tqups")
    w, k, pushes = ca.SX.sym("w", q.numel()), ca.SX.sym("k", 2), ca.SX.sym("l", 3 * len(terms.bodies))
    M, f, torques, C, S, links, _, flows = graph(t, q, u, p, s)
    h, damping, stiffness = k[0], k[1] * ca.diag(C), k[1] * ca.diag(S)
    after, before = contour_velocities(links, q, w), contour_velocities(links, q, u)
    push = ca.gradient(ca.dot(after, pushes), w)
    balance = M @ (u - w) + h * (f + damping * (u - w) - 0.5 * h * stiffness * w) + push
    acting = torques - damping * (w - u) - 0.5 * h * stiffness * w
    changes = [ca.SX.sym(name, like.numel()) for name, like in (("qdot", q), ("udot", u), ("pdot", p))]
    everything = ca.vertcat(balance, after, before, links, acting, flows)
    result = ca.jtimes(everything, ca.vertcat(q, u, p), ca.vertcat(*changes))
    names = [*SHARED, "qdot", "udot", "pdot"]
    return ca.Function("contact_changes", [t, q, u, p, s, w, pushes, k, *changes], [ca.densify(result)], names, ["change"])


def contour_velocities(links: ca.SX, q: ca.SX, u: ca.SX) -> ca.SX:
    """(vx, vy, turning rate) of every contour at q, moving at u, from its place and direction (x, y, cos, sin)."""
    rates = ca.jtimes(links, q, u)
    found = []
    for i in range(links.numel() // 4):
        x, y, c, s = rates[4 * i], rates[4 * i + 1], rates[4 * i + 2], rates[4 * i + 3]
        found += [x, y, links[4 * i + 2] * s - links[4 * i + 3] * c]
    return ca.vertcat(*found)
