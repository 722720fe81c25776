"""`elver list` as a user meets it."""

from __future__ import annotations

import json

from command_line import run


def test_list_names_scenarios_and_parameters_with_units(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert "eel-loop" in out
    code, out, _ = run(capsys, "list", "eel")
    assert "gait.wavelength" in out
    assert "[rad]" in out
    assert json.loads(run(capsys, "list", "--json")[1])["eel"]["parameters"]["gait.period"]["unit"] == "s"


def test_list_of_a_file_without_a_source_has_no_empty_brackets(capsys, tmp_path):
    file = tmp_path / "stone.yaml"
    body = "{shape: {type: rod, length: size, radius: 1 cm}, density: 1000}"
    file.write_text(
        "elver: 1\nname: stone\ntitle: A stone\nparameters: {size: {value: 40, unit: cm, range: [1, 90], meaning: of it}}\n"
        f"machine: {{bodies: {{stone: {body}}}}}\nrun: {{duration: 1}}\n"
    )
    code, out, _ = run(capsys, "list", file)
    assert code == 0
    assert out.startswith("stone: A stone\n")
    assert "40 [cm] of it (1 to 90)" in out
    found = json.loads(run(capsys, "list", file, "--json")[1])["stone"]["parameters"]["size"]
    shown = {"shown": 40.0, "shown_unit": "cm"}
    assert found == {"default": 0.4, "unit": "m", "meaning": "of it", "set_in": "cm", **shown}
