"""How far off a run may be because its steps are finite: the run, or short stretches of it, again with half the step.

The energy ledger does not tell: it holds for whatever motion was integrated, exact or not. Here the whole run is taken again with
half the step (adaptive methods: a hundredth of the tolerances), and both are compared sample by sample. That sees whatever
becomes of errors on their way: whether they add up, are forgotten or grow.

Of a run that takes too long for that some stretches are begun at its own samples and taken again so. What they end with differs
from the samples there by the error of the stretch, and a coarse run over all of it tells what becomes of errors on their way
(``_grown``).

A run with contact is compared with one whose steps locate every event (``_contact_error``): steps of one length may all miss the
same impact, and half of them too.

Each error is given over the range that such states had.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from elver._support.choices import ADAPTIVE, ContactSolver, Formulation
from elver._support.display import untold
from elver._support.statuses import BY_CODE, ENDED, RUNNING
from elver.contact import ContactSettings
from elver.contact.planar import coordinates_of, states_of
from elver.contact.single.arrays import Grid
from elver.model import Program, StateLayout
from elver.results.checks.steps import by_kind, compared_states, scale
from elver.results.record import StepError
from elver.simulation.contact import loop_from, work_places
from elver.simulation.integrate import integrate
from elver.simulation.plan import SMALLEST_RTOL, Plan
from elver.simulation.schemes.table import SCHEMES
from elver.simulation.trajectory import Trajectory

MOST_WORK = 6e9  # operations of a whole run again: about a second on one core
_ADAPTIVE_STEPS = 2.5  # how many times more of them an adaptive method takes for a hundredth of its tolerances
_NOT_SMALL = 0.002  # an estimate beyond a tenth of what is trusted is made surer by a coarser run
_UNSETTLED = 4.0  # times the difference of two runs at most, where errors do not shrink with the steps
_SHARE = 1 / 50  # of a longer run that is run again in stretches
_STRETCHES, _APART = 8, 25  # at most so many stretches, one to so many samples at most
_GOLDEN = 0.618033988749895  # stretches are shifted by multiples of it, so that they do not meet a gait at one phase
_COARSE = (8, 2)  # times the step of a run over all of it; the second one where the first is too far off
_FEWEST_STEPS = 20  # coarse ones of a stretch: the errors of fewer are no measure of those of many
_LINEAR = 0.01  # of the ranges, up to which the difference of a coarse run is believed to be a multiple of the error
_LOOSER = (1e3, 10.0)  # tolerances of a coarse run of an adaptive method over its own, likewise
TIGHTER = 100.0  # tolerances of an adaptive method over those of its check
_MOST_STRETCHES = 2000  # comparisons with a run that locates events
_MOST_CONTACT_WORK = 3e9  # tries of such a run times instructions of its terms: some seconds
FINE_PATH, _FINER = 3e-4, 10.0  # accuracy of such a run: over the range of the path; and of a run that has one, over its
SMALL, _LARGE_TURN = 0.01, 0.5  # see ``contact_floors``; the last in rad
_Rerun = Callable[[int, int], np.ndarray | None]  # samples from which, and how many on -> the state there


def step_error(
    program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, contact: ContactSettings | None = None
) -> StepError | None:
    """The error of a run by its steps, from the run or stretches of it run again; None where that cannot be told.

    contact: settings, for a model with a scene.
    """
    if trajectory.status not in ("finished", "interrupted") or len(trajectory.times) < 2:
        return None
    if contact is not None:
        return _contact_error(program, plan, p, trajectory, contact)
    if not (samples := _whole_samples(plan, trajectory)):
        return None
    if finer_work(program, plan, trajectory) <= MOST_WORK:
        return _whole_run(program, plan, p, trajectory)
    if (error := _grown(program, plan, p, trajectory, samples)) is not None:
        return error
    count, length = shares(samples)
    differences = _stretches(_smooth(program, finer(plan), p, trajectory), trajectory, _spread(samples, count, length), length)
    if differences is None:
        return None
    layout, by = program.equations.layout, f"{_share_words(samples, count, length)}, again with {how_fine(plan)}"
    times, factor = samples / (count * length), _richardson(SCHEMES[plan.method].order)
    return _largest(by_kind(layout, compared_states(layout), factor * differences, trajectory.states, times), by)


def shares(samples: int, shortest: int = 1, grid: int = 1) -> tuple[int, int]:
    """How many stretches of a run are run again, and their length in samples: ``shortest`` at least, a multiple of ``grid``."""
    count = max(1, min(_STRETCHES, samples // _APART))
    length = -(-max(1, shortest, round(_SHARE * samples / count)) // grid) * grid
    return max(1, min(count, samples // length)), length


def _share_words(samples: int, count: int, length: int) -> str:
    """The same in words."""
    return f"{count} stretch{'es' if count > 1 else ''}, {100 * count * length / samples:.2g} % of the run"


def _largest(found: dict[str, float], by: str) -> StepError:
    """The largest of the errors by kind."""
    kind = max(found, key=found.__getitem__, default="")
    return StepError(found.get(kind, 0.0), kind, by)


def _richardson(order: int | None) -> float:
    """The error of a run over its difference from one with half the step, which has an error itself."""
    return 1.0 if order is None else 2**order / (2**order - 1)


def _evaluations(program: Program, method: str) -> int:
    """How often a step evaluates the right-hand side; an implicit one also for its Jacobian."""
    scheme = SCHEMES[method]
    return scheme.evaluations + (program.equations.layout.size if scheme.implicit else 0)


def finer_work(program: Program, plan: Plan, trajectory: Trajectory) -> float:
    """Operations that the run takes with finer steps: those of its right-hand side, as often as that is evaluated."""
    evaluations = _evaluations(program, plan.method)
    more = _ADAPTIVE_STEPS if plan.method in ADAPTIVE else 2.0
    return more * trajectory.steps * evaluations * program.rhs.instructions


def _whole_run(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory) -> StepError:
    """The error of a run by its steps, from all of it again."""
    seconds = float(trajectory.times[-1] - trajectory.times[0])
    with untold():
        ended = integrate(
            program, replace(finer(plan), duration=seconds), p, False, start=trajectory.states[0], t0=float(trajectory.times[0])
        )
    by = f"the whole run again with {how_fine(plan)}"
    if ended.status != "finished" or len(ended.states) != len(trajectory.states):
        return StepError(None, "", f"{by}{ENDED}{ended.status}")
    layout, factor = program.equations.layout, _richardson(SCHEMES[plan.method].order)
    found = _over_ranges(layout, ended.states - trajectory.states, ended.states)
    if factor * max(found.values(), default=0.0) > _NOT_SMALL:
        usual, factor = factor, max(factor, _chaos_factor(program, plan, p, trajectory, found))
        by += f", times {factor:.2g}: errors hardly shrink with the steps" if factor > 1.5 * usual else ""
    return _largest({kind: factor * error for kind, error in found.items()}, by)


def _chaos_factor(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, found: dict[str, float]) -> float:
    """How many times its difference from a finer run the error of a run may be, where errors hardly shrink with the steps.

    They do not where a motion is chaotic, or steps are far too long: the finer run is then about as far off as the run itself.
    found: that difference, by kind. A coarser run has another; their ratio r continued makes it r / (r - 1).
    """
    again = None
    for coarse, grid in [*_coarse_plans(plan, float(trajectory.times[0]))][-1:]:
        again = _coarse_run(program, plan, coarse, grid, p, trajectory, _whole_samples(plan, trajectory))
    if again is None:
        return 1.0
    coarsely, kind = _over_ranges(program.equations.layout, *again[:2]), max(found, key=found.__getitem__)
    ratio = coarsely[kind] / found[kind]
    return _UNSETTLED if ratio <= _UNSETTLED / (_UNSETTLED - 1) else ratio / (ratio - 1)


def _over_ranges(
    layout: StateLayout, differences: np.ndarray, states: np.ndarray, floors: dict[str, float] | None = None
) -> dict[str, float]:
    """Largest differences of all samples by kind, over the ranges of the states, which are taken to be ``floors`` at least."""
    least, kinds = floors or {}, compared_states(layout)
    ranges = {kind: max(scale(states[:, layout.slices[kind]]), least.get(kind, 0.0)) for kind in kinds}
    return {kind: float(np.abs(differences[:, own]).max()) / ranges[kind] for kind, own in kinds.items()}


def _spread(samples: int, count: int, length: int, grid: int = 1) -> list[int]:
    """Samples, multiples of ``grid``, that so many stretches of a length begin at, all over a run."""
    last = samples - length
    return [int((k + (0.5 + _GOLDEN * k) % 1) / count * (last + 1)) // grid * grid for k in range(count)]


def _stretches(rerun: _Rerun, trajectory: Trajectory, begins: list[int], length: int) -> np.ndarray | None:
    """What stretches that are run again end with, less the samples there; None where one of them did not end."""
    ends = [(begin, rerun(begin, length)) for begin in begins]
    differences = np.array([end - trajectory.states[begin + length] for begin, end in ends if end is not None])
    return differences if len(differences) == len(ends) and np.isfinite(differences).all() else None


def _grown(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, samples: int) -> StepError | None:
    """The error of a long run without contact; None where no coarse run comes along.

    A coarse run over all of it has an error that grew, or was forgotten, as that of the run did: its difference from the run is
    the error, times how much coarser it is. Stretches of both tell that.
    """
    layout, plans = program.equations.layout, list(_coarse_plans(plan, float(trajectory.times[0])))
    for coarse, grid in plans:
        if (again := _coarse_run(program, plan, coarse, grid, p, trajectory, samples)) is None:
            continue
        differences, states, steps = again
        far = _over_ranges(layout, differences, states)
        if max(far.values(), default=0.0) > _LINEAR and coarse is not plans[-1][0]:
            continue
        count, length = shares(samples, -(-_FEWEST_STEPS * samples // steps), grid)
        if length > samples:
            continue
        ways, begins = (finer(plan), coarse), _spread(samples, count, length, grid)
        found = [_stretches(_smooth(program, way, p, trajectory), trajectory, begins, length) for way in ways]
        fine, rough = (0.0 if one is None else np.linalg.norm([*_over_ranges(layout, one, states).values()]) for one in found)
        if any(one is None for one in found) or not rough:
            continue
        ratio = float(min(1.0, _richardson(SCHEMES[plan.method].order) * fine / rough))
        by = (
            f"{_share_words(samples, count, length)}, again with {how_fine(plan)}, and all of it with {_how_coarse(plan, coarse)}"
        )
        return _largest({kind: ratio * error for kind, error in far.items()}, by)
    return None


def _coarse_run(
    program: Program, plan: Plan, coarse: Plan, grid: int, p: np.ndarray, trajectory: Trajectory, samples: int
) -> tuple[np.ndarray, np.ndarray, int] | None:
    """All of a run by a coarser plan, less the run, at every ``grid``-th sample; its states there; the coarse steps.

    None where that did not get there.
    """
    rows = samples // grid * grid
    if not rows:
        return None
    again, begin = replace(coarse, duration=rows * plan.output, output=grid * plan.output), float(trajectory.times[0])
    with untold():
        ended = integrate(program, again, p, False, start=trajectory.states[0], t0=begin)
    states = trajectory.states[: rows + 1 : grid]
    if ended.status != "finished" or len(ended.states) != len(states):
        return None
    return ended.states - states, states, ended.steps


def _coarse_plans(plan: Plan, begin: float) -> Iterator[tuple[Plan, int]]:
    """Plans with longer steps, or looser tolerances, and every how many samples both have one."""
    if plan.method in ADAPTIVE:
        yield from ((replace(plan, rtol=times * plan.rtol, atol=times * plan.atol), 1) for times in _LOOSER)
        return
    for times in _COARSE:
        if round(begin / plan.dt) % times == 0:
            yield replace(plan, dt=times * plan.dt), times // math.gcd(times, plan.every)


def _how_coarse(plan: Plan, coarse: Plan) -> str:
    """What a coarse run is taken with, in words."""
    if plan.method in ADAPTIVE:
        return f"{coarse.rtol / plan.rtol:.3g} times the tolerances"
    return f"{round(coarse.dt / plan.dt)} times the step"


def _whole_samples(plan: Plan, trajectory: Trajectory) -> int:
    """Samples that follow each other at the plan's interval, without the first one."""
    times = trajectory.times
    return int(np.count_nonzero(np.abs(times[1:] - times[0] - np.arange(1, len(times)) * plan.output) < 1e-6 * plan.output))


