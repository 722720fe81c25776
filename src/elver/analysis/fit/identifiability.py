"""What the data cannot tell, in words, and which further recording would tell most."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol
from elver.analysis.fit.least_squares import Misfit, Point, Scales
from elver.analysis.fit.noise import Levels, first_levels, key_of, whitened
from elver.analysis.fit.problem import Evaluation, Problem, RankedRecording, Recording, Unknown
from elver.analysis.fit.uncertainty import NO_INFLUENCE
from elver.dynamics import base_parameters
from elver.dynamics.inertial_parameters import standard_parameters
from elver.model import Program
from elver.robot import Robot

_TOLD = 1.0  # standard deviations of the data for a move by the whole width of prior or range: less is not told
_ALIKE = 0.14  # smallest singular value of columns of length 1: two with a correlation of 0.98
_PART = 0.15  # of the largest share in a move: smaller ones are not named
_NOTHING = 0.1  # standard deviations of all data together
_CLEAR = 5.0  # standard deviations: a tenth of a value that changes more is well told
_MOVE = 0.1  # of the value, by which the words move the leading unknown


def weak_directions(misfit: Misfit, point: Point) -> tuple[str, ...]:
    """Sentences about what the data, priors left aside, do not tell; weakest first.

    Moves are measured in widths (of the prior, the range, or the unknown's own size): a move by one width that changes all data
    together by less than one standard deviation is not told. Unknowns whose effects look alike are named besides.
    """
    assert point.jacobian is not None
    never = [
        move / misfit.scales.rates(point.s) for move in unseen_inertias(misfit.memory.problem, misfit.theta(point.s), misfit.free)
    ]
    J = point.jacobian[: point.data] * misfit.scales.widths
    effects = np.linalg.norm(J, axis=0)
    names = [u.name for u in misfit.scales.unknowns]
    idle = effects <= NO_INFLUENCE * max(float(effects.max(initial=0.0)), 1e-300)
    found = [
        f"{names[k]} has no influence on any channel: fix it, or record something that depends on it"
        for k in np.flatnonzero(idle)
    ]
    found += [
        f"{_move_text(misfit, point, move)} changes no motion and no torque of the machine: of these inertias only combinations "
        "can be found, from whatever recording (base parameters). Fix one of them"
        for move in never
        if np.count_nonzero(move) > 1
    ]
    places = np.flatnonzero(~idle)
    if not len(places):
        return tuple(found)
    named: list[np.ndarray] = list(never)
    _, sizes, Vt = np.linalg.svd(np.vstack([J[:, places], np.zeros((len(places), len(places)))]), full_matrices=False)
    for k in np.argsort(sizes):
        if sizes[k] < _TOLD:
            move = _whole_move(Vt[k], places, misfit)
            if _within(move, never, misfit):
                continue
            named.append(move)
            found.append(f"{_move_text(misfit, point, move)} {_consequence(misfit, point, move)}")
    columns = J[:, places] / effects[places]
    _, sizes, Vt = np.linalg.svd(np.vstack([columns, np.zeros((len(places), len(places)))]), full_matrices=False)
    for k in np.argsort(sizes):
        move = _whole_move(Vt[k] / effects[places], places, misfit)
        fresh = not any(_along(move, other, misfit) > 0.95 for other in named)
        if sizes[k] < _ALIKE and fresh and effect(misfit, point, move) < _CLEAR:
            found.append(f"hardly told apart: {_move_text(misfit, point, move)} {_consequence(misfit, point, move)}")
    return tuple(found)


def unseen_inertias(problem: Problem, theta: np.ndarray, free: Sequence[int]) -> list[np.ndarray]:
    """Moves of the unknowns ``free`` that change masses and inertias, but none of the base parameters of any fitted machine.

    Orthonormal, of the unknowns themselves. A move that the equations see all the same, as a mass does that loads a contact,
    is none.
    """
    owners = {id(r.program.model.robot): r.program for r in problem.fitted if isinstance(r.program, Program)}
    places = {name: k for k, i in enumerate(free) if (name := problem.unknowns[i].name) and not problem.unknowns[i].recording}
    directions: np.ndarray | None = None
    for program in owners.values():
        moves = _unseen_of(program, places, theta[list(free)], len(free))
        if directions is None:
            directions = moves
        elif directions.shape[1]:  # what no machine sees
            _, sizes, Vt = np.linalg.svd(np.hstack([directions, -moves]))
            common = Vt[(sizes > _SAME).sum() :, : directions.shape[1]].T
            directions = np.linalg.qr(directions @ common)[0] if common.shape[1] else directions[:, :0]
    return [] if directions is None else list(directions.T)


def _unseen_of(program: Program, places: Mapping[str, int], values: np.ndarray, size: int) -> np.ndarray:
    """The moves that one machine does not show, as columns."""
    model, nothing = program.model, np.zeros((size, 0))
    own = {name: f for name, f in model.free.items() if name in places}
    _, numbers = standard_parameters(model.robot)
    if not own or not any(is_symbol(number) for number in numbers) or any(map(is_symbol, _frames(model.robot))):
        return nothing
    phi, symbols = ca.vertcat(*(ca.SX(number) for number in numbers)), ca.vertcat(*(f.symbol for f in model.free.values()))
    at = np.array([values[places[name]] if name in own else f.value for name, f in model.free.items()])
    slopes = np.array(ca.Function("slopes", [symbols], [ca.densify(ca.jacobian(phi, symbols))])(at), dtype=float)
    inertial = [k for k, name in enumerate(model.free) if name in own and slopes[:, k].any()]
    if not inertial:
        return nothing
    unseen = base_parameters(model.robot).unseen(slopes[:, inertial])
    kept = [move for move in unseen.T if not _seen_by_equations(program, at, inertial, move)]
    found, names = np.zeros((size, len(kept))), list(model.free)
    for column, move in enumerate(kept):
        found[[places[names[k]] for k in inertial], column] = move
    return found


def _frames(robot: Robot) -> list:
    """The numbers that place the joints."""
    return [
        v
        for j in robot.joints
        for v in (j.gamma, j.b, j.alpha, j.d, j.theta, j.r, *([] if j.place is None else j.place.position))
    ]


def _seen_by_equations(program: Program, p: np.ndarray, places: Sequence[int], move: np.ndarray) -> bool:
    """Whether the rates of the states change with a move of free parameters, at random states."""
    rhs, rng = program.equations.rhs, np.random.default_rng(1)
    t, x, s, u = (ca.SX.sym(name, rhs.size1_in(name)) for name in ("t", "x", "p", "u"))
    step = np.zeros(len(p))
    step[list(places)] = move / np.abs(move / np.maximum(np.abs(p[list(places)]), _SAME)).max()  # of the size of the values
    value = rhs(t, x, s, u)
    both = ca.Function("both", [t, x, s, u], [value, ca.jtimes(value, s, ca.DM(step))])
    start = np.array(program.equations.initial(0, p, np.zeros(u.numel()))).ravel()
    for _ in range(3):
        state = start + 0.3 * rng.normal(size=len(start))
        plain, change = both(rng.uniform(), state, p, 0.1 * rng.normal(size=u.numel()))
        if not np.abs(np.array(change)).max() <= 1e-7 * np.abs(np.array(plain)).max():
            return True
    return False


def _within(move: np.ndarray, others: Sequence[np.ndarray], misfit: Misfit) -> bool:
    """Whether a move is a combination of others, measured in widths."""
    if not others:
        return False
    span, own = np.column_stack(others) / misfit.scales.widths[:, None], move / misfit.scales.widths
    left = own - span @ np.linalg.lstsq(span, own, rcond=None)[0]
    return float(np.linalg.norm(left)) < 0.1 * float(np.linalg.norm(own))


def _whole_move(direction: np.ndarray, places: np.ndarray, misfit: Misfit) -> np.ndarray:
    """A direction in widths as a move of all search coordinates."""
    move = np.zeros(len(misfit.free))
    move[places] = direction
    return move * misfit.scales.widths


def _along(one: np.ndarray, other: np.ndarray, misfit: Misfit) -> float:
    """Cosine of the angle between two moves, measured in widths."""
    a, b = one / misfit.scales.widths, other / misfit.scales.widths
    return abs(float(a @ b)) / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-300)


def _scaled_move(misfit: Misfit, point: Point, move: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The move with its leading unknown raised by a tenth (of its width where its value is 0), and who takes part in it."""
    shares = np.abs(move / misfit.scales.widths)
    leader = int(np.argmax(shares))
    value, rate = misfit.scales.values(point.s)[leader], misfit.scales.rates(point.s)[leader]
    step = _MOVE * abs(value) / rate if value != 0 else _MOVE * misfit.scales.widths[leader]
    return move * (step / move[leader]), shares >= _PART * shares[leader]


def _move_text(misfit: Misfit, point: Point, move: np.ndarray) -> str:
    """``raising stiffness by 10 % and lowering drag by 4 %``."""
    move, takes_part = _scaled_move(misfit, point, move)
    values, rates = misfit.scales.values(point.s), misfit.scales.rates(point.s)
    parts = []
    for k in sorted(np.flatnonzero(takes_part), key=lambda k: -abs(move[k] / misfit.scales.widths[k])):
        unknown, change = misfit.scales.unknowns[k], move[k] * rates[k]
        verb = "raising" if change > 0 else "lowering"
        own = f"{abs(unknown.parameter.shown(change)):.2g} {unknown.parameter.shown_unit}".rstrip()
        amount = f"{abs(100 * change / values[k]):.2g} %" if values[k] != 0 else own
        parts.append(f"{verb} {unknown.name} by {amount}")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def effect(misfit: Misfit, point: Point, move: np.ndarray) -> float:
    """By how many standard deviations a move as said changes all data together."""
    assert point.jacobian is not None
    return float(np.linalg.norm(point.jacobian[: point.data] @ _scaled_move(misfit, point, move)[0]))


def _consequence(misfit: Misfit, point: Point, move: np.ndarray) -> str:
    """What a move as said does to the data."""
    change = effect(misfit, point, move)
    return (
        "changes nothing measurable"
        if change < _NOTHING
        else f"changes all data together by {change:.2g} standard deviations only"
    )


# --- the information of further recordings ---------------------------------------------------------------------------
#
# A candidate is a recording whose values do not matter: its program, signals, times and sigmas do. With J its whitened Jacobian
# at the estimates the information becomes H + J^T J. Model error counts as new in every number, which flatters long recordings.

_SAME = 1e-6  # difference of shares that is none


def with_candidates(problem: Problem, theta: np.ndarray, candidates: Sequence[Recording]) -> tuple[Problem, np.ndarray]:
    """The problem with the candidates as held-out recordings, and its unknowns.

    A candidate has what nobody would know of it (camera, clock, start), as the recording that it is like has: unknowns of its
    own, where that one's were found.
    """
    own = [(replace(u, recording=c.name), theta[k]) for c in candidates for k, u in enumerate(problem.unknowns) if _own_of(u, c)]
    recordings = (*problem.fitted, *(replace(c, held_out=True) for c in candidates))
    unknowns = (*problem.unknowns, *(u for u, _ in own))
    return replace(problem, recordings=recordings, unknowns=unknowns), np.array([*theta, *(value for _, value in own)])


def _own_of(unknown: Unknown, candidate: Recording) -> bool:
    """Whether a candidate has such an unknown too."""
    return bool(candidate.like) and unknown.recording == candidate.like


def design(
    misfit: Misfit, point: Point, evaluation: Evaluation, problem: Problem, candidates: Sequence[Recording]
) -> tuple[RankedRecording, ...]:
    """Candidates, best first. evaluation: of the candidates at the estimates, with slopes.   problem: as of with_candidates.

    Candidates that tell the same whatever their values are one row. One that failed says why and comes last.
    """
    assert point.jacobian is not None
    levels = _candidate_levels(misfit.levels, candidates)
    known = point.jacobian.T @ point.jacobian
    shared = [k for k, i in enumerate(misfit.free) if not problem.unknowns[i].recording]
    before = _covariance_of(known, misfit.scales)[np.ix_(shared, shared)]
    names = [problem.unknowns[misfit.free[k]].name for k in shared]
    found: list[RankedRecording] = []
    for candidate in candidates:
        row = RankedRecording(candidate.name, candidate.like, dict(candidate.values))
        if candidate.name in evaluation.failed:
            found.append(replace(row, failed=evaluation.failed[candidate.name]))
            continue
        after = known + _told_by(candidate, evaluation, misfit, problem, levels)
        after = _covariance_of(after, misfit.scales)[np.ix_(shared, shared)]
        ratios = np.sqrt(np.diag(after) / np.diag(before))
        volume = math.exp(0.5 * (np.linalg.slogdet(after)[1] - np.linalg.slogdet(before)[1]))
        shrink = {name: float(ratio) for name, ratio in zip(names, ratios, strict=True)}
        found.append(replace(row, volume=volume, shrink=shrink, best_for=min(shrink, key=lambda name: shrink[name])))
    return tuple(sorted(_without_repeats(found), key=lambda row: (bool(row.failed), round(row.volume, 9))))


def _without_repeats(rows: Sequence[RankedRecording]) -> list[RankedRecording]:
    """The rows with those of one recording as one, where the values asked for make no difference to what it tells."""
    found = []
    for like in dict.fromkeys(row.like for row in rows):
        own = [row for row in rows if row.like == like]
        told = [[row.volume, *row.shrink.values()] for row in own]
        if like and len(own) > 1 and not any(row.failed for row in own) and np.ptp(told, axis=0).max() < _SAME:
            own = [replace(own[0], recording=f"{like} again, whatever the values")]
        found += own
    return found


def _candidate_levels(levels: Levels, candidates: Sequence[Recording]) -> Levels:
    """Noise of the candidates' channels: as given, or as it was estimated of a fitted channel of the same name."""
    found = first_levels(c for r in candidates for c in r.channels)
    by_name = {key[0]: level for key, level in levels.items()}
    for key in found:
        if None in (key[1].ar1, key[1].model_error):
            if key[0] not in by_name:
                raise InputError(
                    f"candidate channel '{key[0]}': its noise is to be estimated, and no fitted channel has that name."
                )
            found[key] = by_name[key[0]]
    return found


def _covariance_of(information: np.ndarray, scales: Scales) -> np.ndarray:
    """Inverse of an information, with a width of prior or range for what nothing is known of."""
    scaled = information * scales.widths[:, None] * scales.widths + 1e-12 * np.eye(len(information))
    return np.linalg.inv(scaled) * scales.widths[:, None] * scales.widths


def _told_by(candidate: Recording, evaluation: Evaluation, misfit: Misfit, problem: Problem, levels: Levels) -> np.ndarray:
    """Information that a candidate adds about the free unknowns; its own unknowns, if it has any, are paid for."""
    unknowns = problem.unknowns
    own = [i for i, u in enumerate(unknowns) if u.recording == candidate.name]
    theta = evaluation.theta
    ours, theirs = Scales([unknowns[i] for i in misfit.free]), Scales([unknowns[i] for i in own])
    rows, own_rows = [np.zeros((0, len(misfit.free)))], [np.zeros((0, len(own)))]
    for block in evaluation.of(candidate.name):
        assert block.slopes is not None
        level = levels[key_of(block.channel)]
        slopes = whitened(block.channel, block.slopes, level)
        rows.append(slopes[:, misfit.free] * ours.rates(ours.search(theta[misfit.free])))
        own_rows.append(slopes[:, own] * theirs.rates(theirs.search(theta[own])))
    J, N = np.vstack(rows), np.vstack(own_rows)
    information = J.T @ J
    if own:
        paid = N.T @ N + np.diag(theirs.prior_precisions)
        information = information - J.T @ N @ np.linalg.pinv(paid, hermitian=True) @ N.T @ J
    return information
