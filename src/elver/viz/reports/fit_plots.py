"""The figures of a fit: measured beside predicted, residuals, profiles, correlations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.units import in_unit
from elver.analysis import Block, Estimate, Fit, Unknown
from elver.analysis.fit.prediction import Prediction
from elver.analysis.fit.problem import unit_of
from elver.analysis.fit.scores import laws
from elver.analysis.fit.summary import per_score
from elver.viz.plots import FORMATS, draw_each
from elver.viz.reports.fit_tables import bare, shown
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WARM, WATER, legend, new_figure, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# --- Pictures of measured beside predicted numbers: over time for paths, over a parameter or by recording for steady figures.

_MOST = 4  # channels in one picture
_GAP = 3.5  # of the usual distance between samples: beyond it the curve is interrupted
_RIVALS = (LEAF, WARM, "#7b5ea7", "#4aa3a2")
_LAWS = {"constant": (0, (1, 2)), "proportional": (0, (4, 2)), "line": "-"}


def _unit_label(name: str, unit: str) -> str:
    """A name with its unit, where it has one."""
    return f"{name} [{unit}]" if bare(unit) else name


def _course_pictures(fit: Fit) -> dict[str, Callable]:
    """One picture for each recording with channels along time; several where it has many channels."""
    found: dict[str, Callable] = {}
    for number, recording in enumerate(fit.problem.recordings, 1):
        own = [b for b in fit.evaluation.of(recording.name) if not _is_steady(b)]
        for k in range(0, len(own), _MOST):
            name = f"recording_{number}" + (f"_{k // _MOST + 1}" if len(own) > _MOST else "")
            found[name] = partial(courses, fit, own[k : k + _MOST])
    return found


def courses(fit: Fit, blocks: list[Block]) -> Figure:
    """Channels of one recording: measured, predicted with its interval, and z in a strip below."""
    rows = 2 * len(blocks)
    figure, axes = new_figure(rows, size=(7.2, 2.7 * len(blocks) + 0.6), sharex=True, height_ratios=(3, 1) * len(blocks))
    recording = fit.problem.recording(blocks[0].recording)
    for k, block in enumerate(blocks):
        course(fit, block, axes[2 * k], axes[2 * k + 1])
    legend(axes[0], recording.name + (" (held out)" if recording.held_out else ""))
    axes[-1].set_xlabel("time on the recording's clock [s]")
    return figure


def course(fit: Fit, block: Block, top: Axes, strip: Axes) -> None:
    """One channel over time."""
    order = np.argsort(block.channel.times, kind="stable")
    times = block.channel.times[order]
    columns = (block.predicted, per_score(fit, block, "low"), per_score(fit, block, "high"))
    at, (told, low, high) = with_gaps(times, [column[order] for column in columns])
    top.fill_between(at, low, high, color=WATER, alpha=0.18, linewidth=0, label="its interval")
    top.plot(times, block.channel.values[order], ".", color=INK, markersize=3, label="measured")
    top.plot(at, told, color=WATER, linewidth=1.4, label="predicted")
    top.set(ylabel=_unit_label(block.channel.name, block.channel.unit))
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
    wide = np.flatnonzero(steps > _GAP * np.median(steps)) + 1
    return np.insert(times, wide, times[wide - 1]), [np.insert(c, wide, np.nan) for c in columns]


def steady_names(fit: Fit) -> list[str]:
    """Channels that are metrics of whole strokes, or one number."""
    return list(dict.fromkeys(b.channel.name for b in fit.evaluation.blocks if _is_steady(b)))


def _is_steady(block: Block) -> bool:
    """Whether a channel is a metric of whole strokes, or one number."""
    return block.channel.of_strokes or block.channel.count == 1


def _steady_pictures(fit: Fit, predictions: Sequence[Prediction] = ()) -> dict[str, Callable]:
    """Steady channels of all recordings, a few in each picture."""
    names = steady_names(fit)
    parts = [names[k : k + _MOST] for k in range(0, len(names), _MOST)]
    return {
        "steady" + (f"_{k}" if len(parts) > 1 else ""): partial(steady, fit, part, predictions) for k, part in enumerate(parts, 1)
    }


def steady(fit: Fit, names: list[str], predictions: Sequence[Prediction] = ()) -> Figure:
    """Steady figures over the parameter of the trivial laws, or by recording; errors in a strip below."""
    figure, axes = new_figure(2 * len(names), size=(7.2, 3.3 * len(names) + 0.6), height_ratios=(3, 1) * len(names))
    places = _places_of(fit)
    for k, name in enumerate(names):
        top, strip = axes[2 * k : 2 * k + 2]
        strip.sharex(top)
        _compare(fit, name, places, top, strip)
        _draw_curve(fit, [p for p in predictions if p.channel == name], top)
        legend(top, titled(fit.problem.name, name))
    label = "recording"
    if not _named_places(fit):
        label = _unit_label(fit.problem.law_by, unit_of(fit.problem, fit.problem.law_by)[0])
    axes[-1].set_xlabel(label)
    return figure


def _named_places(fit: Fit) -> bool:
    """Whether recordings stand side by side by name, for want of a parameter to draw them over."""
    by = fit.problem.law_by
    return not by or any(by not in r.values for r in fit.problem.recordings)


def _places_of(fit: Fit) -> dict[str, float]:
    """Where each recording stands."""
    if _named_places(fit):
        return {r.name: float(k) for k, r in enumerate(fit.problem.recordings)}
    return {r.name: _along_law(fit, r.values[fit.problem.law_by]) for r in fit.problem.recordings}


def _along_law(fit: Fit, value: float) -> float:
    """A value of the parameter of the trivial laws in the unit that people see."""
    return in_unit(float(value), unit_of(fit.problem, fit.problem.law_by)[1])


def _compare(fit: Fit, name: str, places: dict[str, float], top: Axes, strip: Axes) -> None:
    """One steady channel: measured, predicted, laws, rivals; below predicted less measured."""
    blocks = [b for b in fit.evaluation.blocks if b.channel.name == name and _is_steady(b)]
    if _named_places(fit):
        top.set_xticks(list(places.values()), list(places))
        strip.set_xticks(list(places.values()), list(places))
    else:
        _draw_laws(fit, name, top)
    for mask, colour, word in ((False, INK, "measured, fitted"), (True, ACCENT, "measured, held out")):
        for number, block in enumerate(b for b in blocks if fit.problem.recording(b.recording).held_out == mask):
            at = np.full(block.channel.count, places[block.recording])
            said = None if number else word
            look: dict[str, Any] = {"fmt": "o", "color": colour, "markersize": 4, "capsize": 3}
            top.errorbar(at, block.channel.values, 2 * block.channel.sigma, label=said, **look)
            strip.errorbar(at, block.difference, 2 * block.channel.sigma, **look)
    _draw_predictions(fit, blocks, places, top)
    _draw_rivals(fit, blocks, places, top, strip)
    unit = blocks[0].channel.unit
    top.set(ylabel=_unit_label(name, unit))
    top.tick_params(labelbottom=False)
    strip.axhline(0, color=INK, linewidth=0.8)
    strip.set(ylabel=_unit_label("error", unit))


def _draw_predictions(fit: Fit, blocks: list[Block], places: dict[str, float], axis: Axes) -> None:
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


def _draw_curve(fit: Fit, predictions: Sequence[Prediction], axis: Axes) -> None:
    """Predictions along the parameter of the trivial laws, with the interval of the number itself."""
    by = fit.problem.law_by
    good = [p for p in predictions if set(p.values) == {by} and not p.failed]
    for part in sorted({p.part for p in good}) if not _named_places(fit) else ():
        own = sorted((p for p in good if p.part == part), key=lambda p: p.values[by])
        at = [_along_law(fit, p.values[by]) for p in own]
        axis.fill_between(at, [p.low for p in own], [p.high for p in own], color=WATER, alpha=0.15, linewidth=0)
        axis.plot(at, [p.value for p in own], ".-", color=WATER, linewidth=1.4, label=None if part else "predicted elsewhere")


def _draw_laws(fit: Fit, name: str, axis: Axes) -> None:
    """The trivial laws of a channel, fitted on the same recordings."""
    problem, by = fit.problem, fit.problem.law_by
    first = next(r for r in problem.recordings if any(c.name == name for c in r.channels))
    own = [float(r.values[by]) for r in problem.recordings]
    at = np.linspace(min(own), max(own), 40)
    told = [laws(first.channel(name), replace(first, values={by: float(v)}), problem.fitted, by) for v in at]
    for word in told[0]:
        heights = np.array([here[word] for here in told])
        lines = axis.plot(
            [_along_law(fit, v) for v in at], heights, color=SOFT, linewidth=1.1, linestyle=_LAWS.get(word, "-."), zorder=1
        )
        lines[0].set_label(word)


def _draw_rivals(fit: Fit, blocks: list[Block], places: dict[str, float], top: Axes, strip: Axes) -> None:
    """What others predicted."""
    names = list(dict.fromkeys(n for b in blocks for n in fit.problem.recording(b.recording).rivals))
    for k, rival in enumerate(names):
        colour = _RIVALS[k % len(_RIVALS)]
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


# --- Pictures of what is known: estimates beside priors, correlations, profile curves, z-scores, and the way of the search.

_MOST_ROWS = 14  # unknowns in the picture of estimates; those of one recording only are left out first
_MOST_NUMBERS = 14  # unknowns up to which the correlations are written into their fields
_USUAL_DROP = 1.92  # of the cost at the ends of a 95 % interval, where a bound cuts Laplace's off
_REACH, _FEW = 5.0, 12  # z-scores beyond are drawn at the edge; fewer than so many are drawn one by one


def chosen_unknowns(fit: Fit) -> list[int]:
    """The unknowns that a picture has room for."""
    own = [k for k, u in enumerate(fit.problem.unknowns) if not u.nuisance]
    rest = [k for k, u in enumerate(fit.problem.unknowns) if u.nuisance]
    return sorted([*own, *rest][:_MOST_ROWS])


def estimates(fit: Fit) -> Figure:
    """Every unknown with its intervals, over what the prior believed."""
    wanted = chosen_unknowns(fit)
    if not wanted:
        raise InputError("there is no unknown to draw.")
    figure, axes = new_figure(len(wanted), size=(7.2, 0.5 + 0.95 * len(wanted)))
    for axis, k in zip(axes, wanted, strict=True):
        unknown = fit.problem.unknowns[k]
        _one_estimate(axis, shown(fit.estimates[k], unknown), unknown.as_shown)
    handles = {label: handle for axis in axes for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)}
    axes[0].set_title(titled(fit.problem.name, "estimates"), loc="left", color=INK, fontsize=11)
    figure.legend(handles.values(), handles.keys(), loc="outside upper right", ncols=4, frameon=False, fontsize=8)
    return figure


def _one_estimate(axis: Axes, own: Estimate, unknown: Unknown) -> None:
    """One unknown on its own scale."""
    sides = [own.value - own.low, own.high - own.value]
    axis.errorbar(
        [own.value], [0.35], xerr=np.abs([[sides[0]], [sides[1]]]), fmt="o", color=WATER, capsize=4, label="95 %, Laplace"
    )
    if own.profile_low is not None or own.profile_high is not None:
        low = own.value if own.profile_low is None else own.profile_low
        high = own.value if own.profile_high is None else own.profile_high
        spread = np.abs([[own.value - low], [high - own.value]])
        axis.errorbar([own.value], [0.65], xerr=spread, fmt="o", color=ACCENT, capsize=4, label="95 %, profile")
    _draw_prior(axis, own, unknown)
    axis.set(ylim=(0, 1), yticks=())
    axis.set_ylabel(
        own.name + (f"\n[{bare(own.unit)}]" if bare(own.unit) else ""), rotation=0, ha="right", va="center", fontsize=8
    )
    axis.tick_params(labelsize=8)
    axis.spines["left"].set_visible(False)


def _draw_prior(axis: Axes, own: Estimate, unknown: Unknown) -> None:
    """The density of the prior behind an estimate, and the ends of its range where they are near."""
    prior = unknown.prior
    left, right = _shown_range(own, unknown)
    axis.set_xlim(left, right)
    if prior is not None and prior.kind != "uniform":
        at = np.linspace(left, right, 300)
        at = at[at > 0] if prior.kind == "lognormal" else at
        height = np.exp(-0.5 * np.array([prior.residual(float(v))[0] for v in at]) ** 2)
        axis.fill_between(at, 0, 0.95 * height, color=WARM, alpha=0.25, linewidth=0, label="prior")
    for end in (unknown.low, unknown.high):
        if left <= end <= right:
            axis.axvline(end, color=SOFT, linestyle="--", linewidth=1.0, label="end of its range")


def _shown_range(own: Estimate, unknown: Unknown) -> tuple[float, float]:
    """Limits that show the intervals whole, and of the prior what lies near them."""
    ends = [v for v in (own.value, own.low, own.high, own.profile_low, own.profile_high) if v is not None and math.isfinite(v)]
    low, high = min(ends), max(ends)
    wide = (high - low) or abs(own.value) * 0.1 or 1.0
    prior = unknown.prior
    if prior is not None and prior.kind == "normal":
        low, high = min(low, prior.mean - 2.5 * prior.sigma), max(high, prior.mean + 2.5 * prior.sigma)
    if prior is not None and prior.kind == "lognormal":
        low, high = min(low, prior.mean * math.exp(-2.5 * prior.sigma)), max(high, prior.mean * math.exp(2.5 * prior.sigma))
    low, high = max(low, own.value - 30 * wide), min(high, own.value + 30 * wide)
    return low - 0.15 * (high - low or wide), high + 0.15 * (high - low or wide)


def correlations(fit: Fit) -> Figure:
    """Which unknowns the data tell apart: a heat map of their correlations."""
    matrix, names = np.asarray(fit.correlations), fit.problem.names
    if len(names) < 2:
        raise InputError("one unknown alone has no correlation.")
    side = min(3.0 + 0.42 * len(names), 10.0)
    figure, (axis,) = new_figure(size=(side + 1.0, side))
    axis.grid(False)
    image = axis.imshow(matrix, cmap="RdBu_r", vmin=-1, vmax=1)
    axis.set_xticks(range(len(names)), names, rotation=40, ha="right", fontsize=8)
    axis.set_yticks(range(len(names)), names, fontsize=8)
    if len(names) <= _MOST_NUMBERS:
        for i, k in np.ndindex(matrix.shape):
            colour = "white" if abs(matrix[i, k]) > 0.6 else INK
            axis.text(k, i, f"{matrix[i, k]:.2f}", ha="center", va="center", fontsize=7, color=colour)
    figure.colorbar(image, ax=axis, shrink=0.8)
    legend(axis, titled(fit.problem.name, "correlations"))
    return figure


def profiles(fit: Fit) -> Figure:
    """The smallest cost along an unknown, beside the parabola of Laplace's interval."""
    if not fit.profiles:
        raise InputError("no profile was computed.")
    figure, axes = new_figure(len(fit.profiles), size=(7.2, 3.2 * len(fit.profiles)))
    for axis, (name, (values, rises)) in zip(axes, fit.profiles.items(), strict=True):
        k = fit.problem.names.index(name)
        unknown = fit.problem.unknowns[k]
        own, values = shown(fit.estimates[k], unknown), np.array([unknown.parameter.shown(float(v)) for v in values])
        unknown = unknown.as_shown
        axis.plot(values, rises, "o-", color=ACCENT, markersize=4, label="profile")
        fine = np.linspace(np.min(values), np.max(values), 200)
        axis.plot(fine, 0.5 * _sigmas_away(own, unknown, fine) ** 2, color=WATER, linewidth=1.2, label="Laplace")
        drop = 0.5 * float(_sigmas_away(own, unknown, np.array([own.high]))[0]) ** 2 or _USUAL_DROP
        axis.axhline(drop, color=SOFT, linestyle="--", linewidth=1.0, label="95 %")
        axis.set(xlabel=name + (f" [{own.unit}]" if bare(own.unit) else ""), ylabel="cost above the best")
        top = 4.0 * drop
        axis.set_ylim(0, min(max(1.6 * drop, 1.05 * float(np.max(rises))), top))
        if far := int(np.sum(np.asarray(rises) > top)):
            axis.set_ylabel(f"{axis.get_ylabel()}\n{far} points above")  # in the axis it would lie on them
        legend(axis, titled(fit.problem.name, f"profile of {name}"))
    return figure


