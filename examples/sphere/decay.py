"""The floating sphere against its heave decay: predicted with nothing fitted, then with two unknowns, one drop held out.

python decay.py            tables of docs/reality_second.md
python decay.py PICTURE    the same, and the picture
"""

from __future__ import annotations

import csv
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

import elver
from elver.analysis import (
    Block,
    Channel,
    Evaluation,
    Evaluator,
    FitReport,
    Noise,
    Observable,
    Problem,
    Recording,
    Unknown,
    fit_with_evaluator,
)

FOLDER = Path(__file__).parent
RECORD, EVERY = 6.05, 1e-3  # s: length of the measured records, distance of our samples
FIGURES = ("period", "rate", "trough")
UNITS = ("s", "1/s", "1")
EXTREMES = 6


def rows(name: str) -> list[dict[str, str]]:
    """Rows of a table, without the lines that begin with a number sign."""
    with open(FOLDER / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def decay_figures(times: np.ndarray, heave: np.ndarray) -> np.ndarray:
    """First damped period [s], rate of the decay [1/s], first trough [m], as the measured ones were taken.

    The level of rest is the mean of the last 15 % of the record; every extreme lies between two zero crossings, on a parabola.
    """
    y = heave - heave[int(0.85 * len(heave)) :].mean()
    before = np.flatnonzero(np.diff(np.sign(y)))[: EXTREMES + 1]
    crossings = times[before] - y[before] * EVERY / (y[before + 1] - y[before])
    at, size = np.empty(EXTREMES), np.empty(EXTREMES)
    for k in range(EXTREMES):
        j = before[k] + 1 + int(np.argmax(np.abs(y[before[k] + 1 : before[k + 1] + 1])))
        slope, bend = (y[j + 1] - y[j - 1]) / 2, y[j + 1] - 2 * y[j] + y[j - 1]
        at[k], size[k] = times[j] - EVERY * slope / bend, abs(y[j] - slope**2 / bend / 2)
    return np.array([2 * (crossings[1] - crossings[0]), -np.polyfit(at, np.log(size), 1)[0], size[0]])


class DecayFigures:
    """In place of the machine's runs: their figures. Slopes of the runs are exact, the figures' own by differences along them."""

    def __init__(self, problem: Problem):
        samples = np.arange(0.0, RECORD + EVERY / 2, EVERY)
        heave = Observable("heave", lambda moment, camera: moment["joint_position", "heave"], "m")
        dense = Channel("heave", heave, samples, 0 * samples, 1 + 0 * samples, unit="m")
        self.problem, self.samples = problem, samples
        self.runs = Evaluator(replace(problem, recordings=tuple(replace(r, channels=(dense,)) for r in problem.recordings)), 1)

    @property
    def counts(self):
        return self.runs.counts

    def __call__(self, theta, slopes=True, recordings=None) -> Evaluation:
        told = self.runs(theta, True, recordings)
        return replace(told, blocks=tuple(block for run in told.blocks for block in self.blocks(run, slopes)))

    def blocks(self, run: Block, slopes: bool) -> list[Block]:
        """The three figures of one run."""
        recording = self.problem.recording(run.recording)
        scale = np.array([1.0, 1.0, recording.values["drop"]])
        here, by = decay_figures(self.samples, run.predicted) / scale, np.empty((len(FIGURES), len(self.problem.unknowns)))
        for k, along in enumerate(run.slopes.T):
            small = 1e-6 / max(float(np.abs(along).max()), 1e-12)
            ends = [decay_figures(self.samples, run.predicted + sign * small * along) for sign in (1, -1)]
            by[:, k] = (ends[0] - ends[1]) / (2 * small) / scale
        return [
            Block(run.recording, channel, here[k : k + 1], by[k : k + 1] if slopes else None)
            for k, channel in enumerate(recording.channels)
        ]


def rivals(nominal: str) -> dict[str, dict[str, list[float]]]:
    """The programs of the article on one drop; they let go at the nominal height."""
    return {
        row["program"]: {name: [float(row[name]) / (float(nominal) if name == "trough" else 1)] for name in FIGURES}
        for row in rows("rivals.csv")
        if row["nominal"] == nominal
    }


def scatter() -> dict[str, float]:
    """Standard deviation of each figure over the Navier-Stokes programs at the smallest drop: taken as the model error."""
    told = [figures for name, figures in rivals("30").items() if name.startswith("RANS")]
    return {name: float(np.std([figures[name][0] for figures in told], ddof=1)) for name in FIGURES}


def make_problem(held_out=("150",), unknowns=("skin", "drag_coefficient")) -> Problem:
    """Three drops, what was measured of each, and the unknowns."""
    error = scatter()
    scenario = elver.load(FOLDER / "sphere.yaml")
    program = elver.compile_model(scenario.build(free=["drop", "skin", "drag_coefficient"]))
    nothing = Observable("figure of the decay", lambda moment, camera: moment.time)
    recordings = []
    for row in rows("measured.csv"):
        release = float(row["release"])
        scale = {"period": 1.0, "rate": 1.0, "trough": release}
        channels = tuple(
            Channel(name, nothing, [0.0], [float(row[name]) / scale[name]], [float(row[f"sigma_{name}"]) / scale[name]],
                    kind="mean", unit=unit, noise=Noise(model_error=error[name]))
            for name, unit in zip(FIGURES, UNITS, strict=True)
        )  # fmt: skip
        nominal = row["nominal"]
        recordings.append(
            Recording(nominal, program, channels, {"drop": release / 1000}, held_out=nominal in held_out, rivals=rivals(nominal))
        )
    found = {p.name: p for p in scenario.parameters}
    search = tuple(Unknown(found[name]) for name in unknowns)
    return Problem("sphere", tuple(recordings), search, dt=2e-3, law_by="drop", source="Kramer et al. 2021, Energies 14, 269")


# --- what is told ----------------------------------------------------------------------------------------------------------


def errors(evaluation: Evaluation) -> dict[str, list[float]]:
    """Drop -> error of period, rate and trough in per cent of the measured figure."""
    found: dict[str, list[float]] = {}
    for block in evaluation.blocks:
        found.setdefault(block.recording, []).append(100 * float(block.difference[0] / block.channel.values[0]))
    return found


def rival_errors(problem: Problem) -> dict[str, dict[str, list[float]]]:
    """Program -> drop -> its errors, likewise."""
    found: dict[str, dict[str, list[float]]] = {}
    for recording in problem.recordings:
        for name, told in recording.rivals.items():
            measured = [recording.channel(figure).values[0] for figure in FIGURES]
            theirs = [told[figure][0] for figure in FIGURES]
            found.setdefault(name, {})[recording.name] = [100 * (a / b - 1) for a, b in zip(theirs, measured, strict=True)]
    return found


def show(name: str, by_drop: dict[str, list[float]]) -> None:
    """One line: errors of period, rate, trough for every drop, then the mean of their sizes over the drops."""
    parts = ["   ".join(f"{e:+6.2f}" for e in by_drop[d]) if d in by_drop else 22 * " " + "-" for d in ("30", "90", "150")]
    means = np.abs(np.array(list(by_drop.values()))).mean(axis=0)
    print(f"{name:<28}", " | ".join(parts), "|", "  ".join(f"{m:5.2f}" for m in means))


def tell_fit(held_out: tuple[str, ...]) -> None:
    """A fit with some drops held out: estimates, and the held-out figures beside trivial laws."""
    problem = make_problem(held_out)
    fit = fit_with_evaluator(problem, DecayFigures(problem), report=FitReport(profiles=2, leave_out=False))
    print(f"\nheld out: {', '.join(held_out) or 'nothing'}   {fit.status}, {fit.wall_time:.1f} s, {fit.counts}")
    for found in fit.estimates:
        profile = (found.profile_low, found.profile_high)
        print(f"  {found.name:<18} {found.value:8.4f}  95 % {found.low:.4f} to {found.high:.4f}   by profile {profile}")
    print("  correlation", round(float(fit.correlations[0, 1]), 3), "  weak:", *fit.weak)
    for score in fit.scores:
        measured = problem.recording(score.recording).channel(score.channel).values[0]
        laws = {name: f"{100 * error / measured:.2f} %" for name, error in score.laws.items()}
        place = "held out" if score.held_out else "fitted"
        print(f"  {score.recording:>4} mm {score.channel:<7} {place:<8} measured {measured:.4f}, 90 % {score.low[0]:.4f} to "
              f"{score.high[0]:.4f}, error {100 * score.mean_abs / measured:.2f} %, z {score.z[0]:+.2f}, {laws}")  # fmt: skip


def main(picture: str | None) -> None:
    problem = make_problem()
    figures = DecayFigures(problem)
    print("errors in per cent: period, rate, trough at 30 | 90 | 150 mm | means of their sizes")
    show("nothing fitted, no skin", errors(figures(np.array([0.0, 0.0]), False)))
    show("nothing fitted", errors(figures(np.array([1.0, 0.0]), False)))
    for name, by_drop in rival_errors(problem).items():
        show(name, by_drop)
    for held_out in (("150",), ("90",), ("30",), ("90", "150"), ()):
        tell_fit(held_out)
    if picture:
        draw(Path(picture))


def draw(path: Path) -> None:
    """The three figures over the drop height: measured, by others, with nothing fitted, and fitted on the two smaller drops."""
    from elver.viz.style import ACCENT, INK, SOFT, WARM, WATER, new_figure, write

    problem = make_problem(("150",))
    fit = fit_with_evaluator(problem, DecayFigures(problem), report=FitReport(profiles=0, leave_out=False))
    heights = np.linspace(0.005, 0.155, 31)
    other = tuple(replace(problem.recordings[0], name=f"{h:.4f}", values={"drop": h}) for h in heights)
    curves = DecayFigures(replace(problem, recordings=other))
    fitted, free = curves(fit.theta), curves(np.array([1.0, 0.0]))
    theirs = rival_errors(problem)
    figure, axes = new_figure(1, 3, size=(11.0, 3.9))
    titles = ("first period [s]", "rate of the decay [1/s]", "first trough over the drop")
    for k, (axis, title) in enumerate(zip(axes, titles, strict=True)):
        axis.set_title(title, loc="left", color=INK, fontsize=11)
        axis.set_xlabel("drop height [mm]")
        for family, colour, mark in (("LPF", SOFT, "v"), ("FNPF", WARM, "s"), ("RANS", WARM, "o")):
            label = {"LPF": "linear potential flow, five", "FNPF": "nonlinear potential flow", "RANS": "Navier-Stokes, five"}[
                family
            ]
            for name, by_drop in theirs.items():
                if name.startswith(family):
                    x = [1000 * problem.recording(d).values["drop"] for d in by_drop]
                    y = [problem.recording(d).channels[k].values[0] * (1 + e[k] / 100) for d, e in by_drop.items()]
                    axis.plot(x, y, mark, color=colour, ms=4, alpha=0.8, label=label)
                    label = None
        blocks = [b for b in fitted.blocks if b.channel.name == FIGURES[k]]
        middle = np.array([b.predicted[0] for b in blocks])
        spread = np.array([np.sqrt(b.channel.noise.model_error**2 + b.slopes[0] @ fit.covariance @ b.slopes[0]) for b in blocks])
        axis.fill_between(1000 * heights, middle - 1.645 * spread, middle + 1.645 * spread, color=WATER, alpha=0.15, lw=0)
        axis.plot(1000 * heights, middle, color=WATER, label="Elver, fitted on 30 and 90 mm, 90 %")
        plain = [b.predicted[0] for b in free.blocks if b.channel.name == FIGURES[k]]
        axis.plot(1000 * heights, plain, "--", color=WATER, label="Elver, nothing fitted")
        x = [1000 * r.values["drop"] for r in problem.recordings]
        y, sigma = ([getattr(r.channels[k], what)[0] for r in problem.recordings] for what in ("values", "sigma"))
        axis.errorbar(x, y, 1.96 * np.array(sigma), fmt="D", color=ACCENT, ms=5, capsize=3, label="measured", zorder=5)
        around = np.concatenate([y, middle, plain])
        margin = 0.3 * np.ptp(around) + 0.003
        axis.set_ylim(around.min() - margin, around.max() + margin)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False, fontsize=8)
    write(figure, path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
