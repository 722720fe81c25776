"""The model of a live page: the plain one while nothing is moved, and no jump when something is."""

import casadi as ca
import numpy as np
import pytest

import elver
from elver import compile_model, simulate
from elver._support.errors import InputError
from elver.drive import Instant
from elver.export.wasm.description import visible_states
from elver.model import assemble
from elver.model.program import written
from elver.viz import live_model

SMALL = {"links": 3, "case": 3, "control.kp": 2.0, "control.kd": 0.05}


@pytest.fixture(scope="module")
def small():
    return live_model(elver.scenario("swimmer"), SMALL)


def test_sliders_have_places(small):
    equations = assemble(small.model)
    rows = {row["name"]: row for row in small.table(equations)}
    assert rows["gait.amplitude"]["place"] == list(equations.parameters).index("gait.amplitude")
    at = rows["gait.frequency"]["state_places"]
    assert [equations.layout.names[k] for k in at] == [f"gait.frequency {w}" for w in ("seen", "rate", "acceleration")]
    assert "state_places" not in rows["water.current.x"]
    assert "place" not in small.table()[0]
    plain = assemble(elver.scenario("swimmer").build(SMALL)).layout.names
    assert [state["name"] for state in visible_states(written(small.model))] == list(plain)


def test_unmoved_it_is_the_plain_model_and_moved_it_does_not_jump(small):
    settings = {"solver": elver.Solver(dt=0.005, method="rk4"), "save": elver.Save(every=0.01), "progress": False}
    program = compile_model(small.model)
    first = simulate(program, 1.0, **settings)
    plain = simulate(elver.scenario("swimmer").build(SMALL), 1.0, **settings)
    kept = list(plain.data.state_name.values)
    assert np.allclose(first.data.state.sel(state_name=kept), plain.data.state, rtol=0, atol=1e-13)
    moved = simulate(program, 1.0, parameters={"gait.amplitude": 1.0, "gait.frequency": 3.0}, resume=first, **settings)
    torque = moved.data.joint_torque.values
    assert np.abs(torque[1] - first.data.joint_torque.values[-1]).max() < 0.02  # unfiltered it would be kp times 0.4
    assert np.abs(np.diff(torque, axis=0)).max() < 0.05
    assert np.abs(moved.data.joint_position.values).max() > 0.6
    assert moved.summary["ledger_closure"] < 1e-3
    assert "body_force" in moved.data


def test_a_machine_that_touches_goes_by_a_clock_that_may_be_set():
    """The target of the joints at a moved frequency and clock is where it was before."""
    live = live_model(elver.scenario("aiko-flat"), {"links": 3})
    rows = {row["name"]: row for row in live.table(assemble(live.model))}
    (clock,) = rows["gait.frequency"]["clocks"]
    assert (clock["name"], clock["power"], clock["base"]) == ("gait.clock", -1.0, 0.0)
    assert list(live.model.free)[clock["place"]] == "gait.clock"
    assert rows["friction"]["kind"] == "table"
    assert "place" not in rows["friction"]
    t, symbols = ca.SX.sym("t"), [f.symbol for f in live.model.free.values()]
    target = ca.Function("q", [t, *symbols], [live.model.gait.motion(Instant(t, {}))["joint1"]])
    usual = {name: f.value for name, f in live.model.free.items()}
    ratio = 1.5 ** clock["power"]
    faster = {**usual, "gait.frequency": 1.5 * usual["gait.frequency"], "gait.clock": 7.3 * (ratio - 1.0)}
    assert float(target(7.3, *faster.values())) == pytest.approx(float(target(7.3, *usual.values())), abs=1e-12)
    assert abs(float(target(7.3, *usual.values()))) > 0.01


def test_named_sliders_and_mistakes():
    swimmer = elver.scenario("swimmer")
    one = live_model(swimmer, {"links": 3}, ["gait.offset=-0.1:0.2", "body.density"])
    assert [(s.name, s.kind, s.low, s.high) for s in one.sliders] == [
        ("gait.offset", "smooth", -0.1, 0.2),
        ("body.density", "direct", 330.0, 3000.0),
    ]
    assert live_model(swimmer, {"links": 3}, "gait.offset").sliders[0].name == "gait.offset"
    assert live_model(swimmer, {"links": 3}, []).sliders == ()
    with pytest.raises(InputError, match=r"slider 'gait.offset' is asked for twice"):
        live_model(swimmer, {"links": 3}, ["gait.offset", "gait.offset=0:1"])