def _sigmas_away(own: Estimate, unknown: Unknown, values: np.ndarray) -> np.ndarray:
    """How many of Laplace's sigmas values are from the estimate, on the scale of the search."""
    if not own.sigma > 0:
        return np.zeros(len(values))
    if unknown.logarithmic and own.value > 0:
        return np.log(np.maximum(values, 1e-300) / own.value) * own.value / own.sigma
    return (values - own.value) / own.sigma


def z_scores(fit: Fit) -> Figure:
    """How large the errors are beside their standard deviations: they should be normal."""
    figure, (axis,) = new_figure(size=(7.2, 3.8))
    found = [_draw_z(axis, fit, held, colour) for held, colour in ((False, WATER), (True, ACCENT))]
    if not any(found):
        raise InputError("there are no z-scores.")
    at = np.linspace(-_REACH, _REACH, 300)
    axis.plot(at, np.exp(-0.5 * at**2) / math.sqrt(2 * math.pi), color=INK, linewidth=1.3, label="normal")
    axis.set(xlabel="z = (measured - predicted) / standard deviation", ylabel="density", xlim=(-_REACH - 0.1, _REACH + 0.1))
    legend(axis, titled(fit.problem.name, "z-scores"))
    return figure


def _draw_z(axis: Axes, fit: Fit, held: bool, colour: str) -> int:
    """The z-scores of fitted or of held-out recordings: bars, or ticks where they are few. Returns how many there are."""
    z = np.concatenate([s.z for s in fit.scores if s.held_out == held] or [np.zeros(0)])
    z = z[np.isfinite(z)]
    if not len(z):
        return 0
    beyond = int((np.abs(z) > _REACH).sum())
    told = f"{'held out' if held else 'fitted'}: {len(z)}, rms {np.sqrt(np.mean(z**2)):.2f}"
    told += f", {beyond} beyond {_REACH:g}" if beyond else ""
    at = np.clip(z, -_REACH, _REACH)
    if len(z) < _FEW:
        axis.plot(at, np.full(len(z), 0.02), "|", color=colour, markersize=16, markeredgewidth=2.0, label=told)
    else:
        bins = np.linspace(-_REACH, _REACH, 41 if len(z) > 100 else 21)
        axis.hist(at, bins=bins, density=True, color=colour, alpha=0.45, label=told)  # type: ignore[arg-type]
    return len(z)


