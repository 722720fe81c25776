"""The arrays that the loop with variations works in, and views of them."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.moreau.rows import make_rows
from elver.contact.moreau.step import make_terms
from elver.contact.moreau.velocities import make_velocities
from elver.derivatives.moreau.active import make_active
from elver.derivatives.moreau.lifting import make_lifted
from elver.derivatives.moreau.rows import make_slopes
from elver.derivatives.moreau.tuples import LANES, Contours, Desk, Mine, Parts, Shifts


@compiled
def make_desk(room, n, links, flows):
    """Arrays for so many rows of contacts, n freedoms, so many links and flows."""
    shifts = make_shifts(room, n, links, flows)
    contours = Contours(
        np.zeros(3 * links), np.zeros(3 * links), np.zeros(3 * links), np.zeros(3 * links), np.zeros(3 * links)
    )  # fmt: skip
    return Desk(
        make_terms(n, links, flows),
        make_rows(room, n),
        make_velocities(room, n),
        make_slopes(room),
        make_active(room, n),
        make_lifted(room, n),
        shifts,
        split(shifts.out, n, links),
        contours,
        np.empty((room, LANES)),
        np.empty(room),
        np.empty(n),
        np.empty(n),
        np.zeros(n),
        np.empty(n),
        np.zeros(4),
    )


@compiled
def make_shifts(room, n, links, flows):
    """Arrays for one group of directions."""
    six = (
        np.empty((n, LANES)), np.empty((n, LANES)), np.empty((n, LANES)), np.empty((n, LANES)), np.empty((n, LANES)),
        np.empty((n, LANES)),
    )  # fmt: skip
    rows = np.empty((room, LANES)), np.empty((room, LANES)), np.empty((room, LANES)), np.empty((room, LANES))
    pushes = np.empty((3 * links, LANES)), np.empty((3 * links, LANES))
    out = np.empty((4 * n + 13 * links + flows, LANES))
    return Shifts(*six, out, *rows, np.empty((n, LANES)), *pushes, np.empty((n, LANES)))


@compiled
def split(out, n, links):
    """What the graph gives back, part by part."""
    a, b, c, d, e, f, g = (
        3 * n,
        3 * n + 3 * links,
        3 * n + 6 * links,
        3 * n + 9 * links,
        3 * n + 13 * links,
        4 * n + 13 * links,
        2 * n,
    )
    return Parts(out[:n], out[n:g], out[g:a], out[a:b], out[b:c], out[c:d], out[d:e], out[e:f], out[f:])


@compiled
def sort(now, n, flows):
    """The changes of one group, part by part."""
    a, b, c = 2 * n, 2 * n + 4 + flows, 7 * n + 4 + flows
    return Mine(now[:n], now[n:a], now[b:c].reshape((5, n, LANES)), now[a:b], now[c:])
