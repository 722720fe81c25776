"""What a fit says in sentences: how it ended, how well it predicts beside trivial laws, what the data cannot tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from elver.fit.judging.goodness import FAR
from elver.fit.result import Fit, Score
from elver.results.plausibility.kept import LEDGER_WARNING

MODEL = "model"


def ledger_of(fit: Fit, recording: str) -> float | None:
    """How far the energy ledger of a recording's run is from closing, relative; None where the run has none."""
    return fit.evaluation.figures.get(recording, {}).get("ledger_closure")


def ledgers(fit: Fit) -> dict[str, float]:
    """Ledgers of all runs that have one."""
    found = {r.name: ledger_of(fit, r.name) for r in fit.problem.recordings}
    return {name: value for name, value in found.items() if value is not None}


def trusted(fit: Fit) -> bool:
    """Whether the search converged, the model describes the data, and every run has ended well with a ledger that closes."""
    return (
        fit.converged
        and fit.verdict.good
        and not fit.evaluation.failed
        and all(value <= LEDGER_WARNING for value in ledgers(fit).values())
    )


def pooled(scores: Iterable[Score], pick) -> float | None:
    """Mean of an error over scores, each weighted by its numbers; None where one of them does not have it."""
    found = [(pick(s), len(s.z)) for s in scores]
    if not found or any(value is None or not math.isfinite(value) for value, _ in found):
        return None
    return float(np.average([value for value, _ in found], weights=[max(n, 1) for _, n in found]))


