"""What the steps of second order remember of the steps before, and the arrays that one step works in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.contact.single.arrays import Carried, Code, ContactRows, Failure, Inputs, Laws, Machine, SceneTables, Terms, Velocities

COLD = -1.0  # of ``Past.lengths[LAST]``: not even the momenta are known
LAST, NEXT, GUESSED, EXACT, BRACKET, RESUME = range(6)  # places of ``Past.lengths``
TAKEN, REPEATED, CORRECTED, EVENTS, MODE, SINCE = range(6)  # places of ``Past.counts``
USUAL, LANDING, BRACKETING, STARTING = range(4)  # what a step is for: ``Past.counts[MODE]``


class StepHistory(NamedTuple):
    """What a step looks back at.

    momentum: M u at the end of the last step.   force, torque, pushing: rate of the momenta, torques of the motors and force of
    all contacts on every link [N] there.   smooth: what of ``force`` is neither friction nor contact.   gain: mean acceleration
    over the last step.   force_change, .. [1/s]: what they changed by over it (0 where it looked back at nothing).
    powers: of friction, contacts and flows at its end [W].   lengths [s]: of the last step (0: nothing is known of it, as after
    an impact; COLD: at a start); of the step to try next; of the step whose impulses are the warm start; around an event the
    exact length of the next step, that of the short one in which it falls, and the usual length to go back to (0: none).
    counts: steps taken, repeated, and corrected; events located; what the next step is for; steps since all was known afresh.
    """

    momentum: np.ndarray
    force: np.ndarray
    force_change: np.ndarray
    smooth: np.ndarray
    gain: np.ndarray
    gain_change: np.ndarray
    torque: np.ndarray
    torque_change: np.ndarray
    pushing: np.ndarray
    pushing_change: np.ndarray
    powers: np.ndarray
    lengths: np.ndarray
    counts: np.ndarray


class StepCoordinates(NamedTuple):
    """Coordinates and velocities of a step.

    ahead, fast: coordinates and velocities predicted for its end, where all terms are taken.   kept, base: what the mean rate of
    the momenta, and the coordinates at the end, are besides the share of the end.   place: coordinates found.   shift: by which
    gaps were closed after that.   seen: poses of the links at the start, kept in case a step is refused.
    """

    ahead: np.ndarray
    fast: np.ndarray
    kept: np.ndarray
    base: np.ndarray
    place: np.ndarray
    shift: np.ndarray
    seen: np.ndarray


class AdaptiveContext(NamedTuple):
    """What a run is about, and what it carries from step to step.   accuracy [m]: error allowed in one step."""

    code: Code
    inputs: Inputs
    machine: Machine
    scene: SceneTables
    laws: Laws
    carried: Carried
    failure: Failure
    past: StepHistory
    accuracy: float


class AdaptiveWorkspace(NamedTuple):
    """``StepWorkspace`` with the coordinates of a step."""

    terms: Terms
    rows: ContactRows
    velocities: Velocities
    clock: np.ndarray
    signals: np.ndarray
    at: StepCoordinates


class TrialResult(NamedTuple):
    """How a trial step ended: status, blocks of contacts, residual, iterations of the solver.

    before: share of what was before in the mean rates of the step.   afresh: whether nothing was known of contacts and friction
    before it.
    """

    status: int
    blocks: int
    error: float
    iterations: float
    before: float
    afresh: bool


class StepAssessment(NamedTuple):
    """A trial step, its error over the one allowed, and the fastest turn of a link [rad/s].

    Where it has to be refused because of an event: when that is, from its start, and how long a step around it may be [s].
    """

    trial: TrialResult
    error: float
    turning: float
    wait: float
    short: float
