"""Strokes as numbers that are moved while the machine runs."""

import casadi as ca
import numpy as np
import pytest
from floating_arm import arm

import elver
from elver import compile_model, simulate
from elver._support.errors import InputError
from elver.drive import CombinedGait, DelayedGait, Instant, PeriodicSpline, load_spline
from elver.scenarios import Parameter, Scenario
from elver.viz import live_model
from elver.viz.page.live_models import drawn, edited_spline, strokes_of, with_polygons

DRAWN = PeriodicSpline({"j1": (0.0, 0.3, -0.2, 0.1, 0.2), "j2": (0.2, 0.0, 0.1, -0.1)}, 0.9, drive=0.45, start=0.2)
MIRRORED = PeriodicSpline({"j3": (0.2, 0.0, 0.1, -0.1)}, 0.9)


def compose(values, duration):
    spline = PeriodicSpline(
        {"j1": [values["size"] * p for p in DRAWN.points["j1"]], "j2": DRAWN.points["j2"], "j3": DRAWN.points["j2"]},
        values["period"],
        drive=0.45,
    )
    return arm(("driven",) * 3, gait=spline)


ARM = Scenario(
    "arm",
    "",
    "",
    (Parameter("size", 1.0, "1", "how wide"), Parameter("period", 0.9, "s", "of the stroke", above=0.0)),
    compose,
    1.0,
)


def angles(scenario, times) -> list[float]:
    """Angle of the first joint that a scenario imposes."""
    t = ca.SX.sym("t")
    law = ca.Function("q", [t], [scenario.build().gait.motion(Instant(t, {}))["j1"]])
    return [float(law(time)) for time in times]


@pytest.fixture(scope="module")
def live():
    return live_model(ARM, stroke=True)


def test_joints_with_the_same_points_are_one_stroke():
    found = strokes_of(arm(("driven",) * 3, gait=CombinedGait([DelayedGait(DRAWN, 0.1), MIRRORED])))
    assert [(s.joints, s.drive, s.start) for s in found] == [(("j1",), 0.45, 0.2), (("j2",), 0.45, 0.2), (("j3",), 0.5, 0.0)]
    (_, both) = strokes_of(ARM.build())
    assert both.joints == ("j2", "j3")
    assert both.names == tuple(f"stroke.j2.{k}" for k in range(4))
    assert both.described()["unit"] == "rad"
    assert both.bounds == pytest.approx((-0.4, 0.5))


def test_points_are_smooth_sliders_and_what_drew_them_is_none(live):
    names = [s.name for s in live.sliders]
    assert names == ["period", *(f"stroke.j1.{k}" for k in range(5)), *(f"stroke.j2.{k}" for k in range(4))]
    assert {s.kind for s in live.sliders} == {"smooth"}
    assert {s.lag for s in live.sliders[1:]} == {0.15}
    assert [s.name for s in live_model(ARM).sliders] == ["size", "period"]
    assert live_model(elver.scenario("swimmer"), {"links": 3}, stroke=True).strokes == ()


def test_a_dragged_point_moves_the_machine_without_a_jump(live):
    """The motion is the drawn one before, the new one after a while, and smooth in between; the ledger closes."""
    settings = {
        "solver": elver.Solver(method="dopri5", rtol=1e-10, atol=1e-12),
        "save": elver.Save(every=0.01),
        "progress": False,
    }
    program = compile_model(live.model)
    first = simulate(program, 0.5, **settings)
    run = simulate(program, 1.5, parameters={"stroke.j1.3": 0.5}, resume=first, **settings)
    assert first.data.joint_position.sel(joint="j1").values == pytest.approx(angles(ARM, first.data.time.values), abs=1e-12)
    q, v, a = (run.data[n].sel(joint="j1").values for n in ("joint_position", "joint_velocity", "joint_acceleration"))
    assert q[0] == pytest.approx(float(first.data.joint_position.sel(joint="j1")[-1]), abs=1e-12)
    assert np.abs(np.diff(q)).max() < 0.06
    for value, slope in ((q, v), (v, a)):
        assert np.abs((value[2:] - value[:-2]) / 0.02 - slope[1:-1]).max() < 0.05 * np.abs(slope).max()  # jerks jump at knots
    new = angles(drawn(ARM, {"j1": (0.0, 0.3, -0.2, 0.5, 0.2)}), run.data.time.values)
    assert q[-20:] == pytest.approx(new[-20:], abs=1e-4)
    assert np.abs(q - new).max() > 0.05
    assert run.summary["ledger_closure"] < 1e-5


def test_an_edited_stroke_is_a_file(tmp_path, live):
    spline = edited_spline(live.strokes, {"j2": (0.0, 0.1, 0.2, 0.3)})
    assert spline.points == {"j1": DRAWN.points["j1"], "j2": (0.0, 0.1, 0.2, 0.3), "j3": (0.0, 0.1, 0.2, 0.3)}
    spline.save(tmp_path / "stroke.json")
    assert load_spline(tmp_path / "stroke.json") == spline
    with pytest.raises(InputError, match=r"no stroke of joint 'j9'. Known: j1, j2, j3"):
        edited_spline(live.strokes, {"j9": (0.0,) * 4})
    two = strokes_of(arm(("driven",) * 3, gait=CombinedGait([DRAWN, MIRRORED])))
    with pytest.raises(InputError, match="periods or drives of their own"):
        edited_spline(two, {})
    assert with_polygons(DelayedGait(DRAWN, 0.1), {"j1": (1, 2, 3, 4)}).gait.points["j1"] == (1.0, 2.0, 3.0, 4.0)
