"""Models that are exported in the tests, and their C code called from Python."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest
from mechanisms import FourBar

from elver.drive import PD, ConstantPose, ParameterInput, Playback, RecordedMotion, SignalTable, TorqueInputs
from elver.export.c import WARNINGS, find_compiler
from elver.model import InitialState, Model, with_inputs
from elver.robot import Body, Box, Joint, Robot, Rod

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler on this computer")


def arm(mode: str = "driven", base: str = "free") -> Robot:
    """A box with two rods in a row."""
    bodies = [Body.solid("base", Box(0.3, 0.2, 0.1), 1000.0)]
    bodies += [Body.solid(name, Rod(0.4, 0.02), 1000.0) for name in ("upper", "lower")]
    joints = [
        Joint("shoulder", "base", "upper", d=0.15, mode=mode, viscous=0.5),
        Joint("elbow", "upper", "lower", d=0.4, alpha=0.4, mode=mode, viscous=0.5),
    ]
    return Robot("arm", bodies, joints, base)


def table(end: float = 2.0) -> SignalTable:
    """A smooth motion of both joints."""
    times = np.linspace(0.0, end, 41)
    return SignalTable(["shoulder", "elbow"], times, np.column_stack([np.sin(2 * times), 0.5 * np.cos(3 * times)]))


def recorded_arm() -> Model:
    """An arm that repeats a recorded motion."""
    return Model("recorded arm", arm(), gait=RecordedMotion(table()))


def repeating_arm() -> Model:
    """An arm whose recorded motion is that of one period."""
    times = np.arange(30) / 30 * 0.7
    angles = 0.5 * np.sin(2 * np.pi * times / 0.7)
    both = SignalTable(["shoulder", "elbow"], times, np.column_stack([angles, -(angles**2)]), 0.7)
    return Model("repeating arm", arm(), gait=RecordedMotion(both))


def played_arm() -> Model:
    """An arm that plays recorded torques back."""
    return Model("played arm", arm("torque"), control=Playback(table()))


def held_arm() -> Model:
    """An arm that a PD brings to a place from another one; stiffness and place can be freed."""
    gait = ConstantPose({"shoulder": 0.3, "elbow": -0.2})
    start = InitialState(angles={"shoulder": 0.1, "elbow": 0.2})
    return Model("held arm", arm("torque"), gait=gait, control=PD(20.0, 2.0), start=start)


def steered_arm() -> Model:
    """A recorded motion of the shoulder, a torque of the elbow as an input; stiffness free, damping an input too."""
    times = np.linspace(0.0, 2.0, 41)
    gait = RecordedMotion(SignalTable(["shoulder"], times, 0.3 * np.sin(2 * times)[:, None]))
    plain = Model("steered arm", arm("torque"), gait=gait, control=PD(20.0, 2.0)).freed("control.kp")
    return with_inputs(plain, TorqueInputs(["elbow"], limit=3.0), ParameterInput("control.kd", 0.5, 5.0))


def four_bar() -> Model:
    """A loop whose crank is driven by a recording."""
    times = np.linspace(0.0, 2.0, 41)
    gait = RecordedMotion(SignalTable(["crank"], times, (0.6 + 0.5 * np.sin(2 * times))[:, None]))
    angles = FourBar().positions(0.6)
    return Model(
        "four-bar", FourBar().robot("free"), gait=gait, start=InitialState(angles={"pin": angles[1], "rocker": angles[2]})
    )


class Library:
    """C files of an export, compiled without a warning, and called with arrays."""

    def __init__(self, folder: Path, name: str, optimise: str = "-O1"):
        self.name = name
        command = [find_compiler(), *WARNINGS, "-Werror", optimise, "-fPIC", "-shared", "-o", "model.so", f"{name}.c", "-lm"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        self.code = ctypes.CDLL(str(folder / "model.so"))

    def call(self, function: str, *arguments) -> int:
        """Call NAME_function; numbers go by value, arrays by address, None as NULL."""
        given = [ctypes.c_double(a) if isinstance(a, float) else pointer(a) for a in arguments]
        return getattr(self.code, f"{self.name}_{function}")(*given)

    def evaluate(self, function: str, size: int, t: float, x, p, u, s) -> np.ndarray:
        """Result of NAME_function(t, x, p, u, s, result)."""
        result = np.full(size, np.nan)
        self.call(function, t, x, p, u, s, result)
        return result


def pointer(array: np.ndarray | None) -> ctypes.c_void_p:
    return ctypes.c_void_p(None if array is None else array.ctypes.data)


def csv_rows(text: str) -> tuple[list[str], np.ndarray]:
    """Names of the columns, and the numbers."""
    first, *rows = text.splitlines()
    return first.split(","), np.array([[float(v) for v in row.split(",")] for row in rows])
