"""How stiff a model is at the start of a run: which method is taken, and what is said about a step too long."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from stiff_models import Shaken, cube, graph_linearisation, settings, stiff
from tolerances import assert_close

from elver import Body, InitialState, Joint, Model, Robot, compile_model, simulate
from elver.drive import ConstantPose, Spring
from elver.forces import Anchor, Effect
from elver.robot import Box, spherical_joint
from elver.simulation import Save, Solver, StiffnessWarning
from elver.simulation.schemes.table import stable_limit
from elver.simulation.stiffness import FrictionWarning


@dataclass(frozen=True)
class NormDrag:
    """Drag by the norm of the velocity, whose derivative does not exist at rest."""

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-2.0 * ca.norm_2(motion.velocity) * motion.velocity, ca.SX(3, 1)))


def test_auto_takes_rk4_where_it_is_stable():
    program = compile_model(replace(stiff(kp=2.0, kd=0.02)))
    run = simulate(program, 1.0)
    assert settings(run)["method"] == "rk4"
    assert settings(run)["requested_method"] == "auto"
    assert 0 < settings(run)["stiffness"] < 2500
    assert run.data.state.values.tobytes() == simulate(program, 1.0, solver=Solver(method="rk4")).data.state.values.tobytes()
    assert "tangent" not in vars(program)
    fine = simulate(program, 1.0, solver=Solver(dt=1e-4, method="rk4"))
    assert_close(run.data.state.values, fine.data.state.values, 1e-6)


def test_auto_takes_rodas_where_rk4_would_blow_up(chain):
    run = simulate(chain, 1.0)
    assert run.status == "finished"
    assert settings(run)["method"] == "rodas"
    assert settings(run)["requested_method"] == "auto"
    eigenvalues = np.linalg.eigvals(graph_linearisation(chain, 0.0, chain.initial_state(np.zeros(0)))[0])
    assert settings(run)["stiffness"] == pytest.approx(np.abs(eigenvalues).max(), rel=1e-9)
    assert run.data.time.values == pytest.approx(np.linspace(0, 1, 101))
    fine = simulate(chain, 1.0, solver=Solver(dt=2.5e-5, method="rk4"), save=Save(every=0.01))
    assert_close(run.data.state.values, fine.data.state.values, 1e-6)
    with pytest.warns(StiffnessWarning):
        assert simulate(chain, 1.0, solver=Solver(method="rk4")).status == "diverged"


@pytest.mark.parametrize("method", ["rk4", "heun", "semi-implicit"])
def test_a_step_too_long_is_said_with_the_longest_stable_one(chain, method):
    """Just below the step the warning names the run is stable; well above it is not."""
    with pytest.warns(StiffnessWarning, match=f"too long for {method}.*eigenvalue -7.*rodas.*auto") as caught:
        simulate(chain, 0.01, solver=Solver(dt=1e-3, method=method))
    assert caught[0].filename == __file__
    longest = stable_limit(method) / chain.fastest_eigenvalue(0.0, chain.initial_state(np.zeros(0)), np.zeros(0)).real
    stable = 0.01 / math.ceil(0.01 / abs(longest))
    with warnings.catch_warnings():
        warnings.simplefilter("error", StiffnessWarning)
        assert simulate(chain, 0.01, solver=Solver(dt=stable, method=method), save=Save(every=stable)).status == "finished"
    with pytest.warns(StiffnessWarning):
        assert simulate(chain, 0.2, solver=Solver(dt=2e-4, method=method), save=Save(every=2e-4)).status == "diverged"


def test_a_run_that_diverges_before_its_first_sample_names_the_step(chain):
    """Not a singular machine: its equations are finite."""
    with pytest.warns(StiffnessWarning):
        run = simulate(chain, 1.0, solver=Solver(dt=0.05, method="rk4"), save=Save(every=1.0))
    assert run.status == "diverged"
    assert len(run.data.time) == 1
    assert "dt = 0.05 s is too long for rk4" in run.status_detail
    assert "singular" not in run.status_detail
    assert "(fastest, 0 " not in run.status_detail


@pytest.mark.parametrize(("friction", "said"), [({"coulomb": 0.02}, True), ({"viscous": 0.02}, False)])
def test_coulomb_friction_of_a_ball_joint_is_warned_of(friction, said):
    between, joints = spherical_joint(Joint("ball", "a", "b", d=0.15, mode="passive", **friction))
    ends = [Body.solid(name, Box(0.3, 0.1, 0.08), 1000.0) for name in "ab"]
    model = Model("ball", Robot("ball", [ends[0], *between, ends[1]], joints), elastic=Spring())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        simulate(model, 2e-3, solver=Solver(dt=1e-3), progress=False)
    told = [w for w in caught if issubclass(w.category, FrictionWarning)]
    assert bool(told) == said
    assert all("joint 'ball_yaw' has Coulomb friction" in str(w.message) and w.filename == __file__ for w in told)


def test_a_gimbal_lock_is_named():
    """The pitch of a ball joint turns to 90 degrees, where its outer axes lie in one line."""
    between, joints = spherical_joint(Joint("ball", "a", "b", d=0.15, mode="passive"))
    ends = [Body.solid(name, Box(0.3, 0.1, 0.08), 1000.0) for name in "ab"]
    start = InitialState(
        angles={"ball_yaw": 0.1, "ball_pitch": 1.4}, rates={"ball_yaw": 1.0, "ball_pitch": 3.0, "ball_roll": 0.5}
    )
    elastic = {joint.name: Spring(*gains) for joint, gains in zip(joints, ((2.0, 0.01), (0.0,), (0.0,)), strict=True)}
    run = simulate(
        Model("ball", Robot("ball", [ends[0], *between, ends[1]], joints), elastic=elastic, start=start),
        2.0,
        solver=Solver(dt=1e-3),
    )
    assert run.status in ("diverged", "step too small", "too many steps")
    assert "gimbal lock: joint 'ball_pitch' stands at 1.57 rad" in run.status_detail


def test_free_parameters_decide_too():
    program = compile_model(stiff(kp=2.0).freed("control.kd"))
    assert settings(simulate(program, 0.1))["method"] == "rodas"
    assert settings(simulate(program, 0.1, parameters={"control.kd": 0.02}))["method"] == "rk4"


def test_coulomb_friction_in_the_joints_is_not_left_to_error_control(chain):
    """Friction that jumps makes an adaptive method creep wherever the joint sticks: stay explicit, and say which step will do."""
    robot = chain.model.robot
    model = replace(stiff(), robot=replace(robot, joints=[replace(j, coulomb=0.5) for j in robot.joints]))
    with pytest.warns(StiffnessWarning, match="stable up to dt = .*Coulomb"):
        run = simulate(model, 0.1)
    assert settings(run)["method"] == "rk4"


def test_models_that_cannot_be_stiff_are_not_looked_at():
    program = compile_model(Model("box", Robot("box", [cube()]), {"pull": Shaken()}))
    assert settings(simulate(program, 0.1))["stiffness"] is None
    assert "tangent_graph" not in vars(program)


def test_stiffness_is_seen_at_rest_where_a_norm_has_no_derivative():
    model = replace(stiff(), gait=ConstantPose({"j1": 0.2, "j2": 0, "j3": 0}), forces={"drag": NormDrag()})
    program = compile_model(replace(model, start=InitialState(angles={"j1": 0.0})))
    run = simulate(program, 0.5)
    assert not np.isfinite(program.jacobian(0.0, program.initial_state(np.zeros(0)), np.zeros(0))).all()
    assert settings(run)["method"] == "rodas"
    assert run.status == "finished"
    fine = simulate(program, 0.5, solver=Solver(dt=2e-5, method="rk4"), save=Save(every=0.01))
    assert_close(run.data.joint_position.values, fine.data.joint_position.values, 1e-6)


def test_command_line_warns_in_one_line(capsys):
    from elver.cli.main import main

    stiff = [word for text in ("body.joints=2", "drive=pd", "control.kd=400") for word in ("--set", text)]
    main(["run", "eel", "--duration", "0.1", *stiff, "--method", "rk4", "--json"])
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("elver: warning: dt")]
    assert len(lines) == 1
    assert lines[0].startswith("elver: warning: dt = 0.001 s is too long for rk4")


def test_a_base_that_a_stiff_spring_holds_is_looked_at():
    body = cube()
    held = Model("held", Robot("held", [body]), {"mooring": Anchor(body.name, stiffness=1e9, place=(0.01, 0.0, 0.0))})
    run = simulate(held, 0.02, solver=Solver(dt=1e-3), progress=False)
    assert settings(run)["method"] == "rodas"
    assert run.status == "finished"
    rate = math.sqrt(1e9 / body.mass)
    assert settings(run)["stiffness"] > 0.99 * rate


def test_free_coulomb_friction_counts_as_jumps():
    model = stiff(kp=1e6, kd=0.02)
    joints = [replace(j, coulomb=1e-3) for j in model.robot.joints]
    model = replace(model, robot=replace(model.robot, joints=joints))
    with pytest.warns(StiffnessWarning, match="no help against jumps"):
        simulate(model.freed(f"robot.joints.{joints[0].name}.coulomb"), 0.01, solver=Solver(dt=1e-3), progress=False)
