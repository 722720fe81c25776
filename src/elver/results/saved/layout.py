"""What the data set of a run holds, and the check of one that was read from a file."""

from __future__ import annotations

import json

import numpy as np

from elver.errors import InputError
from elver.reading import Field, Layout, check_layout
from elver.reading.structure import is_kind, parsed

PER_TIME, PER_AXIS, PER_JOINT, PER_BODY = ("time",), ("time", "axis"), ("time", "joint"), ("time", "body", "axis")
ATTRIBUTES = {
    "model": "text",
    "status": "text",
    "status_detail": "text",
    "period": "finite",
    "wall_time": "positive",
    "ledger_scale": "number",
    "ledger_closure": "number",
    "parameters": "object",
    "measures": "object",
}
FIELDS = {
    "time": Field(PER_TIME),
    **dict.fromkeys(("base_position", "base_velocity", "com_position"), Field(PER_AXIS)),
    **dict.fromkeys(("base_twist", "momentum"), Field(("time", "component"))),
    **dict.fromkeys(("kinetic_energy", "medium_energy", "potential_energy", "ledger_error"), Field(PER_TIME)),
    **dict.fromkeys(("power", "work"), Field(("time", "flow"))),
    "base_quaternion": Field(("time", "quaternion")),
    "body_position": Field(PER_BODY),
    "body_quaternion": Field(("time", "body", "quaternion")),
    "body_mass": Field(("body",)),
    "body_com": Field(("body", "axis")),
    "body_parent": Field(("body",), "whole"),
    "body_outline": Field(("body", "point", "axis")),
    "state": Field(("time", "state_name")),
}
OF_JOINTS = {
    **dict.fromkeys(("joint_position", "joint_velocity", "joint_torque", "joint_power"), Field(PER_JOINT)),
    **dict.fromkeys(("joint_group", "joint_type"), Field(("joint",), "text")),
    "joint_limit": Field(("joint",)),
}
OF_CONTACTS = {
    "contact_force": Field(("time", "link", "plane")),
    "sticking": Field(("time", "link"), "number"),
    **dict.fromkeys(("contact_residual", "penetration", "sweeps"), Field(PER_TIME, "number")),
}
OF_LOOPS = {"loop_closure": Field(("time", "loop")), "loop_condition": Field(PER_TIME)}
OPTIONAL = {
    "medium_force": Field(("time", "force", "axis")),
    "body_group": Field(("body",), "text"),
    "body_part": Field(("body", "point"), "whole"),
    "body_force": Field(("time", "force", "body", "axis")),
    "body_blade": Field(("body", "corner", "axis")),
    "obstacle_outline": Field(("obstacle", "rim", "plane")),
    "ground_force": Field(("time", "link", "plane")),
    "memory": Field(("time", "memory_name")),
    "input": Field(("time", "input_name")),
    "input_unit": Field(("input_name",), "text"),
    "pending_input": Field(("pending", "input_name")),
    "pending_time": Field(("pending",)),
    "sensor_memory": Field(("sensor_memory_place",)),
}
JSON = ("settings", "origin", "parameter_words", "stream")  # attributes that are relied on; readers of others do without
SECONDS, TOLERANCES, COUNTS = ("duration", "dt", "output"), ("rtol", "atol"), ("chunk", "samples", "steps")
SENSED, CHANNELS = "sensed_", "channel_of_"
LABELS = {
    "axis": ("x", "y", "z"),
    "component": ("wx", "wy", "wz"),
    "flow": ("motor", "motor_positive"),
    **dict.fromkeys(("body", "joint", "state_name", "force", "link", "input_name"), ()),
}
MOST = 10**15  # steps of a run
NEVER_EMPTY = ("time", "body", "link", "obstacle", "rim", "loop", "state_name")
SIZES = {"axis": 3, "component": 6, "quaternion": 4, "plane": 2, "corner": 4}


