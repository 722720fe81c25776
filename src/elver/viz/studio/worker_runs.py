"""Long work of the studio, in a worker of its own: native runs and sweeps, written into the folder ``runs``."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, is_finite
from elver._support.files import LOCK, held, make_folder, write_json, write_whole, writing
from elver.drive import PeriodicSpline
from elver.model.program import fitted_output, fitted_step
from elver.results import load_run
from elver.scenarios import Scenario
from elver.scenarios.files.write_splines import control_points, with_stroke
from elver.simulation import Save, Solver
from elver.viz.studio.worker_process import changes_of, source_of

if TYPE_CHECKING:
    import xarray as xr

RUNS = "runs"
MAP = "map.json"  # of a sweep
MOST_CASES = 10_000
STOPPED = 130  # the exit code of a command that Ctrl-C has stopped
SCENARIO_FILE = "scenario.yaml"  # the text that a run was made from


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Simulate by native code; run.nc, summary and figures in a new folder. A run that is stopped keeps what it reached."""
    from elver.model import compile_model
    from elver.simulation import simulate
    from elver.viz.plots import figures

    own, changes = source_of(request), changes_of(request)
    duration = number_or(request, "duration", own.duration)
    program = compile_model(own.prepared(changes, duration=duration).recording("body_force"))  # arrows of its replay
    with new_results(own.name) as folder:
        keep_source(folder, request, own, changes)
        dt = number_or(request, "dt", fitted_step(duration, own.time_step(changes)))
        method, output = str(request.get("method") or own.method), fitted_output(own.output, dt)
        done = simulate(program, duration, solver=Solver(dt=dt, method=method), save=Save(every=output), progress=False)
        done.save(folder / "run.nc", overwrite=True)
        write_json(folder / "summary.json", done.summary)
        available = set(done.data.joint.values) if done.data.sizes.get("joint") else set()
        with warnings.catch_warnings(), suppress(KeyboardInterrupt):  # the data are there already
            warnings.simplefilter("ignore")
            figures(done, folder / "figures", None, [j for j in own.joints_shown if j in available], ("svg",))
    return {"name": folder.name, "status": done.status, "detail": done.status_detail}


