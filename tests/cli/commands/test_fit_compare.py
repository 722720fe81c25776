"""`elver fit --compare`: other forms of the machine on the same recordings."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest
from command_line import run
from fit_files import ARM, FIT, arm_at, folder

from elver import InputError
from elver.analysis import load_fit

TWO = FIT.replace("  stiffness: {start: 0.04}\n", "  stiffness: {start: 0.05}\n  damping: {start: 1 mN m s/rad}\n").replace(
    "  first: {file: first.csv, sigma: 1 mm}\n",
    "  first: {file: first.csv, sigma: 1 mm}\n  second: {file: second.csv, sigma: 1 mm}\n",
)


@dataclass
class Place:
    path: object
    fit: object


def noisy(seed: int) -> str:
    """Paths of both markers of the arm, with errors of 1 mm."""
    rng, times = np.random.default_rng(seed), np.linspace(0.0, 0.5, 26)
    lines = ["# unit: mm", "time,elbow.x,elbow.y,hand.x,hand.y"]
    for t, a in zip(times, arm_at(times), strict=True):
        places = [r * f(a) * 1000 + rng.normal() for r in (0.05, 0.2) for f in (np.cos, np.sin)]
        lines.append(",".join(f"{v:.9g}" for v in (t, *places)))
    return "\n".join(lines)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path, folder(tmp_path, TWO, first=noisy(3), second=noisy(4)))


def test_a_form_with_a_number_less_and_a_wrong_one(capsys, place):
    """The recordings were made with damping 0.5 mN m s/rad: given that, one number is enough; undamped is not the machine."""
    out = place.path / "r"
    code, text, err = run(
        capsys, "fit", place.fit, "--out", out, "--no-figures", "--threads", 1,
        "--compare", "damping=0.5 mN m s/rad", "--compare", "damping=30 mN m s/rad",
    )  # fmt: skip
    assert (code, err) == (0, "")
    said = json.loads((out / "fit.json").read_text())["comparison"]
    forms = {form["name"]: form for form in said["forms"]}
    right, wrong, whole = forms["damping=0.5 mN m s/rad"], forms["damping=30 mN m s/rad"], forms["fit"]
    assert (right["numbers"], wrong["numbers"], whole["numbers"]) == (1, 1, 2)
    assert right["bic"] < wrong["bic"] - 10
    assert whole["bic"] > right["bic"]
    assert 0 <= right["deviance"] - whole["deviance"] < 8
    assert right["left_out"] == pytest.approx(1.0, abs=0.2)
    assert wrong["left_out"] > 10
    assert "forms of the model, by how many numbers they have" in text
    assert "1 number more than damping=0.5 mN m s/rad" in text
    page = (out / "report.html").read_text()
    assert 'id="forms"' in page
    assert "Forms of the model" in page


def test_another_machine(place):
    (place.path / "stiff.yaml").write_text(ARM.replace("type: rod, length: size", "type: rod, length: 1.5 * size"))
    one, other = (
        load_fit(place.fit, changes=changes).recording("first").program.model.robot.bodies[1].mass
        for changes in ({}, {"model": "stiff.yaml"})
    )
    assert other == pytest.approx(1.5 * one)


@pytest.mark.parametrize(
    ("forms", "says"),
    [
        (["damping"], "damping"),
        (["damping=1;"], "is not KEY=VALUE"),
        (["damping=1 mN m s/rad;damping=2 mN m s/rad"], "given twice"),
        (["damping=1 mN m s/rad", "damping=1 mN m s/rad"], "that form already"),
        (["dampnig=1"], "dampnig"),
        (["stiffness=0.05;damping=1 mN m s/rad"], "names no unknown"),
        (["less.yaml"], "not fitted by both"),
    ],
)
def test_forms_that_are_none_are_refused(capsys, place, forms, says):
    (place.path / "less.yaml").write_text(TWO.replace("  second: {file: second.csv, sigma: 1 mm}\n", ""))
    given = [str(place.path / f) if f.endswith(".yaml") else f for f in forms]
    code, _, err = run(capsys, "fit", place.fit, "--check", *(part for form in given for part in ("--compare", form)))
    assert code == 2
    assert says in err


def test_what_a_list_of_unknowns_loses(tmp_path):
    listed = TWO.replace("  stiffness: {start: 0.05}\n  damping: {start: 1 mN m s/rad}\n", "  [stiffness, damping]\n")
    path = folder(tmp_path, listed, first=noisy(3), second=noisy(4))
    assert load_fit(path).names == ("stiffness", "damping")
    assert load_fit(path, changes={"damping": "1 mN m s/rad"}).names == ("stiffness",)
    with pytest.raises(InputError, match="no unknown"):
        load_fit(path, changes={"damping": "1 mN m s/rad", "stiffness": "0.05"})
