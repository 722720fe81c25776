"""Modules in Node against native code: the same states after the same steps, whatever the machine is made of."""

from dataclasses import replace

import numpy as np
import pytest
from floating_arm import NAMES, WAVE, arm
from mechanisms import FourBar, Turning
from node_runner import needs_node, on_machine, unpacked
from ready_models import ready
from stiff_models import playback

import elver
from elver._support.errors import InputError
from elver.drive import PD, ParameterInput, Playback, SignalTable
from elver.export import live_module
from elver.export.wasm import module as module_file
from elver.model.program import written
from elver.scenarios import scenario
from elver.viz import live_model

pytestmark = needs_node
SAME = 1e-12  # of the size of the state
SOLVED = 1e-9  # of it with contacts: the page has a form of the step of its own, both solve to 1e-8 of the weight times dt
END = """
machine.advance(given.duration);
const flat = (value) => pack(value.length === undefined ? [value] : value);
answer({ state: pack(machine.state()), names: machine.names.states, status: machine.status,
  outputs: Object.fromEntries(given.fields.map((name) => [name, flat(machine.output(name))])) });
"""
FIELDS = ("body_position", "body_rotation", "com_position", "joint_torque", "kinetic_energy", "power", "work")


def free_arm(**parts):
    """A chain of rods, driven by torques of a PD, in water that holds it."""
    forces = {"water": elver.forces.Morison(1000.0)} if "forces" not in parts else {}
    return arm(modes=("driven",) * 3, gait=WAVE, **({"forces": forces} if forces else {}), **parts)


def in_waves():
    """A log at the surface of a sea of so many components that their sums are loops."""
    sea = elver.forces.Sea(elver.forces.Jonswap(height=0.2, period=2.0, count=21, spreading=5.0), depth=3.0)
    shape = elver.robot.EllipticCylinder(0.5, 0.05, 0.06, at=(-0.5, 0, 0))
    logs = [elver.robot.Body.solid(name, shape, 700.0) for name in ("log", "tail")]
    forces = {"water": elver.forces.Morison(current=sea), "weight": elver.forces.Gravity(9.81, 1000.0, sea)}
    hinge = elver.Joint("hinge", "log", "tail", d=-0.5)
    return elver.Model("logs", elver.Robot("logs", logs, [hinge]), forces, elver.drive.Serpenoid(["hinge"], amplitude=0.2))


def four_bar():
    """A crank that turns a loop."""
    return elver.Model("four-bar", FourBar().robot(), gait=Turning())


TIMES = np.arange(12) / 12 * 0.14
REPEATED = SignalTable(["j1", "j2", "j3"], TIMES, 0.5 * np.sin(2 * np.pi * TIMES[:, None] / 0.14 + np.arange(3)), 0.14)
RAMPED = replace(WAVE, ramp_time=0.3013)
LAGGING = {"links": 4, "drive.lag": 0.02, "control.kp": 10.0, "control.kd": 0.5}
CHEAP = {
    "arm": (free_arm, 2.0, 1e-3, "auto"),
    "closed loop": (four_bar, 2.0, 1e-3, "auto"),
    "many waves": (in_waves, 1.0, 2e-3, "auto"),
    "recorded signals": (playback, 0.5, 1e-3, "auto"),
    "signals that repeat": (lambda: replace(playback(), control=Playback(REPEATED, PD(20.0, 20.0))), 0.5, 1e-3, "auto"),
    "a ramp by Adams": (lambda: replace(free_arm(), gait=RAMPED), 0.5, 2e-3, "adams"),
    "swimmer": (lambda: ready("swimmer"), 0.5, 0.01, "auto"),
    "aiko-flat": (lambda: ready("aiko-flat"), 0.2, 5e-4, "auto"),
    "torques behind a lag, with contact": (lambda: scenario("aiko-flat").build(LAGGING), 0.1, 5e-4, "auto"),
}
LONG = ("eel", "eel-loop", "swimmer", "crawler", "snake-amphibious", "aiko-flat", "aiko-obstacles", "aiko-small-obstacles",
        "aiko-track", "aiko-pegs", "gray", "moth", "moth-tethered", "scull-40", "scull-50")  # fmt: skip


