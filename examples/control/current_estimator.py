"""The current estimated from noisy readings: an extended Kalman filter on the swimming chain's prediction model.

The chain swims through a current that nobody told the filter, turning a little to both sides. A sensor on the head gives its
place within 5 cm and its heading within 2 degrees, ten times a second. The filter (current_filter.py) believes a current and says
how sure it is; the program counts how often that is true.

    python examples/control/current_estimator.py [--short] [--out FOLDER] [--seed N]
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from control_report import arguments, table
from current_filter import CurrentFilter
from predictor import predictor, straight
from scipy.stats import chi2

import elver
from elver.drive import ParameterInput
from elver.sensors import Position
from elver.viz.style import ACCENT, INK, LEAF, legend, new_figure, write

READINGS = 10  # Hz
SMOOTH = 0.6  # s
SURE = 20.0  # s, when the filter is asked
KNOWN = {"water.current": (0.0, 0.0, 0.0), "water.friction": 0.03}  # what the filter believes before it begins
CASES = {
    "tuned": {"water.current": (0.02, -0.06, 0.0)},
    "another current": {"water.current": (-0.05, 0.08, 0.0)},
    "strong current": {"water.current": (0.0, -0.15, 0.0)},
    "6 links": {"links": 6, "water.current": (0.02, -0.06, 0.0)},
    "frequency 90 degrees/s": {"gait.frequency": math.radians(90), "water.current": (0.02, -0.06, 0.0)},
    "friction 0.045, not 0.03": {"water.friction": 0.045, "water.current": (0.02, -0.06, 0.0)},
}


def steering(time: float) -> float:
    """The input of the run [rad]: slowly to one side and to the other."""
    return 0.06 * math.sin(2 * math.pi * time / 16)


@cache
def machine(name: str, short: bool):
    """The plant with its input, compiled, and the filter's model of it."""
    values = {"case": 3, "gait.ramp_time": 4.0, **CASES[name], **({"links": 3} if short else {})}
    plant = elver.with_inputs(elver.scenario("swimmer").build(values), ParameterInput("gait.offset", -0.35, 0.35, smooth=SMOOTH))
    model = predictor(elver.scenario("swimmer").build({**values, **KNOWN}), SMOOTH)
    return elver.compile_model(plant), model, values.get("links", 10)


def estimate(name: str, duration: float, seed: int, short: bool = False):
    """Times of the readings, and at each of them the filter's error of the current [m/s] and its covariance."""
    program, model, links = machine(name, short)
    own = CurrentFilter(model, straight(links))
    sensor = Position(rate=READINGS, heading=True, noise=own.doubt.place, heading_noise=own.doubt.heading)
    true, found, spreads = np.array(CASES[name]["water.current"][:2]), [], []
    times = []
    held = 0.0

    def controller(now):
        nonlocal held
        own.predict(now.time, held)
        own.update(now.sensed["position"][[0, 1, 3]])
        times.append(now.time)
        found.append(own.current - true)
        spreads.append(own.current_spread.copy())
        held = steering(now.time)
        return [held]

    loop = {"control": elver.Control(controller, every=1 / READINGS), "sensors": [sensor], "seed": seed}
    elver.simulate(program, duration, solver=elver.Solver(dt=0.01), save=elver.Save(every=0.1), progress=False, **loop)
    return np.array(times), np.array(found), np.array(spreads)


def surprise(errors: np.ndarray, spreads: np.ndarray) -> np.ndarray:
    """e' S^-1 e of every estimate: 2 on average where the filter knows how sure it may be."""
    return np.einsum("...i,...ij,...j", errors, np.linalg.inv(spreads), errors)


def judge(name: str, duration: float, seeds, short: bool = False):
    """One row of the table, and the first run."""
    runs = [estimate(name, duration, seed, short) for seed in seeds]
    times = runs[0][0]
    at = int(np.searchsorted(times, min(SURE, times[-1]) - 1e-9))
    errors, spreads = (np.array([run[k][at] for run in runs]) for k in (1, 2))
    later = np.concatenate([np.abs(run[1][at:]) <= 2 * np.sqrt(np.diagonal(run[2][at:], axis1=1, axis2=2)) for run in runs])
    found = {
        "worst": 1000 * float(np.linalg.norm(errors, axis=1).max()),
        "error": 1000 * float(np.sqrt((errors**2).sum(axis=1).mean())),
        "sigma": 1000 * float(np.sqrt(np.trace(spreads, axis1=1, axis2=2).mean())),
        "inside": float(later.mean()),
        "surprise": float(surprise(errors, spreads).mean()),
    }
    return found, runs[0]


def draw(run, path) -> None:
    """Error of both components with the band of two standard deviations."""
    times, errors, spreads = run
    figure, axes = new_figure(2, 1, size=(8.6, 5.2), sharex=True)
    for k, (axis, name, color) in enumerate(zip(axes, "xy", (LEAF, ACCENT), strict=True)):
        band = 2000 * np.sqrt(spreads[:, k, k])
        axis.fill_between(times, -band, band, color=color, alpha=0.18, linewidth=0, label="two standard deviations")
        axis.plot(times, 1000 * errors[:, k], color=color, label="error")
        axis.axhline(0.0, color=INK, linewidth=0.8)
        axis.set(ylabel=f"{name} [mm/s]", ylim=(-20, 20))
        legend(axis, "The current's error" if k == 0 else None)
    axes[1].set_xlabel("time [s]")
    write(figure, path, 110)


def main(given=None, count: int = 20) -> dict[str, dict]:
    options = arguments(__doc__, given)
    duration, seeds = (3.0, [options.seed]) if options.short else (30.0, range(options.seed, options.seed + count))
    rows, every = [], {}
    for name in list(CASES)[: 1 if options.short else None]:
        found, first = judge(name, duration, seeds, options.short)
        every[name] = found
        lengths = (f"{found[k]:.1f}" for k in ("error", "worst", "sigma"))
        rows.append([name, *lengths, f"{found['inside']:.3f}", f"{found['surprise']:.2f}"])
        if len(rows) == 1:
            draw(first, options.out / "control-current.png")
    low, high = (chi2.ppf(share, 2 * len(seeds)) / len(seeds) for share in (0.025, 0.975))
    heads = ["case", "rms error [mm/s]", "worst [mm/s]", "believed [mm/s]", "within 2 sigma", "surprise"]
    title = (
        f"The current after {min(SURE, duration):g} s, {len(seeds)} seeds; surprises of honest filters: {low:.2f} to {high:.2f}"
    )
    print(table(title, heads, rows))
    return every


if __name__ == "__main__":
    main()
