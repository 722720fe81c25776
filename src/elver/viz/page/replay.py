"""A run made small enough for a page: as many samples as the eye needs, numbers as short as it can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, from_user
from elver.model import Program
from elver.results import Run
from elver.results.checks.trust import CONSISTENT
from elver.results.record import attribute
from elver.scenarios import Scenario, find_scenario
from elver.simulation import Save, Solver, simulate
from elver.simulation.finish import described_robot, drawn_edges, drawn_regions, drawn_surroundings, free_values, labelled_dataset
from elver.simulation.recording import ROTATIONS
from elver.symbolic.spatial import rotation_quaternion
from elver.viz.page.geometry import packed_curves, text_of
from elver.viz.page.payload import Words, common_payload, recorded_figures, shown_by, shown_joints, trust_of, wakes_of
from elver.viz.plots import origin_of, scenario_of

if TYPE_CHECKING:
    import xarray as xr

    from elver.results.samples import Data

A_SECOND, _A_PERIOD = 30.0, 40.0  # samples kept of a second of motion, or of a period of the gait where that is more
FEWEST_SAMPLES = 200  # samples kept of a short run, where it has them
BYTES = 500_000  # of all samples at four bytes a number; packed by gzip they take about a fifth
_ALWAYS = ("body_position", "body_quaternion", "base_position", "base_velocity", "com_position", "power", "work")
_ENERGIES = ("kinetic_energy", "medium_energy", "potential_energy")
_FAR = 3.0  # machine sizes on the way, beyond which 1/32767 of the way could be seen (a ten-thousandth of the machine)
_WHERE_THERE = ("joint_position", "joint_torque", "contact_force", "ground_force", "body_force")


def recording_of(data: xr.Dataset, bodies: Sequence[str], joints: Sequence[str]) -> dict[str, Any]:
    """The recording as plain data: places of the drawn bodies, what is plotted, forces."""
    kept = _selected(data, bodies, joints)
    width = 8 + 4 * sum(int(np.prod(field.shape[1:], dtype=int)) for field in kept.values())
    times = data.time.values
    frames = chosen_frames(times, float(data.attrs.get("period", 0.0)), max(2, BYTES // width))
    size = _machine_size(data)
    fields = {name: _as_data(field.isel(time=frames), size) for name, field in kept.items()}
    return {"times": text_of(times[frames], "f8"), "fields": fields, "note": told(times, frames)}


def _selected(data: xr.Dataset, bodies: Sequence[str], joints: Sequence[str]) -> dict[str, Any]:
    """The variables that a page needs, each only for what it shows."""
    wakes = [wake["field"].partition(".")[0] for wake in wakes_of(data, 1.0)]
    wanted = [name for name in dict.fromkeys((*_ALWAYS, *_ENERGIES, *_WHERE_THERE, *wakes)) if name in data]
    found = {}
    for name in wanted:
        field = data[name]
        field = field.sel(body=list(bodies)) if "body" in field.dims else field
        if "joint" in field.dims:
            if not joints:
                continue
            field = field.sel(joint=list(joints))
        found[name] = field
    return found


def chosen_frames(times: np.ndarray, period: float, most: int) -> np.ndarray:
    """Numbers of the samples that are kept, first and last among them."""
    rate = max(A_SECOND, _A_PERIOD / period if period > 0 else 0.0)
    wanted = max(int(np.ceil(float(times[-1] - times[0]) * rate)) + 1, FEWEST_SAMPLES)
    count = max(min(len(times), wanted, most), min(2, len(times)))
    return np.unique(np.linspace(0, len(times) - 1, count).round().astype(int))


def _machine_size(data: Data) -> float:
    """The largest distance between two bodies along an axis [m], 0 for one body alone."""
    return float(np.ptp(data.body_position.values, axis=1).max(initial=0.0))


def _as_data(field: xr.DataArray, size: float = 0.0) -> dict[str, Any]:
    """One variable with its shape, dimensions, labels, unit and meaning. size: of the machine [m].

    Places of a machine that goes far have a third byte: in steps of the whole way its bodies would tremble.
    """
    way = float(np.ptp(field.values, axis=0).max(initial=0.0)) if str(field.name).endswith("_position") else 0.0
    dims = [str(d) for d in field.dims if d != "time"]
    return {
        "shape": list(field.shape),
        **packed_curves(field.values, 3 if field.attrs.get("units") == "m" and way > _FAR * size else 2),
        "dims": dims,
        "labels": {d: [str(name) for name in field[d].values] for d in dims},
        "unit": str(field.attrs.get("units", "")),
        "meaning": str(field.attrs.get("long_name", "")),
    }


def told(times: np.ndarray, frames: np.ndarray) -> str:
    """What was left out, in one sentence."""
    span, count = float(times[-1] - times[0]), len(frames)
    if count == len(times):
        return f"all {count} samples of the run, {span:.4g} s"
    rate = (count - 1) / span if span > 0 else 0.0
    return f"{count} of the run's {len(times)} samples, {rate:.3g} a second; numbers are good to 2e-5 of their range"


# --- One case of a sweep as a run: the sweep keeps its figures and not its motion, so it is run again with the same numbers.

_HOW = ("duration", "dt", "method", "output", "rtol", "atol")


def case_run(data: xr.Dataset, number: int, chosen: Scenario | None = None, progress: bool | None = False) -> Run:
    """The run of case ``number``, counted from 0 with the last parameter fastest, of the data set of a sweep.

    chosen: the scenario where it is somebody's own file, which a sweep knows by its digest only.
    """
    settings = _settings_of(data)
    values = case_values(data, number)
    chosen = chosen or _published(settings)
    if chosen.digest != settings.get("file", ""):
        raise InputError(f"'{chosen.file or chosen.name}' is not what the sweep of '{settings['scenario']}' was made from.")
    known = {k.removeprefix("parameter "): v for k, v in settings.items() if k.startswith("parameter ")}
    model = chosen.prepared({**known, **values}, duration=settings["duration"])
    solver = Solver(settings["method"], settings["dt"], settings["rtol"], settings["atol"])
    return simulate(model, settings["duration"], solver=solver, save=Save(every=settings["output"]), progress=progress)


def _settings_of(data: xr.Dataset) -> dict[str, Any]:
    """What a sweep was made with."""
    found = attribute(data, "settings", {})
    if isinstance(found.get("scenario"), str) and all(name in found for name in _HOW):
        return found
    raise InputError("the sweep does not say what it was made with; it is damaged, or of another version.")


def _published(settings: dict[str, Any]) -> Scenario:
    """The published scenario of a sweep."""
    found = None if settings.get("file") else find_scenario(settings["scenario"])
    if found is None:
        raise InputError(f"the sweep of '{settings['scenario']}' was made from a file. Name that file too, with --of FILE.yaml.")
    return found


def case_values(data: xr.Dataset, number: int) -> dict[str, Any]:
    """The values of the parameters in one case."""
    shape, names = data.status.shape, [str(d) for d in data.status.dims]
    count = int(np.prod(shape, dtype=int))
    if not 0 <= number < count:
        raise InputError(f"case {number} is not in the sweep: it has {count} cases, 0 to {count - 1}.")
    places = np.unravel_index(number, shape)
    return {name: data[name].values[k].item() for name, k in zip(names, places, strict=True)}


# --- A machine at its start, from the equations alone: nothing is compiled and no step is taken.


def beginning(program: Program, described: Mapping[str, Any], values: np.ndarray | None = None) -> xr.Dataset:
    """The data set of one sample, at time 0: what the module of a program records (``described``), and what the robot is.

    What only the module's own loop records, the forces of contacts, is 0.   values: of the free parameters, if not their own.
    """
    equations, model = program.equations, program.model
    p = program.parameter_vector() if values is None else values
    x = program.start(p)[0]
    row = np.array(equations.outputs(0.0, x, p, program.signal_values(0.0)), dtype=float).reshape(1, -1)
    layout, outputs = equations.recorded, described["outputs"]
    found = {f.name: layout.take(row, f.name) for f in layout.fields}
    for quaternion, rotation in ROTATIONS.items():
        found[quaternion] = rotation_quaternion(found[rotation])
    kept = {f["name"]: f for f in outputs["fields"]}
    recorded = {name: values for name, values in found.items() if name in kept or name in ROTATIONS}
    further = {
        name: (("time", *f["dims"]), np.zeros((1, *f["shape"])), {"units": f["unit"], "long_name": f["meaning"]})
        for name, f in kept.items()
        if name not in found
    }
    names = {d: tuple(outputs["labels"][d]) for dims, *_ in further.values() for d in dims if d != "time"}
    data = labelled_dataset(
        equations, np.zeros(1), x[None], recorded, described_robot(model.robot_at(p.tolist())) | further, names
    )
    free = free_values(program, p)
    data.attrs |= {"model": model.name, "base": model.robot.base, "period": described["period"] or 0.0}
    seen = {"surroundings": drawn_surroundings(model, free), "edges": drawn_edges(model, free)}
    data.attrs |= {"regions": drawn_regions(model, free), **seen}
    return data


# --- A saved run, or one case of a sweep, as a page that plays it again.

FEWEST = 2  # samples of something that moves


def replay_payload(run: Run, title: str | None = None) -> dict[str, Any]:
    """Everything that the page of a run holds. Bodies that are not drawn are left out."""
    return from_user("making the page (are the data damaged or not finite?)", _payload_of, run, title)


def _payload_of(run: Run, title: str | None) -> dict[str, Any]:
    chosen = scenario_of(run)
    data = _with_surroundings(_readable(run.data), chosen)
    joints = shown_joints(data, chosen.joints_shown if chosen else ())
    words = Words(title or (chosen.title if chosen else _file_title(run)), about(run), chosen.source if chosen else "")
    payload = common_payload(data, "replay", words, joints, view=chosen.film.view if chosen else None)
    kept = _seen_bodies(payload["bodies"])
    payload["bodies"] = drawn_bodies(payload["bodies"])
    if "seams" in payload:
        payload["seams"] = [[kept.index(k) for k in pair] for pair in payload["seams"]]
    payload["recording"] = recording_of(data, [body["name"] for body in payload["bodies"]], joints)
    payload["figures"] = recorded_figures(data)
    payload |= shown_by(chosen.showing) if chosen else {}
    payload |= trust_of(run.data, chosen.energy_keeping if chosen else CONSISTENT, "the whole run")
    return payload | {"machine": None, "ended": {"word": str(run.status), "text": str(run.status_detail)}}


def _with_surroundings(data: xr.Dataset, chosen: Scenario | None) -> xr.Dataset:
    """The data set of a run that was saved before surroundings were recorded, with those of its scenario."""
    if chosen is None or "surroundings" in data.attrs or "regions" in data.attrs:
        return data
    return data.assign_attrs(surroundings=drawn_surroundings(chosen.build(), {}))


def _readable(data: xr.Dataset) -> xr.Dataset:
    """The samples whose places are all finite numbers; refused where fewer than two are."""
    good = np.isfinite(data.body_position.values).all(axis=(1, 2)) & np.isfinite(data.body_quaternion.values).all(axis=(1, 2))
    if good.sum() < FEWEST:
        raise InputError(
            f"the run of '{data.attrs['model']}' has {int(good.sum())} sample(s) with finite places: nothing moves. "
            "Give a run with two or more."
        )
    return data if good.all() else data.isel(time=np.flatnonzero(good))


def _file_title(run: Run) -> str:
    """The title of the file that a run was made from; the name of its model where there is none."""
    found = origin_of(run).get("title")
    return found if isinstance(found, str) and found.strip() else str(run.data.attrs["model"])


def about(run: Run) -> str:
    """What was run and how it ended, in a line."""
    return f"recorded run of {run.data.attrs['model']}: {run.status_detail}"


def _seen_bodies(bodies: list[dict[str, Any]]) -> list[int]:
    """Numbers of the bodies that are seen; all of them where none is."""
    return [k for k, body in enumerate(bodies) if body["mesh"] is not None] or list(range(len(bodies)))


def drawn_bodies(bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The bodies that are seen; the parent of each is the nearest one before it that is seen."""
    kept = _seen_bodies(bodies)
    place = {k: n for n, k in enumerate(kept)}

    def ancestor(k: int) -> int:
        while k >= 0 and k not in place:
            k = bodies[k]["parent"]
        return place.get(k, -1)

    return [bodies[k] | {"parent": ancestor(bodies[k]["parent"])} for k in kept]
