"""How far off a run may be because its steps are finite: short stretches of it, run again with half the step.

The energy ledger does not tell: it holds for whatever motion was integrated, exact or not. Here some stretches of a run are
begun at its own samples and taken again with half the step (adaptive methods: a hundredth of the tolerances; contact by steps
that an accuracy chooses: a hundredth of that, too). What they end with differs from the samples there by the error of the
stretch. Positions, orientation and works add up: their error is that of the stretches, with its sign, times how often they fit
into the run. The other states forget, or follow the gait: theirs is the largest one found; velocities of a machine with contact
jump, and are not judged. Each is given over the range that such states had. A motion that is unstable, and doubles its errors,
is farther off than this says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from elver.contact import ContactSettings
from elver.contact.coordinates import coordinates_of, states_of
from elver.contact.moreau.tuples import Grid
from elver.equations.layout import MOTOR_POSITIVE, StateLayout
from elver.native.program import Program
from elver.progress import untold
from elver.statuses import RUNNING
from elver.stepping.nonsmooth import loop_from, work_places
from elver.stepping.plan import ADAPTIVE, SMALLEST_RTOL, Plan
from elver.stepping.runs import integrate
from elver.stepping.trajectory import Trajectory

SHARE = 1 / 50  # of the run that is run again
STRETCHES, APART = 8, 25  # at most so many stretches, one to so many samples at most
GOLDEN = 0.618033988749895  # stretches are shifted by multiples of it, so that they do not meet a gait at one phase
TIGHTER = 100.0  # tolerances of an adaptive method over those of its check
ORDERS = {"moreau": 1, "semi-implicit": 1, "heun": 2, "rk4": 4, "adams": 5}
SUMS = ("position", "quaternion", "works")  # states whose errors add up
VELOCITIES = ("twist", "rates")
SMALLEST_RANGE = 1e-9  # of the largest value: what varies less is rounding
Rerun = Callable[[int, int], np.ndarray | None]  # samples from which, and how many on -> the state there


@dataclass(frozen=True)
class StepError:
    """error: relative, the largest of all kinds of states.   kind: which, a part of the layout.   by: how it was found."""

    error: float
    kind: str
    by: str


def step_error(
    program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, contact: ContactSettings | None = None
) -> StepError | None:
    """The error of a run by its steps, from stretches run again; None where that cannot be told.

    contact: settings, for a model with a scene.
    """
    samples = whole_samples(plan, trajectory)
    if trajectory.status not in ("finished", "interrupted") or not samples:
        return None
    rerun = touching(program, plan, p, trajectory, contact) if contact is not None else smooth(program, plan, p, trajectory)
    count = max(1, min(STRETCHES, samples // APART))
    length = max(1, round(SHARE * samples / count))
    begins = [int((k + (0.5 + GOLDEN * k) % 1) / count * (samples - length + 1)) for k in range(count)]
    ends = [(begin, rerun(begin, length)) for begin in begins]
    differences = np.array([end - trajectory.states[begin + length] for begin, end in ends if end is not None])
    if len(differences) < count or not np.isfinite(differences).all():
        return None
    kinds = judged(program.equations.layout, jumps=contact is not None)
    found = by_kind(program.equations.layout, kinds, differences, trajectory.states, samples / (count * length))
    kind = max(found, key=found.__getitem__, default="")
    share = f"{count} stretch{'es' if count > 1 else ''}, {100 * count * length / samples:.2g} % of the run"
    by = f"{share}, again with {how_fine(plan, contact)}"
    order = 2 if contact is not None and contact.accuracy is not None else ORDERS.get(plan.method)
    factor = 1.0 if order is None else 2**order / (2**order - 1)  # the stretches have errors themselves
    return StepError(factor * found.get(kind, 0.0), kind, by)


def judged(layout: StateLayout, jumps: bool = False) -> dict[str, np.ndarray]:
    """Places of the states by kind. Positive work is left out: it has a corner wherever a power turns, and no order.

    jumps: contacts let velocities jump. An impact that comes a part of a step earlier changes them by all of the jump at that
    instant, and hardly the motion: they are left out too.
    """
    works, begin = list(layout.works), layout.slices["works"].start
    places = {kind: np.arange(part.start, part.stop) for kind, part in layout.slices.items()}
    places["works"] = np.array([begin + k for k, name in enumerate(works) if name != MOTOR_POSITIVE], dtype=int)
    return {kind: own for kind, own in places.items() if len(own) and not (jumps and kind in VELOCITIES)}


def by_kind(
    layout: StateLayout, kinds: dict[str, np.ndarray], differences: np.ndarray, states: np.ndarray, times: float
) -> dict[str, float]:
    """Errors over the ranges of the states of each kind (``judged``). times: the stretches fit into the run."""
    found = {}
    for kind, places in kinds.items():
        own = differences[:, places]
        error = times * np.abs(own.sum(axis=0)).max() if kind in SUMS else np.abs(own).max()
        found[kind] = float(error) / scale(states[:, layout.slices[kind]])
    return found


def scale(states: np.ndarray) -> float:
    """The largest range of states of a kind; not below rounding."""
    return max(float(np.ptp(states, axis=0).max()), SMALLEST_RANGE * float(np.abs(states).max()), SMALLEST_RANGE)


def whole_samples(plan: Plan, trajectory: Trajectory) -> int:
    """Samples that follow each other at the plan's interval, without the first one."""
    times = trajectory.times
    return int(np.count_nonzero(np.abs(times[1:] - times[0] - np.arange(1, len(times)) * plan.output) < 1e-6 * plan.output))


