"""web/src/machine.js with sliders: values that are followed, numbers of the scene, and what is set at once."""

import math
from pathlib import Path

import numpy as np
import pytest
from floating_arm import WAVE, arm
from node_runner import needs_node, on_machine, unpacked

import elver
from elver._support.errors import InputError
from elver.export import live_module
from elver.model.program import written
from elver.scenarios import scenario
from elver.viz import live_model

pytestmark = needs_node
DT = 5e-4
FOLLOWING = """
const at = (name) => machine.description.addresses.p / 8 + machine.description.parameters.find((p) => p.name === name).place;
const seen = [];
machine.advance(0.05);
machine.set("gait.frequency", given.target);
for (let k = 0; k < 1000; k += 1) {
  const before = machine.clockTime();
  machine.advance(0.004);
  seen.push([before, machine.numbers[at("gait.frequency")], machine.numbers[at("gait.clock")]]);
}
const moving = machine.controls.get("gait.frequency").moving;
machine.set("gait.frequency", 1.5, { smooth: false });
const jumped = [machine.numbers[at("gait.frequency")], machine.numbers[at("gait.clock")], machine.clockTime()];
machine.reset();
answer({ seen, moving, jumped, status: machine.status.word, parameters: machine.names.parameters,
  clock: machine.numbers[at("gait.clock")], frequency: machine.numbers[at("gait.frequency")] });
"""


@pytest.fixture(scope="module")
def snake():
    """A snake on flat ground with its sliders."""
    own = live_model(scenario("aiko-flat"))
    module = live_module(written(own.model), DT)
    module.description["sliders"] = own.table()
    return module


def test_a_value_that_is_followed_takes_three_lags_and_the_phase_goes_on(snake):
    slider = next(s for s in snake.description["sliders"] if s["name"] == "gait.frequency")
    start, target = slider["value"], 1.4 * slider["value"]
    found = on_machine(snake, FOLLOWING, target=target)
    times, values, clocks = np.array(found["seen"]).T
    way = 3 / slider["lag"] * (times - times[0] + 0.004)
    left = np.exp(-way) * (1 + way + way**2 / 2)
    assert np.allclose(values, target + (start - target) * left, rtol=1e-8)
    # by the gait's own clock the phase at the end of a chunk is that at its begin plus the present frequency times the time
    ends = (times + 0.004 + clocks) * values
    begins = (times + clocks) * values
    assert np.allclose(begins[1:], ends[:-1], rtol=1e-12)
    assert np.ptp(clocks) > 0.01
    assert found["moving"] is False
    assert values[-1] == target


def test_a_jump_keeps_the_phase_and_a_start_forgets_the_clock(snake):
    found = on_machine(snake, FOLLOWING, target=1.2)
    (time, value, clock), (jumped, moved, now) = found["seen"][-1], found["jumped"]
    assert jumped == 1.5
    assert (now + moved) * jumped == pytest.approx((time + 0.004 + clock) * value, rel=1e-12)
    assert (found["clock"], found["frequency"], found["status"]) == (0, 1.5, "running")
    assert "gait.clock" not in found["parameters"]


def test_numbers_of_the_scene_act_as_if_it_were_built_with_them(snake):
    """The friction of the ground, set before the start, against a native run of the scenario with that friction."""
    script = 'machine.set("friction", 0.5); machine.reset(); machine.advance(0.1); answer(pack(machine.state()));'
    state = unpacked(on_machine(snake, script))
    run = elver.simulate(
        scenario("aiko-flat").build({"friction": 0.5}),
        0.1,
        solver=elver.Solver(dt=DT),
        save=elver.Save(every=0.1),
        progress=False,
    )
    usual = unpacked(on_machine(snake, "machine.advance(0.1); answer(pack(machine.state()));"))
    exact = run.data.state.values[-1]
    assert np.linalg.norm(state - exact) <= 1e-9 * np.linalg.norm(exact)  # what solvers of contact leave
    assert np.linalg.norm(usual - exact) > 1e-6


