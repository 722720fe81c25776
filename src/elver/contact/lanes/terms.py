"""The terms of Moreau's scheme as machines side by side need them."""

from __future__ import annotations

import casadi as ca
import numpy as np

from elver.contact.terms import ContactTerms


def lane_terms(terms: ContactTerms) -> ca.Function:
    """terms(t, q, u, p, s) -> M, f, torques, c, s, links, G, T, flows; see ``LaneTerms``.

    c, s are the diagonals of C and S; G holds the Jacobian of every contour's velocity along and across its axis, T that of its
    turning, each row of them one behind the other.
    """
    inputs = [ca.SX.sym(name, terms.terms.size1_in(name)) for name in "tqups"]
    M, f, torques, C, S, links, J, flows = terms.terms(*inputs)
    along, across, turning = [], [], []
    for i in range(len(terms.bodies)):
        ex, ey = links[4 * i + 2], links[4 * i + 3]
        along.append(ex * J[3 * i, :] + ey * J[3 * i + 1, :])
        across.append(ex * J[3 * i + 1, :] - ey * J[3 * i, :])
        turning.append(J[3 * i + 2, :])
    G = ca.vertcat(*(row for pair in zip(along, across, strict=True) for row in pair))
    outputs = [M, f, torques, ca.diag(C), ca.diag(S), links, ca.simplify(G).T, ca.vertcat(*turning).T, flows]
    names = ["M", "f", "torques", "c", "s", "links", "G", "T", "flows"]
    return ca.Function("lane_terms", inputs, [ca.densify(o) for o in outputs], list("tqups"), [f"out_{name}" for name in names])


def link_reach(terms: ContactTerms) -> np.ndarray:
    """The last coordinate that moves each link: those beyond it have no entries in its rows."""
    function = terms.terms
    pattern = function.jac_sparsity(function.index_out("links"), function.index_in("q"))
    moves = np.array(ca.DM(pattern, 1.0)).reshape(len(terms.bodies), -1, terms.freedoms)
    return np.array([np.nonzero(link)[1].max() for link in moves], dtype=np.int64)
