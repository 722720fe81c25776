"""`elver new`, `elver show` and `elver schema` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import yaml
from command_line import run


def test_a_new_file_runs_and_is_not_overwritten(capsys):
    assert run(capsys, "new", "trout.yaml")[0] == 0
    assert run(capsys, "check", "trout.yaml")[0] == 0
    code, out, _ = run(capsys, "run", "trout.yaml", "--duration", "0.5", "--json")
    assert code == 0
    assert json.loads(out)["scenario"] == "trout"
    code, _, err = run(capsys, "new", "trout.yaml")
    assert code == 2
    assert "--force" in err
    assert run(capsys, "new", "trout.yaml", "--force")[0] == 0
    code, _, err = run(capsys, "new", "trout.txt")
    assert code == 2
    assert ".yaml" in err


def test_a_mistake_is_named_with_its_line_and_the_nearest_name(capsys):
    run(capsys, "new", "trout.yaml")
    text = Path("trout.yaml").read_text().replace("    friction: 0.02", "    frction: 0.02")
    Path("trout.yaml").write_text(text)
    line = next(k for k, row in enumerate(text.splitlines(), 1) if "frction" in row)
    code, _, err = run(capsys, "run", "trout.yaml")
    assert code == 2
    assert f"trout.yaml:{line}:5" in err
    assert "friction" in err
    code, _, err = run(capsys, "run", "nowhere.yaml")
    assert code == 2
    assert "nowhere.yaml" in err


def test_a_file_takes_the_place_of_a_name_in_studies(capsys):
    run(capsys, "new", "trout.yaml")
    code, out, _ = run(capsys, "sweep", "trout.yaml", "--vary", "fin_length=0.05:0.09:3", "--seconds", "0.5", "--json")
    assert code == 0
    assert json.loads(out)["cases"] == 3
    assert Path("runs/trout-sweep.zarr").is_dir()
    assert "fin_length" in run(capsys, "list", "trout.yaml")[1]


def test_a_sweep_does_not_go_on_with_a_file_that_was_changed(capsys):
    run(capsys, "new", "trout.yaml")
    what = ("sweep", "trout.yaml", "--vary", "fin_length=0.05:0.09:2", "--seconds", "0.1", "--out", "store.zarr")
    assert run(capsys, *what)[0] == 0
    Path("trout.yaml").write_text(Path("trout.yaml").read_text().replace("friction: 0.02", "friction: 0.03"))
    assert run(capsys, *what, "--resume")[0] == 2


def test_fit_files_have_a_schema_too(capsys):
    schema = json.loads(run(capsys, "schema", "--fit")[1])
    assert "unknowns" in schema["required"]


def test_built_in_scenarios_as_files_keep_the_schema(capsys):
    schema = json.loads(run(capsys, "schema")[1])
    code, out, _ = run(capsys, "show", "gray")
    assert code == 0
    jsonschema.validate(yaml.safe_load(out), schema)
    run(capsys, "new", "trout.yaml")
    jsonschema.validate(yaml.safe_load(Path("trout.yaml").read_text()), schema)


FISH = """<robot name="fish">
  <link name="body">
    <inertial><mass value="1.9"/><inertia ixx="0.002" iyy="0.012" izz="0.012"/></inertial>
    <collision><geometry><box size="0.3 0.08 0.08"/></geometry></collision>
  </link>
  <link name="tail">
    <inertial><mass value="0.25"/><inertia ixx="0.0001" iyy="0.0009" izz="0.0009"/></inertial>
    <visual><geometry><sphere radius="0.03"/></geometry></visual>
  </link>
  <joint name="peduncle" type="revolute"><parent link="body"/><child link="tail"/><axis xyz="0 0 1"/></joint>
</robot>
"""


def test_a_file_for_a_description_runs_and_says_what_shapes_were_made_of(capsys):
    Path("robots").mkdir()
    Path("robots/fish.urdf").write_text(FISH)
    assert run(capsys, "new", "fish.yaml", "--import", "robots/fish.urdf")[0] == 0
    code, out, _ = run(capsys, "check", "fish.yaml")
    assert code == 0
    assert "shape of body: box 0.3 x 0.08 x 0.08 m from collision box, volume 0.00192 m^3" in out
    assert "shape of tail: ellipsoid 0.06 x 0.06 x 0.06 m from visual sphere" in out
    code, out, _ = run(capsys, "run", "fish.yaml", "--duration", "0.1", "--json")
    assert code == 0
    assert json.loads(out)["ledger_closure"] < 1e-9


def test_a_description_in_place_of_a_scenario_is_told_what_to_do(capsys):
    Path("fish.urdf").write_text(FISH.replace('value="1.9"', 'value="1.9 kg"').replace("revolute", "hinge"))
    for command in (("run", "fish.urdf"), ("check", "fish.urdf"), ("import", "fish.urdf")):
        code, _, err = run(capsys, *command)
        assert code == 2
        assert "elver new" in err
    code, _, err = run(capsys, "new", "fish.yaml", "--import", "fish.urdf")
    assert code == 2
    assert "fish.urdf:3: " in err
    assert "fish.urdf:10: " in err
    assert not Path("fish.yaml").exists()
    Path("below").mkdir()
    Path("fish.urdf").write_text(FISH)
    code, _, err = run(capsys, "new", "below/fish.yaml", "--import", "fish.urdf")
    assert code == 2
    assert "does not lie in the folder" in err
