"""Contact against exact event solutions: whether `accuracy` holds, and whether runs that call themselves trusted are right."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

import elver
from elver._support.errors import InputError
from elver.contact import ContactSettings
from elver.model import Program
from event_scenes import INSTANTS, KINDS, EventScene, event_scene, places_of
from timing import Metric, arguments, in_processes, progress, report

DESCRIPTION = "Random inclines, bounces, rods, discs, and chains among pegs, in water too: every run against its event solution."
EPILOG = """\
The error of a run is the largest one of its bodies' places at 20 instants. Inclines, bounces, rods and discs are followed event
by event in closed form, chains by published steps of 0.02 and 0.01 ms, extrapolated. A scene whose own reference is not known
well enough is left out of that metric.
  accuracy_...    share of the runs whose error is at most ten times the accuracy asked for, and the largest such ratio
  sensitive       runs that are left out of it: a start faster by no more than the accuracy a second leads as far away
  fixed_...       runs by published steps of 0.1 to 50 ms, as they are made by default
  chosen_...      runs with an accuracy of 1e-5 to 1e-2 m
  ..._wrong       runs that say they are trusted and are more than 2 % of the range of their path off
  ..._false       share of the runs less than 0.2 % off that have a doubt about their steps
  ..._within_ten  share of the estimates within a factor of ten of the error of the run, both taken to be 1e-4 at least, 1 at most