def compare(model, duration: float, dt: float, method: str) -> None:
    """The same steps natively and in Node: states, and outputs of the last one."""
    module = live_module(written(model), dt, method)
    about = module.description
    duration = round(duration / about["dt"]) * about["dt"]
    by_name = "auto" if about["method"] == "moreau" else about["method"]
    run = elver.simulate(
        model, duration, solver=elver.Solver(dt=about["dt"], method=by_name), save=elver.Save(every=duration), progress=False
    )
    assert run.data.status == "finished"
    fields = [name for name in FIELDS if name in run.data]
    found = on_machine(module, END, duration=duration, fields=fields, limit=600)
    assert found["status"]["word"] == "running"
    assert found["names"] == list(run.data.state_name.values)
    exact, state = run.data.state.values[-1], unpacked(found["state"])
    assert np.abs(state - run.data.state.values[0]).max() > 1e-3  # something happened
    assert np.linalg.norm(state - exact) <= (SOLVED if by_name == "auto" else SAME) * np.linalg.norm(exact)
    for name in fields:
        values = run.data[name].values[-1].ravel()
        assert np.allclose(unpacked(found["outputs"][name]), values, rtol=1e-9, atol=1e-9 * max(1.0, np.abs(values).max())), name


@pytest.mark.parametrize("name", CHEAP)
def test_a_module_steps_as_native_code_does(name):
    make, duration, dt, method = CHEAP[name]
    compare(make(), duration, dt, method)


def test_a_smooth_input_beside_contacts_is_refused():
    """A slider would write its states into the engine's state, and Moreau's loop keeps coordinates of its own."""
    model = elver.with_inputs(scenario("aiko-flat").build({"links": 3}), ParameterInput("gait.amplitude", smooth=0.1))
    with pytest.raises(InputError, match=r"a scene and the state gait\.amplitude.* of a smooth input"):
        live_module(elver.compile_model(model), 5e-4)


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_every_scenario_after_ten_seconds(name):
    """Ten seconds, or as long as the scenario: the moth flies off after 0.2 s, Gray's links leave their pegs."""
    own = scenario(name)
    compare(ready(name), min(10.0, own.duration), own.dt, own.method)


RAMPING = """
machine.set("gait.ramp_time", given.ramp);
machine.reset();
machine.advance(given.duration);
answer({ state: pack(machine.state()) });
"""


def test_a_ramp_that_is_a_parameter_has_its_corner_where_it_was_moved_to():
    """Against a native run with that ramp, whose history begins anew there."""
    freed = replace(free_arm(), gait=RAMPED).freed("gait.ramp_time")
    module = live_module(written(freed), 2e-3, "adams")
    run = elver.simulate(
        freed,
        0.5,
        solver=elver.Solver(dt=2e-3, method="adams"),
        parameters={"gait.ramp_time": 0.2171},
        save=elver.Save(every=0.5),
    )
    state, exact = unpacked(on_machine(module, RAMPING, duration=0.5, ramp=0.2171)["state"]), run.data.state.values[-1]
    assert np.linalg.norm(state - exact) <= SAME * np.linalg.norm(exact)


SETTING = """
machine.advance(0.4);
machine.set(given.name, given.value);
machine.advance(0.7);
const x = machine.description.addresses.x / 8;
answer({ state: pack(machine.state()), all: pack(machine.numbers.slice(x, x + given.size)),
  get: machine.get(given.name), names: machine.names.parameters });
"""


