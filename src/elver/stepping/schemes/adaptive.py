"""The compiled loop of steps that a scheme chooses by its error, with an end for runs that hardly come along.

The scheme is Dormand and Prince's, or Rodas5P where ``implicit`` is given: Numba compiles the one that is asked for alone, by the
type of that argument. Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import evaluate, make_scratch
from elver.compiled.quaternions import normalise
from elver.statuses import DIVERGED, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS
from elver.stepping.schemes import dormand_prince, rodas
from elver.stepping.schemes.linear import linearise
from elver.stepping.schemes.tuples import GROWTH

WINDOW = 50000  # trial steps, accepted or not, after which an adaptive scheme looks at how far they brought it


@compiled
def creeps(t, control):
    """Count a trial step at time t. True where WINDOW of them went by and were shorter than ``least`` on the average."""
    watch = control.watch
    watch[0] += 1.0
    if watch[0] < WINDOW:
        return False
    if t - watch[1] < WINDOW * control.least:
        return True
    watch[0], watch[1] = 0.0, t
    control.blame[:] = 0
    return False


@compiled
def prepare(implicit, system, scratch, t, x, k):
    """What all trial steps from (t, x) share: f there, or its linearisation."""
    if implicit is None:
        evaluate(system, scratch, t, x, k[0])
    else:
        linearise(implicit.linear, system, scratch, t, x, implicit.drift, implicit.J)


@compiled
def trial_step(implicit, system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``, with what its error and its interpolation need in k."""
    if implicit is None:
        dormand_prince.trial(system, scratch, t, h, x, k, new)
    else:
        rodas.trial(implicit, system, scratch, t, h, x, k, new)


@compiled
def error_of(implicit, h, k, i):
    """Estimated error of state i of a trial step."""
    if implicit is None:
        return dormand_prince.error_of(h, k, i)
    else:
        return rodas.error_of(k, i)


@compiled
def error_norm(implicit, control, h, x, k, new):
    """Root mean square of the error in units of the tolerance; ``blame`` counts which of its states has the largest."""
    total, worst, largest, blame = 0.0, 0, 0.0, control.blame
    for i in range(x.shape[0]):
        scale = control.atol + control.rtol * max(abs(x[i]), abs(new[i]))
        square = (error_of(implicit, h, k, i) / scale) ** 2
        total += square
        if i < blame.shape[0] and square > largest:
            worst, largest = i, square
    blame[worst] += 1
    return np.sqrt(total / x.shape[0])


@compiled
def interpolate(implicit, x, new, k, h, theta, out):
    """State at fraction theta of a step."""
    if implicit is None:
        dormand_prince.dense(x, new, k, h, theta, out)
    else:
        rodas.dense(x, new, k, theta, out)


@compiled
def advance_adaptive(implicit, system, control, t, h, row, steps, x, k, states):
    """At most ``steps`` accepted steps from t; output rows at t0 + row * output by dense output.

    implicit: None, or what Rodas5P needs.   k: room for the rates of the stages.
    Returns t, the proposed step, the next row, the steps accepted and a status; x is the state at t. A last step that only the
    end made short does not shorten the proposal.
    """
    scratch, new, t_end = make_scratch(system), np.empty(x.shape[0]), control.end
    accepted, finite, fresh, ceiling, proposed = 0, True, False, GROWTH, 0.0
    while accepted < steps and t < t_end:
        proposed = h if h > t_end - t else 0.0
        h = min(h, t_end - t)
        if h < 1e-14 * max(abs(t), 1.0) and t_end - t > h:
            return t, h, row, accepted, STEP_TOO_SMALL if finite else DIVERGED
        if creeps(t, control):
            return t, h, row, accepted, TOO_MANY_STEPS
        if not fresh:
            prepare(implicit, system, scratch, t, x, k)
            fresh = True
        trial_step(implicit, system, scratch, t, h, x, k, new)
        error = error_norm(implicit, control, h, x, k, new)
        finite = np.isfinite(error) and all_sane(new)
        if not finite:
            h *= 0.1
            continue
        factor = min(ceiling, max(0.2, 0.9 * max(error, 1e-10) ** -0.2))
        if error > 1.0:
            h *= factor
            ceiling = control.again
            continue
        t_new = t + h if t_end - t > h else t_end
        while row < states.shape[0] and control.t0 + row * control.output <= t_new * (1 + 1e-15):
            interpolate(implicit, x, new, k, h, min((control.t0 + row * control.output - t) / h, 1.0), states[row])
            normalise(states[row], system.quaternion, 1)
            row += 1
        normalise(new, system.quaternion, 1)
        copy_to(new, x)
        t, fresh, ceiling = t_new, False, GROWTH
        accepted += 1
        h = max(h * factor, proposed)
    return t, h, row, accepted, RUNNING
