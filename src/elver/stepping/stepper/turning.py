"""Whether the loops of machines turned over between two looks. Importing this module imports Numba.

The test is det(J_p^T J_p') < 0, the columns of J_p before and J_p' now being those of the dependent joints.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to
from elver.compiled.calls import evaluate, make_scratch
from elver.statuses import RUNNING
from elver.stepping.batch.groups import with_parameters
from elver.stepping.batch.turning import is_negative


@compiled
def look_for_turns(system, h, rows, fleet, J, turned):
    """Mark the running machines that have turned over since J, one row of columns each; J of the others becomes that of now."""
    columns = J.shape[1] // rows
    p, now, product = np.empty(fleet.p.shape[1]), np.empty(J.shape[1]), np.empty((columns, columns))
    system = with_parameters(system, p)
    scratch = make_scratch(system)
    for m in range(turned.shape[0]):
        if fleet.status[m] != RUNNING:
            continue
        copy_to(fleet.p[m], p)
        evaluate(system, scratch, fleet.base[m] + fleet.steps[m] * h, fleet.state[m], now)
        for a in range(columns):
            for b in range(columns):
                product[a, b] = 0.0
                for r in range(rows):
                    product[a, b] += J[m, a * rows + r] * now[b * rows + r]
        turned[m] = is_negative(product)
        if not turned[m]:
            copy_to(now, J[m])