@pytest.mark.parametrize(
    ("name", "smooth", "values"), [("forces.water.density", None, (1000, 1500)), ("gait.amplitude", 0.2, (0.3, 0.5))]
)
def test_parameters_change_on_the_way_as_inputs_do_natively(name, smooth, values):
    """At once, and through the filter in the equations, whose states stay out of sight."""
    model = elver.with_inputs(free_arm(), elver.drive.ParameterInput(name, 0.0, 2 * values[1], smooth=smooth))
    program = elver.compile_model(model)
    native = elver.stepper(program, solver=elver.Solver(dt=1e-3, method="rk4"))
    native.step([values[0]], 0.4)
    native.step([values[1]], 0.7)
    state = np.array(native.state)
    module = live_module(program, 1e-3)
    found = on_machine(module, SETTING, name=name, value=values[1], size=len(state))
    assert np.linalg.norm(unpacked(found["all"]) - state) <= SAME * np.linalg.norm(state)
    assert (found["get"], found["names"]) == (values[1], [name])
    hidden = [k for k, own in enumerate(program.equations.layout.names) if own.startswith(name)]
    assert len(hidden) == (0 if smooth is None else 3)
    assert np.array_equal(unpacked(found["state"]), np.delete(unpacked(found["all"]), hidden))


AGAIN = """
machine.advance(0.2);
const snapshot = machine.save();
machine.advance(0.3);
const once = pack(machine.state());
machine.load(snapshot);
machine.advance(0.1003);
machine.advance(0.1997);
const again = pack(machine.state());
machine.reset();
const start = [machine.time, machine.output("work.motor")];
machine.advance(0.5);
answer({ once, again, anew: pack(machine.state()), start, time: machine.time });
"""


def test_snapshots_and_resets_repeat_every_bit():
    found = on_machine(live_module(written(free_arm()), 1e-3), AGAIN)
    assert found["once"] == found["again"] == found["anew"]
    assert found["start"] == [0, 0]
    assert found["time"] == 0.5


BREAKING = """
machine.advance(0.1);
machine.set("control.kp", 1e9);
machine.advance(1);
const failed = machine.status, kept = [...machine.state()], time = machine.time;
machine.advance(1);
const still = machine.time;
machine.set("control.kp", 20);
machine.reset();
machine.advance(0.1);
answer({ failed, finite: kept.every(Number.isFinite), time, still, after: machine.status });
"""


def test_a_machine_that_runs_away_keeps_its_last_good_state_and_says_so():
    model = arm(gait=WAVE, control=elver.drive.PD(20.0, 1.0)).freed("control.kp")
    found = on_machine(live_module(written(model), 1e-3, "rk4"), BREAKING)
    assert (found["failed"]["word"], found["failed"]["code"]) == ("diverged", 1)
    assert "smaller dt" in found["failed"]["text"]
    assert found["finite"]
    assert 0.1 <= found["failed"]["time"] == found["time"] == found["still"] < 1.1
    assert (found["after"]["word"], found["after"]["time"]) == ("running", 0.1)


def test_outputs_are_found_by_labels():
    model = free_arm()
    script = """machine.advance(0.3);
    const asked = (name) => { try { return machine.output(name); } catch (error) { return error.message; } };
    answer([machine.output("body_position.b2.x"), machine.output("body_position")[6], machine.output("kinetic_energy"),
      ["body_position.b9.x", "nonsense"].map(asked)]);"""
    one, other, energy, errors = on_machine(live_module(written(model), 1e-3), script)
    assert one == other
    assert energy > 0
    assert all("no output" in text for text in errors)


def test_a_model_that_is_too_large_says_how_large(monkeypatch):
    monkeypatch.setattr(module_file, "MOST_INSTRUCTIONS", 1000)
    with pytest.raises(InputError, match=r"'arm' is too large for a live page: \d+ instructions; 1000 are allowed"):
        live_module(written(free_arm()), 1e-3)


def test_the_names_of_joints_are_those_of_the_model():
    about = live_module(written(free_arm()), 1e-3).description
    assert tuple(about["outputs"]["labels"]["joint"]) == NAMES
    assert about["period"] == pytest.approx(WAVE.period)


