"""The eel of parallel modules: against trees without loops that move alike, and a chain without struts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np
import pytest

from elver import InputError, Model, Robot, compile_model, scenario, simulate
from elver.drive import Hinge, Strut, StrutGait
from elver.drive.signals import Instant
from elver.simulation import Solver
from elver.systems.eel.parallel import ParallelBody, gait_of

CHANGES = {"body.modules": 2, "gait.pitch_offset": 0.05, "gait.ramp_time": 1.0, "gait.amplitude": 0.2}
SECONDS = 3.0


def run_of(model: Model):
    run = simulate(model, SECONDS, solver=Solver(dt=0.01), progress=False)
    assert run.status == "finished", run.status_detail
    return run


@pytest.fixture(scope="module")
def swimming():
    return run_of(scenario("eel-parallel").build(CHANGES))


@dataclass(frozen=True)
class AllAngles:
    """Every joint of the modules by closed forms: yaw and pitch of the hinges, direction and length of the struts."""

    gait: StrutGait

    @property
    def period(self):
        return self.gait.period

    def motion(self, now: Instant) -> Mapping[str, Any]:
        angles = dict(self.gait.gait.motion(now))
        lengths = self.gait.motion(now)
        for hinge in self.gait.hinges:
            p, y = angles[hinge.pitch], angles[hinge.yaw]
            turn = ca.vertcat(
                ca.horzcat(ca.cos(y) * ca.cos(p), -ca.sin(y), ca.cos(y) * ca.sin(p)),
                ca.horzcat(ca.sin(y) * ca.cos(p), ca.cos(y), ca.sin(y) * ca.sin(p)),
                ca.horzcat(-ca.sin(p), 0, ca.cos(p)),
            )
            for name, ends in hinge.struts.items():
                d, strut = turn @ ca.DM(ends.behind) - ca.DM(ends.before), name.removesuffix("_length")
                angles[f"{strut}_swing"] = ca.atan2(-d[1], -d[0])
                angles[f"{strut}_tilt"] = ca.asin(-d[2] / lengths[name])
                angles[name] = lengths[name]
        return angles


def values_of(changes: Mapping[str, Any]) -> dict[str, Any]:
    return scenario("eel-parallel").values(changes)


def body_of(values: Mapping[str, Any]) -> ParallelBody:
    return ParallelBody(**{k.removeprefix("body."): v for k, v in values.items() if k.startswith("body.")})


def test_loops_are_closed_and_the_ledger_too(swimming):
    assert swimming.summary["worst_loop_closure"] < 1e-8
    assert swimming.summary["ledger_closure"] < 1e-6
    assert swimming.summary["trusted"]
    assert swimming.data.loop_condition.values.max() < 100


def test_hinges_follow_the_wave_that_the_struts_were_made_for(swimming):
    """The loops' solution against the gait whose inverse kinematics gave the lengths."""
    gait = gait_of(body_of(values_of(CHANGES)), values_of(CHANGES)).gait
    t = ca.SX.sym("t")
    names = ["yaw1", "pitch1", "yaw2", "pitch2"]
    angles = ca.Function("angles", [t], [gait.motion(Instant(t, {}))[n] for n in names])
    wanted = np.array([np.array(part).ravel() for part in angles(swimming.data.time.values[None, :])]).T
    assert np.abs(wanted).max() > 0.04
    assert swimming.data.joint_position.sel(joint=names).values == pytest.approx(wanted, abs=1e-9)


def test_a_tree_without_loops_that_moves_alike_swims_alike(swimming):
    """All joints driven by closed forms, the struts' ends nowhere joined: the same motion, and the same power in all."""
    model = scenario("eel-parallel").build(CHANGES)
    joints = [replace(j, mode="driven") for j in model.robot.joints]
    tree = replace(model, robot=Robot("tree", model.robot.bodies, joints), gait=AllAngles(model.gait))
    run = run_of(tree)
    for name in ("base_position", "base_quaternion", "base_twist"):
        assert run.data[name].values == pytest.approx(swimming.data[name].values, abs=1e-8)
    power = [data.power.sel(flow="motor").values for data in (run.data, swimming.data)]
    assert np.abs(power[1]).max() > 0.1
    assert power[0] == pytest.approx(power[1], abs=1e-7)