def test_a_start_inside_an_obstacle_is_refused_in_words_until_another_start():
    file = elver.load(Path(__file__).parents[3] / "examples" / "aiko.yaml")
    own = live_model(file, {"links": 3}, ["amplitude"])
    module = live_module(written(own.model), DT)
    module.description["sliders"] = own.table()
    script = """const first = machine.get("amplitude"), seen = [];
    machine.advance(0.01);
    machine.set("amplitude", 0.42);
    seen.push(machine.reset(), machine.advance(0.1));
    const kept = machine.save();
    machine.set("amplitude", first);
    seen.push(machine.advance(0.1), machine.reset(), machine.advance(0.1));
    machine.load(kept);
    answer([...seen, machine.status]);"""
    refused, still, set_back, started, moved, loaded = on_machine(module, script)
    assert (refused["word"], refused["time"]) == ("refused", 0)
    assert refused["text"] == "link3 starts 4 cm inside obstacle 3. Move a slider back and reset"
    assert still == set_back == loaded == refused
    assert (started["word"], started["text"], moved["word"], moved["time"]) == ("running", "", "running", pytest.approx(0.1))
    with pytest.raises(InputError, match=r"link3 0\.0397 m inside obstacle 3"):
        elver.simulate(file.build({"links": 3, "amplitude": 0.42}), DT, solver=elver.Solver(dt=DT), progress=False)


def test_what_a_filter_shows_can_be_set_at_once():
    """smooth: false puts the states of the filter where the command is; then the machine moves as one built so."""
    model = elver.with_inputs(
        arm(modes=("driven",) * 3, gait=WAVE, forces={"water": elver.forces.Morison(1000.0)}),
        elver.drive.ParameterInput("gait.amplitude", 0.0, 1.0, smooth=0.2),
    )
    module = live_module(written(model), 1e-3)
    script = 'machine.set("gait.amplitude", 0.5, { smooth: false }); machine.advance(0.3); answer(pack(machine.state()));'
    state = unpacked(on_machine(module, script))
    run = elver.simulate(
        model,
        0.3,
        solver=elver.Solver(dt=1e-3, method="rk4"),
        save=elver.Save(every=0.3),
        parameters={"gait.amplitude": 0.5},
        progress=False,
    )
    shown = [k for k, name in enumerate(run.data.state_name.values) if not str(name).startswith("gait.amplitude")]
    exact = run.data.state.values[-1][shown]
    assert np.linalg.norm(state - exact) <= 1e-12 * np.linalg.norm(exact)


def test_a_period_that_is_set_at_once_keeps_the_phase():
    """As the following of contact machines does. Before the first step there is no phase to keep: a start is as native."""
    gait = elver.drive.DelayedGait(WAVE, 0.7)  # phase 0 is not at time 0
    model = elver.with_inputs(
        arm(modes=("driven",) * 3, gait=gait, forces={"water": elver.forces.Morison(1000.0)}),
        elver.drive.ParameterInput("gait.gait.frequency", 0.5, 9.0, smooth=0.2),
    )
    script = """const q = () => [...machine.output("joint_position")], seen = [];
    machine.set(given.name, 6, { smooth: false }); machine.advance(0.3); seen.push(q());
    machine.reset(); machine.advance(0.3); seen.push(q());
    machine.advance(4); seen.push(q());
    machine.set(given.name, 3, { smooth: false }); seen.push(q()); machine.advance(0.2); seen.push(q());
    answer(seen);"""
    at_once, anew, before, after, later = np.array(
        on_machine(live_module(written(model), 1e-3), script, name="gait.gait.frequency")
    )
    assert np.allclose(at_once, anew, rtol=1e-12)
    assert np.allclose(before, after, rtol=1e-12)
    phases = [6 * (4.3 + 0.7) + 3 * 0.2 + k * WAVE.phase for k in range(3)]
    assert np.allclose(later, 0.3 * np.sin(phases), atol=1e-9)


