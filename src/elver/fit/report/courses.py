"""Pictures of measured beside predicted numbers: over time for paths, over a parameter or by recording for steady figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from elver.document.units import in_unit
from elver.drawing.style import ACCENT, INK, LEAF, SOFT, WARM, WATER, legend, new_figure
from elver.fit.evaluation import Block
from elver.fit.judging.laws import laws
from elver.fit.judging.predicting import Prediction
from elver.fit.report.data import per_score
from elver.fit.report.tables import bare, unit_of
from elver.fit.result import Fit

MOST = 4  # channels in one picture
GAP = 3.5  # of the usual distance between samples: beyond it the curve is interrupted
RIVALS = (LEAF, WARM, "#7b5ea7", "#4aa3a2")
LAWS = {"constant": (0, (1, 2)), "proportional": (0, (4, 2)), "line": "-"}


def unit_label(name: str, unit: str) -> str:
    """A name with its unit, where it has one."""
    return f"{name} [{unit}]" if bare(unit) else name


def course_pictures(fit: Fit) -> dict[str, Callable]:
    """One picture for each recording with channels along time; several where it has many channels."""
    found: dict[str, Callable] = {}
    for number, recording in enumerate(fit.problem.recordings, 1):
        own = [b for b in fit.evaluation.of(recording.name) if not is_steady(b)]
        for k in range(0, len(own), MOST):
            name = f"recording_{number}" + (f"_{k // MOST + 1}" if len(own) > MOST else "")
            found[name] = partial(courses, fit, own[k : k + MOST])
    return found


def courses(fit: Fit, blocks: list[Block]):
    """Channels of one recording: measured, predicted with its interval, and z in a strip below."""
    rows = 2 * len(blocks)
    figure, axes = new_figure(rows, size=(7.2, 2.7 * len(blocks) + 0.6), sharex=True, height_ratios=(3, 1) * len(blocks))
    recording = fit.problem.recording(blocks[0].recording)
    for k, block in enumerate(blocks):
        course(fit, block, axes[2 * k], axes[2 * k + 1])
    legend(axes[0], recording.name + (" (held out)" if recording.held_out else ""))
    axes[-1].set_xlabel("time on the recording's clock [s]")
    return figure


def course(fit: Fit, block: Block, top, strip) -> None:
    """One channel over time."""
    order = np.argsort(block.channel.times, kind="stable")
    times = block.channel.times[order]
    columns = (block.predicted, per_score(fit, block, "low"), per_score(fit, block, "high"))
    at, (told, low, high) = with_gaps(times, [column[order] for column in columns])
    top.fill_between(at, low, high, color=WATER, alpha=0.18, linewidth=0, label="its interval")
    top.plot(times, block.channel.values[order], ".", color=INK, markersize=3, label="measured")
    top.plot(at, told, color=WATER, linewidth=1.4, label="predicted")
    top.set(ylabel=unit_label(block.channel.name, block.channel.unit))
    z = per_score(fit, block, "z")[order]
    strip.axhspan(-2, 2, color=SOFT, alpha=0.2, linewidth=0)
    strip.axhline(0, color=SOFT, linewidth=0.8)
    strip.plot(times, z, ".", color=ACCENT, markersize=2.5)
    reach = max(3.0, float(np.nanmax(np.abs(z), initial=0.0)) * 1.1) if np.isfinite(z).any() else 3.0
    strip.set(ylabel="z", ylim=(-reach, reach))


def with_gaps(times: np.ndarray, columns: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Samples with nan put in where the recording has a gap, so that no line is drawn across it."""
    if len(times) < 3:
        return times, columns
    steps = np.diff(times)
    wide = np.flatnonzero(steps > GAP * np.median(steps)) + 1
    return np.insert(times, wide, times[wide - 1]), [np.insert(c, wide, np.nan) for c in columns]


def steady_names(fit: Fit) -> list[str]:
    """Channels that are figures of whole strokes, or one number."""
    return list(dict.fromkeys(b.channel.name for b in fit.evaluation.blocks if is_steady(b)))


def is_steady(block: Block) -> bool:
    """Whether a channel is a figure of whole strokes, or one number."""
    return block.channel.figure or block.channel.count == 1


def steady_pictures(fit: Fit, predictions: Sequence[Prediction] = ()) -> dict[str, Callable]:
    """Steady channels of all recordings, a few in each picture."""
    names = steady_names(fit)
    parts = [names[k : k + MOST] for k in range(0, len(names), MOST)]
    return {
        "steady" + (f"_{k}" if len(parts) > 1 else ""): partial(steady, fit, part, predictions) for k, part in enumerate(parts, 1)
    }


def steady(fit: Fit, names: list[str], predictions: Sequence[Prediction] = ()):
    """Steady figures over the parameter of the trivial laws, or by recording; errors in a strip below."""
    figure, axes = new_figure(2 * len(names), size=(7.2, 3.3 * len(names) + 0.6), height_ratios=(3, 1) * len(names))
    places = places_of(fit)
    for k, name in enumerate(names):
        top, strip = axes[2 * k : 2 * k + 2]
        strip.sharex(top)
        compare(fit, name, places, top, strip)
        draw_curve(fit, [p for p in predictions if p.channel == name], top)
        legend(top, f"{fit.problem.name}: {name}")
    label = "recording"
    if not named_places(fit):
        label = unit_label(fit.problem.law_by, unit_of(fit.problem, fit.problem.law_by)[0])
    axes[-1].set_xlabel(label)
    return figure


