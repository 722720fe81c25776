"""``elver learn``: train a policy for a task, or look at one."""

from __future__ import annotations

import math
from argparse import ArgumentParser
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver._support.files import to_json, write_json
from elver.cli.folders import check_output, results_folder
from elver.cli.options import argument, number, option, overwriting, parse_changes, repeated, switch, whole
from elver.cli.terminal import INTERRUPTED, complain, name_values, note, table, tell_where

if TYPE_CHECKING:
    from elver.learn.ppo import Settings
    from elver.learn.training import Training
    from elver.tasks.task import Task, TrainingRecipe

DESCRIPTION = """\
Train a policy for a task by PPO, on many machines at once, or look at a policy.

  elver learn                                   the tasks; what they observe, do and are paid for: docs/tasks.md
  elver learn EelTarget                         train as long as the task's lesson says; results in runs/EelTarget-learn
  elver learn EelTarget --seconds 60 --seed 3 --machines 256 --out mine
  elver learn EelTarget --resume mine/checkpoint.npz --out more
  elver learn EelTarget --set width=128 --set discount=0.995
  elver learn EelTarget --show mine/policy.npz  evaluate a policy on fresh seeds; --show shipped for the one that comes with Elver

Ctrl-C ends a training early and keeps the best policy. The folder gets policy.npz, checkpoint.npz, curve.csv, curve.png, end.png,
episode.gif and summary.json. In Python: elver.learn.train, elver.learn.Policy.load, elver.learn.evaluate. More: docs/learning.md.
"""
EPILOG = "exit codes: 0 done; 1 could not be written; 2 wrong input; 130 stopped by Ctrl-C, with the best policy written"
LEAST = 0.1  # of the time given, for the training, where the evaluation would take nearly all of it
SETTINGS = "change a setting of the learner, such as width=128; repeat for more"


@dataclass(frozen=True)
class Options:
    task: str | None = argument("TASK", "its name, such as EelTarget, or a scenario file; without one all tasks are listed", "?")
    seconds: str | None = option("--seconds", "S", "time in all, with the evaluation (default: that of the task's lesson)")
    seed: str = option("--seed", "N", "of the training, or of the evaluation (default 0)", "0")
    machines: str | None = option("--machines", "N", "machines that learn at once (default: those of the lesson)")
    changes: list[str] = repeated("--set", "KEY=VALUE", SETTINGS)
    resume: str | None = option("--resume", "FILE", "go on from a checkpoint")
    show: str | None = option("--show", "POLICY", "evaluate instead: a policy's file, shipped, baseline or middle")
    episodes: str = option("--episodes", "N", "episodes of an evaluation (default 256)", "256")
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one, runs/TASK-learn)")
    force: bool = overwriting()
    json: bool = switch("--json", "print one JSON object and nothing else; files only with --out")
    no_figures: bool = switch("--no-figures", "write data but no pictures")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.tasks import find_task

    if options.task is None:
        print(to_json({"tasks": task_list()}) if options.json else task_table())
        return 0
    task = find_task(options.task)
    check_output(options, f"{task.name}-learn")
    note(options, f"{task.name}: {task.title}")
    episodes = whole("--episodes", options.episodes)
    if episodes < 1:
        raise InputError(f"--episodes {episodes}. Give 1 or more.")
    return (trained if options.show is None else shown)(task, options, episodes)


def trained(task: Task, options: Options, episodes: int) -> int:
    """Train, evaluate, write, report."""
    from elver.learn import train
    from elver.learn.training import write_curve
    from elver.tasks.task import find_lesson

    begun, lesson = perf_counter(), find_lesson(task.name)
    seconds = number("--seconds", options.seconds, None)
    seconds = lesson.seconds if seconds is None else seconds
    if not (math.isfinite(seconds) and seconds > 0):
        raise InputError(f"--seconds {options.seconds}. Give a positive number of seconds.")
    own: dict[str, Any] = {"seed": whole("--seed", options.seed)}
    own |= {"machines": whole("--machines", options.machines), "resume": options.resume}
    settings = chosen_settings(lesson, options)
    with results_folder(options, f"{task.name}-learn") as folder:
        others, longest = timed_evaluations(task, episodes)
        own["seconds"] = max(seconds - (perf_counter() - begun) - longest, LEAST * seconds)
        result = train(task, settings=settings, folder=folder, progress=False if options.json else None, **own)
        if folder is not None:  # before anything else: evaluating takes a while, and Ctrl-C may be pressed again
            result.policy.save(folder / "policy.npz", overwrite=True)
            write_curve(result.curve, folder / "curve.csv")
        if result.stopped:
            complain("stopped; the best policy so far is kept and evaluated. Ctrl-C again leaves that out.")
        summary = {
            "task": task.id, "seed": own["seed"], "seconds": result.seconds, "steps": result.steps,
            "steps_per_second": result.steps / result.seconds, "stopped": result.stopped,
            "best_training_return": result.best, "settings": asdict(settings),
            "evaluation": others | evaluated(task, {"policy": result.policy}, episodes),
        }  # fmt: skip
        if folder is not None:
            write_json(folder / "summary.json", summary)
            if not options.no_figures:
                draw(task, result, summary["evaluation"], folder)
        report(options, summary)
        if folder is not None:
            tell_where(options, folder)
    return INTERRUPTED if result.stopped else 0