def test_a_loop_that_opens_is_told_from_a_state_that_runs_away():
    """A crank that turns a rocker which cannot follow all the way round."""
    reach = FourBar(ground=1.0, crank=0.8, coupler=0.6, rocker=0.5)
    model = elver.Model("stuck", reach.robot(), gait=Turning(offset=0.1, rate=1.0))
    run = elver.simulate(model, 3.0, solver=elver.Solver(dt=1e-3, method="rk4"), progress=False)
    assert run.data.status == "loop open"
    script = "machine.advance(3); answer({ status: machine.status, state: pack(machine.state()) });"
    found = on_machine(live_module(written(model), 1e-3, "rk4"), script)
    assert found["status"]["word"] == "loop open"
    assert found["status"]["time"] == pytest.approx(float(run.data.time[-1]), abs=1e-12)
    assert np.allclose(unpacked(found["state"]), run.data.state.values[-1], rtol=1e-6)


def test_a_start_whose_loops_cannot_close_says_so():
    """Native runs refuse such a start; a page must not show a machine in pieces as if it ran."""
    model = four_bar().freed("robot.joints.pin.d")
    script = """machine.set(given.name, 5); const apart = machine.reset();
    machine.set(given.name, 0.4); const closed = machine.reset();
    answer([apart.word, closed.word, machine.advance(0.01).word]);"""
    found = on_machine(live_module(written(model), 1e-3, "rk4"), script, name="robot.joints.pin.d")
    assert found == ["loop open", "running", "running"]


def test_recorded_signals_are_not_continued_beyond_their_end():
    """Native runs refuse to; the last piece of their spline would run away."""
    module = live_module(written(playback()), 1e-3)
    assert module.description["signals"] == {"from": 0.0, "to": 2.0}
    script = "machine.advance(2); const there = machine.status; answer([there, machine.advance(1), pack(machine.state())]);"
    there, beyond, state = on_machine(module, script)
    run = elver.simulate(
        playback(),
        2.0,
        solver=elver.Solver(dt=module.description["dt"], method="rk4"),
        save=elver.Save(every=2.0),
        progress=False,
    )
    assert (there["word"], there["time"]) == ("running", pytest.approx(2.0))
    assert (beyond["word"], beyond["time"], beyond["text"]) == ("refused", there["time"], "its recorded signals end at 2 s")
    assert np.allclose(unpacked(state), run.data.state.values[-1], rtol=1e-9, atol=1e-12)


def test_a_quick_module_is_larger_and_steps_the_same():
    script = "machine.advance(0.5); answer(pack(machine.state()));"
    quick, usual = (live_module(written(free_arm()), 1e-3, quick=q) for q in (True, False))
    first, second = (unpacked(on_machine(module, script)) for module in (quick, usual))
    assert np.linalg.norm(first - second) <= SAME * np.linalg.norm(second)
    assert len(quick.code) > 1.1 * len(usual.code)


SWITCHED = """
machine.set(given.name, given.place, { smooth: false });
machine.reset();
machine.advance(given.duration);
let refused = "";
try { machine.set(given.name, 0.4); } catch (error) { refused = error.message; }
answer({ state: pack(machine.state()), names: machine.names.states, refused });
"""


@pytest.mark.parametrize("name", ["eel", "swimmer"])
def test_a_switch_takes_the_steps_of_one_law_alone(name):
    """Each end is the model that has this law and no switch; the two differ."""
    both, duration, states = live_model(scenario(name)), 0.2, []
    switch = next(slider for slider in both.sliders if slider.words)
    module = live_module(written(both.model), 1e-3)
    module.description["sliders"] = both.table()
    for place, word in enumerate(switch.words):
        found = on_machine(module, SWITCHED, name=switch.name, place=place, duration=duration)
        alone = live_model(replace(scenario(name), sliders=scenario(name).sliders[1:]), {switch.name: word})
        plain = on_machine(live_module(written(alone.model), 1e-3), END, duration=duration, fields=[])
        state, exact = unpacked(found["state"]), unpacked(plain["state"])
        state = state[[found["names"].index(own) for own in plain["names"]]]  # the work of both laws' differences is a state
        assert np.linalg.norm(state - exact) <= SAME * np.linalg.norm(exact)
        assert found["refused"] == f"{switch.name} = 0.4 is not allowed. Give 0 ({switch.words[0]}) or 1 ({switch.words[1]})."
        states.append(dict(zip(plain["names"], state, strict=True)))
    assert abs(states[0]["base x"] - states[1]["base x"]) > 1e-7