def finer(plan: Plan) -> Plan:
    """The plan with half the step, or tighter tolerances."""
    if plan.method in ADAPTIVE:
        return replace(plan, rtol=max(plan.rtol / TIGHTER, SMALLEST_RTOL), atol=plan.atol / TIGHTER)
    return replace(plan, dt=plan.dt / 2)


def _chosen_by_error(contact: ContactSettings | None) -> bool:
    """Whether the error of the path chooses the steps of a run with contact, of which dt is then the longest."""
    return contact is not None and contact.accuracy is not None and contact.accuracy < np.inf


def how_fine(plan: Plan, contact: ContactSettings | None = None) -> str:
    """What a run is taken again with, in words. contact: settings of that, for a model with a scene."""
    if contact is not None:
        return f"steps that locate every contact and stick, to {contact.accuracy:.1g} m"
    return "a hundredth of the tolerances" if plan.method in ADAPTIVE else "half the step"


def coarser(plan: Plan) -> list[Plan]:
    """The plan with twice the step; none where that does not divide the run, or where tolerances choose the steps."""
    if plan.method in ADAPTIVE or plan.steps % 2:
        return []
    return [replace(plan, dt=2 * plan.dt, output=plan.output if plan.every % 2 == 0 else 2 * plan.output)]


def _smooth(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory) -> _Rerun:
    """Stretches of a run without contact, by another plan."""
    interval = float(trajectory.times[1] - trajectory.times[0])

    def rerun(begin: int, length: int) -> np.ndarray | None:
        seconds = length * interval
        again = replace(plan, duration=seconds, output=seconds)
        with untold():
            ended = integrate(program, again, p, False, start=trajectory.states[begin], t0=float(trajectory.times[begin]))
        return ended.states[-1] if ended.status == "finished" else None

    return rerun


