"""A parameter is shown in the unit that its file writes it in: lists, sweeps, sliders, fits, exports, tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import run as run_elver

import elver
from elver._support.errors import InputError
from elver.analysis import FitReport
from elver.analysis.fit.summary import fit_summary
from elver.viz import live_model
from elver.viz.reports.fit_tables import estimates_table, recordings_table, unknowns_table

FLAP = """
elver: 1
name: flap
parameters:
  swing: {value: 18 deg, range: [5 deg, 40 deg], meaning: at the start}
  length: {value: 70, unit: mm, range: [40, 110], meaning: of the bar}
  stiffness: {value: 13 mN m/rad, range: [5 mN m/rad, 40 mN m/rad], meaning: of the spring}
  density: {value: 1000, unit: kg/m^3, range: [500, 2000], meaning: of the bar}
machine:
  base: fixed
  bodies:
    ground: {}
    bar: {shape: {type: rod, length: length, radius: 5 mm}, density: density}
  joints: {hinge: {parent: ground, child: bar, mode: passive}}
drive: {elastic: {type: spring, stiffness: stiffness}}
start: {angles: {hinge: swing}}
run: {duration: 0.2, dt: 5 ms}
"""
FIT = """
elver: 1
fit: flap-fit
model: flap.yaml
unknowns:
  stiffness: {start: 20 mN m/rad, prior: {type: lognormal, mean: 15 mN m/rad, sigma: 0.5}}
  length: {range: [50, 100]}
channels: {angle: {of: joint_angle.hinge, unit: deg, sigma: 0.5}}
recordings: {first: {set: {swing: 18 deg}, file: first.csv}}
"""


@pytest.fixture
def flap(tmp_path) -> Path:
    file = tmp_path / "flap.yaml"
    file.write_text(FLAP, encoding="utf-8")
    return file


def test_parameters_know_the_unit_they_were_written_in(flap):
    own = {p.name: p for p in elver.scenario(str(flap)).parameters}
    told = {name: (p.shown(p.default), p.shown_unit, p.unit) for name, p in own.items()}
    assert told == {
        "swing": (18.0, "deg", "rad"),
        "length": (70.0, "mm", "m"),
        "stiffness": (13.0, "mN m/rad", "N m/rad"),
        "density": (1000.0, "kg/m^3", "kg/m^3"),
    }
    assert own["length"].read("80") == pytest.approx(0.08)  # a declared unit is that of bare numbers
    assert own["swing"].read("0.4") == pytest.approx(0.4)  # a unit that is only written is not
    with pytest.raises(InputError, match=r"swing = 30.0 is not allowed. Give a finite number from 5 to 40 deg.*write '30 deg'"):
        elver.scenario(str(flap)).values({"swing": "30"})
    with pytest.raises(InputError, match=r"5 to 40 mN m/rad.*without a unit is in N m/rad: write '13.0 mN m/rad'"):
        elver.scenario(str(flap)).values({"stiffness": "20"})


def test_lists_and_sweeps(flap, tmp_path, capsys):
    listed = run_elver(capsys, "list", str(flap))[1]
    for shown in (r"swing +18 \[deg\]", r"length +70 \[mm\]", r"stiffness +13 \[mN m/rad\]"):
        assert re.search(shown, listed)
    store = tmp_path / "s.zarr"
    vary = ("--vary", "swing=10 deg:30 deg:3", "--vary", "stiffness=10 mN m/rad:30 mN m/rad:3")
    found = json.loads(run_elver(capsys, "sweep", str(flap), *vary, "--out", str(store), "--json")[1])
    assert found["units"]["stiffness"] == {"unit": "N m/rad", "shown_unit": "mN m/rad"}
    assert all({"swing", "stiffness"} <= set(best["without_influence"]) for best in found["best"].values())  # its base is held
    from elver.viz.analysis_figures import sweep_figures

    data = elver.analysis.load_sweep(store)
    (figure,) = sweep_figures(data, names=["work"]).values()
    labels = {text for axis in figure.axes for text in (axis.get_xlabel(), axis.get_ylabel())}
    assert any(text.endswith("[deg]") for text in labels)
    assert any(text.endswith("[mN m/rad]") for text in labels)


def test_sliders(flap):
    found = {s.name: s.described() for s in live_model(elver.scenario(str(flap))).sliders}
    swing, density = found["swing"], found["density"]
    assert swing["shown"]["unit"] == "deg"
    assert swing["high"] / swing["shown"]["factor"] == pytest.approx(40)
    assert swing["shown"]["step"] == 0.1  # of a degree: 350 steps from end to end
    assert found["stiffness"]["shown"]["unit"] == "mN m/rad"
    assert "shown" not in density


def test_exports_name_the_display_unit(flap):
    from elver.export.description import describe
    from elver.export.fmu import unit_definitions, variables

    free = ["swing", "length", "stiffness", "density"]
    export = describe(elver.scenario(str(flap)).build(free=free), 0.2, 5e-3)
    text = "\n".join([*unit_definitions(export), *variables(export)])
    assert '<DisplayUnit name="mm" factor="1000.0"/>' in text
    assert re.search(r'name="swing".*unit="rad".*displayUnit="deg"', text)
    assert re.search(r'name="stiffness".*displayUnit="mN m/rad"', text)
    assert not re.search(r'name="density".*displayUnit', text)


def test_the_tables_of_a_fit(flap, tmp_path):
    run = elver.simulate(
        elver.scenario(str(flap)).build(), 0.2, solver=elver.Solver(dt=1e-3), save=elver.Save(every=0.01), progress=False
    )
    angles = run.data.joint_position.sel(joint="hinge").values
    lines = [f"{t:.4f},{a * 57.29578:.6f}" for t, a in zip(run.data.time.values, angles, strict=True)]
    (tmp_path / "first.csv").write_text("\n".join(["time,angle [deg]", *lines]) + "\n")
    file = tmp_path / "fit.yaml"
    file.write_text(FIT, encoding="utf-8")
    problem = elver.analysis.load_fit(file)
    asked = {row[0]: row for row in unknowns_table(problem).rows}
    assert asked["stiffness"][1:5] == ("20", "mN m/rad", "5", "40")
    assert asked["length"][1:5] == ("70", "mm", "50", "100")
    fit = elver.fit_model(problem, report=FitReport(profiles=0, leave_out=False))
    assert fit.estimate("length").unit == "m"  # data stay in SI units
    told = {row[0]: row for row in estimates_table(fit).rows}
    assert told["stiffness"][3] == "mN m/rad"
    assert "15, factor" in told["stiffness"][5]
    assert 40 < float(told["length"][1]) < 110
    plain = fit_summary(fit)["estimates"]["length"]
    assert plain["unit"] == "m"
    assert plain["shown"]["unit"] == "mm"
    assert plain["shown"]["value"] == pytest.approx(1000 * plain["value"])
    table = recordings_table(fit)
    assert table.rows[0][table.headers.index("swing [deg]")] == "18"