def check_run(data, name: str) -> None:
    """Refuse a data set that is not a run, or one that lost a part; the error names the first thing that is wrong."""
    parts = {"joint": OF_JOINTS, "link": OF_CONTACTS, "loop": OF_LOOPS}
    needed = FIELDS | {name: f for dimension, own in parts.items() if dimension in data.sizes for name, f in own.items()}
    sensors = [str(key).removeprefix(SENSED) for key in data.variables if str(key).startswith(SENSED)]
    optional = OPTIONAL | {SENSED + sensor: Field(("time", CHANNELS + sensor)) for sensor in sensors}
    labels = LABELS | {CHANNELS + sensor: () for sensor in sensors}
    check_layout(data, Layout(ATTRIBUTES, needed, optional, SIZES, labels), name)
    looks = (attribute_problems, time_problems, body_problems, joint_problems, loop_problems, measure_problems)
    for problem in (problem for look in looks for problem in look(data)):
        raise InputError(f"{name} is damaged or not written by Elver: {problem}.")


def attribute_problems(data):
    """Attributes in JSON that are none, and times and counts in them that no run has."""
    found = {name: parsed(data.attrs[name]) for name in JSON if name in data.attrs}
    for name, value in found.items():
        if not isinstance(value, dict):
            yield f"the attribute '{name}' is no object of JSON"
            return
    settings, stream = found.get("settings", {}), found.get("stream", {})
    for name in (*SECONDS, *TOLERANCES):
        if name in settings and not (is_kind(settings[name], "positive") and type(settings[name]) in (int, float)):
            yield f"the setting '{name}' is not a number greater than 0"
    for name in ("method", "requested_method"):
        if not isinstance(settings.get(name, ""), str):
            yield f"the setting '{name}' is not a text"
    for name in COUNTS:
        value = stream.get(name, 0)
        if type(value) is not int or not 0 <= value <= (data.sizes.get("time", 0) if name == "samples" else MOST):
            yield f"its stream has {name} = {str(value)[:40]}"
    for name, words in found.get("parameter_words", {}).items():
        if not (isinstance(words, list) and len(words) in (2, 3) and all(isinstance(word, str) for word in words)):
            yield f"the units and the meaning of '{name[:60]}' are no texts"
            return


def time_problems(data):
    """Dimensions without entries, and times that do not run."""
    for dimension in NEVER_EMPTY:
        if data.sizes.get(dimension) == 0:
            yield f"the dimension '{dimension}' has no entries"
            return
    times = data.time.values
    if not len(times) or not np.isfinite(times).all() or (np.diff(times) < 0).any():
        yield "its times are not finite numbers that increase"


def body_problems(data):
    """Bodies that have no place in a tree, or no mass."""
    parents, mass = data.body_parent.values, data.body_mass.values
    if not len(parents) or (parents < -1).any() or (parents >= np.arange(len(parents))).any():
        yield "the parents of its bodies make no tree"
    if not (np.isfinite(mass).all() and (mass >= 0).all() and mass.sum() > 0):
        yield "the masses of its bodies are not numbers of 0 or more"
    part = data.body_part.values if "body_part" in data else np.zeros(0, dtype=int)
    if (part < -1).any() or (part >= data.sizes.get("point", 0)).any():
        yield "the parts of its bodies are not numbered from 0, or there are more of them than points"
    bodies = {str(b) for b in data.body.values}
    if "link" in data.sizes and not {str(k) for k in data.link.values} <= bodies:
        yield "one of its links is not among its bodies"
    if "sweeps" in data and not np.isfinite(data.sweeps.values).all():
        yield "its counts of sweeps are not finite"
    if "obstacle" in data.sizes and "obstacle_outline" not in data:
        yield "the variable 'obstacle_outline' is missing"


def joint_problems(data):
    if data.sizes.get("joint") and not {str(k) for k in data.joint_type.values} <= {"revolute", "prismatic"}:
        yield "one of its joints is neither revolute nor prismatic"


def loop_problems(data):
    """Inputs without units, and what waits to act at no time."""
    if "input" in data and "input_unit" not in data:
        yield "the variable 'input_unit' is missing"
    if ("pending_input" in data) != ("pending_time" in data):
        yield "the inputs that wait have no times, or the times no inputs"
    if "pending_time" in data and not np.isfinite(data.pending_time.values).all():
        yield "the times of the inputs that wait are not finite"


def measure_problems(data):
    for key, value in json.loads(data.attrs["measures"]).items():
        numbers = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else [value]
        if not all(v is None or isinstance(v, (int, float)) for v in numbers):
            yield f"the measure '{key[:60]}' is not a number"