"""
ACCURACIES = (1e-3, 1e-4, 1e-5)  # m
HELD = 10.0  # times the accuracy that an error may be
WRONG, RIGHT = 0.02, 0.002  # of the range of the path
KNOWN, SMALL = 0.1, 1e-4  # of what is asked for: error of a reference; of the range: an error that is none
TOGETHER = 5  # scenes of one task
SMALLEST_RANGE, ARM = 0.01, 0.1  # m: of a path; at which a turn is measured


@dataclass(frozen=True)
class Judged:
    """A run: its error and what it says of it, over the range of its path."""

    kind: str
    seed: int
    way: str
    status: str
    trusted: bool
    doubted: bool
    error: float
    estimate: float | None


def scenes(kinds: tuple[str, ...], seeds: range) -> Iterator[tuple[int, EventScene, Program, np.ndarray, float]]:
    """Scenes with their compiled machines, the places that the base should take, and the error of those [m]."""
    for kind in kinds:
        for seed in seeds:
            scene = event_scene(kind, seed)
            try:
                program = elver.compile_model(scene.model)
                places, known = scene.reference(scene.times)
            except InputError:  # a chain that starts inside a peg
                continue
            if np.isfinite(places).all():
                yield seed, scene, program, places, known


def off_by(scene: EventScene, run, places: np.ndarray) -> float:
    """Largest error of a run [m]; infinite where it did not finish."""
    every = round((len(run.data.time) - 1) / INSTANTS)
    return float(np.linalg.norm(places_of(run)[::every] - places, axis=-1).max()) if run.status == "finished" else np.inf


def sensitive(scene: EventScene, accuracy: float) -> bool:
    """Whether a start faster by the accuracy a second, along, across or at the ends, leads further away than is allowed."""
    interval, settings, ways = scene.duration / INSTANTS, ContactSettings(accuracy=accuracy / 100), []
    for nudge in np.eye(4)[:, :3] * (accuracy, accuracy, accuracy / ARM):
        twist = np.add(scene.model.start.twist, (nudge[0], nudge[1], 0, 0, 0, nudge[2]))
        model = replace(scene.model, start=replace(scene.model.start, twist=tuple(twist)))
        run = elver.simulate(
            model,
            scene.duration,
            solver=elver.Solver(dt=interval, contact=settings, check_step=False),
            save=elver.Save(every=interval),
        )
        ways.append(places_of(run))
    plain = ways.pop()
    return any(len(way) == len(plain) and np.linalg.norm(way - plain, axis=-1).max() > HELD * accuracy for way in ways)


def accuracy_ratios(kinds: tuple[str, ...], seeds: range, silent: bool) -> dict[str, dict[float, list[float]]]:
    """Errors over the accuracy asked for, by kind and accuracy."""
    found: dict[str, dict[float, list[float]]] = {kind: {a: [] for a in ACCURACIES} for kind in (*kinds, "sensitive")}
    for seed, scene, program, places, known in scenes(kinds, seeds):
        for accuracy in ACCURACIES:
            if known > KNOWN * HELD * accuracy:
                continue
            interval = scene.duration / INSTANTS
            settings = ContactSettings(accuracy=accuracy)
            run = elver.simulate(
                program,
                scene.duration,
                solver=elver.Solver(dt=interval, contact=settings, check_step=False),
                save=elver.Save(every=interval),
            )
            ratio = off_by(scene, run, places) / accuracy
            touchy = ratio > HELD and sensitive(scene, accuracy)
            found["sensitive" if touchy else scene.kind][accuracy].append(ratio)
            if ratio > HELD:
                progress(
                    f"{scene.kind} {seed} at {accuracy:g} m: {ratio:.3g} times that{', sensitive' if touchy else ''}", silent
                )
    return found


def judged_runs(kinds: tuple[str, ...], seeds: range, silent: bool) -> list[Judged]:
    """Every scene by steps of one length and by steps that it chooses, as users run it."""
    rows = []
    for seed, scene, program, places, known in scenes(kinds, seeds):
        rng = np.random.default_rng([7, KINDS.index(scene.kind), seed])
        interval = scene.duration / INSTANTS
        pieces = max(1, round(interval / 10 ** rng.uniform(-4.0, -1.3)))
        ways = {"fixed": (interval / pieces, None), "chosen": (interval, ContactSettings(accuracy=10 ** rng.uniform(-5.0, -2.0)))}
        extent = max(float(np.ptp(places, axis=0).max()), SMALLEST_RANGE)
        if known > SMALL * extent:
            continue
        for way, (dt, settings) in ways.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run = elver.simulate(
                    program,
                    scene.duration,
                    solver=elver.Solver(dt=dt, contact=settings),
                    save=elver.Save(every=interval),
                    progress=False,
                )
            summary, error = run.summary, off_by(scene, run, places) / extent
            doubted = any("error" in doubt or "finer" in doubt for doubt in summary["doubts"])
            row = Judged(scene.kind, seed, way, run.status, summary["trusted"], doubted, error, summary["discretisation_error"])
            rows.append(row)
            if (row.trusted and error > WRONG) or (doubted and error < RIGHT):
                progress(f"{scene.kind} {seed} {way} {dt:.2g} s {settings and settings.accuracy}: {row}", silent)
    return rows


def accuracy_metrics(found: dict[str, dict[float, list[float]]]) -> list[Metric]:
    rows = []
    for kind, by in found.items():
        if kind == "sensitive":
            rows.append(Metric("sensitive", sum(map(len, by.values())), note="runs, of all kinds and accuracies"))
            continue
        for accuracy, ratios in by.items():
            if ratios:
                share = float(np.mean(np.array(ratios) <= HELD))
                note = f"of {len(ratios)} scenes; median {np.median(ratios):.2g}, largest {max(ratios):.3g} times {accuracy:g} m"
                rows.append(Metric(f"accuracy_{kind}_{accuracy:g}", share, at_least=1.0, note=note))
    return rows


def trust_metrics(rows: list[Judged]) -> list[Metric]:
    metrics = []
    for way in ("fixed", "chosen"):
        own = [row for row in rows if row.way == way]
        ended = [row for row in own if row.status == "finished"]
        right = [row for row in ended if row.error < RIGHT]
        close = [
            abs(np.log10(np.clip(row.estimate, SMALL, 1.0) / np.clip(row.error, SMALL, 1.0))) <= 1.0
            for row in ended
            if row.estimate is not None
        ]
        metrics += [
            Metric(f"{way}_runs", len(own), note=f"{len(ended)} finished"),
            Metric(f"{way}_trusted", sum(row.trusted for row in ended)),
            Metric(f"{way}_wrong", sum(row.trusted and row.error > WRONG for row in ended), at_most=0),
            Metric(f"{way}_off", sum(row.error > WRONG for row in ended), note="more than 2 % off, trusted or not"),
            Metric(f"{way}_false", float(np.mean([row.doubted for row in right])) if right else 0.0, at_most=0.1),
            Metric(f"{way}_within_ten", float(np.mean(close)) if close else 0.0, at_least=0.8, note=f"of {len(close)} estimates"),
        ]
    return metrics


def measured(kind: str, first: int, last: int, silent: bool) -> tuple[dict[str, dict[float, list[float]]], list[Judged]]:
    """Both studies of some scenes of one kind."""
    kinds, seeds = (kind,), range(first, last)
    return accuracy_ratios(kinds, seeds, silent), judged_runs(kinds, seeds, silent)


def joined(found: Iterable[dict[str, dict[float, list[float]]]], kinds: tuple[str, ...]) -> dict[str, dict[float, list[float]]]:
    """The ratios of all scenes by kind and accuracy."""
    every: dict[str, dict[float, list[float]]] = {kind: {a: [] for a in ACCURACIES} for kind in (*kinds, "sensitive")}
    for ratios in found:
        for kind, by in ratios.items():
            for accuracy, values in by.items():
                every[kind][accuracy] += values
    return every


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG, processes=True)
    parser.add_argument("--count", type=int, default=85, help="scenes of every kind")
    parser.add_argument("--first", type=int, default=1000, help="number of the first scene; the scheme was made with 0 to 40")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of scenes")
    options = parser.parse_args()
    kinds, last = tuple(options.kinds.split(",")), options.first + options.count
    tasks = [
        (kind, start, min(start + TOGETHER, last), options.json)
        for kind in reversed(kinds)  # those that take longest first
        for start in range(options.first, last, TOGETHER)
    ]
    found = in_processes(measured, tasks, options.processes, options.json)
    metrics = accuracy_metrics(joined((ratios for ratios, _ in found), kinds))
    metrics += trust_metrics([row for _, rows in found for row in rows])
    report("Contact against event solutions", metrics, options.json, ("elver",))


if __name__ == "__main__":
    main()
