"""Long work of the studio, in a worker of its own: native runs and sweeps, written into the folder ``runs``."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.files import LOCK, held, make_folder, write_json, write_whole, writing
from elver.native.sources import fitted_output, fitted_step
from elver.scenarios import Scenario
from elver.studio.work.models import changes_of, source_of

RUNS = "runs"
MAP = "map.json"  # of a sweep
MOST_CASES = 10_000
SCENARIO_FILE = "scenario.yaml"  # the text that a run was made from


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Simulate by native code; run.nc, summary and figures in a new folder. A run that is stopped keeps what it reached."""
    from elver.native import compile_model
    from elver.show import figures
    from elver.simulation import simulate

    own, changes = source_of(request), changes_of(request)
    duration = number_or(request, "duration", own.duration)
    program = compile_model(own.prepared(changes, duration=duration).recording("body_force"))  # arrows of its replay
    with new_results(own.name) as folder:
        keep_source(folder, request, own, changes)
        dt = number_or(request, "dt", fitted_step(duration, own.time_step(changes)))
        method, output = str(request.get("method") or own.method), fitted_output(own.output, dt)
        done = simulate(program, duration, dt, method, output, progress=False)
        done.save(folder / "run.nc", overwrite=True)
        write_json(folder / "summary.json", done.summary)
        available = set(done.data.joint.values) if done.data.sizes.get("joint") else set()
        with warnings.catch_warnings(), suppress(KeyboardInterrupt):  # the data are there already
            warnings.simplefilter("ignore")
            figures(done, folder / "figures", None, [j for j in own.joints_shown if j in available], ("svg",))
    return {"name": folder.name, "status": done.status, "detail": done.status_detail}


def sweep(request: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario over one or two parameters: the figures of every case as a map, and a Zarr store where zarr is installed."""
    from elver.studies import sweep as sweep_verb

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
            changes,
            duration,
            number_or(request, "dt", fitted_step(duration, own.time_step(changes))),
            store=store,
        )
        write_json(folder / MAP, {**map_of(data), "asked": asked(request, own, changes)}, indent=None)
    return {"name": folder.name, "status": "finished", "detail": cases_in_words(data.status.values)}


def cases_in_words(statuses) -> str:
    """How many cases a sweep has, and how many of them did not finish."""
    failed = int((np.asarray(statuses) != "finished").sum())
    return f"{np.size(statuses)} cases" + (f", {failed} of them did not finish" if failed else "")


def check_size(own: Scenario, vary: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
    """Refuse ranges that are wrong, or far too many cases, before anything is made."""
    from elver.studies.ranges import read_axes
    from elver.studies.sweeping.blocks import case_count

    cases = case_count(read_axes(own, vary, changes))
    if cases > MOST_CASES:
        raise InputError(f"the sweep has {cases} cases. The studio takes {MOST_CASES}; use `elver sweep` for more.")


def map_of(data) -> dict[str, Any]:
    """A sweep's data set as plain values: axes, one number for every figure and case, and how the cases ended."""
    from elver.show.sweeps import drawable, single

    axes = [
        {"name": d, "unit": data[d].attrs.get("units", ""), "meaning": data[d].attrs.get("long_name", ""),
         "values": data[d].values.tolist()}
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


@contextmanager
def new_results(name: str) -> Iterator[Path]:
    """A new folder runs/NAME, or NAME-2, -3, ..., held while it is written; removed again where nothing came of it."""
    if not Path(RUNS).resolve().is_relative_to(Path.cwd().resolve()):
        raise InputError(f"the folder '{RUNS}' is a link that leads out of the working folder. Remove the link.")
    parent = make_folder(Path(RUNS))
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
