"""The RExEel robot at 10, 30 and 40 degrees out of its runs at 20: predictions.csv, and the tables of docs/reality_eel.md.

    python examples/rexeel/predict.py [FOLDER]

Fitted at 20 degrees (fit.yaml) are one number of the machine, the drag area, and four of the recording: where the tag sits, how
askew, when the clock began, how the camera stands. Then the robot swims at all amplitudes. A prediction errs by
- the unknowns: Laplace's covariance, times 30, since residuals follow each other over a second (30 frames are worth one);
- the form of the model: how far a prediction moves when something that was not fitted is changed (FORMS) and the rest is fitted
  again, root of the sum of squares, and the residuals at 20 degrees in proportion to travel and turning;
- the run: the scatter of the runs at 20 degrees, in proportion to travel and turning.

FOLDER holds 20deg_tracks.csv of the authors; then the pooled errors at 20 degrees are printed as they print theirs.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from derive_table import tracks

import elver
from elver.analysis import Fit, FitReport, fit_model, load_fit_text

FOLDER = Path(__file__).parent
AMPLITUDES = (10, 20, 30, 40)  # deg
FRAMES = 120
RATE = 30.0  # 1/s
START = np.array([61.0, 61.0, 90.0])  # cm, cm, deg: of every run, in the tracker's frame
INSIDE = 1.645  # standard deviations to either side of nine in ten
TOGETHER = 30  # frames whose residuals are worth one
STEPS = {"drag_area": 1e-4, "tag": 1e-3, "mount": 1e-3, "clock.offset@at20": 1e-3, "camera.yaw@at20": 1e-3}
FORMS = {  # what was not fitted, at other values that it may well have: one standard deviation away
    "added mass 10 % less, more": ({"added": 0.9}, {"added": 1.1}),
    "drag across of 0.5, 2": ({"lateral_drag": 0.5}, {"lateral_drag": 2.0}),
    "nine tenths leave at the edge": ({"share": 0.9},),
    "drag along all links": ({"drag_area": 0.0, "friction": None},),
    "links 20 mm wider": ({"width": 0.036},),
}
RIVALS = {  # root mean square errors as the authors report them: x [cm], y [cm], yaw [deg] at 10, 20, 30, 40 degrees
    "authors' Navier-Stokes code, nothing fitted": (
        (0.86, 4.56, 1.75),
        (1.96, 7.03, 2.54),
        (4.38, 6.91, 4.11),
        (1.78, 5.64, 7.48),
    ),
    "Genesis, particles": ((2.35, 6.32, 8.77), (5.34, 15.07, 17.09), (9.37, 20.66, 24.42), (9.69, 22.13, 31.26)),
}

Paths = dict[int, np.ndarray]  # by amplitude: x [cm], y [cm], yaw [deg] at every frame


@dataclass(frozen=True)
class Variant:
    """A model fitted at 20 degrees. free: its unknowns beside the place and the mount of the tag.   fixed: other values."""

    name: str
    free: tuple[str, ...] = ("drag_area",)
    fixed: tuple[tuple[str, float], ...] = ()


BEST = Variant("strips, edge, one drag area")
OTHERS = (
    Variant("strips, nothing fitted", (), (("share", 0.0), ("drag_area", 0.0))),
    Variant("strips, added mass fitted", ("added",), (("share", 0.0), ("drag_area", 0.0))),
    Variant("strips, drag across fitted", ("lateral_drag",), (("share", 0.0), ("drag_area", 0.0))),
    Variant("strips and edge, nothing fitted", (), (("drag_area", 0.0),)),
    Variant("strips, edge, drag area and added mass fitted", ("drag_area", "added")),
    Variant("strips, edge, drag area and drag across fitted", ("drag_area", "lateral_drag")),
    Variant("strips, edge, drag area and share of the edge fitted", ("drag_area", "share")),
)


def fit(variant: Variant, until: float = 4.0) -> Fit:
    """The variant fitted on the recording at 20 degrees, or on its first seconds."""
    text = (FOLDER / "fit.yaml").read_text()
    unknowns = "".join(f"  {name}: {{}}\n" for name in variant.free if name != "drag_area")
    if "drag_area" not in variant.free:
        text = text.replace("  drag_area: {range: [0 cm^2, 400 cm^2]}\n", "")
    text = text.replace("unknowns:\n", f"unknowns:\n{unknowns}", 1)
    text = text.replace("    sigma: 1 cm\n", f"    sigma: 1 cm\n    to: {until} s\n")
    changes = ", ".join(f"{name}: {value}" for name, value in variant.fixed)
    text = text.replace("\nunknowns:", f"\nset: {{{changes}}}\nunknowns:", 1) if changes else text
    return fit_model(load_fit_text(text, "fit.yaml", FOLDER), report=FitReport(profiles=0, leave_out=False))


def values_of(found: Fit) -> dict[str, float]:
    """All unknowns by name."""
    return dict(zip(found.problem.names, map(float, found.theta), strict=True))


def track(variant: Variant, values: dict[str, float], amplitude: float) -> np.ndarray:
    """x [cm], y [cm], yaw [deg] of the tag at every frame, as the tracker counts them."""
    machine = {name: value for name, value in values.items() if "@" not in name}
    scenario = elver.load(FOLDER / "rexeel.yaml")
    model = scenario.build({**dict(variant.fixed), **machine, "amplitude": float(np.radians(amplitude))})
    run = elver.simulate(model, 4.2, solver=elver.Solver(dt=2e-3, check_step=False), save=elver.Save(every=4e-3))
    at = np.arange(FRAMES) / RATE + values["clock.offset@at20"]
    place = run.data.body_position.sel(body="tag").to_numpy()
    w, z = (run.data.body_quaternion.sel(body="tag").to_numpy()[:, k] for k in (0, 3))
    time, turned = run.data.time.to_numpy(), np.unwrap(2 * np.arctan2(z, w))
    x, y, yaw = (np.interp(at, time, column) for column in (place[:, 0], place[:, 1], turned))
    c, s = np.cos(values["camera.yaw@at20"]), np.sin(values["camera.yaw@at20"])
    x, y = x - x[0], y - y[0]
    return START + np.column_stack([100 * (c * x + s * y), 100 * (-s * x + c * y), -np.degrees(yaw - yaw[0])])


def reach(path: np.ndarray) -> np.ndarray:
    """How far a track goes at the end [cm, cm], and half of what it turns [deg]: what errors are in proportion to."""
    travel = float(np.hypot(*(path[-1, :2] - path[0, :2])))
    return np.array([travel, travel, half_range(path)])


def half_range(path: np.ndarray) -> float:
    """Half of the range of the yaw after the first second [deg]."""
    return float(np.ptp(path[int(RATE) :, 2])) / 2


def by_unknowns(variant: Variant, found: Fit, amplitude: float, path: np.ndarray) -> np.ndarray:
    """Standard deviation of a track by the unknowns."""
    values, names = values_of(found), list(found.problem.names)
    slopes = np.zeros((*path.shape, len(names)))
    for name, step in STEPS.items():
        moved = {**values, name: values[name] + step}
        slopes[..., names.index(name)] = (track(variant, moved, amplitude) - path) / step
    return np.sqrt(np.einsum("...i,ij,...j->...", slopes, TOGETHER * found.covariance, slopes))


def recorded() -> tuple[np.ndarray, np.ndarray]:
    """Mean track and scatter of the runs at 20 degrees, as the tracker counts them."""
    table = np.genfromtxt(FOLDER / "tracks_20deg.csv", delimiter=",", skip_header=2)
    mean = np.column_stack([table[:, 1], table[:, 3], 180.0 - table[:, 5]])
    return mean, table[:, [2, 4, 6]]


def root_mean_square(errors: np.ndarray) -> np.ndarray:
    """Over all but the last axis."""
    return np.sqrt(np.mean(np.reshape(errors, (-1, errors.shape[-1])) ** 2, axis=0))


def moved_by_form(name: str, cases: tuple[dict, ...], paths: Paths, mean: np.ndarray) -> Paths:
    """Mean square by which tracks move when something that was not fitted is changed and the rest is fitted again."""
    moves = []
    for case in cases:
        free = tuple(k for k, v in case.items() if v is None) or ("drag_area",)
        variant = Variant(name, free, tuple((k, v) for k, v in case.items() if v is not None))
        again = values_of(fit(variant))
        other = {a: track(variant, again, a) for a in AMPLITUDES}
        print_row(f"{name}: {case}", other, mean)
        moves.append(other)
    return {a: np.mean([(other[a] - paths[a]) ** 2 for other in moves], axis=0) for a in AMPLITUDES}


def write_predictions(best: Fit, paths: Paths, moved: list[Paths], mean: np.ndarray, scatter: np.ndarray) -> None:
    """predictions.csv: tracks and the ends of 90 % intervals."""
    residual = root_mean_square(paths[20] - mean)
    with (FOLDER / "predictions.csv").open("w") as file:
        ends = [f"{c}{end}" for c in ("x_cm", "y_cm", "yaw_deg") for end in ("_low", "_high")]
        file.write("amplitude_deg,time_s,x_cm,y_cm,yaw_deg," + ",".join(ends) + "\n")
        for a, path in paths.items():
            share = reach(path) / reach(paths[20])
            form = sum(each[a] for each in moved) + (residual * share) ** 2
            sd = np.sqrt(by_unknowns(BEST, best, a, path) ** 2 + form + (scatter * share) ** 2)
            sd[0] = 0.0  # every run begins where it begins
            interval = np.stack([path - INSIDE * sd, path + INSIDE * sd], axis=2).reshape(FRAMES, 6)
            for k in range(FRAMES):
                file.write(f"{a},{k / RATE:.4f}," + ",".join(f"{v:.3f}" for v in (*path[k], *interval[k])) + "\n")


def main(folder: str = "") -> None:
    """Fit, predict, write, print."""
    mean, scatter = recorded()
    best = fit(BEST)
    for e in best.estimates:
        print(f"{e.name} {e.value:.4g} {e.unit} ({e.low:.4g} to {e.high:.4g})")
    paths = {a: track(BEST, values_of(best), a) for a in AMPLITUDES}
    print("\n| model | travel at 10, 20, 30, 40 degrees [cm] | half range of the yaw [deg] | error at 20 |\n|---|---|---|---|")
    print_row(BEST.name, paths, mean)
    moved = [moved_by_form(name, cases, paths, mean) for name, cases in FORMS.items()]
    write_predictions(best, paths, moved, mean, scatter)
    for variant in OTHERS:
        found = values_of(fit(variant))
        fitted = {k: round(found[k], 4) for k in variant.free}
        print_row(f"{variant.name} {fitted or ''}", {a: track(variant, found, a) for a in AMPLITUDES}, mean)
    half = track(BEST, values_of(fit(BEST, until=2.0)), 20)
    print(f"\nfitted on the first two seconds alone: error in the last two {root_mean_square((half - mean)[60:])}")
    if folder:
        runs = tracks(folder)[1]
        print(f"pooled over runs and times at 20 degrees: {root_mean_square(runs - paths[20])}")
        print(f"the same of the mean of the runs: {root_mean_square(runs - mean)}")
    for name, rows in RIVALS.items():
        print(f"{name} at 20 degrees: {rows[1]}")


def print_row(name: str, paths: Paths, mean: np.ndarray) -> None:
    """One model: how far it goes, how much it turns, how far it is off at 20 degrees."""
    travel = ", ".join(f"{path[-1, 1] - 61:.1f}" for path in paths.values())
    turned = ", ".join(f"{half_range(path):.1f}" for path in paths.values())
    off = ", ".join(f"{e:.2f}" for e in root_mean_square(paths[20] - mean))
    print(f"| {name} | {travel} | {turned} | {off} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
