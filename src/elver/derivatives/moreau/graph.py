"""The change of a step's equations along a direction, as a graph.

With the velocity e and the coordinates z at the end of a step held, and the impulses l of all contacts on the links, the
equations of a step (contact/moreau/velocities.py) are

    (momenta + w h rate)/(1 - w) + G = 0,     G = -M e/(1 - w) + h (f + C (u - e) + S (q - z)) + J^T l

at the predicted coordinates q and velocities u, C and S the diagonals, 0 where torques are explicit. The shift d that closes gaps
(contact/moreau/closing.py) by the pushes m obeys D = -A d + J^T m = 0, A the matrix of the step. The velocities of the contours
are J e at its end and J a at its start, their way from prediction to end J x. J follows from the poses of the contours: a
contour's velocity is the rate of its place and direction.
"""

from __future__ import annotations

import casadi as ca

from elver.contact.terms import ContactTerms

SHARED = ("t", "q", "u", "p", "s", "a", "e", "z", "x", "d", "l", "m", "k")  # what all directions have in common
CHANGED = ("qdot", "udot", "pdot", "adot")


def change_graph(terms: ContactTerms) -> ca.Function:
    """(shared, qdot, udot, pdot, adot) -> changes of G, M e, D, J e, J a, J x, links, torques and flows, one after the other.

    s: signals.   l, m: force (x, y) and moment on every contour.   k: step [s], 1 for implicit torques, 1/(1 - w), and the share
    of the end velocity in the coordinates.
    """
    graph = terms.terms
    t, q, u, p, s = (ca.SX.sym(name, graph.nnz_in(name)) for name in "tqups")
    a, e, z, x, d = (ca.SX.sym(name, q.numel()) for name in "aezxd")
    pushes, lifts, k = ca.SX.sym("l", 3 * len(terms.bodies)), ca.SX.sym("m", 3 * len(terms.bodies)), ca.SX.sym("k", 4)
    M, f, torques, C, S, links, _, flows = graph(t, q, u, p, s)
    h, damping, stiffness, heavier, share = k[0], k[1] * ca.diag(C), k[1] * ca.diag(S), k[2], k[3]
    after, before, way = (contour_velocities(links, q, v) for v in (e, a, x))
    momenta, acting = M @ e, torques - damping * (e - u) - stiffness * (z - q)
    balance = -heavier * momenta + h * (f - torques + acting) + ca.gradient(ca.dot(after, pushes), e)
    lifting = -heavier * (M @ d) - h * (damping + h * share * stiffness) * d + ca.gradient(ca.dot(after, lifts), e)
    changes = [ca.SX.sym(name, like.numel()) for name, like in zip(CHANGED, (q, u, p, a), strict=True)]
    everything = ca.vertcat(balance, momenta, lifting, after, before, way, links, acting, flows)
    result = ca.jtimes(everything, ca.vertcat(q, u, p, a), ca.vertcat(*changes))
    shared = [t, q, u, p, s, a, e, z, x, d, pushes, lifts, k]
    return ca.Function("contact_changes", [*shared, *changes], [ca.densify(result)], [*SHARED, *CHANGED], ["change"])


def contour_velocities(links: ca.SX, q: ca.SX, u: ca.SX) -> ca.SX:
    """(vx, vy, turning rate) of every contour at q, moving at u, from its place and direction (x, y, cos, sin)."""
    rates = ca.jtimes(links, q, u)
    found = []
    for i in range(links.numel() // 4):
        x, y, c, s = rates[4 * i], rates[4 * i + 1], rates[4 * i + 2], rates[4 * i + 3]
        found += [x, y, links[4 * i + 2] * s - links[4 * i + 3] * c]
    return ca.vertcat(*found)