def test_a_chain_of_the_same_vertebrae_without_struts_is_the_limit_of_light_struts(swimming):
    """Yaw and pitch driven in a chain; struts of a tenth of the density come ten times as near."""

    def way(run):
        return run.data.base_position.values - run.data.base_position.values[0]

    changes = {**CHANGES, "body.rod_density": 270.0}
    model = scenario("eel-parallel").build(CHANGES)
    names = {"head", *(f"{kind}{k}" for kind in ("cross", "vertebra") for k in (1, 2))}
    joints = [replace(j, mode="driven") for j in model.robot.joints if j.group in ("yaw", "pitch")]
    chain = Robot("chain", [b for b in model.robot.bodies if b.name in names], joints)
    serial = run_of(replace(model, robot=chain, gait=model.gait.gait))
    heavy, light = (np.abs(way(run) - way(serial)).max() for run in (swimming, run_of(scenario("eel-parallel").build(changes))))
    assert np.abs(way(serial)).max() > 0.01
    assert 1e-7 < heavy < 0.05 * np.abs(way(serial)).max()
    assert heavy / light == pytest.approx(10, rel=0.1)


@pytest.mark.long
def test_it_swims_forwards():
    run = simulate(scenario("eel-parallel").build(), 20.0, solver=Solver(dt=0.01), progress=False)
    moved = run.data.com_position.values[-1] - run.data.com_position.values[0]
    assert moved[0] > 0.8
    assert abs(moved[1]) < 0.05
    assert run.summary["worst_loop_closure"] < 1e-8
    assert run.summary["ledger_closure"] < 1e-6


def test_struts_of_a_hinge_at_rest_and_turned():
    """Lengths by hand: yaw of a quarter turn, pitch of a quarter turn."""
    hinge = Hinge("yaw", "pitch", {"strut": Strut((0.1, 0.2, 0.3), (-0.1, 0.2, 0.3))})

    class Still:
        def __init__(self, yaw, pitch):
            self.angles = {"yaw": ca.DM(yaw), "pitch": ca.DM(pitch), "tail": ca.DM(0.7)}

        def motion(self, now):
            return self.angles

    lengths = {}
    for name, angles in {"rest": (0, 0), "yaw": (np.pi / 2, 0), "pitch": (0, np.pi / 2)}.items():
        found = StrutGait(Still(*angles), [hinge]).motion(Instant(ca.DM(0), {}))
        assert set(found) == {"strut", "tail"}
        lengths[name] = float(found["strut"])
    assert lengths["rest"] == pytest.approx(0.2)
    assert lengths["yaw"] == pytest.approx(np.linalg.norm([-0.2 - 0.1, -0.1 - 0.2, 0]))
    assert lengths["pitch"] == pytest.approx(np.linalg.norm([0.3 - 0.1, 0, 0.1 - 0.3]))
    with pytest.raises(InputError, match="no angle of 'roll'"):
        StrutGait(Still(0, 0), [replace(hinge, pitch="roll")]).motion(Instant(ca.DM(0), {}))


@pytest.mark.long
def test_gait_parameters_stay_free():
    free = scenario("eel-parallel").build(CHANGES, free=["gait.amplitude", "body.spread"])
    program = compile_model(free)
    run = simulate(program, 1.0, solver=Solver(dt=0.01), parameters={"gait.amplitude": 0.1, "body.spread": 0.05}, progress=False)
    plain = {**CHANGES, "gait.amplitude": 0.1, "body.spread": 0.05}
    wanted = simulate(scenario("eel-parallel").build(plain), 1.0, solver=Solver(dt=0.01), progress=False)
    assert run.data.state.values[-1] == pytest.approx(wanted.data.state.values[-1], abs=1e-9)
