"""Whether the model describes the data: size and structure of the residuals, coverage, and the mean as a rival.

All looks share one level (``LEVEL``): each gets its part of it, so that a right model with the right noise is called wrong in one
fit of a hundred. Residuals of a fit are not independent, since the unknowns were moved to make them small. What chance makes of
their structure is therefore drawn: independent numbers, less what the linearised fit would take of them.

Estimated noise makes chi^2 one by construction, so that it cannot judge; structure and the mean still can.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from elver.fit.evaluation import Block
from elver.fit.problem import Problem
from elver.fit.result import Check, Score, Verdict
from elver.fit.solving.misfit import Misfit, Point
from elver.fit.solving.noise import Level, Levels, chained, deviations, key_of, whitened

LEVEL = 0.01  # probability that a right model with the right noise is called wrong
LARGE = 1.5  # chi^2 per degree of freedom: below it, and without structure, it is the errors given that are a little too small
FAR = 5.0  # standard deviations: a number so far off is an outlier, or the model is wrong there
FEW_FAR = 0.05  # of the numbers may be outliers; more are no outliers
CUT = 4.0  # standard deviations: what one number may add to the structure
LAGS = 10
LEAST = 8  # numbers that structure needs
MATTERS = 10.0  # sum of squares over noise from which structure can move an estimate by a standard deviation
DRAWS, DRAWN = 400, 20_000_000  # of chance; numbers drawn at most
COVERED = 0.85  # share within 95 % intervals: below it coverage counts as lost
PREDICTED = 4.0  # standard deviations: a held-out recording half of whose numbers are farther off is not predicted


@dataclass(frozen=True, eq=False)
class Row:
    """Numbers that follow each other: a channel along time, or a figure of strokes over the recordings along ``law_by``.

    places: of the numbers among all fitted ones.   chain: which unbroken stretch each belongs to.
    """

    name: str
    places: np.ndarray
    chain: np.ndarray


def verdict(misfit: Misfit, point: Point, scores: Sequence[Score], held_out: Sequence[Score] = ()) -> Verdict:
    """What is to be said of a fit that ended at ``point``. scores: of fitted channels.   held_out: of those only predicted."""
    assert point.evaluation is not None
    assert point.jacobian is not None
    blocks = [b for b in point.evaluation.blocks if b.channel.count]
    if not blocks:
        return Verdict("cannot be judged", ("there is nothing fitted",))
    residual = np.concatenate([whitened(b.channel, b.difference, level_of(b, misfit.levels)) for b in blocks])
    hat = directions(point.jacobian)
    rows = [r for r in rows_of(blocks, misfit.memory.problem) if len(r.places) >= LEAST]
    groups = list(skill_groups(blocks))
    each = LEVEL / (2 + len(rows) + len(groups))
    leverage = (hat[: len(residual)] ** 2).sum(axis=1)
    drawn = Drawn(hat, len(residual))
    found = [
        *chi_square(blocks, misfit.levels, residual, leverage, drawn, each),
        *(structure(row, residual, drawn, each) for row in rows),
        *(skill(name, own, misfit.levels, each) for name, own in groups),
        *coverage(scores, each),
        *predicted(held_out),
    ]
    return concluded(found, residual, float(leverage.sum()), blocks, misfit.levels, each)


def level_of(block: Block, levels: Levels) -> Level:
    return levels[key_of(block.channel)]


def estimated(block: Block) -> bool:
    """Whether the size of its noise was estimated from its residuals."""
    return block.channel.noise.model_error is None


def directions(jacobian: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span what the unknowns can move, priors among the rows."""
    lengths = np.linalg.norm(jacobian, axis=0)
    scaled = jacobian / np.where(lengths > 0, lengths, 1.0)
    U, sizes, _ = np.linalg.svd(scaled, full_matrices=False)
    return U[:, sizes > 1e-10 * max(float(sizes.max(initial=0.0)), 1e-300)]


