"""Pinocchio's constrained dynamics as a second engine: closed machines by rigid constraints between two bodies.

A cut hinge of a planar loop and a cut ball joint both hold two points together; Pinocchio's 3-D constraint does that, with its
proximal solver for the direction in which a planar loop is held twice.
"""

import homogeneous
import numpy as np
import pytest
from mechanisms import FourBar, SliderCrank, spatial_four_bar
from random_machines import Machine, State, call
from tolerances import ORACLE, assert_close, largest

from elver.dynamics import close_loops, loop_functions
from elver.forces import Gravity
from elver.model import dynamics_function

pin = pytest.importorskip("pinocchio")

from test_pinocchio import GRAVITY, build, se3  # noqa: E402

CASES = {
    "four-bar": (lambda base: FourBar().robot(base), [0.5, 0.1, 1.4]),
    "tilted four-bar": (lambda base: FourBar(tilt=(0.7, 0.3)).robot(base), [2.5, -1.1, 2.4]),
    "slider-crank": (lambda base: SliderCrank().robot(base), [0.8, -0.9, 0.4]),
    "spatial": (lambda base: spatial_four_bar(base)[0], [0.4, 0.1, -0.5, 0.3, 1.2]),
}
# The proximal solver stops at this accuracy of the constraint; each iteration gains a factor of its regularisation.
SETTINGS = {"absolute": 1e-13, "relative": 1e-13, "regularisation": 1e-10, "iterations": 50}


def constraint(robot, model):
    """The loop's cut as a constraint between two joints of the Pinocchio model."""
    loop, ends = robot.loops[0], []
    for body, at in ((robot.loops[0].first, loop.first_at), (loop.second, loop.second_at)):
        joint = robot.joints[robot.body_names.index(body) - 1]
        ends += [model.getJointId(joint.name), se3(homogeneous.after_joint(joint)) * pin.SE3(np.eye(3), at)]
    return pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, *ends, pin.ReferenceFrame.LOCAL)


@pytest.mark.parametrize("base", ["fixed", "free", "planar", "sagittal"])
@pytest.mark.parametrize("name", CASES)
def test_direct_model_with_loops(name, base):
    """Accelerations of base and joints, with weight and torques on all joints."""
    make, guess = CASES[name]
    robot, rng = make(base), np.random.default_rng(5)
    loops = loop_functions(robot)
    q = close_loops(loops, guess).q
    qd = np.array(loops.rates(q, rng.standard_normal(len(q)))).ravel()
    Q, twist = rng.standard_normal(4), np.zeros(6)
    twist[list(robot.freedoms)] = rng.standard_normal(len(robot.freedoms))
    torques = rng.standard_normal(len(q))
    state = State(Q / np.linalg.norm(Q), rng.standard_normal(3), twist, q, qd, torques)
    ours = call(dynamics_function(robot, "direct", {"gravity": Gravity(GRAVITY)}), *state.arguments, torques)

    twin = build(Machine(robot, {}, {}), state)
    constraints = pin.StdVec_RigidConstraintModel()
    constraints.append(constraint(robot, twin.model))
    datas = pin.StdVec_RigidConstraintData()
    datas.append(constraints[0].createData())
    pin.initConstraintDynamics(twin.model, twin.data, constraints, datas)
    settings = pin.ProximalSettings(
        SETTINGS["absolute"], SETTINGS["relative"], SETTINGS["regularisation"], SETTINGS["iterations"]
    )
    velocity = twin.vector(twist[list(robot.freedoms)], qd)
    forces = twin.vector(np.zeros(len(robot.freedoms)), torques)
    expected = pin.constraintDynamics(twin.model, twin.data, twin.position, velocity, forces, constraints, datas, settings)
    found = np.concatenate([ours["base_acceleration"][list(robot.freedoms)], ours["joint_accelerations"]])
    assert_close(found, expected[twin.order], ORACLE)
    tree = pin.aba(twin.model, twin.data, twin.position, velocity, forces)[twin.order]
    assert largest(found - tree) > 0.1  # the loop matters
