"""Learning on this computer: tasks, seeds, curves against the clock, and other people's swimmers.

    python benchmarks/learning.py --tasks EelTarget,EelCurrent,SnakePath,MothHover --seeds 5 --seconds 240
    python benchmarks/learning.py --rivals --tasks "" --limit 300

Every training is evaluated on 256 fresh episodes. --keep FOLDER keeps the policies, the curves and the figure of all curves.
"""

from __future__ import annotations

import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.files import make_folder, write_json
from elver.learn import Settings, evaluate, train
from elver.learn.rendering import draw_curves
from elver.learn.training import write_curve
from elver.tasks import find_task
from elver.tasks.task import find_lesson
from timing import Metric, arguments, report

PROOF = "EelTarget,EelCurrent,SnakePath,MothHover"
BARRED = {"EelTarget": 95.0}  # percent of the targets that must be reached


def lesson_of(name: str, seed: int, seconds: float | None, keep: Path | None) -> tuple[dict[str, Any], list[dict[str, float]]]:
    """One training: its metrics on fresh episodes, and its curve."""
    task = find_task(name)
    result = train(task, seconds, seed=seed, progress=False)
    row = {"seed": seed, "seconds": result.seconds, "steps": result.steps, **evaluate(task, result.policy).plain()}
    if keep is not None:
        result.policy.save(keep / f"{name}-{seed}.npz", overwrite=True)
        write_curve(result.curve, keep / f"{name}-{seed}.csv")
    return row, result.curve


def proofs(names: list[str], seeds: int, seconds: float | None, keep: Path | None, jobs: int) -> list[dict[str, Any]]:
    """Train every task with several seeds; metrics of each, of the baseline, and the curves."""
    wanted = [(name, seed, seconds, keep) for name in names for seed in range(seeds)]
    if jobs == 1:
        trained = [told(name, *lesson_of(name, *rest)) for name, *rest in wanted]
    else:
        wanted.sort(
            key=lambda job: -(seconds or find_lesson(job[0]).seconds)
        )  # the longest first: no core waits for the last one
        context = get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=context, initializer=take_cores, initargs=(cores_for(jobs, context),)) as pool:
            running = {pool.submit(lesson_of, *job): job[0] for job in wanted}
            trained = [told(running[done], *done.result()) for done in as_completed(running)]
    return [collected(name, sorted((own for own in trained if own[0] == name), key=lambda own: own[1]["seed"])) for name in names]


def collected(name: str, trained: list[tuple]) -> dict[str, Any]:
    """The trainings of a task beside its baseline."""
    task, lesson = find_task(name), find_lesson(name)
    found: dict[str, Any] = {"task": name, "settings": asdict(Settings(**lesson.settings)), "machines": lesson.machines}
    for other in ("baseline", "middle"):
        found[other] = evaluate(task, other).plain()
    for _, row, curve in trained:
        row["seconds_to_baseline"] = seconds_until(curve, found["baseline"]["returns"])
    found["seeds"] = [row for _, row, _ in trained]
    found["curves"] = {str(row["seed"]): curve for _, row, curve in trained}
    found["best_seed"] = max(found["seeds"], key=lambda row: row["returns"])["seed"]
    return found


def told(name: str, row: dict[str, Any], curve: list[dict[str, float]]) -> tuple:
    """A training, and a line about it."""
    reached = "" if row["reached"] is None else f", reached {row['reached']:.3f}"
    text = f"  {name} seed {row['seed']}: return {row['returns']:.3f}{reached} after {row['seconds']:.0f} s, {row['steps']} steps"
    print(text, file=sys.stderr, flush=True)
    return name, row, curve


def cores_for(jobs: int, context: Any) -> Any:
    """Two cores of its own for every training that runs at the same time."""
    there, queue = sorted(os.sched_getaffinity(0)), context.Queue()
    if 2 * jobs > len(there):
        raise SystemExit(f"--jobs {jobs} trainings of two cores each need {2 * jobs} cores; there are {len(there)}.")
    for k in range(jobs):
        queue.put(there[2 * k : 2 * k + 2])
    return queue


def take_cores(queue: Any) -> None:
    """Run on the next two cores alone."""
    os.sched_setaffinity(0, queue.get())