def test_what_a_run_begins_with_acts_from_the_next_start_on():
    own = live_model(scenario("swimmer"), {"links": 3, "control.kp": 2.0, "control.kd": 0.05}, ["start.heading"])
    module = live_module(written(own.model), 1e-3)
    module.description["sliders"] = own.table()
    script = """const heading = () => 2 * Math.asin(machine.state()[6]);
    const seen = [heading()];
    machine.set("start.heading", 0.3); machine.advance(0.001); seen.push(heading());
    machine.reset(); seen.push(heading());
    answer({ seen, value: machine.get("start.heading") });"""
    found = on_machine(module, script)
    assert found["seen"] == pytest.approx([0.0, 0.0, 0.3], abs=1e-3)
    assert found["value"] == 0.3


def test_what_cannot_be_set_is_refused_in_words(snake):
    script = """
    const tried = (action) => { try { action(); return ""; } catch (error) { return error.message; } };
    answer([tried(() => machine.set("speed", 1)), tried(() => machine.set("friction", NaN)), tried(() => machine.advance(-1)),
      tried(() => machine.get("nothing")), tried(() => machine.set("friction", -0.1)), machine.get("friction")]);"""
    unknown, number, time, other, negative, friction = on_machine(snake, script)
    assert (negative, friction) == ("friction = -0.1 is not allowed. Give at least 0.", 0.2)
    assert unknown.startswith("no parameter 'speed'. Known: gait.amplitude")
    assert "NaN is not allowed" in number
    assert "give seconds, 0 or more" in time
    assert "no parameter 'nothing'" in other


def test_a_contact_problem_that_cannot_be_solved_well_is_solved_less_well_and_told(snake):
    """A tolerance below rounding; and links that all stick in a straight line, with more rows than freedoms."""
    script = """const place = machine.description.addresses.tolerance / 8, usual = machine.numbers[place];
    machine.numbers[place] = given.tolerance;
    machine.advance(0.05);
    const told = machine.status, kept = machine.numbers[place], residual = machine.output("contact_residual");
    machine.numbers[place] = usual;
    machine.set("gait.amplitude", 0);
    machine.advance(3.5);
    answer([told, kept, residual, machine.status]);"""
    told, kept, residual, after = on_machine(snake, script, tolerance=1e-19)
    assert (told["word"], told["time"], kept) == ("running", 0.05, 1e-19)
    assert told["loosened"] > 0
    assert 0 < residual < 1e-12
    assert (after["word"], after["time"]) == ("running", pytest.approx(3.55))


def test_a_module_that_breaks_off_has_failed(snake):
    """The address of the obstacles' table is spoilt: the module leaves its memory and stops."""
    script = """machine.advance(0.01);
    const good = machine.save();
    machine.numbers.fill(1e9, machine.description.addresses.done / 8 - 60, machine.description.addresses.done / 8);
    machine.advance(0.01);
    const failed = machine.status;
    machine.load(good);
    machine.advance(0.01);
    answer([failed, machine.status]);"""
    failed, after = on_machine(snake, script)
    assert failed["word"] == "failed"
    assert "out of bounds" in failed["text"]
    assert (after["word"], after["text"], after["time"]) == ("running", "", pytest.approx(0.02))


def test_contact_forces_are_outputs_of_every_frame(snake):
    script = """machine.advance(0.2);
    const force = [...machine.output("ground_force")], sticking = [...machine.output("sticking")];
    answer({ force, sticking, links: machine.description.outputs.labels.link, last: machine.outputs.length,
      mean: machine.output("penetration"), left_out: machine.names.outputs.includes("joint_acceleration") });"""
    found = on_machine(snake, script)
    assert len(found["force"]) == 2 * len(found["links"])
    assert math.hypot(*found["force"]) > 0.1
    assert len(found["sticking"]) == len(found["links"])
    assert found["left_out"] is False