def fine_settings(settings: ContactSettings, floors: dict[str, float], path: np.ndarray) -> ContactSettings:
    """Settings of contact for the check of a run: steps that locate every event, far finer than its own. path: positions.

    A run by the published iteration or formulation is checked by the usual ones.
    """
    settings = replace(settings, solver=ContactSolver.AUTO, most=None, formulation=str(Formulation.REDUCED))
    if _chosen_by_error(settings):
        assert settings.accuracy is not None
        return replace(settings, accuracy=settings.accuracy / _FINER)
    return replace(settings, accuracy=FINE_PATH * max(scale(path), floors["position"]))


def contact_floors(program: Program, p: np.ndarray, states: np.ndarray) -> dict[str, float]:
    """Ranges of states below which errors are not divided by them: a machine that does not turn has no range of turns.

    Positions: SMALL of the machine's longest link. Angles: what turns that link by the range of the path, half a radian at most.
    Works: SMALL of the largest kinetic energy.
    """
    terms, slices = program.contact_graph.at(p), program.equations.layout.slices
    size, speed = float(2 * terms.outlines.sum(axis=1).max()), float(np.abs(states[:, slices["twist"]]).max())
    turn = min(_LARGE_TURN, scale(states[:, slices["position"]]) / size)
    energy = 0.5 * float(terms.loads.sum()) * speed**2
    return {"position": SMALL * size, "quaternion": turn, "angles": turn, "works": SMALL * energy}