class Drawn:
    """Residuals that chance would leave: independent numbers less what the unknowns take of them; drawn once, when asked for."""

    def __init__(self, hat: np.ndarray, data: int):
        self.hat, self.data = hat, data
        self.kept: np.ndarray | None = None

    def of(self, places: np.ndarray) -> np.ndarray:
        """Draws by numbers at ``places``."""
        if self.kept is None:
            count = int(np.clip(DRAWN // max(len(self.hat), 1), 100, DRAWS))
            e = np.random.default_rng(0).standard_normal((count, len(self.hat)))
            self.kept = (e - (e @ self.hat) @ self.hat.T)[:, : self.data]
        return self.kept[:, places]


def by_chance(value: float, drawn: np.ndarray) -> float:
    """Probability that chance makes a statistic so large: a gamma distribution with the mean and the variance of draws."""
    from scipy.stats import gamma

    mean, variance = float(drawn.mean()), float(drawn.var())
    return float(gamma.sf(value, mean**2 / variance, scale=variance / mean)) if variance > 0 and mean > 0 else 1.0


# --- looks -----------------------------------------------------------------------------------------------------------


def chi_square(blocks, levels: Levels, residual, leverage, drawn: Drawn, each: float) -> Iterator[Check]:
    """The sum of squares over noise that was given; within Huber's limit where there is one."""
    from scipy.stats import chi2

    given = np.concatenate([np.full(b.channel.count, not estimated(b)) for b in blocks])
    limit = np.concatenate([np.full(b.channel.count, level_of(b, levels).huber) for b in blocks])
    plain, held = given & (limit <= 0), given & (limit > 0)
    if plain.any():
        total, freedom = float((residual[plain] ** 2).sum()), float((1.0 - leverage[plain]).sum())
        if freedom >= 0.5:
            p = float(chi2.sf(total, freedom))
            said = f"chi^2 is {total:.4g} with {freedom:.0f} degrees of freedom (p = {p:.2g})"
            yield Check("chi-square", "all fitted numbers", total, p, p < each, said, freedom)
    if held.sum() >= LEAST:
        places, limits = np.flatnonzero(held), limit[held]

        def within(w: np.ndarray) -> np.ndarray:
            inside = np.abs(w) <= limits
            return np.where(inside, w**2, 0.0).sum(axis=-1) / np.maximum(inside.sum(axis=-1), 1)

        own, chance = float(within(residual[held])), within(drawn.of(places))
        p = by_chance(own, chance)
        beyond = float((np.abs(residual[held]) > limits).mean() - (np.abs(drawn.of(places)) > limits).mean())
        said = f"within Huber's limit the mean square over noise is {own / max(float(chance.mean()), 1e-300):.3g} (p = {p:.2g})"
        said += f"; {beyond:.0%} more numbers lie beyond it than noise would put there" if beyond > 0.2 else ""
        yield Check("chi-square", "numbers within Huber's limit", own, p, p < each or beyond > 0.2, said)


def rows_of(blocks: Sequence[Block], problem: Problem) -> Iterator[Row]:
    """Everything that follows each other."""
    begin = 0
    figures: dict[tuple[str, str, int], list[tuple[float, int]]] = {}
    for block in blocks:
        places = begin + np.arange(block.channel.count)
        begin += block.channel.count
        if block.channel.figure:
            at = problem.recording(block.recording).values.get(problem.law_by, math.nan)
            for part, place in enumerate(places):
                figures.setdefault((block.channel.name, block.channel.kind, part), []).append((at, int(place)))
        else:
            yield Row(block.name, places, np.cumsum(~chained(block.channel)))
    for (name, _, _), pairs in figures.items():
        if len(pairs) >= LEAST and all(math.isfinite(at) for at, _ in pairs):
            yield Row(f"{name} along {problem.law_by}", np.array([p for _, p in sorted(pairs)]), np.zeros(len(pairs), dtype=int))


def ljung_box(w: np.ndarray, chain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ljung and Box's statistic of rows of numbers, pairs within one chain alone, and the correlations of neighbours."""
    count = w.shape[-1]
    squares = np.maximum((w**2).mean(axis=-1), 1e-300)
    total, first = np.zeros(w.shape[:-1]), np.zeros(w.shape[:-1])
    for lag in range(1, min(LAGS, count // 4) + 1):
        pairs = chain[lag:] == chain[:-lag]
        if (together := int(pairs.sum())) < 2:
            break
        r = (w[..., lag:][..., pairs] * w[..., :-lag][..., pairs]).sum(axis=-1) / squares
        total = total + r**2 / together
        if lag == 1:
            first = r / together
    return total, first


def periodogram_peak(w: np.ndarray) -> tuple[float, float]:
    """Fisher's probability that noise has a wave as strong as the strongest in ``w``, and how many numbers long that wave is."""
    powers = np.abs(np.fft.rfft(w)[1 : (len(w) - 1) // 2 + 1]) ** 2
    count, total = len(powers), float(powers.sum())
    if count < 2 or total <= 0:
        return 1.0, math.nan
    share = float(powers.max()) / total
    return min(1.0, count * (1.0 - share) ** (count - 1)), len(w) / (1 + int(powers.argmax()))


def without_outliers(w: np.ndarray) -> np.ndarray:
    """Numbers over their usual size, a few that are far off taken as zero: they are judged by chi^2, not by where they stand."""
    scaled = w / max(1.4826 * float(np.median(np.abs(w))), 1e-300)
    far = np.abs(scaled) > FAR
    return np.where(far, 0.0, scaled) if far.mean() <= FEW_FAR else w / max(float(np.sqrt((w**2).mean())), 1e-300)


def structure(row: Row, residual: np.ndarray, drawn: Drawn, each: float) -> Check:
    """Whether residuals follow each other: Ljung and Box's statistic of neighbours, and Fisher's of the strongest wave."""
    w = residual[row.places]
    cut = np.clip(without_outliers(w), -CUT, CUT)
    q, rho = (float(x) for x in ljung_box(cut, row.chain))
    neighbours = by_chance(q, ljung_box(np.clip(drawn.of(row.places), -CUT, CUT), row.chain)[0])
    wave, length = periodogram_peak(cut)
    p = min(1.0, 2.0 * min(neighbours, wave))
    steps = np.diff(w)[row.chain[1:] == row.chain[:-1]]
    watson = float((steps**2).sum() / max(float((w**2).sum()), 1e-300))
    worth = max(1.0, len(w) * (1.0 - rho) / (1.0 + rho)) if rho > 0 else float(len(w))
    said = f"the residuals of {row.name} are no noise (p = {p:.1g}): "
    if wave < neighbours:
        said += f"a wave {length:.3g} numbers long stands out of them"
    else:
        said += f"neighbours correlate by {rho:.2f} (Durbin-Watson {watson:.2f}), so that {len(w)} numbers are worth {worth:.0f}"
    return Check("structure", row.name, q, p, p < each and float((w**2).sum()) > MATTERS, said, worth)


def skill_groups(blocks: Sequence[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Numbers that a mean can be taken of: a channel along time, or a figure of strokes over the recordings."""
    figures: dict[str, list[Block]] = {}
    for block in blocks:
        if block.channel.figure:
            if block.channel.count == 1:
                figures.setdefault(block.channel.name, []).append(block)
        elif block.channel.count >= LEAST:
            yield block.name, [block]
    yield from ((name, own) for name, own in figures.items() if len(own) >= 4)


def skill(name: str, blocks: Sequence[Block], levels: Levels, each: float) -> Check:
    """Whether the mean of the measured numbers would tell them better: the model's sum of squares beside the mean's."""
    from scipy.stats import chi2, f

    level = level_of(blocks[0], levels)
    d = np.concatenate([deviations(b.channel, level_of(b, levels)) for b in blocks])
    values = np.concatenate([b.channel.values for b in blocks])
    own = float((np.concatenate([b.difference for b in blocks]) ** 2 / d**2).sum())
    mean = float((values / d**2).sum() / (1.0 / d**2).sum())
    about = float(((values - mean) ** 2 / d**2).sum())
    count, excess = len(d), own - about
    score = 1.0 - own / max(about, 1e-300)
    told = max(count * (1.0 - level.ar1) / (1.0 + level.ar1), 2.0)
    chance = count / told * max(f.isf(each, 1, told - 1.0) * about / (count - 1), chi2.isf(each, 1))
    clearly = count >= 2 * LAGS and excess > max(0.5 * about, chi2.isf(each, 1))
    said = f"the mean of {name} tells it better than the model (skill {score:.2g})"
    return Check("skill", name, score, math.nan, bool(excess > chance or clearly), said, told)


def coverage(scores: Sequence[Score], each: float) -> Iterator[Check]:
    """The share of the fitted numbers within 95 % of their noise."""
    from scipy.stats import binom

    z = np.concatenate([s.z for s in scores] or [np.zeros(0)])
    z = z[np.isfinite(z)]
    if len(z) >= LEAST:
        inside = int((np.abs(z) <= 1.959964).sum())
        share, p = inside / len(z), float(binom.cdf(inside, len(z), 0.95))
        said = f"{share:.0%} of {len(z)} fitted numbers lie within their 95 % intervals"
        yield Check("coverage", "all fitted numbers", share, p, share < COVERED and p < each, said, len(z))


def predicted(scores: Sequence[Score]) -> Iterator[Check]:
    """Held-out recordings half of whose numbers are far from what was predicted."""
    for name in dict.fromkeys(s.recording for s in scores):
        z = np.concatenate([s.z for s in scores if s.recording == name])
        z = z[np.isfinite(z)]
        if len(z):
            far = float(np.median(np.abs(z)))
            said = f"half of the numbers of '{name}', which was held out, are {far:.3g} standard deviations off or more"
            yield Check("held out", name, far, math.nan, far > PREDICTED, said, len(z))


# --- what follows ----------------------------------------------------------------------------------------------------


def concluded(checks: Sequence[Check], residual, paid: float, blocks, levels: Levels, each: float) -> Verdict:
    """The verdict of all looks together, with sentences."""
    failed = [c for c in checks if c.failed]
    notes = noise_notes(checks, blocks, levels)
    plain = next((c for c in checks if c.kind == "chi-square" and c.freedom), None)
    others = [c for c in failed if c is not plain]
    if plain is not None and plain.failed and not others and plain.statistic <= LARGE * plain.freedom:
        factor = math.sqrt(plain.statistic / plain.freedom)
        notes += (
            f"{plain.said}: the errors given are too small by a factor of {factor:.2f}, and so are the intervals. The residuals "
            "show no structure. Give larger errors, or noise: {model_error: estimate}.",
        )
        failed = []
    if not failed:
        judged = [c for c in checks if c.kind in ("chi-square", "structure")]
        return Verdict("described" if judged else "cannot be judged", (), tuple(checks), notes)
    if plain is not None and all(c in (plain,) or c.kind == "coverage" for c in failed):
        far = only_outliers(residual, paid, blocks, levels, each)
        if far:
            return Verdict("outliers", tuple(c.said for c in failed), tuple(checks), notes, far)
    order = ("chi-square", "skill", "structure", "coverage", "held out")
    failed.sort(key=lambda c: (order.index(c.kind), c.p if math.isfinite(c.p) else c.statistic))
    reasons, more = [], 0
    for kind in order:
        own = [c.said for c in failed if c.kind == kind]
        reasons += own[:2]
        more += len(own[2:])
    if more:
        reasons.append(f"and {more} more such signs")
    return Verdict("not described", tuple(reasons), tuple(checks), notes)


def only_outliers(residual: np.ndarray, paid: float, blocks, levels: Levels, each: float) -> int:
    """How many numbers are outliers, where they are a few and the others are as noise should be; 0 otherwise."""
    from scipy.stats import chi2

    given = np.concatenate([np.full(b.channel.count, not estimated(b) and level_of(b, levels).huber <= 0) for b in blocks])
    w = residual[given]
    far = np.abs(w) > FAR
    count, freedom = int(far.sum()), len(w) - int(far.sum()) - paid
    if not count or count > FEW_FAR * len(w) or freedom < LEAST:
        return 0
    rest = float((w[~far] ** 2).sum())
    return count if rest <= LARGE * freedom or chi2.sf(rest, freedom) >= each else 0


def noise_notes(checks: Sequence[Check], blocks: Sequence[Block], levels: Levels) -> tuple[str, ...]:
    """What the errors given, or estimated, do to the judgement."""
    names = list(dict.fromkeys(b.channel.name for b in blocks if estimated(b)))
    found = []
    if names:
        which = "chi^2 cannot judge" if all(map(estimated, blocks)) else f"chi^2 cannot judge {', '.join(names)}"
        found.append(f"{which}: the noise was estimated from these residuals. Their structure and their mean judge instead.")
    for name in names:
        own = [b for b in blocks if b.channel.name == name]
        error = level_of(own[0], levels).model_error
        sigma = float(np.median(np.concatenate([b.channel.sigma for b in own])))
        if error > 3.0 * sigma:
            unit = f" {own[0].channel.unit}" if own[0].channel.unit not in ("", "1") else ""
            found.append(
                f"The model tells {name} to {error:.3g}{unit} only (estimated), {error / sigma:.2g} times the error of the "
                "measurement."
            )
    plain = next((c for c in checks if c.kind == "chi-square" and c.freedom), None)
    if plain is not None and plain.freedom >= 20 and plain.statistic < plain.freedom / LARGE**2:
        factor = math.sqrt(plain.freedom / max(plain.statistic, 1e-300))
        found.append(
            f"The errors given are larger than the residuals, by a factor of {factor:.2g}: so are the intervals."
            if factor < 1e3
            else "The residuals are nothing beside the errors given."
        )
    return tuple(found)