def shown(task: Task, options: Options, episodes: int) -> int:
    """Evaluate a policy, and draw an episode of it where a folder is named."""
    from elver.learn import Policy, load_policy
    from elver.learn.rendering import film, still

    given = str(options.show)
    actor = load_policy(task) if given == "shipped" else given if given in ("baseline", "middle") else Policy.load(given)
    seed = whole("--seed", options.seed)
    found = evaluations(task, {"policy" if isinstance(actor, Policy) else given: actor}, episodes, seed)
    summary = {"task": task.id, "policy": given, "about": getattr(actor, "about", {}), "evaluation": found}
    if options.out is not None:
        with results_folder(options, f"{task.name}-learn") as folder:
            assert folder is not None  # --out names it
            write_json(folder / "summary.json", summary)
            if not options.no_figures:
                film(task, actor, folder / "episode.gif", seed)
                still(task, actor, folder / "end.png", seed)
            tell_where(options, folder)
    report(options, summary)
    return 0


def chosen_settings(lesson: TrainingRecipe, options: Options) -> Settings:
    """Settings of the lesson with what --set changes."""
    from elver._support.errors import unknown_name
    from elver.learn import Settings
    from elver.quantities import quantities

    known, changes = quantities(Settings), {}
    for key, text in parse_changes(options.changes).items():
        if key not in known:
            raise unknown_name("setting of the learner:", key, known)
        changes[key] = whole(f"--set {key}", text) if known[key].whole else number(f"--set {key}", text, None)
    return Settings(**{**lesson.settings, **changes})


def evaluations(task: Task, actors: dict[str, Any], episodes: int, seed: int = 0) -> dict[str, Any]:
    """Metrics of the actors, of the baseline where there is one, and of actions in the middle of their range."""
    return evaluated(task, compared(task) | actors, episodes, seed)


def compared(task: Task) -> dict[str, Any]:
    """Whom a policy is compared with."""
    from elver.tasks.task import find_lesson

    lesson = find_lesson(task.name)
    return ({"baseline": lesson} if lesson.baseline is not None else {}) | {"middle": "middle"}


def evaluated(task: Task, actors: dict[str, Any], episodes: int, seed: int = 0) -> dict[str, Any]:
    """Metrics of every actor."""
    from elver.learn import evaluate

    return {name: evaluate(task, actor, episodes, seed).plain() for name, actor in actors.items()}


def timed_evaluations(task: Task, episodes: int) -> tuple[dict[str, Any], float]:
    """Metrics of those whom the policy will be compared with, and the seconds of the longest: the policy takes as many."""
    found: dict[str, Any] = {}
    longest = 0.0
    for name, actor in compared(task).items():
        begun = perf_counter()
        found |= evaluated(task, {name: actor}, episodes)
        longest = max(longest, perf_counter() - begun)
    return found, longest


def draw(task: Task, result: Training, found: dict[str, Any], folder: Path) -> None:
    """The pictures of a training."""
    from elver.learn.rendering import curve_figure, film, still

    marks = {name: own["returns"] for name, own in found.items()}
    curve_figure(result.curve, marks, task.name, folder / "curve.png")
    still(task, result.policy, folder / "end.png")
    film(task, result.policy, folder / "episode.gif")


def report(options: Options, summary: dict[str, Any]) -> None:
    """What came of it, as a table or as JSON."""
    if options.json:
        print(to_json(summary))
        return
    if "steps" in summary:
        speed = f"{summary['steps']:,} control steps in {summary['seconds']:.0f} s, {summary['steps_per_second']:,.0f} a second"
        print(name_values([("training", speed)], 0) + "\n")
    rows = [_metrics_of(name, own) for name, own in summary["evaluation"].items()]
    print(table(rows, ("", "return", "+-", "steps", "reached", "success", "ends"), right=(1, 2, 3, 4, 5)))


def _metrics_of(name: str, own: dict[str, Any]) -> list[str]:
    """A row of the table of evaluations."""
    reached, success = own["reached"], own["success"]
    ends = ", ".join(f"{count} {word}" for word, count in own["endings"].items())
    return [
        name, f"{own['returns']:.4g}", f"{own['deviation']:.2g}", f"{own['lengths']:.0f}",
        "" if reached is None else f"{reached:.2f}", "" if success is None else f"{100 * success:.1f} %", ends,
    ]  # fmt: skip


def task_list() -> list[dict[str, Any]]:
    """All tasks for scripts: name, title, seconds that a training takes."""
    from elver.tasks import all_tasks
    from elver.tasks.task import find_lesson

    return [{"name": task.name, "title": task.title, "seconds": find_lesson(task.name).seconds} for task in all_tasks()]


def task_table() -> str:
    """All tasks with a line each."""
    from elver.tasks import all_tasks

    rows = [(task.name, task.title, f"{task.interval:g} s", f"{task.duration:g} s") for task in all_tasks()]
    return table(rows, ("task", "what is to be done", "interval", "episode"), styles=("cyan",))
