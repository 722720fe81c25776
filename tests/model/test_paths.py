"""Paths into a model, and bodies whose numbers follow each other."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

import elver
from elver._support.errors import InputError
from elver.model import assemble
from elver.model.parameters import get_path, set_path
from elver.robot import Body, Box, Ellipsoid, Joint, Robot, Rod, placed

T = 0.3


def fish(fin=0.08, density=1100.0, mass=2.0, at=0.1, viscous=0.01, chord=0.05) -> elver.Model:
    """A head with a placed, passive fin in water."""
    head = Body.central("head", mass, (0.01, 0, 0), mass * np.diag([1e-3, 3e-3, 3e-3]), Ellipsoid(0.1, 0.03, 0.04))
    tail = Body.solid("fin", Box(fin, 0.01, chord, at=np.array([fin / 2, 0, 0])), density, strip=Rod(0.08, 0.01).strip())
    tip = Body.solid("tip", Rod(fin, 0.01), density)
    neck = Joint("neck", "head", "fin", mode="passive", viscous=viscous, place=placed((at, 0, 0), (0, 1, 1)))
    end = Joint("end", "fin", "tip", d=0.08, mode="passive")
    robot = Robot("fish", [head, tail, tip], [neck, end])
    start = elver.InitialState(twist=(0.3, 0.1, 0, 0, 0.2, 0.4), angles={"neck": 0.4}, rates={"neck": 2.0})
    return elver.Model("fish", robot, {"water": elver.forces.Morison()}, elastic=elver.drive.Spring(0.1), start=start)


def rate(model: elver.Model, p=()) -> np.ndarray:
    equations = assemble(model)
    x = np.array(equations.initial(0.0, p, []), dtype=float).ravel()
    return np.array(equations.rhs(T, x, p, []), dtype=float).ravel()


def test_numbers_are_found_by_name_and_place():
    model = fish()
    assert get_path(model, "robot.bodies.fin.density") == 1100.0
    assert get_path(model, "robot.joints.neck.viscous") == 0.01
    assert get_path(model, "robot.joints.neck.place.position.0") == 0.1
    assert get_path(model, "robot.bodies.tip.shape.length") == 0.08
    assert get_path(model, "forces.water.current.1") == 0.0
    for wrong, said in (("robot.bodies.fun.mass", "fin"), ("robot.joints.neck.place.position.3", "Known: 0, 1, 2"),
                        ("robot.bodies.fin.shape", "Only a finite number")):  # fmt: skip
        with pytest.raises(InputError, match=said):
            get_path(model, wrong)


def test_a_changed_entry_leaves_the_old_one():
    model = fish()
    changed = set_path(model, ["robot", "joints", "neck", "place", "position", "2"], 0.5)
    assert changed.robot.joints[0].place.position.tolist() == [0.1, 0.0, 0.5]
    assert model.robot.joints[0].place.position.tolist() == [0.1, 0.0, 0.0]


@pytest.mark.parametrize(
    ("path", "value", "changes"),
    [
        ("robot.bodies.head.mass", 2.6, {"mass": 2.6}),
        ("robot.joints.neck.place.position.0", 0.13, {"at": 0.13}),
        ("robot.joints.neck.viscous", 0.05, {"viscous": 0.05}),
        ("robot.bodies.fin.shape.l3", 0.07, {"chord": 0.07}),
    ],
)
def test_a_freed_number_is_the_number_itself(path, value, changes):
    """At its own value nothing changes; at another the model is the one built with that number."""
    model = fish().freed(path)
    assert_close(rate(model, [model.free[path].value]), rate(fish()), ROUNDING)
    assert_close(rate(model, [value]), rate(fish(**changes)), ROUNDING)
    assert np.abs(rate(model, [value]) - rate(fish())).max() > 1e-6


def test_a_freed_length_makes_solid_and_strip_again():
    body = fish().robot.body("tip")
    longer = body.changed("shape", Rod(0.1, 0.01))
    assert longer.mass == pytest.approx(1.25 * body.mass, rel=1e-14)
    assert longer.strip.length == 0.1
    whole = Body.solid("tip", Rod(0.1, 0.01), 1100.0)
    assert np.array_equal(longer.inertia, whole.inertia)
    given = fish().robot.body("fin").changed("shape", Box(0.2, 0.01, 0.05))  # a strip of its own stays
    assert given.strip.length == 0.08
    denser = body.changed("density", 2200.0)
    assert denser.mass == pytest.approx(2 * body.mass, rel=1e-14)


def test_another_mass_keeps_centre_and_radii_of_gyration():
    head = fish().robot.body("head")
    heavy = head.changed("mass", 3.0)
    assert np.allclose(heavy.centre_of_mass, head.centre_of_mass, rtol=1e-14)
    assert np.allclose(heavy.central_inertia / 3.0, head.central_inertia / 2.0, rtol=1e-12)
    solid = fish().robot.body("tip")
    assert solid.changed("mass", 2 * solid.mass).density == pytest.approx(2200.0)


def test_values_that_make_no_machine_are_refused_in_the_words_of_the_number():
    model = fish().freed("robot.bodies.tip.shape.length", "robot.bodies.head.mass", "robot.joints.neck.viscous")
    program = elver.compile_model(model)
    assert program.parameter_vector({"robot.bodies.head.mass": 3.0}).tolist() == [0.08, 3.0, 0.01]
    for name, value, said in (
        ("robot.bodies.tip.shape.length", -0.1, r"Rod.length = -0.1 is not allowed"),
        ("robot.bodies.head.mass", -1.0, "mass = -1.0 kg is negative"),
        ("robot.joints.neck.viscous", -1.0, "viscous = -1.0 is not allowed"),
    ):
        with pytest.raises(InputError, match=said):
            program.parameter_vector({name: value})


def test_the_triangle_inequality_is_checked_at_values():
    model = fish().freed("robot.bodies.head.inertia.0.0")
    program = elver.compile_model(model)
    with pytest.raises(InputError, match="triangle inequality"):
        program.parameter_vector({"robot.bodies.head.inertia.0.0": 1.0})


def test_the_defaults_are_checked_when_the_model_is_built():
    length = ca.SX.sym("length")
    base = Body.solid("base", Rod(length, 0.01), 1000.0)
    free = {"length": elver.model.FreeParameter(length, -1.0)}
    with pytest.raises(InputError, match=r"Rod.length = -1.0"):
        elver.Model("rod", Robot("rod", [base]), free=free)


def test_a_symbol_that_nobody_declared_is_named():
    base = Body.solid("base", Rod(ca.SX.sym("secret"), 0.01), 1000.0)
    with pytest.raises(InputError, match="uses the symbol 'secret'"):
        assemble(elver.Model("rod", Robot("rod", [base])))


def test_in_a_batch_a_machine_that_is_none_is_refused_alone():
    program = elver.compile_model(fish().freed("robot.bodies.tip.shape.length"))
    lengths = [0.08, -0.1, 0.12]
    for method in ("rk4", "dopri5"):
        data = elver.simulate_batch(
            program, 0.05, solver=elver.Solver(dt=1e-3, method=method), parameters={"robot.bodies.tip.shape.length": lengths}
        )
        assert data.status.values.tolist() == ["finished", "refused", "finished"]
        assert "Rod.length = -0.1" in str(data.status_detail.values[1])
        assert np.isnan(data.mean_speed.values[1])
        for k in (0, 2):
            alone = elver.simulate(
                program,
                0.05,
                solver=elver.Solver(dt=1e-3, method=method),
                parameters={"robot.bodies.tip.shape.length": lengths[k]},
                progress=False,
            )
            assert_close(data.final_state.values[k], alone.data.state.values[-1], 1e-9)


def test_a_run_shows_the_machine_of_its_values():
    program = elver.compile_model(fish().freed("robot.bodies.tip.shape.length"))
    run = elver.simulate(
        program, 0.01, solver=elver.Solver(dt=1e-3), parameters={"robot.bodies.tip.shape.length": 0.2}, progress=False
    )
    built = Body.solid("tip", Rod(0.2, 0.01), 1100.0)
    assert float(run.data.body_mass.sel(body="tip")) == pytest.approx(built.mass, rel=1e-14)
    assert np.allclose(run.data.body_com.sel(body="tip"), [0.1, 0, 0])
    assert np.nanmax(run.data.body_outline.sel(body="tip")) == pytest.approx(0.2)


def test_a_mass_that_was_given_by_itself_is_not_replaced_by_the_solids():
    model = fish()
    heavy = replace(model.robot.body("tip"), mass=5.0)
    robot = Robot("fish", [*model.robot.bodies[:2], heavy], model.robot.joints)
    for path in ("robot.bodies.tip.shape.length", "robot.bodies.tip.density"):
        with pytest.raises(InputError, match="not those of its shape"):
            replace(model, robot=robot).freed(path)
    both = model.freed("robot.bodies.tip.mass", "robot.bodies.tip.shape.length")  # the mass by the density, then the length
    mass = model.robot.body("tip").mass
    assert both.robot_at([2 * mass, 0.24]).body("tip").mass == pytest.approx(6 * mass)


def test_in_a_batch_a_rotor_that_is_all_a_joint_moves_may_not_vanish():
    joint = Joint("spin", "base", "marker", mode="passive", rotor=1e-3)
    robot = Robot("top", [Body.solid("base", Rod(0.2, 0.02), 1000.0), Body("marker")], [joint], base="planar")
    program = elver.compile_model(elver.Model("top", robot, elastic=elver.drive.Spring(1.0)).freed("robot.joints.spin.rotor"))
    data = elver.simulate_batch(
        program, 0.01, solver=elver.Solver(dt=1e-3), parameters={"robot.joints.spin.rotor": [1e-3, 0.0]}, progress=False
    )
    assert data.status.values.tolist() == ["finished", "refused"]


def test_a_list_of_paths_is_refused_with_the_right_way():
    with pytest.raises(InputError, match=r"freed\(.*\): paths are texts, one after another: freed\(\"gait.amplitude\""):
        fish().freed(["robot.bodies.head.mass"])
