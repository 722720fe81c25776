"""Fits of machines with known answers: how often the intervals hold the truth, and how long it takes beside SciPy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.optimize import least_squares

from elver.analysis import Evaluator, FitReport, Noise, Problem, fit_model, fit_with_evaluator
from fit_problems import CASES, Case
from timing import Metric, arguments, progress, report

DESCRIPTION = "Unknown parameters of the published machines, found from noisy recordings of runs with known parameters."
EPILOG = """\
What is recorded comes from `elver.simulate` with finer steps than those of the fit; noise is normal, with the sigma that the
fit is told. There are two recordings of each machine, and the pose of each one's camera is unknown too. For every machine X:
  jacobian_X   largest difference of the exact residual Jacobian from central differences of fourth order, over its largest entry
               in the same column
  coverage_X   share of the 95 % intervals of the parameters that hold the truth, over --trials noisy recordings (beside it, of
               each parameter how many); the bar is 95 % less two standard deviations of a share of so many trials
  cameras_X    the same of the cameras' poses
  fit_ms_X     a fit with its intervals (Levenberg-Marquardt with exact derivatives); best of --rounds
  scipy_ms_X   scipy.optimize.least_squares (trf, its own finite differences) around elver.simulate, from the same start, on the
               same residuals; best of --rounds
  vs_scipy_X   scipy_ms_X / fit_ms_X
  verdict_X_*  share of fits whose model is said not to describe the data, with --verdicts: false alarms where nothing is wrong
  same_X       largest difference of the two answers, in standard deviations
The fits of the orbit (X ends in _orbit) are of steady swimming: SciPy finds the orbit anew at every evaluation.
"""
BARS = {"jacobian": 1e-6, "vs_scipy": 20.0, "same": 1e-2, "alarms": 0.05}


def jacobian_error(case: Case) -> float:
    """Largest error of the residual Jacobian at the truth."""
    evaluate, truth = Evaluator(case.problem(None), 1), case.answer
    exact, worst = stacked(evaluate(truth), "slopes"), 0.0
    for k, value in enumerate(truth):
        errors = []
        for d in (1e-3 * abs(value), 1e-4 * abs(value)):  # the longer one is less exact, the shorter one noisier
            a, b, c, e = (stacked(evaluate(truth + s * d * np.eye(len(truth))[k]), "predicted") for s in (-2, -1, 1, 2))
            wanted = (a - 8 * b + 8 * c - e) / (12 * d)
            errors.append(float(np.abs(exact[:, k] - wanted).max() / np.abs(wanted).max()))
        worst = max(worst, min(errors))
    return worst


def stacked(evaluation, what: str) -> np.ndarray:
    """Predictions or slopes of all channels, over their sigma."""
    if evaluation.failed:
        raise SystemExit(f"a run failed: {evaluation.failed}")
    parts = [(getattr(b, what).T / b.channel.sigma).T for b in evaluation.blocks]
    return np.concatenate(parts)


def coverage(case: Case, trials: int, first: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """How many of the trials' intervals hold the truth: for every parameter, and for every number of the cameras."""
    held, evaluate = np.zeros(len(case.answer), dtype=int), {}
    for seed in range(first, first + trials):
        fit = fit_with_evaluator(case.problem(seed), shared(evaluate, case, seed), report=FitReport(profiles=0, leave_out=False))
        if not (fit.converged and np.isfinite(fit.covariance).all()):
            raise SystemExit(f"{case.name}, seed {seed}: {fit.status}, {fit.detail}")
        held += [e.low <= truth <= e.high < np.inf for e, truth in zip(fit.estimates, case.answer, strict=True)]
    return held[: len(case.truth)], held[len(case.truth) :]


def wave(values: np.ndarray, times: np.ndarray, size: float) -> np.ndarray:
    """Values with a wave that no model here has: three periods and a half over the recording."""
    return values + size * np.sin(2 * np.pi * 3.5 * times / times[-1])


def spoiled(problem: Problem, how: str) -> Problem:
    """A problem whose recordings have something wrong: axes, a sign, the clock of one, or a wave of so many sigma along y."""
    found = []
    for number, recording in enumerate(problem.recordings):
        by_name = {c.name: c for c in recording.channels}
        channels = []
        for c in recording.channels:
            values, other = (
                c.values,
                by_name.get(c.name.replace(".y.", ".x.") if ".y." in c.name else c.name.replace(".x.", ".y.")),
            )
            if how == "axes swapped" or (how == "axes of one swapped" and number == 0):
                values = other.values
            elif how == "sign of y" and ".y." in c.name:
                values = -values
            elif how == "clock of one late" and number == 0:
                shift = len(values) // 12
                values = np.concatenate([np.full(shift, values[0]), values[:-shift]])
            elif how.startswith("wave of ") and ".y." in c.name:
                values = wave(values, c.times, float(how.split()[2]) * c.sigma[0])
            channels.append(replace(c, values=values))
        found.append(replace(recording, channels=tuple(channels)))
    return replace(problem, recordings=tuple(found))


def with_noise(problem: Problem, noise: Noise) -> Problem:
    """The same with other noise of all channels."""
    changed = (replace(r, channels=tuple(replace(c, noise=noise) for c in r.channels)) for r in problem.recordings)
    return replace(problem, recordings=tuple(changed))


