"""CasADi files: read in a process without Elver, they give the same numbers."""

from __future__ import annotations

import json
import subprocess
import sys

import casadi as ca
import numpy as np
import pytest
from exported import four_bar, held_arm, recorded_arm, repeating_arm, steered_arm
from tolerances import ROUNDING, assert_close

from elver import scenario
from elver._support.errors import InputError
from elver.export import write_casadi
from elver.model import compile_model
from elver.model.program import written

ALONE = """
import json, sys
import casadi
given = json.load(sys.stdin)
file = casadi.FileDeserializer(given["file"])
functions = {f.name(): f for f in (file.unpack() for _ in range(given["count"]))}
assert casadi.Function.load(given["file"]).name() == "rhs"
assert "elver" not in sys.modules
arguments = [given[k] for k in ("t", "x", "p", "u", "s")]
found = {
    "names": {n: [f.name_in(), f.name_out()] for n, f in functions.items()},
    "xdot": functions["rhs"](*arguments).full().ravel().tolist(),
    "y": functions["outputs"](*arguments).full().ravel().tolist(),
    "x0": functions["initial"](given["t"], given["p"], given["u"], given["s"]).full().ravel().tolist(),
    "s": functions["signals"](given["t"]).full().ravel().tolist() if "signals" in functions else [],
}
print(json.dumps(found))
"""


def models():
    """Programs by name."""
    return {
        "eel": lambda: scenario("eel").build({"body.joints": 3}, free=["gait.amplitude", "gait.period"]),
        "held": lambda: held_arm().freed("control.kp"),
        "recorded": recorded_arm,
        "loops": four_bar,
        "inputs": steered_arm,
    }


@pytest.mark.parametrize("name", models())
def test_another_process_gets_the_same_numbers(tmp_path, name):
    program = compile_model(models()[name]())
    file, page = write_casadi(program, tmp_path / "m.casadi")
    p, t, width = program.parameter_vector(), 0.7, program.signal_width
    x = program.initial_state(p, t) + 1e-3
    s, u = program.signal_values(t), p[program.input_places]
    given = {"file": str(file), "count": 4 if width else 3, "t": t, "x": x.tolist(), "u": u.tolist(), "s": s.tolist()}
    given["p"] = np.delete(p, program.input_places).tolist()
    command = [sys.executable, "-I", "-c", ALONE]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["names"]["rhs"] == [["t", "x", "p", "u", "s"], ["xdot"]]
    assert found["names"]["outputs"] == [["t", "x", "p", "u", "s"], ["y"]]
    assert_close(found["xdot"], program.rhs([t], x, p, s), ROUNDING)
    assert_close(found["y"], program.outputs([t], x, p, s), ROUNDING)
    assert_close(found["s"], s, 1e-9)  # second derivatives by another form of the same spline
    text = page.read_text()
    for label in program.equations.parameters:
        assert label.replace(".", "_") in text


@pytest.mark.parametrize("model", [recorded_arm, repeating_arm])
def test_signals_are_the_very_splines(tmp_path, model):
    program = written(model())
    file, _ = write_casadi(program, tmp_path / "m.casadi")
    reader = ca.FileDeserializer(str(file))
    *_, signals = [reader.unpack() for _ in range(4)]
    for t in np.linspace(0.0, 2.0, 37):
        assert_close(np.array(signals(t)).ravel(), program.signal_values(t), 1e-9)
    assert np.abs(program.signal_values(1.3)).max() > 0.1


def test_the_start_closes_the_loops_also_later(tmp_path):
    program = compile_model(four_bar())
    file, _ = write_casadi(program, tmp_path / "m.casadi")
    reader = ca.FileDeserializer(str(file))
    initial = [reader.unpack() for _ in range(3)][2]
    p = program.parameter_vector()
    for t in (0.0, 0.2):
        found = np.array(initial(t, p, [], program.signal_values(t))).ravel()
        assert_close(found, program.initial_state(p, t), 1e-9)


def test_a_model_needs_no_duration_but_a_name_does(tmp_path):
    assert write_casadi(held_arm(), tmp_path / "m.casadi")[0].is_file()
    with pytest.raises(InputError, match="exists"):
        write_casadi(held_arm(), tmp_path / "m.casadi")
    with pytest.raises(InputError, match="must end in"):
        write_casadi(held_arm(), tmp_path / "m.txt")
    with pytest.raises(InputError, match="impacts"):
        write_casadi(scenario("gray"), tmp_path / "gray.casadi")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["m.casadi", "m.md"]
