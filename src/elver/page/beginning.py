"""A machine at its start, from the equations alone: nothing is compiled and no step is taken."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from elver.native.program import Program
from elver.results.finish import described_robot, labelled
from elver.results.provenance import drawn_regions, drawn_surroundings, free_values
from elver.spatial import rotation_quaternion
from elver.stepping.recording import ROTATIONS


def beginning(program: Program, described: Mapping[str, Any], values: np.ndarray | None = None):
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
    data = labelled(equations, np.zeros(1), x[None], recorded, described_robot(model.robot_at(p.tolist())) | further, names)
    free = free_values(program, p)
    data.attrs |= {"model": model.name, "base": model.robot.base, "period": described["period"] or 0.0}
    data.attrs["regions"] = json.dumps(drawn_regions(model, free))
    data.attrs["surroundings"] = json.dumps(drawn_surroundings(model, free))
    return data
