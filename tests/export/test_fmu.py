"""Units in another's simulator (FMPy): valid, and the same run as the program's, as co-simulation and as model exchange."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from exported import four_bar, held_arm, needs_compiler, played_arm, recorded_arm, steered_arm
from tolerances import ROUNDING, assert_close

from elver import scenario, simulate
from elver._support.errors import InputError
from elver.export import write_fmu
from elver.export.description import describe
from elver.export.fmu import STEP
from elver.model import compile_model
from elver.simulation import Save, Solver

fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
pytestmark = needs_compiler
SAME_SOLUTION = 1e-9  # two integrators with tight tolerances of their own


def swimmer():
    return scenario("eel").prepared({"body.joints": 3}, free=["gait.amplitude"])


MODELS = {
    "held": lambda: held_arm().freed("control.kp"),
    "recorded": recorded_arm,
    "loops": four_bar,
    "eel": swimmer,
    "steered": steered_arm,
}


@pytest.fixture(scope="module")
def units(tmp_path_factory):
    """Exported units by name, made when they are first asked for."""
    folder, made = tmp_path_factory.mktemp("units"), {}

    def unit(name: str):
        if name not in made:
            export = describe(compile_model(MODELS[name]()), 1.0, 1e-3)
            made[name] = export, str(write_fmu(export, folder / f"{name}.fmu")[0])
        return made[name]

    return unit


def states_of(export, result) -> np.ndarray:
    return np.array([[row[n.dotted] for n in export.states] for row in result])


def names(export) -> list[str]:
    return [n.dotted for n in export.states]


@pytest.mark.parametrize("name", MODELS)
def test_the_unit_is_valid(units, name):
    from fmpy.validation import validate_fmu

    assert validate_fmu(units(name)[1]) == []


@pytest.mark.parametrize("name", MODELS)
def test_co_simulation_makes_the_programs_run(units, name):
    export, file = units(name)
    outputs = [*names(export), "kinetic_energy", "body_position." + export.program.model.robot.body_names[-1] + ".x"]
    result = fmpy.simulate_fmu(file, fmi_type="CoSimulation", stop_time=1.0, output_interval=0.01, output=outputs)
    run = simulate(export.program, 1.0, solver=Solver(dt=1e-3, method="rk4"), save=Save(every=0.01))
    assert_close(states_of(export, result), run.data.state.values, ROUNDING)
    assert_close(result["kinetic_energy"], run.data.kinetic_energy.values, ROUNDING)
    assert_close(result[outputs[-1]], run.data.body_position.values[:, -1, 0], ROUNDING)
    assert np.ptp(result["kinetic_energy"]) > 1e-6


@pytest.mark.parametrize("name", ["held", "loops", "eel"])
def test_model_exchange_has_the_same_solution(units, name):
    export, file = units(name)
    result = fmpy.simulate_fmu(
        file, fmi_type="ModelExchange", stop_time=1.0, output_interval=0.01, output=names(export), relative_tolerance=1e-12
    )
    run = simulate(export.program, 1.0, save=Save(every=0.01), solver=Solver(method="dopri5", rtol=1e-13, atol=1e-14))
    assert_close(states_of(export, result), run.data.state.values, SAME_SOLUTION)


def test_parameters_can_be_changed(units):
    export, file = units("held")
    changed = {"control.kp": 33.0, "state.angle_of_elbow": 0.5, STEP: 2e-3}
    result = fmpy.simulate_fmu(
        file, fmi_type="CoSimulation", stop_time=1.0, output_interval=0.01, output=names(export), start_values=changed
    )
    start = np.array([n.value for n in export.states])
    start[[n.dotted for n in export.states].index("state.angle_of_elbow")] = 0.5
    program = export.program
    expected, p = start, program.parameter_vector({"control.kp": 33.0})
    for k in range(500):
        expected = rk4(program, p, k * 2e-3, 2e-3, expected)
    assert_close(states_of(export, result)[-1], expected, ROUNDING)


def rk4(program, p, t: float, h: float, x: np.ndarray) -> np.ndarray:
    """A step of Runge and Kutta's method with the program's right-hand side."""
    f = lambda t, x: program.rhs([t], x, p, program.signal_values(t))  # noqa: E731
    k1 = f(t, x)
    k2 = f(t + h / 2, x + h / 2 * k1)
    k3 = f(t + h / 2, x + h / 2 * k2)
    k4 = f(t + h, x + h * k3)
    x = x + h / 6 * (k1 + 2 * (k2 + k3) + k4)
    x[3:7] /= np.linalg.norm(x[3:7])
    return x


class Opened:
    """A unit unpacked and instantiated through FMPy's bindings."""

    def __init__(self, file: str, kind: str, folder):
        from fmpy.fmi3 import FMU3Model, FMU3Slave

        description = fmpy.read_model_description(file)
        self.reference = {v.name: v.valueReference for v in description.modelVariables}
        self.said: list[str] = []
        own = FMU3Slave if kind == "CoSimulation" else FMU3Model
        self.unit = own(
            guid=description.guid,
            modelIdentifier=description.coSimulation.modelIdentifier,
            unzipDirectory=fmpy.extract(file, str(folder)),
            instanceName="one",
        )
        self.unit.instantiate(logMessage=lambda environment, status, category, text: self.said.append(text.decode()))

    def get(self, name: str) -> float:
        return self.unit.getFloat64([self.reference[name]])[0]

    def set(self, name: str, value: float) -> None:
        self.unit.setFloat64([self.reference[name]], [value])

    def begin(self, start: float = 0.0) -> None:
        self.unit.enterInitializationMode(startTime=start)
        self.unit.exitInitializationMode()


