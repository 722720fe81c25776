"""The published formulation and iteration of contact beside Elver's own: how far apart, what each costs, how it converges."""

from __future__ import annotations

import time

import numpy as np

import elver
from elver.contact import ContactSettings
from elver.results import body_centre
from elver.simulation.contact import contact_loop
from elver.simulation.plan import make_plan
from timing import Metric, arguments, interleaved, progress, report

DESCRIPTION = "Aiko by the engine's coordinates and by those of every link, by the usual solver and by the published iteration."
EPILOG = """\
apart_X_dt_m     distance of the two formulations: of the link that is furthest apart, the median over the run; its largest value
order_X          order of that median in the step, by least squares
error_X_dt_m     what the step itself leaves: the same distance of the engine's formulation from steps of second order
step_us_X_Y      processor time of one step
cost_X_Y         over that of a step by the engine's coordinates and the usual solver
sweeps_X_Y       iterations of one step, mean and largest
published_cost_X the paper's scheme as a whole (maximal, prox, explicit torques, 0.1 ms) over ours (0.5 ms), for equal time
"""
STEPS = (2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4)
DT = 5e-4
WINDOWS = {"aiko-flat": (10.0, 2.0), "aiko-obstacles": (2.0, 0.25)}  # s: of the comparison of paths, of the timing
CONTENDERS = {
    "reduced_auto": ContactSettings(),
    "reduced_prox": ContactSettings(solver="prox"),
    "maximal_auto": ContactSettings(formulation="maximal"),
    "maximal_prox": ContactSettings(formulation="maximal", solver="prox"),
    "maximal_prox_tuned": ContactSettings(formulation="maximal", solver="prox", r_normal=0.25),
}
EXPLICIT = ContactSettings(formulation="maximal", solver="prox", implicit=False)
NOTES = (
    "Both formulations have the same contact rows, laws and solvers; joint impulses are eliminated once a step.\n"
    "prox: r_H = 0.01 and r_T = 1.3 as published, to the usual residual of 1e-8 of the weight in a step; prox_tuned:\n"
    "r_H = 0.25. Times are the processor's in the loop of steps, contenders in turns, the best of five rounds.",
)


def centres(run: elver.Run) -> np.ndarray:
    """Centres (x, y) of all links [m]."""
    return np.stack([body_centre(run.data, body)[:, :2] for body in run.data.body.values], axis=1)


def one_run(program, seconds: float, dt: float, settings: ContactSettings, every: float | None = None) -> elver.Run:
    """A run that has to finish; how far its step is off is asked elsewhere."""
    solver = elver.Solver(dt=dt, contact=settings, check_step=False)
    run = elver.simulate(program, seconds, solver=solver, save=elver.Save(every=every), progress=False)
    if run.status != "finished":
        raise SystemExit(f"{settings.formulation}, {settings.solver}, dt {dt:g} s: {run.status}")
    return run


def distances(name: str, program) -> list[Metric]:
    """How far the formulations are apart, over the steps, and how far one of them is off."""
    seconds, medians, rows = WINDOWS[name][0], [], []
    fine = one_run(program, seconds, 1e-2, ContactSettings(accuracy=1e-5), 1e-2)
    for dt in STEPS:
        reduced, maximal = (
            centres(one_run(program, seconds, dt, ContactSettings(tolerance=1e-12, formulation=formulation), 1e-2))
            for formulation in ("reduced", "maximal")
        )
        gap, error = (np.abs(path - reduced).max(axis=(1, 2)) for path in (maximal, centres(fine)))
        medians.append(np.median(gap))
        about = f"in {seconds:g} s; largest {gap.max():.2g} m"
        rows.append(Metric(f"apart_{name}_{1e3 * dt:g}ms_m", float(medians[-1]), "m", note=about))
        rows.append(Metric(f"error_{name}_{1e3 * dt:g}ms_m", float(np.median(error)), "m"))
    order = float(np.polyfit(np.log(STEPS), np.log(medians), 1)[0])
    return [*rows, Metric(f"order_{name}", order, at_least=0.9, note="of the distance in the step")]


def costs(name: str, program) -> list[Metric]:
    """What a step of each contender costs, and how many iterations it takes."""
    seconds = WINDOWS[name][1]

    def timed(settings: ContactSettings, dt: float):
        plan, p = make_plan(seconds, dt), program.parameter_vector()

        def run() -> float:
            loop = contact_loop(program, plan, p, settings)
            loop.prepare()
            start = time.thread_time()
            loop.step(plan.steps)
            return (time.thread_time() - start) / plan.steps

        return run

    contenders = {key: timed(settings, DT) for key, settings in CONTENDERS.items()}
    best = interleaved({**contenders, "published": timed(EXPLICIT, 1e-4)}, 5)
    rows = []
    for key, settings in CONTENDERS.items():
        sweeps = one_run(program, seconds, DT, settings, DT).data.sweeps.values[1:]
        rows += [
            Metric(f"step_us_{name}_{key}", 1e6 * best[key], "us"),
            Metric(f"cost_{name}_{key}", best[key] / best["reduced_auto"]),
            Metric(f"sweeps_{name}_{key}", float(sweeps.mean()), note=f"mean; largest {sweeps.max():.0f}"),
        ]
    whole = best["published"] / 1e-4 / (best["reduced_auto"] / DT)
    return [*rows, Metric(f"published_cost_{name}", whole, note="for equal time: its step 0.1 ms, ours 0.5 ms")]


def main() -> None:
    options = arguments(DESCRIPTION, EPILOG).parse_args()
    rows = []
    for name in WINDOWS:
        program = elver.compile_model(elver.scenario(name).build())
        progress(f"{name}: paths", options.json)
        rows += distances(name, program)
        progress(f"{name}: times", options.json)
        rows += costs(name, program)
    report("The published formulation of contact beside the engine's own", rows, options.json, notes=NOTES)


if __name__ == "__main__":
    main()
