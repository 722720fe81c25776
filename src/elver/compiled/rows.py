"""Native functions along the samples of a run whose inputs change. Importing this module imports Numba."""

from __future__ import annotations

from elver.compiled import compiled
from elver.compiled.calls import evaluate, make_scratch


@compiled
def evaluate_rows(system, slots, inputs, times, states, out):
    """Rows of ``out`` = f at every (time, state) with the inputs of that row, which stand at ``slots`` of the parameters."""
    scratch = make_scratch(system)
    for i in range(times.shape[0]):
        for k in range(slots.shape[0]):
            system.p[slots[k]] = inputs[i, k]
        evaluate(system, scratch, times[i], states[i], out[i])
