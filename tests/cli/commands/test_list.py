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
