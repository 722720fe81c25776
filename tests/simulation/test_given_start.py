"""Runs from a state that was given, in Python and on the command line: the ledger closes, the numbers are those of resuming."""

from __future__ import annotations

import json

import numpy as np
import pytest
from command_line import run as command

import elver
from elver._support.errors import InputError
from elver.scenarios import load_text

FILE = """
elver: 1
name: pendulum
parameters: {size: 30 cm, push: {value: 0, unit: mN m, range: [-50, 50], meaning: torque of the wind}}
machine:
  base: fixed
  bodies:
    ceiling: {}
    rod: {shape: {type: rod, length: size, radius: 1 cm}, density: 1000}
  joints:
    hinge: {parent: ceiling, child: rod, axis: [0, 1, 0], at: [0, 0, 0], mode: torque}
media: {gravity: {type: gravity}}
drive: {control: {type: steady_torque, torques: {hinge: push}}}
inputs: [{type: parameter, path: push}]
start: {angles: {hinge: 80 deg}}
run: {duration: 1 s}
"""


@pytest.fixture(scope="module")
def program():
    return elver.compile_model(load_text(FILE).build())


@pytest.fixture(scope="module")
def first(program):
    return elver.simulate(program, 0.5, progress=False)


def test_a_run_begins_at_the_end_of_another_at_time_0_with_works_of_its_own(program, first):
    own, resumed = (elver.simulate(program, 0.5, progress=False, **how) for how in ({"initial_state": first}, {"resume": first}))
    assert own.data.time.values[0] == 0.0
    assert own.data.joint_position.values == pytest.approx(resumed.data.joint_position.values, rel=1e-12)
    assert not own.data.work.values[0].any()
    assert own.summary["ledger_closure"] < 1e-8
    assert own.summary["trusted"] is first.summary["trusted"]
    assert "given" in json.loads(own.data.attrs["settings"])["start"]
    assert "start" not in json.loads(first.data.attrs["settings"])


def test_states_are_given_by_name_or_all_in_order(program, first):
    names = program.equations.layout.names
    named = elver.simulate(program, 0.1, initial_state={"rate of hinge": 2.0}, progress=False)
    assert named.data.joint_position.values[0] == pytest.approx([np.radians(80)])
    assert named.data.joint_velocity.values[0] == pytest.approx([2.0])
    state = np.zeros(len(names))
    state[names.index("angle of hinge")] = 0.3
    whole = elver.simulate(program, 0.1, initial_state=state, progress=False)
    assert whole.data.joint_position.values[0] == pytest.approx([0.3])


def test_a_stored_run_goes_on_with_the_start_that_it_has(program, tmp_path):
    start = {"angle of hinge": 0.2}
    stored = elver.simulate(program, 0.3, initial_state=start, save=elver.Save(path=tmp_path / "a.nc"), progress=False)
    assert stored.data.joint_position.values[0] == pytest.approx([0.2])
    stored.data.close()
    on = elver.simulate(program, 0.6, initial_state=start, save=elver.Save(path=tmp_path / "a.nc"), resume=True, progress=False)
    assert on.data.joint_position.values[0] == pytest.approx([0.2])
    on.data.close()
    with pytest.raises(InputError, match="another state"):
        elver.simulate(
            program,
            0.9,
            initial_state={"angle of hinge": 0.3},
            save=elver.Save(path=tmp_path / "a.nc"),
            resume=True,
            progress=False,
        )


def test_a_controller_begins_at_the_start_and_inputs_given(program):
    seen = []
    held = elver.simulate(
        program,
        0.02,
        initial_state={"angle of hinge": 0.4},
        inputs=[0.01],
        control=elver.Control(lambda now: seen.append(now), every=0.01),
        progress=False,
    )
    assert seen[0].state[0] == 0.4
    assert seen[0].inputs == pytest.approx([0.01])
    assert held.data.joint_torque.values[-1] == pytest.approx([0.01])


def test_what_is_no_start_or_input_is_refused(program, first):
    for start, words in (
        ({"angle of knee": 1.0}, "angle of hinge"),
        ([1.0], "states in order"),
        ({"angle of hinge": np.nan}, "finite"),
    ):
        with pytest.raises(InputError, match=words):
            elver.simulate(program, 0.1, initial_state=start, progress=False)
    with pytest.raises(InputError, match="one of the two"):
        elver.simulate(program, 0.1, initial_state=first, resume=first, progress=False)
    for inputs, words in ({"pusch": 1.0}, "push"), ([1.0, 2.0], "1 numbers"), ({"push": 9.0}, "-0.05 to 0.05"):
        with pytest.raises(InputError, match=words):
            elver.simulate(program, 0.1, inputs=inputs, progress=False)
    with pytest.raises(InputError, match="twice"):
        elver.simulate(program, 0.1, inputs={"push": 0.01}, parameters={"push": 0.01}, progress=False)


def test_the_command_line_gives_inputs_and_a_start(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text(FILE)
    quick = ("--duration", "0.1", "--no-figures", "--json")
    code, out, _ = command(
        capsys, "run", "p.yaml", *quick, "--input", "push=30", "--start", "angle of hinge=10 deg", "--out", "a"
    )
    assert code == 0, out
    run = elver.load_run("a/run.nc")
    assert run.parameters["push"] == pytest.approx(0.03)  # a bare number is in the unit that the file declares
    assert run.data.joint_position.values[0] == pytest.approx([np.radians(10)])
    assert command(capsys, "run", "p.yaml", *quick, "--start", "a", "--start", "rate of hinge=0", "--out", "b")[0] == 0
    on = elver.load_run("b/run.nc")
    assert on.data.joint_position.values[0] == pytest.approx(run.data.joint_position.values[-1])
    assert on.data.joint_velocity.values[0] == pytest.approx([0.0])
    (tmp_path / "s.json").write_text('{"angle of hinge": 0.7}')
    assert command(capsys, "run", "p.yaml", *quick, "--start", "s.json", "--out", "c")[0] == 0
    assert elver.load_run("c/run.nc").data.joint_position.values[0] == pytest.approx([0.7])
    for wrong, words in (
        (("--input", "size=1"), "no input"), (("--input", "push=1 m"), "N m"), (("--input", "push=60"), "-50 to 50"),
        (("--start", "angle of knee=1"), "angle of hinge"), (("--start", "angle of hinge=1 m"), "rad"),
        (("--start", "no"), "no folder"),
    ):  # fmt: skip
        code, _, said = command(capsys, "run", "p.yaml", *quick, *wrong)
        assert code != 0
        assert words in said