def seconds_until(curve: list[dict[str, float]], wanted: float) -> float:
    """Seconds from which on every iteration's mean return, exploring, is as good as the baseline's; infinite: never."""
    since = math.inf
    for row in reversed(curve):
        if not row.get("return", -math.inf) >= wanted:
            break
        since = row["seconds"]
    return since


def draw(found: list[dict[str, Any]], path: Path) -> None:
    """All curves, a picture per task."""
    from elver.viz.style import new_figure, write

    columns = min(2, len(found))
    rows = -(-len(found) // columns)
    figure, axes = new_figure(rows, columns, size=(5.2 * columns, 3.4 * rows))
    for axis, own in zip(axes, found, strict=False):
        draw_curves(axis, own["curves"], {"baseline": own["baseline"]["returns"]}, own["task"])
    for axis in axes[len(found) :]:
        axis.set_axis_off()
    write(figure, path)


def metrics(found: list[dict[str, Any]]) -> list[Metric]:
    """The numbers that are printed."""
    rows = []
    for own in found:
        name, seeds = own["task"], own["seeds"]
        returns = [s["returns"] for s in seeds]
        note = f"worst {min(returns):.4g}, best {max(returns):.4g}; baseline {own['baseline']['returns']:.4g}"
        rows.append(Metric(f"{name}_return", float(np.mean(returns)), "", note=note))
        until = [s["seconds_to_baseline"] for s in seeds]
        rows.append(Metric(f"{name}_seconds_to_baseline", float(np.median(until)), "s", note="median over the seeds"))
        rows.append(Metric(f"{name}_steps_per_second", float(np.mean([s["steps"] / s["seconds"] for s in seeds])), "1/s"))
        target = find_task(name)
        if own["baseline"]["reached"] is not None and target.ends:
            most = max(1.0, max(s["reached"] for s in seeds))
            share = [100.0 * s["reached"] / math.ceil(most) for s in seeds]
            rows.append(Metric(f"{name}_percent_reached", min(share), "%", at_least=BARRED.get(name), note="the worst seed"))
        elif own["baseline"]["success"] is not None:
            share = [100.0 * s["success"] for s in seeds]
            rows.append(Metric(f"{name}_percent_success", min(share), "%", note="the worst seed"))
    return rows


def rival_metrics(limit: float) -> list[Metric]:
    """Other people's swimmers."""
    from swimmers import table

    rows = []
    for row in table(limit):
        name = row["environment"].replace(" ", "_").replace(",", "")
        note = f"{row['machines']} machines, {row['times_real_time']:.0f} x real time"
        rows.append(Metric(f"{name}_steps_per_second", row["steps_per_second"], "1/s", note=note))
        if "wanted" in row:
            note = f"until a return of {row['wanted']:.4g}; best seen {row['best_return']:.4g}"
            rows.append(Metric(f"{name}_learning_seconds", row["learning_seconds"], "s", note=note))
    return rows


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--tasks", default=PROOF, help=f"names separated by commas (default {PROOF})")
    parser.add_argument("--seeds", type=int, default=5, help="trainings of each task (default 5)")
    parser.add_argument("--seconds", type=float, default=None, help="of each training (default: the task's lesson)")
    parser.add_argument(
        "--jobs", type=int, default=1, help="trainings at a time, each on two cores of its own (default 1: all cores)"
    )
    parser.add_argument("--keep", metavar="FOLDER", help="keep policies, curves, figures and learning.json there")
    parser.add_argument("--rivals", action="store_true", help="also time Gymnasium's and dm_control's swimmers (needs both)")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds of training allowed to each of these (default 300)")
    given = parser.parse_args()
    keep = None if given.keep is None else make_folder(given.keep)
    names = [name for name in given.tasks.split(",") if name]
    found = proofs(names, given.seeds, given.seconds, keep, given.jobs)
    rows = metrics(found) + (rival_metrics(given.limit) if given.rivals else [])
    if keep is not None and found:
        draw(found, keep / "learning.png")
        write_json(keep / "learning.json", [{k: v for k, v in own.items() if k != "curves"} for own in found])
    notes = ["returns are means over 256 fresh episodes of the learned policy without noise"]
    report("Learning", rows, given.json, ("numpy", "numba", "gymnasium", "mujoco", "dm_control"), notes)


if __name__ == "__main__":
    main()
