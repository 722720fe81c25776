"""What the data do not tell, in words: unknowns without influence, and moves of several that undo each other."""

from __future__ import annotations

import numpy as np

from elver.fit.judging.laplace import NO_INFLUENCE
from elver.fit.solving.misfit import Misfit, Point

TOLD = 1.0  # standard deviations of the data for a move by the whole width of prior or range: less is not told
ALIKE = 0.14  # smallest singular value of columns of length 1: two with a correlation of 0.98
PART = 0.15  # of the largest share in a move: smaller ones are not named
NOTHING = 0.1  # standard deviations of all data together
CLEAR = 5.0  # standard deviations: a tenth of a value that changes more is well told
MOVE = 0.1  # of the value, by which the words move the leading unknown


def weak_directions(misfit: Misfit, point: Point) -> tuple[str, ...]:
    """Sentences about what the data, priors left aside, do not tell; weakest first.

    Moves are measured in widths (of the prior, the range, or the unknown's own size): a move by one width that changes all data
    together by less than one standard deviation is not told. Unknowns whose effects look alike are named besides.
    """
    assert point.jacobian is not None
    J = point.jacobian[: point.data] * misfit.scales.widths
    effects = np.linalg.norm(J, axis=0)
    names = [u.name for u in misfit.scales.unknowns]
    idle = effects <= NO_INFLUENCE * max(float(effects.max(initial=0.0)), 1e-300)
    found = [
        f"{names[k]} has no influence on any channel: fix it, or record something that depends on it"
        for k in np.flatnonzero(idle)
    ]
    places = np.flatnonzero(~idle)
    if not len(places):
        return tuple(found)
    named: list[np.ndarray] = []
    _, sizes, Vt = np.linalg.svd(np.vstack([J[:, places], np.zeros((len(places), len(places)))]), full_matrices=False)
    for k in np.argsort(sizes):
        if sizes[k] < TOLD:
            move = widened(Vt[k], places, misfit)
            named.append(move)
            found.append(f"{said(misfit, point, move)} {consequence(misfit, point, move)}")
    columns = J[:, places] / effects[places]
    _, sizes, Vt = np.linalg.svd(np.vstack([columns, np.zeros((len(places), len(places)))]), full_matrices=False)
    for k in np.argsort(sizes):
        move = widened(Vt[k] / effects[places], places, misfit)
        fresh = not any(along(move, other, misfit) > 0.95 for other in named)
        if sizes[k] < ALIKE and fresh and effect(misfit, point, move) < CLEAR:
            found.append(f"hardly told apart: {said(misfit, point, move)} {consequence(misfit, point, move)}")
    return tuple(found)


def widened(direction: np.ndarray, places: np.ndarray, misfit: Misfit) -> np.ndarray:
    """A direction in widths as a move of all search coordinates."""
    move = np.zeros(len(misfit.free))
    move[places] = direction
    return move * misfit.scales.widths


def along(one: np.ndarray, other: np.ndarray, misfit: Misfit) -> float:
    """Cosine of the angle between two moves, measured in widths."""
    a, b = one / misfit.scales.widths, other / misfit.scales.widths
    return abs(float(a @ b)) / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-300)


def scaled(misfit: Misfit, point: Point, move: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The move with its leading unknown raised by a tenth (of its width where its value is 0), and who takes part in it."""
    shares = np.abs(move / misfit.scales.widths)
    leader = int(np.argmax(shares))
    value, rate = misfit.scales.values(point.s)[leader], misfit.scales.rates(point.s)[leader]
    step = MOVE * abs(value) / rate if value != 0 else MOVE * misfit.scales.widths[leader]
    return move * (step / move[leader]), shares >= PART * shares[leader]


def said(misfit: Misfit, point: Point, move: np.ndarray) -> str:
    """``raising stiffness by 10 % and lowering drag by 4 %``."""
    move, takes_part = scaled(misfit, point, move)
    values, rates = misfit.scales.values(point.s), misfit.scales.rates(point.s)
    parts = []
    for k in sorted(np.flatnonzero(takes_part), key=lambda k: -abs(move[k] / misfit.scales.widths[k])):
        unknown, change = misfit.scales.unknowns[k], move[k] * rates[k]
        verb = "raising" if change > 0 else "lowering"
        own = f"{abs(unknown.shown(change)):.2g} {unknown.shown_unit}".rstrip()
        amount = f"{abs(100 * change / values[k]):.2g} %" if values[k] != 0 else own
        parts.append(f"{verb} {unknown.name} by {amount}")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def effect(misfit: Misfit, point: Point, move: np.ndarray) -> float:
    """By how many standard deviations a move as said changes all data together."""
    assert point.jacobian is not None
    return float(np.linalg.norm(point.jacobian[: point.data] @ scaled(misfit, point, move)[0]))


def consequence(misfit: Misfit, point: Point, move: np.ndarray) -> str:
    """What a move as said does to the data."""
    change = effect(misfit, point, move)
    return (
        "changes nothing measurable"
        if change < NOTHING
        else f"changes all data together by {change:.2g} standard deviations only"
    )
