"""A run: a labelled data set with its energy ledger, summary and provenance."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from elver.equations.layout import ledger_signs
from elver.errors import InputError
from elver.reading import read_netcdf
from elver.results.netcdf import write_netcdf
from elver.results.run_layout import check_run
from elver.results.summary import summarise
from elver.robot import Robot

LIBRARIES = ("elver", "casadi", "llvmlite", "numba", "numpy", "xarray")


@dataclass(frozen=True, eq=False)
class Run:
    """One finished, interrupted or failed simulation.

    data: xarray Dataset; every variable has ``units`` and ``long_name``, the attributes hold status and provenance.
    """

    data: object

    @property
    def status(self) -> str:
        """A word of elver.statuses: ``finished``, ``interrupted``, or why the run ended early."""
        return self.data.attrs["status"]

    @property
    def status_detail(self) -> str:
        """One sentence on how the run ended."""
        return self.data.attrs["status_detail"]

    @cached_property
    def summary(self) -> dict:
        """Headline figures as plain numbers."""
        return summarise(self.data)

    @property
    def parameters(self) -> dict:
        """What the model was made from."""
        return json.loads(self.data.attrs["parameters"])

    def save(self, path, overwrite: bool = False) -> Path:
        """Write NetCDF (opens with plain xarray). An existing file is kept unless ``overwrite``."""
        return write_data(self.data, path, overwrite)


def write_data(data, path, overwrite: bool = False) -> Path:
    """Write a Dataset as NetCDF, whole or not at all. An existing file is kept unless ``overwrite``."""
    path = Path(path)
    if path.exists() and not overwrite:
        raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True.")
    if not path.parent.is_dir():
        raise InputError(f"folder '{path.parent}' does not exist. Create it first.")
    return write_netcdf(data, path)


def load_run(path) -> Run:
    """Read a run that was saved before. The file may be anyone's: it is looked over first, and checked as a whole."""
    data = read_netcdf(path, "Give the .nc file of a run.")
    if "status" not in data.attrs or "ledger_error" not in data:
        raise InputError(f"'{path}' is a NetCDF file but not a run of Elver: it has no status and ledger.")
    check_run(data, f"the run '{path}'")
    return Run(data)


def versions() -> dict[str, str]:
    """Versions of everything that decides the numbers."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def make_run(equations, times, states, outputs, attributes: Mapping[str, object]) -> Run:
    """Label the recorded quantities (``recording.evaluate_outputs``) and close the ledger."""
    import xarray as xr

    coordinates = dict(equations.recorded.labels)
    kept = [f for f in equations.recorded.fields if f.name in outputs]
    variables = {f.name: (("time", *f.dims), outputs[f.name], {"units": f.unit, "long_name": f.meaning}) for f in kept}
    for name, dims in (("base", ("time",)), ("body", ("time", "body"))):
        meaning = {"units": "1", "long_name": f"orientation of the {name}, world from {name}, (w, x, y, z)"}
        variables[f"{name}_quaternion"] = ((*dims, "quaternion"), outputs[f"{name}_quaternion"], meaning)
    coordinates["quaternion"] = ("w", "x", "y", "z")
    layout = equations.layout
    if layout.memory:
        coordinates["memory_name"] = tuple(layout.memory)
        meaning = {"units": "1", "long_name": "states of the medium"}
        variables["memory"] = (("time", "memory_name"), states[:, layout.slices["memory"]], meaning)
    coordinates["state_name"] = layout.names
    variables["state"] = (("time", "state_name"), states, {"units": "SI", "long_name": "integrated state, for resuming"})
    used = {d for dims, *_ in variables.values() for d in dims}
    labels = {d: list(names) for d, names in coordinates.items() if d in used}
    data = xr.Dataset(variables, {"time": ("time", times, {"units": "s"}), **labels}, attributes)
    describe_robot(data, equations.model.robot)
    data = close_ledger(data)
    data.attrs["measures"] = json.dumps({name: measure(data) for name, measure in equations.model.measures.items()})
    return Run(data)


def describe_robot(data, robot: Robot) -> None:
    """Add what pictures and reports need of the robot, so that a saved run stands alone."""
    data["joint_group"] = ("joint", [j.group for j in robot.moving_joints])
    data["joint_type"] = ("joint", [j.type for j in robot.moving_joints])
    limits = [np.nan if j.limit is None else j.limit for j in robot.moving_joints]
    data["joint_limit"] = ("joint", limits, {"units": "N m or N", "long_name": "limit of the actuator, NaN where unknown"})
    data["body_mass"] = ("body", [b.mass for b in robot.bodies], {"units": "kg", "long_name": "mass"})
    centres = [b.centre_of_mass for b in robot.bodies]
    data["body_com"] = (("body", "axis"), centres, {"units": "m", "long_name": "centre of mass of every body, body frame"})
    data["body_parent"] = ("body", list(robot.parents), {"units": "1", "long_name": "index of the parent body, -1: base"})
    clouds = [np.zeros((0, 3)) if b.shape is None else b.shape.surface() for b in robot.bodies]
    outline = np.full((len(clouds), max(map(len, clouds)), 3), np.nan)
    for k, cloud in enumerate(clouds):
        outline[k, : len(cloud)] = cloud
    meaning = {"units": "m", "long_name": "points on the body's surface, body frame, NaN beyond the last"}
    data["body_outline"] = (("body", "point", "axis"), outline, meaning)
    if any(b.blade is not None for b in robot.bodies):
        corners = [np.full((4, 3), np.nan) if b.blade is None else b.blade.corners() for b in robot.bodies]
        meaning = {"units": "m", "long_name": "corners of the body's blade, leading edge first, body frame, NaN for none"}
        data["body_blade"] = (("body", "corner", "axis"), np.array(corners), meaning)


def close_ledger(data):
    """Add the energy balance: motor work = change of energy + everything that left; what remains is the error."""
    energy = (data.kinetic_energy + data.medium_energy + data.potential_energy).values
    flows = [str(f) for f in data.flow.values]
    done = data.work.values - data.work.values[0]  # a resumed run starts with works of its own
    signs = np.array(ledger_signs(flows))
    error = done @ signs - (energy - energy[0])
    moved = np.abs((data.kinetic_energy + data.medium_energy).values).max()
    scale = float(np.maximum(np.abs(done * signs).max(axis=0).sum(), moved))  # a NaN stays a NaN
    meaning = {"units": "J", "long_name": "motor work - change of energy - work that left"}
    data["ledger_error"] = ("time", error, meaning)
    data.attrs["ledger_scale"] = scale
    still = len(energy) < 2 or scale == 0
    data.attrs["ledger_closure"] = (np.nan if len(energy) < 2 else 0.0) if still else float(np.abs(error).max()) / scale
    return data