def search(fit: Fit) -> Figure:
    """The cost of every iteration; with several starts, where each of them ended."""
    costs = np.array([entry.get("cost", math.nan) for entry in fit.history], dtype=float)
    if not len(costs):
        raise InputError("the search has no history.")
    several = len(fit.starts) > 1
    figure, axes = new_figure(1, 2 if several else 1, size=(9.0 if several else 7.2, 3.6))
    axes[0].plot(range(len(costs)), costs, "o-", color=WATER, markersize=4)
    if np.nanmin(costs) > 0 and np.nanmax(costs) > 20 * np.nanmin(costs):
        axes[0].set_yscale("log")
    axes[0].set(xlabel="iteration", ylabel="cost")
    axes[0].xaxis.get_major_locator().set_params(integer=True)
    legend(axes[0], titled(fit.problem.name, fit.status))
    if several:
        _draw_starts(axes[1], fit)
    return figure


def _draw_starts(axis: Axes, fit: Fit) -> None:
    """Costs at the ends of all starts, smallest first."""
    ended = sorted((s.cost, s.status == "converged") for s in fit.starts if s.cost is not None)
    for good, colour, word in ((True, LEAF, "converged"), (False, SOFT, "not converged")):
        own = [(k + 1, cost) for k, (cost, well) in enumerate(ended) if well == good and math.isfinite(cost)]
        if own:
            axis.plot(*zip(*own, strict=True), "o", color=colour, markersize=5, label=word)
    axis.set(xlabel="start, best first", ylabel="cost at its end")
    axis.xaxis.get_major_locator().set_params(integer=True)  # type: ignore[call-arg]
    legend(axis, "starts")


# --- All pictures of a fit, by name.


def pictures_of(fit: Fit, predictions: Sequence[Prediction] = ()) -> dict[str, Callable]:
    """The pictures that a fit has, and what draws each."""
    found: dict[str, Callable] = {
        **_steady_pictures(fit, predictions),
        **_course_pictures(fit),
        "estimates": partial(estimates, fit),
    }
    if fit.profiles:
        found["profiles"] = partial(profiles, fit)
    if len(fit.problem.unknowns) > 1:
        found["correlations"] = partial(correlations, fit)
    if fit.scores:
        found["z_scores"] = partial(z_scores, fit)
    if fit.history:
        found["search"] = partial(search, fit)
    return found


def fit_figures(
    fit: Fit, folder: str | Path | None = None, formats: Iterable[str] = ("png", "svg"), predictions: Sequence[Prediction] = ()
) -> dict:
    """Draw a fit. Returns the figures by name; with a ``folder`` they are also written there in every format.

    predictions: drawn as a curve where they go along the parameter of the trivial laws.
    """
    for extension in formats:
        if extension not in FORMATS:
            raise unknown_name("picture format", extension, FORMATS)
    return draw_each(pictures_of(fit, predictions), None if folder is None else Path(folder), tuple(formats), False)
