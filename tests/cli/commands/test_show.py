"""`elver show` as a user meets it."""

from __future__ import annotations

from command_line import run

from elver.scenarios import Parameter, load_text, scenario
from elver.scenarios.files.writing import parameter


def test_a_scenario_is_printed_as_a_file(capsys):
    code, out, _ = run(capsys, "show", "swimmer", "--set", "links=3")
    assert code == 0
    assert len(load_text(out).build().robot.bodies) == len(scenario("swimmer").build({"links": 3}).robot.bodies)


def test_a_file_is_one_already(capsys, tmp_path):
    """Its measures and claims would be lost."""
    code, _, err = run(capsys, "show", tmp_path / "fish.yaml")
    assert code == 2
    assert "is a scenario file already" in err


def test_all_bounds_are_written():
    assert parameter(Parameter("a", 1.0, "m", "", high=3.0, above=0.0), 1.0)["range"] == [None, 3.0]
