"""C files on disk: compiled without a warning, they are the program, number by number."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest
from exported import Library, csv_rows, four_bar, held_arm, needs_compiler, recorded_arm, repeating_arm, steered_arm
from tolerances import ROUNDING, assert_close

from elver import scenario, simulate
from elver._support.errors import InputError
from elver.export import write_c
from elver.export.description import describe
from elver.model import compile_model
from elver.scenarios.definition import find_scenario
from elver.simulation import Save, Solver

MODELS = {"held_arm": held_arm, "recorded_arm": recorded_arm, "repeating_arm": repeating_arm, "four_bar": four_bar}
SCENARIOS: dict[str, dict] = {
    "eel": {"body.joints": 4},
    "swimmer": {"links": 4},
    "crawler": {"links": 4},
    "moth-tethered": {},
    "scull-40": {},
}

LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("crawler", "moth-tethered", "scull-40")]


def program_of(name: str):
    """A compiled model of the tests, or a scenario."""
    if name in MODELS:
        return compile_model(MODELS[name]())
    return compile_model(scenario(name).prepared(SCENARIOS[name]))


@needs_compiler
@pytest.mark.parametrize("name", [*MODELS, "eel", "swimmer", *LONG])
def test_right_hand_side_outputs_and_start_agree(tmp_path, name):
    program = program_of(name)
    export = describe(program, 0.1, getattr(find_scenario(name), "dt", 1e-3))
    write_c(export, tmp_path)
    library, p = Library(tmp_path, export.name), program.parameter_vector()
    rng = np.random.default_rng(1)
    for t in (0.0, 0.9):
        x, found = program.initial_state(p, t), np.full(len(export.states), np.nan)
        assert library.call("start", t, p, None, None, found) == 0
        assert_close(found, x, ROUNDING)
        s, now = program.signal_values(t), np.full(program.signal_width, np.nan)
        library.call("signals", t, now)
        assert_close(now, s, ROUNDING)
        point = x + 1e-3 * rng.standard_normal(len(x))
        rates = program.rhs([t], point, p, s)
        assert np.isfinite(rates).all()
        assert np.abs(rates).max() > (1e-3 if t else 0.0)
        assert_close(library.evaluate("rhs", len(x), t, point, p, None, s), rates, ROUNDING)
        y = program.outputs([t], point, p, s)
        assert_close(library.evaluate("outputs", len(y), t, point, p, None, s), y, ROUNDING)


@needs_compiler
@pytest.mark.parametrize("name", ["recorded_arm", "repeating_arm", "four_bar", "eel", "swimmer"])
def test_the_main_program_makes_the_same_run(tmp_path, name):
    program = program_of(name)
    export = describe(program, 1.0, getattr(find_scenario(name), "dt", 1e-3))
    write_c(export, tmp_path)
    subprocess.run(["make", "--silent", "CFLAGS=-O1 -Werror"], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run(
        [tmp_path / export.name, "1", f"{export.plan.dt!r}", "outputs"], capture_output=True, text=True, check=True
    )
    columns, rows = csv_rows(done.stdout)
    run = simulate(program, 1.0, solver=Solver(dt=export.plan.dt, method="rk4"), save=Save(every=export.plan.output))
    states = run.data.state.values
    assert columns == ["time", *(n.identifier for n in export.states), *(n.identifier for n in export.outputs)]
    assert_close(rows[:, 0], run.data.time.values, ROUNDING)
    assert_close(rows[:, 1 : 1 + len(export.states)], states, ROUNDING)
    place = 1 + len(export.states) + export.equations.recorded.slices["kinetic_energy"].start
    assert_close(rows[:, place], run.data.kinetic_energy.values, ROUNDING)
    assert np.abs(states[-1] - states[0]).max() > 1e-3


@needs_compiler
def test_bounds_are_told_and_kept(tmp_path):
    export = describe(compile_model(steered_arm()), 0.1)
    write_c(export, tmp_path)
    subprocess.run(["make", "--silent", "CFLAGS=-O1 -Werror"], cwd=tmp_path, check=True, capture_output=True)

    def said(*words):
        return subprocess.run([tmp_path / export.name, *words], capture_output=True, text=True)

    for word, reason in (
        ("torque.elbow=3.5", "torque.elbow=3.5 is not allowed. Give -3 to 3 N m"),
        ("control.kd=0.4", "control.kd=0.4 is not allowed. Give 0.5 to 5"),
        ("torque.elbow=nan", "torque.elbow=nan: give a finite number"),
        ("torque.elbow=", "give a finite number"),
        ("torque.knee=1", "no such parameter or input. --help names them"),
    ):
        done = said(word)
        assert (done.returncode, done.stdout) == (2, "")
        assert reason in done.stderr
    assert said("torque.elbow=-3", "control.kd=5").returncode == 0
    for word in ("--help", "-h"):
        done = said(word)
        assert (done.returncode, done.stderr) == (0, "")
        assert all(n.name in done.stdout and n.allowed in done.stdout for n in (*export.parameters, *export.inputs))
        assert "duration  seconds of the run (0.1)" in done.stdout
    page = (tmp_path / "README.md").read_text()
    assert "| -3 to 3 |" in page
    assert "_input_highs" in page


@needs_compiler
def test_free_parameters_can_be_given(tmp_path):
    program = compile_model(held_arm().freed("control.kp", "gait.angles.shoulder"))
    write_c(program, tmp_path, duration=1.0)
    subprocess.run(["make", "--silent", "CFLAGS=-O1"], cwd=tmp_path, check=True, capture_output=True)

    def rows(*words):
        return csv_rows(subprocess.run([tmp_path / "held_arm", *words], capture_output=True, text=True, check=True).stdout)[1]

    values = {"control.kp": 35.0, "gait.angles.shoulder": -0.4}
    changed, run = rows(*(f"{k}={v}" for k, v in values.items())), simulate(program, 1.0, parameters=values)
    assert_close(changed[:, 1:], run.data.state.values, ROUNDING)
    assert np.abs(changed - rows()).max() > 0.1
    for wrong in (["control.kpp=1"], ["control.kp=x"], ["0"], ["1", "1e-3", "1e-2", "5"]):
        assert subprocess.run([tmp_path / "held_arm", *wrong], capture_output=True).returncode == 2


@needs_compiler
def test_inputs_are_an_array_of_their_own(tmp_path):
    program = compile_model(steered_arm())
    write_c(program, tmp_path, duration=1.0)
    library, p = Library(tmp_path, "steered_arm"), program.parameter_vector({"control.kp": 15.0})
    given, x, run = np.delete(p, program.input_places), program.initial_state(p), None
    for k, u in enumerate([(0.5, 2.0), (-1.5, 0.7)]):
        values = {"control.kp": 15.0, **dict(zip(program.input_names, u, strict=True))}
        run = simulate(
            program,
            0.01,
            solver=Solver(dt=1e-3, method="rk4"),
            save=Save(every=1e-3),
            parameters=values,
            resume=run,
            progress=False,
        )
        for step in range(10):
            assert library.call("step", k * 0.01 + step * 1e-3, 1e-3, given, np.array(u), None, x) == 0
    assert_close(x, run.data.state.values[-1], ROUNDING)
    usual, same = program.initial_state(p), program.initial_state(p)
    library.call("step", 0.0, 1e-3, given, None, None, usual)
    library.call("step", 0.0, 1e-3, given, np.array([0.0, 2.0]), None, same)
    assert np.array_equal(usual, same)
    header = (tmp_path / "steered_arm.h").read_text()
    assert "STEERED_ARM_U_torque_elbow, /* [N m] torque of the motor of joint elbow */" in header
    subprocess.run(["make", "--silent", "CFLAGS=-O1 -Werror"], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run([tmp_path / "steered_arm", "0.01", "torque.elbow=0.5"], capture_output=True, text=True, check=True)
    run = simulate(
        program,
        0.01,
        solver=Solver(dt=1e-3, method="rk4"),
        save=Save(every=0.01),
        parameters={"torque.elbow": 0.5},
        progress=False,
    )
    assert_close(csv_rows(done.stdout)[1][-1, 1:], run.data.state.values[-1], ROUNDING)


@needs_compiler
def test_signals_of_ones_own_are_held_during_a_step(tmp_path):
    program = compile_model(recorded_arm())
    write_c(program, tmp_path, duration=1.0)
    library, p = Library(tmp_path, "recorded_arm"), program.parameter_vector()
    s, h = program.signal_values(0.5), 1e-3
    first, second = program.initial_state(p), program.initial_state(p)
    assert library.call("step", 0.5, h, p, None, s, first) == 0
    assert library.call("step", 0.5, h, p, None, None, second) == 0
    k1 = program.rhs([0.5], program.initial_state(p), p, s)
    expected = program.initial_state(p)
    k2 = program.rhs([0.5], expected + h / 2 * k1, p, s)
    k3 = program.rhs([0.5], expected + h / 2 * k2, p, s)
    k4 = program.rhs([0.5], expected + h * k3, p, s)
    expected = expected + h / 6 * (k1 + 2 * (k2 + k3) + k4)
    expected[3:7] /= np.linalg.norm(expected[3:7])
    assert_close(first, expected, ROUNDING)
    assert np.abs(first - second).max() > 1e-9


@needs_compiler
def test_a_step_that_diverges_leaves_the_state_alone(tmp_path):
    write_c(held_arm(), tmp_path, duration=1.0)
    library, program = Library(tmp_path, "held_arm"), compile_model(held_arm())
    p = program.parameter_vector()
    x = program.initial_state(p)
    x[7] = 1e200
    before = x.copy()
    assert library.call("step", 0.0, 1e-3, p, None, None, x) == 1
    assert x.tolist() == before.tolist()


@needs_compiler
def test_loops_that_cannot_close_are_told(tmp_path):
    write_c(four_bar(), tmp_path, duration=1.0)
    library, program = Library(tmp_path, "four_bar"), compile_model(four_bar())
    p, x = program.parameter_vector(), program.initial_state(program.parameter_vector())
    assert library.call("close_loops", 0.0, p, None, None, x) == 0
    x[program.equations.layout.slices["followers"]] = np.nan
    assert library.call("close_loops", 0.0, p, None, None, x) == 1


def test_files_are_written_without_a_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    files = write_c(held_arm(), tmp_path / "new" / "folder", duration=1.0)
    assert sorted(f.name for f in files) == ["Makefile", "README.md", "held_arm.c", "held_arm.h", "main.c"]


def test_nothing_is_overwritten_unasked(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        write_c(held_arm(), tmp_path, duration=1.0)
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]
    write_c(held_arm(), tmp_path, duration=1.0, force=True)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "held_arm.c").is_file()
