"""Pictures of what is known: estimates beside priors, correlations, profile curves, z-scores, and the way of the search."""

from __future__ import annotations

import math

import numpy as np

from elver.drawing.style import ACCENT, INK, LEAF, SOFT, WARM, WATER, legend, new_figure
from elver.errors import InputError
from elver.fit.problem import Unknown
from elver.fit.report.tables import bare, shown
from elver.fit.result import Estimate, Fit

MOST_ROWS = 14  # unknowns in the picture of estimates; those of one recording only are left out first
MOST_NUMBERS = 14  # unknowns up to which the correlations are written into their fields
USUAL_DROP = 1.92  # of the cost at the ends of a 95 % interval, where a bound cuts Laplace's off
REACH, FEW = 5.0, 12  # z-scores beyond are drawn at the edge; fewer than so many are drawn one by one


def chosen_unknowns(fit: Fit) -> list[int]:
    """The unknowns that a picture has room for."""
    own = [k for k, u in enumerate(fit.problem.unknowns) if not u.nuisance]
    rest = [k for k, u in enumerate(fit.problem.unknowns) if u.nuisance]
    return sorted([*own, *rest][:MOST_ROWS])


def estimates(fit: Fit):
    """Every unknown with its intervals, over what the prior believed."""
    wanted = chosen_unknowns(fit)
    if not wanted:
        raise InputError("there is no unknown to draw.")
    figure, axes = new_figure(len(wanted), size=(7.2, 0.5 + 0.95 * len(wanted)))
    for axis, k in zip(axes, wanted, strict=True):
        unknown = fit.problem.unknowns[k]
        one_estimate(axis, shown(fit.estimates[k], unknown), unknown.as_shown)
    handles = {label: handle for axis in axes for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)}
    axes[0].set_title(f"{fit.problem.name}: estimates", loc="left", color=INK, fontsize=11)
    figure.legend(handles.values(), handles.keys(), loc="outside upper right", ncols=4, frameon=False, fontsize=8)
    return figure


def one_estimate(axis, own: Estimate, unknown: Unknown) -> None:
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
    draw_prior(axis, own, unknown)
    axis.set(ylim=(0, 1), yticks=())
    axis.set_ylabel(
        own.name + (f"\n[{bare(own.unit)}]" if bare(own.unit) else ""), rotation=0, ha="right", va="center", fontsize=8
    )
    axis.tick_params(labelsize=8)
    axis.spines["left"].set_visible(False)


def draw_prior(axis, own: Estimate, unknown: Unknown) -> None:
    """The density of the prior behind an estimate, and the ends of its range where they are near."""
    prior = unknown.prior
    left, right = shown_range(own, unknown)
    axis.set_xlim(left, right)
    if prior is not None and prior.kind != "uniform":
        at = np.linspace(left, right, 300)
        at = at[at > 0] if prior.kind == "lognormal" else at
        height = np.exp(-0.5 * np.array([prior.residual(float(v))[0] for v in at]) ** 2)
        axis.fill_between(at, 0, 0.95 * height, color=WARM, alpha=0.25, linewidth=0, label="prior")
    for end in (unknown.low, unknown.high):
        if left <= end <= right:
            axis.axvline(end, color=SOFT, linestyle="--", linewidth=1.0, label="end of its range")


def shown_range(own: Estimate, unknown: Unknown) -> tuple[float, float]:
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


def correlations(fit: Fit):
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
    if len(names) <= MOST_NUMBERS:
        for i, k in np.ndindex(matrix.shape):
            colour = "white" if abs(matrix[i, k]) > 0.6 else INK
            axis.text(k, i, f"{matrix[i, k]:.2f}", ha="center", va="center", fontsize=7, color=colour)
    figure.colorbar(image, ax=axis, shrink=0.8)
    legend(axis, f"{fit.problem.name}: correlations")
    return figure