def sweep(request: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario over one or two parameters: the figures of every case as a map, and a Zarr store where zarr is installed."""
    from elver.analysis import sweep as sweep_verb

    own, changes, vary = source_of(request), changes_of(request), request.get("vary")
    if not isinstance(vary, dict) or not 1 <= len(vary) <= 2:
        raise InputError("a sweep of the studio varies one or two parameters. Name them with their ranges.")
    check_size(own, vary, changes)
    duration = number_or(request, "duration", own.duration)
    with new_results(f"{own.name}-sweep") as folder:
        keep_source(folder, request, own, changes)
        store = folder / "sweep.zarr" if find_spec("zarr") else None
        data = sweep_verb(
            own,
            vary,
            duration,
            parameters=changes,
            solver=Solver(dt=number_or(request, "dt", fitted_step(duration, own.time_step(changes)))),
            save=Save(path=store),
        )
        write_json(folder / MAP, {**map_of(data), "asked": asked(request, own, changes)}, indent=None)
    return {"name": folder.name, "status": "finished", "detail": cases_in_words(data.status.values)}


def cases_in_words(statuses: Any) -> str:
    """How many cases a sweep has, and how many of them did not finish."""
    failed = int((np.asarray(statuses) != "finished").sum())
    return f"{np.size(statuses)} cases" + (f", {failed} of them did not finish" if failed else "")


def check_size(own: Scenario, vary: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
    """Refuse ranges that are wrong, or far too many cases, before anything is made."""
    from elver.analysis.studies.setup import case_count, read_axes

    cases = case_count(read_axes(own, vary, changes))
    if cases > MOST_CASES:
        raise InputError(f"the sweep has {cases} cases. The studio takes {MOST_CASES}; use `elver sweep` for more.")


def map_of(data: xr.Dataset) -> dict[str, Any]:
    """A sweep's data set as plain values: axes, one number for every figure and case, and how the cases ended.

    ``values`` of an axis are those that a run takes, ``shown`` the same in the ``unit`` that the parameter was written in.
    """
    from elver.scenarios.parameter import in_shown_units
    from elver.viz.analysis_figures import drawable, single

    shown = in_shown_units(data)
    axes = [
        {"name": d, "unit": shown[d].attrs.get("units", ""), "meaning": data[d].attrs.get("long_name", ""),
         "values": data[d].values.tolist(), "shown": shown[d].values.tolist()}
        for d in data.status.dims
    ]  # fmt: skip
    found = {}
    for name in drawable(data):
        words, values = data[name].attrs, np.asarray(single(data, name).values, dtype=float)
        found[name] = {"unit": words.get("units", ""), "meaning": words.get("long_name", ""), "values": values.ravel().tolist()}
    return {
        "model": data.attrs["model"],
        "axes": axes,
        "figures": found,
        "status": data.status.values.ravel().tolist(),
        "detail": data.status_detail.values.ravel().tolist(),
        "trusted": data.trusted.values.ravel().tolist(),
    }


def number_or(request: Mapping[str, Any], name: str, default: float) -> float:
    """A number of the request; the default where it has none."""
    given = request.get(name)
    if given is None or given == "":
        return default
    try:
        return float(given)
    except (TypeError, ValueError):
        raise InputError(f"{name} = {str(given)[:60]} is not a number.") from None


def asked(request: Mapping[str, Any], own: Scenario, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked for, so that it can be opened and asked for again."""
    named = {} if request.get("text") is not None else {"scenario": own.name}
    how = {k: request[k] for k in ("path", "points", "duration", "dt", "method", "vary") if request.get(k) not in (None, "")}
    return {**named, **how, "changes": dict(changes)}


def keep_source(folder: Path, request: Mapping[str, Any], own: Scenario, changes: Mapping[str, Any]) -> None:
    """Write what a result was made from beside it, with the units of the parameters."""
    if request.get("text") is not None:
        write_whole(folder / SCENARIO_FILE, str(request["text"]))
    units = {p.name: p.unit for p in own.parameters if p.unit}
    write_json(folder / "asked.json", {**asked(request, own, changes), "units": units})


def results_parent() -> Path:
    """The folder of all results, which may not lead out of the working folder."""
    if not Path(RUNS).resolve().is_relative_to(Path.cwd().resolve()):
        raise InputError(f"the folder '{RUNS}' is a link that leads out of the working folder. Remove the link.")
    return make_folder(Path(RUNS))


@contextmanager
def new_results(name: str) -> Iterator[Path]:
    """A new folder runs/NAME, or NAME-2, -3, ..., held while it is written; removed again where nothing came of it."""
    parent = results_parent()
    for k in count(1):
        folder = parent / (name if k == 1 else f"{name}-{k}")
        with writing(folder):
            try:
                folder.mkdir()
            except FileExistsError:
                continue
        break
    try:
        with held(folder / LOCK, f"'{folder}'"):
            yield folder
    except BaseException:
        remove_unfinished(folder)
        raise


def remove_unfinished(folder: Path) -> None:
    """Remove what was kept of something that gave no result."""
    for name in (SCENARIO_FILE, "asked.json"):
        (folder / name).unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()


# --- Studies with an end of their own: a fit of a fit file, a policy that learns a task.

STUDY = "study.json"  # of a fit: what it is of, what it says, tables; pictures lie in the folder ``figures``
MOST_SECONDS, MOST_STARTS = 3600.0, 100
_TASK = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")
_LOOK = 0.5  # s between two looks at a training
_ELVER = (sys.executable, "-P", "-m", "elver")  # -P: no module is taken from the working folder


def tasks(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tasks that a policy can learn, by name, with the seconds that their lesson takes."""
    listed = subprocess.run((*_ELVER, "learn", "--json"), capture_output=True, text=True, check=True)
    return sorted(json.loads(listed.stdout)["tasks"], key=lambda task: task["name"])


def fit(request: Mapping[str, Any]) -> dict[str, Any]:
    """Unknowns of a fit file from its recordings, with the report that `elver fit` writes."""
    from elver._support.display import Progress
    from elver.analysis import FitSearch, fit_model, load_fit
    from elver.analysis.fit.summary import headline, verdict_sentences
    from elver.viz import write_report
    from elver.viz.reports import fit_tables

    path = request.get("path")
    if not path:
        raise InputError("choose a fit file. `elver fit NAME.yaml --new` writes one to begin with.")
    starts, seed = whole_or(request, "starts", 1, MOST_STARTS), whole_or(request, "seed", 0)
    problem = load_fit(str(path))
    with new_results(f"{problem.name}-fit") as folder:
        with Progress(0.0, "evaluating", False, unit="looks") as bar:

            def tell(text: str) -> None:
                bar.rename(text)
                bar.advance(1.0)

            done = fit_model(problem, search=FitSearch(starts, seed), callback=tell)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            write_report(done, folder)
        tables = [fit_tables.estimates_table(done), fit_tables.errors_table(done, held_out=bool(problem.held_out))]
        says = [headline(done), *verdict_sentences(done)]
        found: dict[str, Any] = {"kind": "fit", "of": str(path), "says": says, "report": "report.html"}
        found["tables"] = [{"title": t.title, "headers": list(t.headers), "rows": [list(r) for r in t.rows]} for t in tables]
        write_json(folder / STUDY, found)
    return {"name": folder.name, "status": done.status, "detail": headline(done)}


def learn(request: Mapping[str, Any]) -> dict[str, Any]:
    """A policy for a task, by `elver learn` in a process of its own; stopped, it keeps the best policy so far."""
    from elver._support.display import Progress

    task, seed = str(request.get("task")), whole_or(request, "seed", 0)
    if not _TASK.fullmatch(task):
        raise InputError(f"there is no task '{task[:60]}'. Choose one of the list.")
    seconds = number_or(request, "seconds", 0.0)
    if request.get("seconds") and not 1.0 <= seconds <= MOST_SECONDS:
        raise InputError(f"seconds = {seconds:g}. Give 1 to {MOST_SECONDS:g}.")
    parent, name = results_parent(), f"{task}-learn"
    folder = next(f for k in count(1) if not (f := parent / (name if k == 1 else f"{name}-{k}")).exists())  # the command holds it
    limit = ("--seconds", f"{seconds:g}") if seconds else ()
    command = (*_ELVER, "learn", task, *limit, "--seed", str(seed), "--out", str(folder), "--json")
    begun, heard = time.monotonic(), subprocess.PIPE
    with (
        subprocess.Popen(command, stdout=heard, stderr=heard, text=True) as process,
        Progress(seconds, "learning", False, unit="s") as bar,
    ):
        while (said := _heard(process)) is None:
            bar.update(min(time.monotonic() - begun, seconds or np.inf))
    if not (folder / "policy.npz").is_file():
        raise InputError((said[1].strip().splitlines() or ["nothing came of it"])[-1].removeprefix("elver: "))
    stopped = process.returncode == STOPPED
    return {"name": folder.name, "status": "stopped" if stopped else "finished", "detail": "the policy is in policy.npz"}


def _heard(process: subprocess.Popen[str]) -> tuple[str, str] | None:
    """What a process said, when it has ended; None while it goes on. Ctrl-C is handed on to it."""
    try:
        return process.communicate(timeout=_LOOK)
    except subprocess.TimeoutExpired:
        return None
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        return None


def whole_or(request: Mapping[str, Any], name: str, default: int, most: int = 2**31 - 1) -> int:
    """A whole number of the request, 0 to ``most``; the default where it has none."""
    value = number_or(request, name, default)
    if value != int(value) or not 0 <= value <= most:
        raise InputError(f"{name} = {value:g}. Give a whole number from 0 to {most}.")
    return int(value)


# --- Recorded quantities of runs over time, thinned for a page, in the worker: what runs are compared by.

MOST_RUNS, MOST_POINTS, MOST_NAMES = 8, 1500, 400
FIRST = ("forward_speed", "base_velocity.x", "base_position.x", "kinetic_energy")


def series(request: Mapping[str, Any]) -> dict[str, Any]:
    """Names that all runs have, and one of them over time for every run; their parameters, and units of their figures.

    files: run.nc by the name of the run.
    """
    files = request.get("files")
    if not isinstance(files, dict) or not 1 <= len(files) <= MOST_RUNS:
        raise InputError(f"give 1 to {MOST_RUNS} runs to compare.")
    runs = {name: load_run(Path(file)) for name, file in files.items()}
    data = {name: own.data for name, own in runs.items()}
    lists = [series_names(own) for own in data.values()]
    common = [name for name in lists[0] if all(name in other for other in lists[1:])][:MOST_NAMES]
    if not common:
        raise InputError("these runs have no recorded quantity in common.")
    chosen = str(request.get("name") or "") or next((n for n in FIRST if n in common), common[0])
    if chosen not in common:
        raise InputError(f"'{chosen[:60]}' is not recorded in all of these runs.")
    words = next(iter(data.values()))[chosen.partition(".")[0]].attrs
    curves = {name: thinned(own, chosen) for name, own in data.items()}
    about = {"name": chosen, "unit": words.get("units", ""), "meaning": words.get("long_name", "")}
    words_of = {figure: words for own in runs.values() for figure, words in own.metrics.items()}
    parameters = {name: own.parameters for name, own in runs.items()}
    return {"names": common, **about, "curves": curves, "figures": words_of, "parameters": parameters}


def series_names(data: xr.Dataset) -> list[str]:
    """Quantities over time: ``field`` for one number, ``field.label`` for one of several."""
    found: list[str] = []
    for name, own in data.data_vars.items():
        if own.dims == ("time",) and own.dtype.kind in "fiub":
            found.append(str(name))
        elif len(own.dims) == 2 and own.dims[0] == "time" and own.dtype.kind == "f" and own.dims[1] in data.coords:
            found += [f"{name}.{label}" for label in data[own.dims[1]].values.tolist()]
    return found


def thinned(data: xr.Dataset, name: str) -> dict[str, list[float]]:
    """Times and values of one quantity, every so many samples."""
    field, _, label = name.partition(".")
    values = data[field]
    if label:
        labels = [str(v) for v in data[values.dims[1]].values.tolist()]
        values = values.isel({values.dims[1]: labels.index(label)})
    every = max(1, -(-len(data.time) // MOST_POINTS))
    return {
        "time": np.asarray(data.time.values[::every], dtype=float).tolist(),
        "values": np.asarray(values.values[::every], dtype=float).tolist(),
    }


# --- Strokes drawn in the page, in the worker: as readable files.

SAME = 1e-6  # digits that a file has
FIELDS = ("points", "period", "drive", "drive_end", "start")


def stroke(request: Mapping[str, Any]) -> dict[str, str]:
    """The text of a scenario file with other control points, or that of a file of a stroke alone."""
    if request.get("text") is not None:
        return {"text": with_points(str(request["text"]), request.get("points"), request.get("path"))}
    return {"text": spline_file(request.get("stroke"))}


def with_points(text: str, points: Any, path: str | None) -> str:
    """A scenario file in which the splines of some joints have these control points; all else stays as it was written."""
    if not isinstance(points, dict) or not points:
        raise InputError("give points, a mapping from joints to control values.")
    for joint, values in points.items():
        if not isinstance(values, list) or not all(map(is_finite, values)):
            raise InputError(f"the control points of '{joint}' must be a list of numbers.")
        now = control_points(text, joint, str(path or "text"), path)
        if len(now) != len(values) or any(abs(a - b) > SAME * (1 + abs(b)) for a, b in zip(now, values, strict=True)):
            text = with_stroke(text, joint, values, path)  # else they are written together with those of another joint
    return text


def spline_file(given: Any) -> str:
    """A file as ``PeriodicSpline.save`` writes it and ``elver.drive.load_spline`` reads it."""
    if not isinstance(given, dict) or not {"points", "period"} <= given.keys() <= set(FIELDS):
        raise InputError(f"a stroke has points and period, and may have {', '.join(FIELDS[2:])}.")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "stroke.json"
        PeriodicSpline(**given).save(path)
        return path.read_text("utf-8")