WRONG = (
    "nothing", "axes swapped", "axes of one swapped", "sign of y", "clock of one late", "wave of 0.5 sigma", "wave of 1 sigma",
    "wave of 2 sigma",
)  # fmt: skip
NOISES = {"given": Noise(), "estimated": Noise(model_error=None)}


def verdicts(case: Case, trials: int, say: Callable[[str], None]) -> list[Metric]:
    """How often the model is said not to describe the data, with something wrong in them and with nothing, and what is named."""
    found, kept = [], {}
    for kind, noise in NOISES.items():
        for how in WRONG:
            count, bad, named = trials if how == "nothing" else max(trials // 5, 1), 0, 0
            for seed in range(count):
                problem = with_noise(spoiled(case.problem(seed), how), noise)
                kept.setdefault("one", Evaluator(problem))
                fit = fit_with_evaluator(problem, kept["one"].beside(problem), report=FitReport(profiles=0, leave_out=False))
                bad += not fit.verdict.good
                named += bool(fit.verdict.remedies)
            bars = {"at_most": BARS["alarms"]} if how == "nothing" else {"at_least": 0.95} if " of 0.5" not in how else {}
            name = f"verdict_{case.key}_{kind}_{how.replace(' ', '_').replace('.', '_')}"
            found.append(Metric(name, bad / count, "", note=f"{bad} of {count}; {named} named", **bars))
            say(f"{case.key}, noise {kind}, wrong: {how}: {bad} of {count} not described, what would mend it named in {named}")
    return found


def shared(kept: dict, case: Case, seed: int) -> Evaluator:
    """An evaluator of the same runs for other noise: nothing is compiled again."""
    problem = case.problem(seed)
    if "one" not in kept:
        kept["one"] = Evaluator(problem)
    return kept["one"].beside(problem)


def by_scipy(case: Case, seed: int) -> tuple[np.ndarray, float]:
    """The same fit by finite differences around plain runs: the answer and the seconds."""
    problem = case.problem(seed)

    def residuals(theta: np.ndarray) -> np.ndarray:
        found = case.predicted(theta)
        return np.concatenate(
            [(found[f"{r.name}: {c.name}"] - c.values) / c.sigma for r in problem.recordings for c in r.channels]
        )

    begun = time.perf_counter()
    answer = least_squares(residuals, problem.start, bounds=([u.low for u in problem.unknowns], np.inf), x_scale="jac")
    return answer.x, time.perf_counter() - begun


def timed(call: Callable) -> tuple[float, object]:
    """Seconds and result of a call."""
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


def compared(case: Case, rounds: int, say: Callable[[str], None]) -> list[Metric]:
    """Metrics of the comparison with SciPy, taking turns."""
    own = rival = math.inf
    key = case.key
    for _ in range(rounds):
        seconds, fit = timed(lambda: fit_model(case.problem(1), report=FitReport(profiles=0, leave_out=False)))
        theta, other = by_scipy(case, 1)
        own, rival = min(own, seconds), min(rival, other)
        say(f"{key}: {1e3 * seconds:.0f} ms, SciPy {1e3 * other:.0f} ms")
    apart = float(np.abs((theta - fit.theta) / np.sqrt(np.diag(fit.covariance))).max())
    return [
        Metric(f"fit_ms_{key}", 1e3 * own, "ms"),
        Metric(f"scipy_ms_{key}", 1e3 * rival, "ms"),
        Metric(f"vs_scipy_{key}", rival / own, "", at_least=BARS["vs_scipy"]),
        Metric(f"same_{key}", apart, "sigma", at_most=BARS["same"]),
    ]


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--machines", default=",".join(CASES), help="which ones, separated by commas (default: all)")
    parser.add_argument("--trials", type=int, default=100, help="noisy recordings of each machine; 0 for none (default 100)")
    parser.add_argument("--rounds", type=int, default=3, help="of the comparison with SciPy; 0 for none (default 3)")
    told = "fits with nothing wrong in the recordings, and a fifth as many with each thing wrong; 0 for none (default 0)"
    parser.add_argument("--verdicts", type=int, default=0, help=told)
    given = parser.parse_args()
    metrics = []

    def say(text: str) -> None:
        progress(text, given.json)

    for key in given.machines.split(","):
        case = CASES[key]
        metrics.append(Metric(f"jacobian_{key}", jacobian_error(case), "", at_most=BARS["jacobian"], note=case.name))
        say(f"{key}: Jacobian {metrics[-1].value:.1e}")
        if given.trials:
            held, cameras = coverage(case, given.trials)
            least = 0.95 - 2 * math.sqrt(0.95 * 0.05 / given.trials)
            own = ", ".join(f"{name} {count}" for name, count in zip(case.truth, held, strict=True))
            metrics.append(Metric(f"coverage_{key}", held.mean() / given.trials, "", at_least=least, note=own))
            if len(cameras):
                metrics.append(Metric(f"cameras_{key}", cameras.mean() / given.trials, "", at_least=least))
            say(f"{key}: of {given.trials} intervals hold the truth: {own}")
        if given.verdicts:
            metrics += verdicts(case, given.verdicts, say)
        if given.rounds:
            metrics += compared(case, given.rounds, say)
    report("Fits with known answers", metrics, given.json, ["scipy"])


if __name__ == "__main__":
    main()