def contact_stretch(plan: Plan, steps: int) -> int:
    """Steps of a plan after which a run by chosen steps stops each time: it meets every sample, and the end of so many steps."""
    return math.gcd(plan.every, steps)


def _contact_error(program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, settings: ContactSettings) -> StepError:
    """The error of a run with contact: how far it is from one by steps of second order that locate every event."""
    layout, times = program.equations.layout, trajectory.times
    slices, places = layout.slices, work_places(program)
    apart = -(-(len(times) - 1) // _MOST_STRETCHES)  # samples from one comparison to the next
    chosen = np.append(np.arange(0, len(times) - 1, apart), len(times) - 1)
    states = trajectory.states[chosen]
    floors = contact_floors(program, p, states)
    finely = fine_settings(settings, floors, trajectory.states[:, slices["position"]])
    steps = round(float(times[-1] - times[0]) / plan.dt)
    stretch = contact_stretch(plan, steps)
    x, grid = states[0].copy(), Grid(float(times[0]), plan.dt * stretch, apart * plan.every // stretch)
    start = *coordinates_of(slices, x), x[slices["works"]][places]
    loop = loop_from(program, p, finely, grid, steps // stretch, start)
    by, most = f"the whole run again by {how_fine(plan, finely)}", _MOST_CONTACT_WORK / program.momentum_contact[1].instructions
    while loop.done < steps // stretch:
        code, _ = loop.step(1)
        if code != RUNNING:
            return StepError(None, "", f"{by}{ENDED}{BY_CODE[code].word}")
        if sum(loop.counts.values()) > most:
            return StepError(None, "", f"{by}, given up after {loop.done * grid.dt:.3g} s: too many steps")
    _, q, u, works = loop.trajectory()
    ordered = np.zeros((len(states), slices["works"].stop - slices["works"].start))
    ordered[:, places] = works
    again = states_of(slices, q, u, ordered)
    found = _over_ranges(layout, again - states, again, floors)
    assert finely.accuracy is not None
    path = again[:, slices["position"]]
    off = float(np.linalg.norm(path - states[:, slices["position"]], axis=1).max())
    found["position"] = (off + finely.accuracy) / max(scale(path), floors["position"])  # it may be off itself
    return _largest(found, by)