def error_means(scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """Channel [unit] -> mean absolute error of the model, of trivial laws and of rivals, over all scores."""
    found: dict[str, dict[str, float]] = {}
    for name in dict.fromkeys(channel_name(s) for s in scores):
        own = [s for s in scores if channel_name(s) == name]
        errors = {MODEL: pooled(own, lambda s: s.mean_abs)}
        for kind in ("laws", "rivals"):
            for other in dict.fromkeys(key for s in own for key in getattr(s, kind)):
                errors[other] = pooled(own, lambda s, kind=kind, other=other: getattr(s, kind).get(other))
        found[name] = {key: value for key, value in errors.items() if value is not None}
    return found


def channel_name(score: Score) -> str:
    return score.channel + (f" [{score.unit}]" if score.unit not in ("", "1") else "")


def held_out_errors(fit: Fit) -> dict[str, dict[str, float]]:
    """Errors over all held-out recordings."""
    return error_means([s for s in fit.scores if s.held_out])


def share_inside(fit: Fit, held_out: bool) -> tuple[float, int]:
    """Share of the measured numbers within their intervals, and how many numbers there are."""
    own = [s for s in fit.scores if s.held_out == held_out]
    count = sum(len(s.z) for s in own)
    return (sum(s.inside * len(s.z) for s in own) / count if count else math.nan), count


def headline(fit: Fit) -> str:
    """How it ended and with how much, in one sentence."""
    problem = fit.problem
    fitted, held = problem.fitted, problem.held_out
    numbers = sum(r.count for r in fitted)
    told = f"{many(len(problem.unknowns), 'unknown')} from {many(numbers, 'number')} of {many(len(fitted), 'recording')}"
    apart = f"; {many(len(held), 'recording')} held out" if held else ""
    return f"{fit.status} after {many(max(len(fit.history) - 1, 0), 'iteration')}: {told}{apart}"


def many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def prediction_sentences(fit: Fit) -> list[str]:
    """Whether held-out errors are smaller than those of trivial laws and rivals; or that nothing was held out."""
    if not fit.problem.held_out:
        return ["Nothing was held out: the errors are those of fitted numbers, which flatter every model."]
    better, lines = [], []
    for channel, errors in held_out_errors(fit).items():
        own, others = errors.get(MODEL), {k: v for k, v in errors.items() if k != MODEL}
        if own is None:
            lines.append(f"{channel}: a held-out recording has no prediction.")
        elif worse := {name: value for name, value in others.items() if value <= own}:
            beside = ", ".join(f"{name} ({value:.3g})" for name, value in worse.items())
            lines.append(f"{channel}: its held-out error of {own:.3g} is NOT better than that of {beside}.")
        elif others:
            better.append(channel)
    if better:
        lines.insert(0, f"Held-out errors are smaller than those of every law and rival beside them: {', '.join(better)}.")
    share, count = share_inside(fit, True)
    if not count:
        lines.append("The held-out recordings were not predicted.")
    else:
        level = next(s.level for s in fit.scores if s.held_out)
        lines.append(f"{share:.0%} of {many(count, 'held-out number')} lie within their {level:.0%} intervals.")
    return lines


def misfit(fit: Fit) -> tuple[float, int]:
    """Mean square of error over noise of the fitted numbers (chi^2 per number), and how many there are."""
    parts = []
    for block in fit.evaluation.blocks:
        if not fit.problem.recording(block.recording).held_out:
            error = fit.noise.get(block.name, {}).get("model_error", 0.0)
            parts.append((block.difference / np.hypot(block.channel.sigma, error)) ** 2)
    everything = np.concatenate(parts) if parts else np.zeros(0)
    return (float(everything.mean()) if len(everything) else math.nan), len(everything)


NO_INTERVALS = "The intervals do not hold: they suppose that the model describes the data, and it does not."


def verdict_sentence(fit: Fit) -> str:
    """Whether the model describes the data, in one sentence."""
    own = fit.verdict
    numbers = sum(r.count for r in fit.problem.fitted)
    if own.word == "not described":
        return f"NOT TO BE TRUSTED: the model does not describe these data. {'; '.join(map(begun, own.reasons))}."
    if own.word == "outliers":
        return (
            f"NOT TO BE TRUSTED: {own.outliers} of {numbers} fitted numbers lie more than {FAR:g} sigma off and pull the "
            "estimates; the others are as noise should be. Give their channels noise: {huber: 2}, or leave them out."
        )
    if own.word == "cannot be judged":
        return "Too few numbers were fitted to judge whether the model describes them."
    chi = [c.said for c in own.checks if c.kind == "chi-square" and not c.failed]
    rows = sum(c.kind == "structure" for c in own.checks)
    quiet = [f"the residuals of {many(rows, 'channel')} show no structure"] if rows else []
    return f"Nothing speaks against the model: {'; '.join([*chi, *quiet]) or 'see the notes'}."


def begun(text: str) -> str:
    """A sentence with a capital letter, names at its beginning left alone."""
    return text if text.startswith("chi^2") else text[:1].upper() + text[1:]


def verdict_sentences(fit: Fit) -> list[str]:
    """What stands before everything else: that the model does not describe the data, and what would mend it; nothing else."""
    if fit.verdict.good:
        return []
    return [verdict_sentence(fit), *fit.verdict.remedies]


def goodness_sentences(fit: Fit) -> list[str]:
    """Whether the model describes the data, what would mend it, and how well the fitted numbers are told beside their errors."""
    lines = []
    if not fit.converged:
        lines.append(
            f"NOT TO BE TRUSTED: the search did not converge ({fit.status}); estimates and intervals are those where it ended."
        )
    lines += [verdict_sentence(fit), *fit.verdict.remedies]
    if fit.verdict.word == "not described":
        lines.append(NO_INTERVALS)
    chi, count = misfit(fit)
    if count > len(fit.problem.unknowns) and fit.verdict.word != "not described":
        lines.append(f"chi^2 per fitted number is {chi:.3g}.")
    return [*lines, *fit.verdict.notes]


def ledger_sentence(fit: Fit) -> str:
    """Whether the energy ledgers of the runs close."""
    found = ledgers(fit)
    failed = "".join(f"{name}: {why} " for name, why in fit.evaluation.failed.items())
    if failed:
        return f"NOT TO BE TRUSTED: runs without numbers. {failed.strip()}"
    if not found:
        return "The runs have no energy ledger."
    name, worst = max(found.items(), key=lambda item: item[1])
    if worst <= LEDGER_WARNING:
        return f"The energy ledgers of all runs close to {worst:.1e} or better."
    return f"NOT TO BE TRUSTED: the energy ledger of '{name}' closes to {worst:.1e} only. Use a smaller dt."


def bound_sentences(fit: Fit) -> list[str]:
    """Estimates that stand at an end of their range."""
    why = "Widen its range, or ask why the model wants it there."
    ends = [(e, fit.problem.unknowns[k]) for k, e in enumerate(fit.estimates) if e.at_bound]
    units = [f" {u.shown_unit}" if u.shown_unit not in ("", "1") else "" for _, u in ends]
    return [f"{e.name} stands at {e.at_bound}{unit}. {why}" for (e, _), unit in zip(ends, units, strict=True)]


def prior_sentences(fit: Fit, share: float = 0.5) -> list[str]:
    """Estimates that come from their prior rather than from the data."""
    return [
        f"{e.name} comes from its prior by {e.share_of_prior:.0%}: the data tell little about it."
        for e in fit.estimates
        if e.share_of_prior >= share
    ]


def remarks(fit: Fit) -> list[str]:
    """What tables do not say, the most important first."""
    return [
        *goodness_sentences(fit),
        *prediction_sentences(fit),
        *weak_sentences(fit),
        *bound_sentences(fit),
        *prior_sentences(fit),
        ledger_sentence(fit),
    ]


def weak_sentences(fit: Fit) -> list[str]:
    """What the data cannot tell."""
    return [f"The data cannot tell: {text.rstrip('.')}." for text in fit.weak]