def finer(plan: Plan) -> Plan:
    """The plan with half the step, or tighter tolerances."""
    if plan.method in ADAPTIVE:
        return replace(plan, rtol=max(plan.rtol / TIGHTER, SMALLEST_RTOL), atol=plan.atol / TIGHTER)
    return replace(plan, dt=plan.dt / 2)


def chosen_by_error(contact: ContactSettings | None) -> bool:
    """Whether the error of the path chooses the steps of a run with contact, of which dt is then the longest."""
    return contact is not None and contact.accuracy is not None and contact.accuracy < np.inf


def finer_contact(contact: ContactSettings | None) -> ContactSettings | None:
    """The settings of contact for half the step: tighter where the error of the path chooses it."""
    if contact is None or contact.accuracy is None:
        return contact
    return replace(contact, accuracy=contact.accuracy / TIGHTER)


def how_fine(plan: Plan, contact: ContactSettings | None = None) -> str:
    """What a run is taken again with, in words."""
    if plan.method in ADAPTIVE:
        return "a hundredth of the tolerances"
    return "half the longest step and a hundredth of the accuracy" if chosen_by_error(contact) else "half the step"


def coarser(plan: Plan, contact: ContactSettings | None = None) -> list[Plan]:
    """The plan with twice the step; none where that does not divide the run, or where tolerances choose the steps."""
    if plan.method in ADAPTIVE or plan.steps % 2 or chosen_by_error(contact):
        return []
    return [replace(plan, dt=2 * plan.dt, output=plan.output if plan.every % 2 == 0 else 2 * plan.output)]


def smooth(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory) -> Rerun:
    """Stretches of a run without contact."""

    def rerun(begin: int, length: int) -> np.ndarray | None:
        seconds = length * plan.output
        again = replace(finer(plan), duration=seconds, output=seconds)
        with untold():
            ended = integrate(program, again, p, False, start=trajectory.states[begin], t0=float(trajectory.times[begin]))
        return ended.states[-1] if ended.status == "finished" else None

    return rerun


def touching(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, settings: ContactSettings) -> Rerun:
    """Stretches of a run with contact."""
    slices, places, finely = program.equations.layout.slices, work_places(program), finer_contact(settings) or settings

    def rerun(begin: int, length: int) -> np.ndarray | None:
        x, steps = trajectory.states[begin].copy(), 2 * length * plan.every
        grid = Grid(float(trajectory.times[begin]), plan.dt / 2, steps)
        loop = loop_from(program, p, finely, grid, steps, (*coordinates_of(slices, x), x[slices["works"]][places]))
        reached = 0.0
        while reached < steps * grid.dt * (1 - 1e-9):
            code, reached = loop.step(steps)
            if code != RUNNING:
                return None
        _, q, u, works = loop.trajectory()
        ordered = np.zeros((1, slices["works"].stop - slices["works"].start))
        ordered[:, places] = works[-1:]
        return states_of(q[-1:], u[-1:], ordered)[0]

    return rerun