def named_places(fit: Fit) -> bool:
    """Whether recordings stand side by side by name, for want of a parameter to draw them over."""
    by = fit.problem.law_by
    return not by or any(by not in r.values for r in fit.problem.recordings)


def places_of(fit: Fit) -> dict[str, float]:
    """Where each recording stands."""
    if named_places(fit):
        return {r.name: float(k) for k, r in enumerate(fit.problem.recordings)}
    return {r.name: along_law(fit, r.values[fit.problem.law_by]) for r in fit.problem.recordings}


def along_law(fit: Fit, value: float) -> float:
    """A value of the parameter of the trivial laws in the unit that people see."""
    return in_unit(float(value), unit_of(fit.problem, fit.problem.law_by)[1])


def compare(fit: Fit, name: str, places: dict[str, float], top, strip) -> None:
    """One steady channel: measured, predicted, laws, rivals; below predicted less measured."""
    blocks = [b for b in fit.evaluation.blocks if b.channel.name == name and is_steady(b)]
    if named_places(fit):
        top.set_xticks(list(places.values()), list(places))
        strip.set_xticks(list(places.values()), list(places))
    else:
        draw_laws(fit, name, top)
    for mask, colour, word in ((False, INK, "measured, fitted"), (True, ACCENT, "measured, held out")):
        for number, block in enumerate(b for b in blocks if fit.problem.recording(b.recording).held_out == mask):
            at = np.full(block.channel.count, places[block.recording])
            said = None if number else word
            look = {"fmt": "o", "color": colour, "markersize": 4, "capsize": 3}
            top.errorbar(at, block.channel.values, 2 * block.channel.sigma, label=said, **look)
            strip.errorbar(at, block.difference, 2 * block.channel.sigma, **look)
    draw_predictions(fit, blocks, places, top)
    draw_rivals(fit, blocks, places, top, strip)
    unit = blocks[0].channel.unit
    top.set(ylabel=unit_label(name, unit))
    top.tick_params(labelbottom=False)
    strip.axhline(0, color=INK, linewidth=0.8)
    strip.set(ylabel=unit_label("error", unit))


def draw_predictions(fit: Fit, blocks: list[Block], places: dict[str, float], axis) -> None:
    """The model's numbers with their intervals."""
    at = np.concatenate([np.full(b.channel.count, places[b.recording]) for b in blocks])
    told, low, high = (
        np.concatenate(parts)
        for parts in (
            [b.predicted for b in blocks],
            [per_score(fit, b, "low") for b in blocks],
            [per_score(fit, b, "high") for b in blocks],
        )
    )
    spread = np.abs([told - low, high - told])
    axis.errorbar(at, told, spread, fmt="_", color=WATER, markersize=12, elinewidth=5, alpha=0.45, label="predicted")


def draw_curve(fit: Fit, predictions: Sequence[Prediction], axis) -> None:
    """Predictions along the parameter of the trivial laws, with the interval of the number itself."""
    by = fit.problem.law_by
    good = [p for p in predictions if set(p.values) == {by} and not p.failed]
    for part in sorted({p.part for p in good}) if not named_places(fit) else ():
        own = sorted((p for p in good if p.part == part), key=lambda p: p.values[by])
        at = [along_law(fit, p.values[by]) for p in own]
        axis.fill_between(at, [p.low for p in own], [p.high for p in own], color=WATER, alpha=0.15, linewidth=0)
        axis.plot(at, [p.value for p in own], ".-", color=WATER, linewidth=1.4, label=None if part else "predicted elsewhere")


def draw_laws(fit: Fit, name: str, axis) -> None:
    """The trivial laws of a channel, fitted on the same recordings."""
    problem, by = fit.problem, fit.problem.law_by
    first = next(r for r in problem.recordings if any(c.name == name for c in r.channels))
    own = [float(r.values[by]) for r in problem.recordings]
    at = np.linspace(min(own), max(own), 40)
    told = [laws(first.channel(name), replace(first, values={by: float(v)}), problem.fitted, by) for v in at]
    for word in told[0]:
        heights = np.array([here[word] for here in told])
        lines = axis.plot(
            [along_law(fit, v) for v in at], heights, color=SOFT, linewidth=1.1, linestyle=LAWS.get(word, "-."), zorder=1
        )
        lines[0].set_label(word)


def draw_rivals(fit: Fit, blocks: list[Block], places: dict[str, float], top, strip) -> None:
    """What others predicted."""
    names = list(dict.fromkeys(n for b in blocks for n in fit.problem.recording(b.recording).rivals))
    for k, rival in enumerate(names):
        colour = RIVALS[k % len(RIVALS)]
        said: str | None = rival
        for block in blocks:
            told = fit.problem.recording(block.recording).rivals.get(rival, {}).get(block.channel.name)
            if told is None:
                continue
            values = np.atleast_1d(np.asarray(told, dtype=float))
            at = np.full(len(values), places[block.recording])
            top.plot(at, values, "x", color=colour, markersize=5, label=said)
            strip.plot(at, values - block.channel.values, "x", color=colour, markersize=4)
            said = None
