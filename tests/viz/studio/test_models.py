"""Models from names and texts."""

import pytest
from small_file import PADDLE, WRONG

from elver._support.errors import InputError
from elver.viz.studio.worker_process import changes_of, check, scenario_text, scenarios, source_of


def test_scenarios_with_their_parameters():
    eel = next(s for s in scenarios({}) if s["name"] == "eel")
    amplitude = next(p for p in eel["parameters"] if p["name"] == "gait.amplitude")
    assert amplitude["number"]
    assert amplitude["unit"] == "rad"


def test_a_scenario_becomes_a_text_that_is_the_same_machine():
    told = scenario_text({"scenario": "eel"})
    again = check({"text": told["text"]})
    assert again["errors"] == []
    assert again["about"]["duration"] == told["duration"]
    assert dict(again["rows"])["mass"] == dict(check({"scenario": "eel"})["rows"])["mass"]


@pytest.mark.parametrize(("name", "changes"), [("eel", {"water.law": "kirchhoff"}), ("gray", {}), ("scull-40", {})])
def test_a_scenario_is_shown_with_the_law_that_conserves_energy(name, changes):
    """The text says what the changes do, so that an edited one goes on from there; as published it is not changed."""
    told, published = (scenario_text({"scenario": name, "shown": shown}) for shown in (True, False))
    assert told["changes"] == changes
    assert published["changes"] == {}
    assert (told["text"] == published["text"]) == (not changes)
    if changes:
        assert "law: paper" not in told["text"]  # kirchhoff is what a file has that says nothing
        assert "law: paper" in published["text"]
        assert check({"text": told["text"]})["errors"] == []


def test_mistakes_have_a_line_and_a_column():
    (error,) = check({"text": WRONG, "path": "paddle.yaml"})["errors"]
    assert (error["line"], error["key"]) == (13, "media.water.drag_e2")
    assert "far" in error["message"]
    assert "paddle.yaml:13" not in error["message"]  # the place is said apart
    (error,) = check({"text": "elver: ["})["errors"]
    assert error["line"] >= 1
    assert check({"text": PADDLE, "changes": {"amplitude": 5}})["errors"][0]["message"].startswith(
        "amplitude = 5.0 is not allowed"
    )


def test_a_path_is_no_name_of_a_scenario(tmp_path):
    (tmp_path / "paddle.yaml").write_text(PADDLE)
    for name in (str(tmp_path / "paddle.yaml"), "", "ell", None):
        with pytest.raises(InputError, match="unknown scenario"):
            source_of({"scenario": name})


def test_files_that_a_text_names_lie_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.csv").write_text("time,hinge\n0,0\n1,0\n")
    (tmp_path / "inner").mkdir()
    old = "gait: {type: serpenoid, joints: [hinge], amplitude: amplitude, frequency: 1 Hz}"
    text = PADDLE.replace(old, "gait: {type: recorded, file: ../secret.csv}")
    assert text != PADDLE
    (error,) = check({"text": text, "path": "inner/paddle.yaml"})["errors"]
    assert "outside" in error["message"]
    (error,) = check({"text": text})["errors"]
    assert "cannot name files" in error["message"]


def test_a_parameter_that_names_a_file_is_not_for_pages(tmp_path):
    changes = {"scenario": "scull-40", "changes": {"stroke": str(tmp_path / "own.json")}}
    with pytest.raises(InputError, match="'stroke' names a file, which a page may not open"):
        changes_of(changes)
    assert changes_of({"scenario": "scull-40", "changes": {"stroke": "drawn"}}) == {"stroke": "drawn"}


def test_a_step_that_rodas_may_choose_is_told_so():
    told = check({"scenario": "eel", "changes": {"gait.period": 0.005, "drive": "pd"}})["warnings"]
    assert any("unless `auto` takes rodas" in text for text in told)