def profiles(fit: Fit):
    """The smallest cost along an unknown, beside the parabola of Laplace's interval."""
    if not fit.profiles:
        raise InputError("no profile was computed.")
    figure, axes = new_figure(len(fit.profiles), size=(7.2, 3.2 * len(fit.profiles)))
    for axis, (name, (values, rises)) in zip(axes, fit.profiles.items(), strict=True):
        k = fit.problem.names.index(name)
        unknown = fit.problem.unknowns[k]
        own, values = shown(fit.estimates[k], unknown), np.array([unknown.shown(float(v)) for v in values])
        unknown = unknown.as_shown
        axis.plot(values, rises, "o-", color=ACCENT, markersize=4, label="profile")
        fine = np.linspace(np.min(values), np.max(values), 200)
        axis.plot(fine, 0.5 * sigmas_away(own, unknown, fine) ** 2, color=WATER, linewidth=1.2, label="Laplace")
        drop = 0.5 * float(sigmas_away(own, unknown, np.array([own.high]))[0]) ** 2 or USUAL_DROP
        axis.axhline(drop, color=SOFT, linestyle="--", linewidth=1.0, label="95 %")
        axis.set(xlabel=name + (f" [{own.unit}]" if bare(own.unit) else ""), ylabel="cost above the best")
        top = 4.0 * drop
        axis.set_ylim(0, min(max(1.6 * drop, 1.05 * float(np.max(rises))), top))
        if far := int(np.sum(np.asarray(rises) > top)):
            axis.set_ylabel(f"{axis.get_ylabel()}\n{far} points above")  # in the axis it would lie on them
        legend(axis, f"{fit.problem.name}: profile of {name}")
    return figure


def sigmas_away(own: Estimate, unknown: Unknown, values: np.ndarray) -> np.ndarray:
    """How many of Laplace's sigmas values are from the estimate, on the scale of the search."""
    if not own.sigma > 0:
        return np.zeros(len(values))
    if unknown.logarithmic and own.value > 0:
        return np.log(np.maximum(values, 1e-300) / own.value) * own.value / own.sigma
    return (values - own.value) / own.sigma


def z_scores(fit: Fit):
    """How large the errors are beside their standard deviations: they should be normal."""
    figure, (axis,) = new_figure(size=(7.2, 3.8))
    found = [draw_z(axis, fit, held, colour) for held, colour in ((False, WATER), (True, ACCENT))]
    if not any(found):
        raise InputError("there are no z-scores.")
    at = np.linspace(-REACH, REACH, 300)
    axis.plot(at, np.exp(-0.5 * at**2) / math.sqrt(2 * math.pi), color=INK, linewidth=1.3, label="normal")
    axis.set(xlabel="z = (measured - predicted) / standard deviation", ylabel="density", xlim=(-REACH - 0.1, REACH + 0.1))
    legend(axis, f"{fit.problem.name}: z-scores")
    return figure


def draw_z(axis, fit: Fit, held: bool, colour: str) -> int:
    """The z-scores of fitted or of held-out recordings: bars, or ticks where they are few. Returns how many there are."""
    z = np.concatenate([s.z for s in fit.scores if s.held_out == held] or [np.zeros(0)])
    z = z[np.isfinite(z)]
    if not len(z):
        return 0
    beyond = int((np.abs(z) > REACH).sum())
    told = f"{'held out' if held else 'fitted'}: {len(z)}, rms {np.sqrt(np.mean(z**2)):.2f}"
    told += f", {beyond} beyond {REACH:g}" if beyond else ""
    at = np.clip(z, -REACH, REACH)
    if len(z) < FEW:
        axis.plot(at, np.full(len(z), 0.02), "|", color=colour, markersize=16, markeredgewidth=2.0, label=told)
    else:
        bins = np.linspace(-REACH, REACH, 41 if len(z) > 100 else 21)
        axis.hist(at, bins=bins, density=True, color=colour, alpha=0.45, label=told)
    return len(z)


def search(fit: Fit):
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
    legend(axes[0], f"{fit.problem.name}: {fit.status}")
    if several:
        draw_starts(axes[1], fit)
    return figure


def draw_starts(axis, fit: Fit) -> None:
    """Costs at the ends of all starts, smallest first."""
    ended = sorted((float(s["cost"]), s.get("status") == "converged") for s in fit.starts if s.get("cost") is not None)
    for good, colour, word in ((True, LEAF, "converged"), (False, SOFT, "not converged")):
        own = [(k + 1, cost) for k, (cost, well) in enumerate(ended) if well == good and math.isfinite(cost)]
        if own:
            axis.plot(*zip(*own, strict=True), "o", color=colour, markersize=5, label=word)
    axis.set(xlabel="start, best first", ylabel="cost at its end")
    axis.xaxis.get_major_locator().set_params(integer=True)
    legend(axis, "starts")
