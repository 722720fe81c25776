"""What a recording might have wrong where the model does not describe it: axes swapped, a sign, a clock.

Every supposition changes measured numbers, not the model, so that predictions which are there already serve it. All of them are
looked at where the search began and where it ended, with one step of the linearised fit, held back by what is believed of the
unknowns. The best few are then fitted again. Only what mends the fit is told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from elver.fit.evaluation import Evaluation
from elver.fit.problem import Channel, Recording
from elver.fit.solving.levenberg import State, descend
from elver.fit.solving.misfit import Memory, Misfit, Point
from elver.fit.solving.noise import first_levels

Places = Mapping[tuple[str, str], Channel]  # recording and channel -> its numbers, changed
MENDED = 0.1  # of the cost: what comes down so far mends the fit
GOOD = 1.5  # chi^2 per degree of freedom: so does what comes down to this from above
ALIKE = 1.1  # costs within this factor are as good as each other: the simplest is told
TRIED = 2  # suppositions of each kind that are fitted again
ROUGH, FEW = 1e-2, 20  # tolerance in standard deviations and iterations of such a fit
SHIFTS = 40  # of the clock, either way
BEYOND = 1e6  # by which sigma grows where a shifted clock leaves no number


@dataclass(frozen=True, eq=False)
class Supposition:
    """A change of numbers. words: behind ``with``.   kind: ``axes`` or ``clock``."""

    words: str
    changed: Places
    kind: str = "axes"


class Supposed:
    """A memory of evaluations beside other numbers."""

    def __init__(self, memory: Memory, changed: Places):
        self.memory, self.changed, self.problem = memory, changed, memory.problem

    def __call__(self, theta: np.ndarray, slopes: bool = True, recordings: Sequence[str] | None = None) -> Evaluation:
        found = self.memory(theta, slopes=slopes, recordings=recordings)
        blocks = (replace(b, channel=self.changed.get((b.recording, b.channel.name), b.channel)) for b in found.blocks)
        return replace(found, blocks=tuple(blocks))


def remedies(memory: Memory, recordings: Sequence[str], free: Sequence[int], thetas: Sequence[np.ndarray]) -> tuple[str, ...]:
    """A sentence about the change of ``recordings`` after which a fit of the ``free`` unknowns would describe them; none else.

    thetas: points to look from, the present estimates last.   The noise counts as given: an estimate holds all that is wrong.
    """
    own = [memory.problem.recording(name) for name in recordings]
    levels = first_levels(c for r in own for c in r.channels)
    present = Misfit(memory, levels, recordings, free, thetas[-1])
    cost = present.at(present.start).cost
    freedom = max(sum(r.count for r in own) - len(free), 1)
    screened: dict[str, list] = {}
    for number, one in enumerate(suppositions(own)):
        misfit = Misfit(Supposed(memory, one.changed), levels, recordings, free, thetas[-1])  # type: ignore[arg-type]
        least, place = min((after_one_step(misfit, theta), k) for k, theta in enumerate(thetas))
        if least < cost:
            screened.setdefault(one.kind, []).append((least, number, one, misfit, thetas[place]))
    ended = []
    for _, number, one, misfit, theta in (row for rows in screened.values() for row in sorted(rows, key=lambda r: r[:2])[:TRIED]):
        misfit.held = np.array(theta, float)
        after = (descend(misfit, State(misfit.start), ROUGH, FEW).point if misfit.free else misfit.at(misfit.start)).cost
        if after < MENDED * cost or 2.0 * after <= GOOD * freedom < 2.0 * cost:
            ended.append((after, number, one))
    alike = [row for row in ended if row[0] <= ALIKE * min(ended)[0]]
    return tuple(
        f"With {one.words} chi^2 per degree of freedom would be {2 * after / freedom:.3g} instead of "
        f"{2 * cost / freedom:.3g}: look there first."
        for after, _, one in sorted(alike, key=lambda row: row[1])[:1]
    )


def after_one_step(misfit: Misfit, theta: np.ndarray) -> float:
    """The cost after one step of the linearised fit from theta, held back by the widths of what is believed."""
    s = misfit.scales.search(theta[misfit.free])
    misfit.held = np.array(theta, float)
    point: Point = misfit.at(s)
    if not math.isfinite(point.cost) or not misfit.free:
        return point.cost
    assert point.jacobian is not None
    J = point.jacobian * misfit.scales.widths
    step = np.linalg.solve(J.T @ J + np.eye(J.shape[1]), -J.T @ point.residual)
    rest = point.residual + J @ step
    return min(point.cost, 0.5 * float(rest @ rest))


# --- suppositions ----------------------------------------------------------------------------------------------------


def suppositions(recordings: Sequence[Recording]) -> Iterator[Supposition]:
    """Every change of all recordings alike, and of each alone."""
    several = len(recordings) > 1
    for part in [list(recordings), *([r] for r in recordings if several)]:
        where = "" if not several else " in all recordings" if len(part) > 1 else f" in recording '{part[0].name}'"
        for words, change in changes(part):
            changed = {(r.name, c.name): c for r in part for c in change(r)}
            if changed:
                yield Supposition(words + where, changed)
    for recording in recordings:
        yield from shifted_clocks(recording, f" in recording '{recording.name}'" if several else "")


def changes(recordings: Sequence[Recording]) -> Iterator[tuple[str, Callable[[Recording], list[Channel]]]]:
    """Words, and what they do to a recording."""
    paired = {c.name for r in recordings for pair in axis_pairs(r) for c in pair}
    if paired:
        for words, turn in QUARTERS:
            yield words, partial(turned_axes, turn)
    for name in dict.fromkeys(c.name for r in recordings for c in r.channels):
        if name not in paired:
            yield f"the other sign of {name}", partial(other_sign, name)


def turned_axes(turn, recording: Recording) -> list[Channel]:
    return [c for pair in axis_pairs(recording) for c in turned(pair, turn)]


def other_sign(name: str, recording: Recording) -> list[Channel]:
    return [replace(c, values=-c.values) for c in recording.channels if c.name == name]


QUARTERS = (
    ("x and y swapped", ((0, 1), (1, 0))),
    ("the other sign of x", ((-1, 0), (0, 1))),
    ("the other sign of y", ((1, 0), (0, -1))),
    ("the other sign of x and of y", ((-1, 0), (0, -1))),
    ("x and y swapped and the sign of x changed", ((0, -1), (1, 0))),
    ("x and y swapped and the sign of y changed", ((0, 1), (-1, 0))),
    ("x and y swapped and both signs changed", ((0, -1), (-1, 0))),
)


def axis_pairs(recording: Recording) -> list[tuple[Channel, Channel]]:
    """Channels whose names differ by x and y alone."""
    by_name = {c.name: c for c in recording.channels}
    found = []
    for name, own in by_name.items():
        other = by_name.get(re.sub(r"(?<![A-Za-z])x(?![A-Za-z])", "y", name))
        if other is None or other is own or (other.kind, other.unit) != (own.kind, own.unit):
            continue
        if not own.figure or own.count == other.count:
            found.append((own, other))
    return found


def turned(pair: tuple[Channel, Channel], turn) -> list[Channel]:
    """Both channels with what they say exchanged or reversed."""
    found = []
    for own, other, (here, there) in ((pair[0], pair[1], turn[0]), (pair[1], pair[0], turn[1][::-1])):
        if there:
            values, sigma = (resampled(other, own.times, column) for column in (other.values, other.sigma))
            found.append(replace(own, values=there * values, sigma=sigma))
        else:
            found.append(replace(own, values=here * own.values))
    return found


def resampled(channel: Channel, times: np.ndarray, column: np.ndarray) -> np.ndarray:
    """A column of a channel at other times."""
    if channel.figure or np.array_equal(channel.times, times):
        return column
    order = np.argsort(channel.times)
    return np.interp(times, channel.times[order], column[order])


def shifted_clocks(recording: Recording, where: str) -> Iterator[Supposition]:
    """All numbers over time earlier or later, by whole samples up to a quarter of the recording."""
    own = [c for c in recording.channels if not c.figure and c.count >= 8]
    if not own:
        return
    usual = min(float(np.median(np.abs(np.diff(c.times)))) for c in own)
    longest = max(float(np.ptp(c.times)) for c in own)
    if not usual > 0:
        return
    counts = np.unique(np.rint(np.linspace(1, max(1.0, 0.25 * longest / usual), SHIFTS)).astype(int))
    for shift in (sign * usual * int(k) for k in counts for sign in (1, -1)):
        words = f"its clock {abs(shift):.3g} s {'later' if shift > 0 else 'earlier'}{where}"
        yield Supposition(words, {(recording.name, c.name): shifted(c, shift) for c in own}, "clock")


def shifted(channel: Channel, shift: float) -> Channel:
    """The numbers as if each had been taken ``shift`` later; where none is left, sigma says so."""
    order = np.argsort(channel.times)
    times, at = channel.times[order] + shift, channel.times
    values, sigma = (np.interp(at, times, column[order]) for column in (channel.values, channel.sigma))
    gone = (at < times[0]) | (at > times[-1])
    return replace(channel, values=values, sigma=np.where(gone, BEYOND * sigma, sigma))