@pytest.fixture
def opened(tmp_path):
    """Units by file and kind, freed at the end."""
    all_of_them = []

    def make(file: str, kind: str = "CoSimulation") -> Opened:
        all_of_them.append(Opened(file, kind, tmp_path / str(len(all_of_them))))
        return all_of_them[-1]

    yield make
    for one in all_of_them:
        one.unit.freeInstance()


def test_states_of_the_unit_are_kept_and_restored(units, opened):
    one = opened(units("held")[1])
    one.begin()
    one.unit.doStep(0.0, 0.1)
    kept, place = one.unit.getFMUState(), one.get("state.angle_of_elbow")
    as_bytes = one.unit.serializeFMUState(kept)
    one.unit.doStep(0.1, 0.1)
    after = one.get("state.angle_of_elbow")
    assert after != place
    one.unit.setFMUState(kept)
    assert (one.get("time"), one.get("state.angle_of_elbow")) == (0.1, place)
    one.unit.doStep(0.1, 0.1)
    assert one.get("state.angle_of_elbow") == after
    other = opened(units("held")[1])
    restored = other.unit.deserializeFMUState(as_bytes)
    other.unit.setFMUState(restored)
    assert other.get("state.angle_of_elbow") == place
    for unit, state in ((one, kept), (other, restored)):
        unit.unit.freeFMUState(state)
    one.unit.reset()
    one.begin()
    assert one.get("time") == 0.0
    assert one.get("state.angle_of_elbow") == pytest.approx(0.2)


def test_a_parameter_can_be_tuned_between_steps(units, opened):
    export, file = units("held")
    one, p = opened(file), export.program.parameter_vector()
    one.begin()
    x = np.array([n.value for n in export.states])
    for k in range(20):
        if k == 10:
            one.set("control.kp", 50.0)
            p = export.program.parameter_vector({"control.kp": 50.0})
        one.unit.doStep(k * 1e-3, 1e-3)
        x = rk4(export.program, p, k * 1e-3, 1e-3, x)
    assert_close([one.get(name) for name in names(export)], x, ROUNDING)


def test_derivatives_are_the_right_hand_side(units, opened):
    export, file = units("loops")
    one, n = opened(file, "ModelExchange"), len(export.states)
    one.begin(0.3)
    program, p = export.program, export.program.parameter_vector()
    states, rates = (ctypes.c_double * n)(), (ctypes.c_double * n)()
    one.unit.enterContinuousTimeMode()
    one.unit.getContinuousStates(states, n)
    assert_close(np.array(states), program.initial_state(p, 0.3), ROUNDING)  # the loops close at another time too
    one.unit.setTime(0.31)
    one.unit.getContinuousStateDerivatives(rates, n)
    assert_close(np.array(rates), program.rhs([0.31], np.array(states), p, program.signal_values(0.31)), ROUNDING)
    assert one.unit.getNumberOfContinuousStates() == n
    assert one.unit.getNumberOfEventIndicators() == 0
    assert one.get(f"der({export.states[0].dotted})") == rates[0]


@pytest.mark.parametrize(
    ("model", "wrong", "said"),
    [
        ("held", lambda one: one.unit.doStep(0.5, 0.1), "where the last one ended"),
        ("held", lambda one: one.unit.doStep(0.0, -0.1), "greater than 0"),
        ("held", lambda one: one.set("state.base_x", 1.0), "before the start only"),
        ("held", lambda one: one.set("kinetic_energy", 1.0), "only inputs, parameters and states"),
        ("held", lambda one: one.set("control.kp", float("nan")), "not finite"),
        ("held", lambda one: one.set(STEP, 1e-4), "before the start"),
        ("held", lambda one: one.unit.getFloat64([100_000]), "no variable has"),
        ("held", lambda one: one.unit.enterInitializationMode(), "after instantiation"),
        ("recorded", lambda one: one.unit.doStep(0.0, 5.0), "signals end"),
    ],
)
def test_what_is_not_allowed_is_told(units, opened, model, wrong, said):
    from fmpy.fmi1 import FMICallException

    one = opened(units(model)[1])
    one.begin()
    with pytest.raises(FMICallException):
        wrong(one)
    assert said in one.said[-1]


def test_a_step_that_diverges_ends_at_the_last_good_one(units, opened):
    from fmpy.fmi1 import FMICallException

    one = opened(units("held")[1])
    one.set("control.kp", 1e9)
    one.begin()
    with pytest.raises(FMICallException):
        one.unit.doStep(0.0, 1.0)
    assert "diverged" in one.said[-1]
    assert np.isfinite(one.get("state.angle_of_elbow"))
    assert one.get("time") < 1.0


