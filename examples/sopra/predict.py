"""Predictions of the SoPrA fish at beats that nobody looked at, with 90 % intervals: tables and picture of docs/reality.md.

    python examples/sopra/predict.py [PICTURE.png]

The fit of fit.yaml is made, then the fish swims at every beat. A prediction errs by
- the unknowns: Laplace's covariance through exact slopes;
- the form of the model: how far the predictions move when a coefficient that was not fitted is changed (ALTERNATIVES) and the
  unknowns are fitted again: root of the sum of squares over coefficients, and a floor that the held-out recordings ask for;
- the recording: its scale (head markers, 3 %), its unsteadiness, its noise.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from elver.analysis import Evaluator, Fit, FitReport, Problem, Recording, fit_model, load_fit_text

FOLDER = Path(__file__).parent
BLIND = (0.378, 0.940, 1.501, 1.659)  # Hz
BEATS = (0.378, 0.560, 0.750, 0.940, 1.128, 1.312, 1.501, 1.659)
STEPS = 6000  # of RK4 in one period, enough for the lowest beat
CHANNELS = ("speed", "tip", "yaw")
INSIDE = 1.645  # standard deviations to either side of nine in ten
ALTERNATIVES = {  # coefficients that were not fitted, at other values that one may well take: one standard deviation away
    "trunk_drag": ("3",),
    "trunk_added": ("1", "0.65"),
    "tail_drag": ("1",),
    "tail_added": ("1", "0.6"),
    "normal": ("1.5", "3"),
    "stall": ("0.3 rad",),
    "pressure": ("0.4",),
    "mass": ("1.7 kg",),
    "fall": ("0", "1"),
}
# Floors of the model's error and errors of a recording: shares and absolute parts, in the channel's unit.
MODEL = {"speed": (0.02, 1.5), "tip": (0.02, 2.0), "yaw": (0.0, 0.5), "bend": (0.0, 5.0)}
RECORDED = {"speed": (0.035, 2.0), "tip": (0.03, 2.0), "yaw": (0.0, 0.3), "bend": (0.0, 4.0)}


Told = dict[tuple[float, str], tuple[float, float]]


@dataclass(frozen=True)
class Prediction:
    """What one channel does at one beat. by_unknowns, by_form, by_recording: standard deviations."""

    beat: float
    channel: str
    value: float
    by_unknowns: float
    by_form: float
    by_recording: float

    @property
    def half(self) -> float:
        """Half the width of the 90 % interval."""
        return INSIDE * float(np.sqrt(self.by_unknowns**2 + self.by_form**2 + self.by_recording**2))


def read_problem(changes: str = "") -> Problem:
    """The problem of fit.yaml, with other values of parameters that it does not look for."""
    text = (FOLDER / "fit.yaml").read_text()
    if changes:
        text = text.replace("\nunknowns:", f"\nset: {{{changes}}}\nunknowns:", 1)
    return load_fit_text(text, "fit.yaml", FOLDER)


def swimming(problem: Problem, beat: float) -> Recording:
    """A recording at another beat; its numbers do not matter."""
    return replace(problem.recordings[0], name=f"beat{beat:.3f}", values={"beat": beat}, held_out=True, rivals={})


def at_beats(fit: Fit) -> Told:
    """Value of every channel at every beat, and its standard deviation by the unknowns."""
    further = tuple(swimming(fit.problem, beat) for beat in BEATS)
    names = {r.name: beat for r, beat in zip(further, BEATS, strict=True)}
    shooting = replace(fit.problem.shooting, steps=STEPS)
    told = Evaluator(replace(fit.problem, recordings=further, shooting=shooting))(fit.theta, slopes=True)
    if told.failed:
        sys.exit(f"no cruise at some beats: {told.failed}")
    found = {}
    for block in told.blocks:
        slopes = block.slopes[0]
        found[names[block.recording], block.channel.name] = (
            float(block.predicted[0]),
            float(np.sqrt(slopes @ fit.covariance @ slopes)),
        )
    return found


def predictions(told: Told, moved: dict[str, list[Told]]) -> list[Prediction]:
    """Everything at all beats. moved: what the alternatives of every coefficient tell."""
    found = []
    for (beat, channel), (value, by_unknowns) in told.items():
        changes = [np.mean([(m[beat, channel][0] - value) ** 2 for m in those]) for those in moved.values()]
        share, plain = MODEL[channel]
        by_form = float(np.sqrt(sum(changes) + (share * value) ** 2 + plain**2))
        share, plain = RECORDED[channel]
        found.append(Prediction(beat, channel, value, by_unknowns, by_form, float(np.hypot(share * value, plain))))
    return found


def by_beat(found: list[Prediction]) -> dict[float, dict[str, Prediction]]:
    """Predictions of one beat together."""
    rows: dict[float, dict[str, Prediction]] = {}
    for one in found:
        rows.setdefault(one.beat, {})[one.channel] = one
    return rows


def print_blind(found: list[Prediction]) -> None:
    """The table of docs/reality.md."""
    print("| beat [Hz] | speed along the head [mm/s] | 90 % interval | fin tip [mm] | 90 % | head yaw [deg] | 90 % |")
    print("|---|---|---|---|---|---|---|")
    for beat, row in by_beat(found).items():
        cells = [f"{beat:.3f}"]
        for channel, digits in zip(CHANNELS, (1, 0, 1), strict=True):
            one = row[channel]
            low, high = one.value - one.half, one.value + one.half
            cells += [f"{one.value:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"]
        print(f"| {' | '.join(cells)} |")


def print_parts(found: list[Prediction]) -> None:
    """What the intervals are made of."""
    print("\n| channel | beat [Hz] | unknowns | form | recording |\n|---|---|---|---|---|")
    for one in (one for one in found if one.channel in CHANNELS):
        print(f"| {one.channel} | {one.beat:.3f} | {one.by_unknowns:.2f} | {one.by_form:.2f} | {one.by_recording:.2f} |")


def print_fit(fit: Fit) -> None:
    """Estimates, and how all known recordings are told."""
    print(f"fit {fit.status} in {fit.wall_time:.1f} s")
    for e in fit.estimates:
        print(
            f"{e.name}: {e.value:.4g} {e.unit}, 95 % from {e.low:.4g} to {e.high:.4g}; share of the prior {e.share_of_prior:.2f}"
        )
    for sentence in fit.weak:
        print(sentence)
    for block in fit.evaluation.blocks:
        print(f"{block.recording} {block.channel.name}: measured {block.channel.values[0]:.1f}, told {block.predicted[0]:.1f}")


def print_alternatives(tables: dict[str, tuple[float, Told]]) -> None:
    """How predictions move with what was not fitted. tables: cost and predictions by what was changed."""
    print(
        "\n| changed | cost | " + " | ".join(f"speed, yaw at {b:.3f}" for b in BLIND) + " |\n" + "|---" * (len(BLIND) + 2) + "|"
    )
    for name, (cost, told) in tables.items():
        cells = " | ".join(f"{told[b, 'speed'][0]:.1f}, {told[b, 'yaw'][0]:.2f}" for b in BLIND)
        print(f"| {name} | {cost:.1f} | {cells} |")


def main(picture: str = "") -> None:
    """Fit, predict, print; draw where a file is named."""
    fit = fit_model(read_problem(), report=FitReport(profiles=0, leave_out=False))
    print_fit(fit)
    tables = {"as it is": (fit.cost, at_beats(fit))}
    moved: dict[str, list[Told]] = {}
    for name, values in ALTERNATIVES.items():
        for value in values:
            other = fit_model(read_problem(f"{name}: {value}"), report=FitReport(profiles=0, leave_out=False))
            tables[f"{name}: {value}"] = (other.cost, at_beats(other))
            moved.setdefault(name, []).append(tables[f"{name}: {value}"][1])
    found = predictions(tables["as it is"][1], moved)
    blind = [one for one in found if one.beat in BLIND]
    print_blind(blind)
    print_parts(blind)
    print_alternatives(tables)
    if picture:
        from drawing import draw

        draw(picture, fit, found, blind)


if __name__ == "__main__":
    main(*sys.argv[1:2])
