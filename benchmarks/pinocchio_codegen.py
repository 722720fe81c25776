"""Pinocchio's articulated-body algorithm as generated code: its templates with CasADi's SX as scalar, CasADi's C code, gcc.

The wheels hold the headers, not the binding, so that a small C++ program (``pinocchio_graph.cpp``) is compiled first. It takes
minutes; what was built stays in the folder.
"""

from __future__ import annotations

import ctypes
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np

from elver.robot import Robot
from rivals import State, placement
from timing import compiled_loop

FLAGS = ("-O3", "-ffast-math", "-march=native", "-fPIC", "-shared")
LISTS = ("-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS")  # as Pinocchio's own build has it


class PinocchioCode:
    """Generated code of ``aba`` in vacuum for one robot."""

    def __init__(self, robot: Robot, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        graph = folder / "aba.casadi"
        subprocess.run([build(folder), graph], input=description(robot), text=True, check=True)
        function = ca.Function.load(str(graph))
        self.instructions = function.n_instructions()
        source, library = folder / "aba_code.c", folder / "aba_code.so"
        source.write_text(ca_code(function))
        subprocess.run(["gcc", *FLAGS, source, "-o", library], check=True)
        self.library = ctypes.CDLL(str(library))
        self.sizes = [function.sz_arg(), function.sz_res(), function.sz_iw(), function.sz_w()]

    def loop(self, state: State, count: int) -> tuple[Callable[[], float], np.ndarray]:
        """A contender of ``count`` evaluations, from compiled code, and where its accelerations stand."""
        w, x, y, z = state.quaternion
        inputs = [
            np.concatenate([state.position, [x, y, z, w], state.q]),
            np.concatenate([state.twist, state.qd]),
            np.concatenate([np.zeros(6), state.torques]),
        ]
        found = np.empty(len(inputs[1]))
        arg, res, integers, work = (np.zeros(size + 1, dtype) for size, dtype in zip(self.sizes, "qqqd", strict=True))
        arg[:3], res[0] = [a.ctypes.data for a in inputs], found.ctypes.data
        kept = (inputs, found, arg, res, integers, work)
        pointers = (*(a.ctypes.data for a in (arg, res, integers, work)), 0)
        address, repeat = ctypes.cast(self.library.aba, ctypes.c_void_p).value, compiled_loop()
        repeat(address, pointers, inputs[0], 1)

        def run(kept=kept) -> float:
            start = time.perf_counter()
            repeat(address, pointers, inputs[0], count)
            return (time.perf_counter() - start) / count

        return run, found


def ca_code(function: ca.Function) -> str:
    """CasADi's C code of a function."""
    generator = ca.CodeGenerator("aba_code.c")
    generator.add(function)
    return generator.dump()


def build(folder: Path) -> Path:
    """The program that writes the graph, compiled where it is not there yet."""
    import pinocchio

    program, casadi = folder / "pinocchio_graph", Path(ca.__file__).parent
    prefix = next(p for p in Path(pinocchio.__file__).parents if (p / "include" / "pinocchio").is_dir())
    source = Path(__file__).with_suffix("").with_name("pinocchio_graph.cpp")
    headers = [f"-I{p}" for p in (prefix / "include", casadi / "include", casadi / "include" / "eigen3")]
    links = [f"-L{casadi}", "-lcasadi", f"-Wl,-rpath,{casadi}"]
    if not program.exists():
        subprocess.run(["g++", "-std=c++17", "-O1", "-w", *LISTS, *headers, source, "-o", program, *links], check=True)
    return program


def description(robot: Robot) -> str:
    """The robot as the program reads it."""
    rows = [str(len(robot.bodies))]
    for j, body in enumerate(robot.bodies):
        R, P = placement(robot.joints[j - 1]) if j else (np.eye(3), np.zeros(3))
        mass, centre, inertia = (0.0, np.zeros(3), np.zeros((3, 3)))
        if not body.virtual:
            mass, centre, inertia = body.mass, body.centre_of_mass, body.central_inertia
        numbers = np.concatenate([R.ravel(), P, [mass], np.ravel(centre), np.ravel(inertia)])
        rows.append(" ".join([str(robot.parents[j] if j else 0), *map(repr, numbers.tolist())]))
    return "\n".join(rows)