def test_another_units_token_is_refused(units, opened, tmp_path):
    one = opened(units("held")[1])
    one.unit.guid = "{another}"
    with pytest.raises(Exception, match="instantiate"):
        one.unit.instantiate()


def test_inputs_of_a_unit_are_torques_from_outside(tmp_path, opened):
    program = compile_model(played_arm())
    (file,) = write_fmu(program, tmp_path / "arm.fmu", duration=1.0, inputs=True)
    one, p, width = opened(str(file)), program.parameter_vector(), program.signal_width
    one.begin()
    x, u = program.initial_state(p), np.zeros(width)
    for k in range(10):
        u[:2] = 0.3 * k, -0.1
        one.set("signal.control_shoulder", u[0])
        one.set("signal.control_elbow", u[1])
        one.unit.doStep(k * 1e-3, 1e-3)
        k1 = program.rhs([0.0], x, p, u)
        k2 = program.rhs([0.0], x + 5e-4 * k1, p, u)
        k3 = program.rhs([0.0], x + 5e-4 * k2, p, u)
        k4 = program.rhs([0.0], x + 1e-3 * k3, p, u)
        x = x + 1e-3 / 6 * (k1 + 2 * (k2 + k3) + k4)
        x[3:7] /= np.linalg.norm(x[3:7])
    states = [f"state.{n.identifier}" for n in describe(program, 1.0).states]
    assert_close([one.get(name) for name in states], x, ROUNDING)
    assert abs(x[-5]) > 1e-6
    one.unit.doStep(0.01, 5.0)  # no recording that could end
    with pytest.raises(InputError, match="no signals"):
        write_fmu(held_arm(), tmp_path / "held.fmu", duration=1.0, inputs=True)


def test_inputs_that_change_make_the_programs_run(units, opened):
    """Inputs of the model are inputs of the unit, with start, bounds and unit; signals stay recorded."""
    import fmpy.model_description

    export, file = units("steered")
    told = {v.name: v for v in fmpy.read_model_description(file).modelVariables}
    torque = told["torque.elbow"]
    assert (torque.causality, torque.unit, torque.start, torque.min, torque.max) == ("input", "N m", "0.0", "-3.0", "3.0")
    assert (told["control.kd"].causality, told["control.kp"].causality) == ("input", "parameter")
    one, program, run = opened(file), export.program, None
    one.begin()
    for k, (turn, damping) in enumerate([(0.5, 2.0), (-1.5, 0.7), (2.5, 4.0)]):
        one.set("torque.elbow", turn)
        one.set("control.kd", damping)
        one.unit.doStep(k * 0.02, 0.02)
        values = {"torque.elbow": turn, "control.kd": damping}
        run = simulate(
            program,
            0.02,
            solver=Solver(dt=1e-3, method="rk4"),
            save=Save(every=1e-3),
            parameters=values,
            resume=run,
            progress=False,
        )
    states = run.data.state.values[-1]
    assert_close([one.get(name) for name in names(export)], states, 1e-10)
    assert np.abs(states).max() > 0.1
    assert one.get("joint_torque.elbow") == pytest.approx(2.5)
    assert not one.said
    one.set("torque.elbow", 3.5)
    assert "beyond its min or max" in one.said[-1]


def test_sources_make_the_unit_again(units, tmp_path, monkeypatch):
    from fmpy.build import build_platform_binary

    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")  # where FMPy brings its cmake
    if shutil.which("cmake") is None or shutil.which("make") is None:
        pytest.skip("no cmake or make on this computer")
    export, file = units("held")
    again = Path(fmpy.extract(file, str(tmp_path / "again")))
    shutil.rmtree(again / "binaries")
    build_platform_binary(again, all_warnings=True)
    assert list((again / "binaries").rglob("held_arm.*"))
    options = {"fmi_type": "CoSimulation", "stop_time": 0.5, "output": names(export)}
    first, second = (states_of(export, fmpy.simulate_fmu(f, **options)) for f in (file, str(again)))
    assert_close(first, second, ROUNDING)


def test_what_is_in_the_file(units):
    export, file = units("held")
    with zipfile.ZipFile(file) as archive:
        held, page = set(archive.namelist()), archive.read("documentation/index.html").decode()
    assert {"modelDescription.xml", "sources/held_arm.c", "sources/fmi3.c", "sources/buildDescription.xml"} <= held
    assert f"binaries/{fmpy.platform_tuple}/held_arm{fmpy.sharedLibraryExtension}" in held
    assert all(n.identifier in page for n in export.states)


def test_the_same_model_makes_the_same_file(tmp_path):
    files = [write_fmu(held_arm(), tmp_path / f"{k}.fmu", duration=1.0)[0].read_bytes() for k in range(2)]
    assert files[0] == files[1]


def test_without_a_compiler_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(InputError, match="an FMU needs a C compiler"):
        write_fmu(held_arm(), tmp_path / "a.fmu", duration=1.0)
    assert list(tmp_path.iterdir()) == []
