"""What is said of a machine before it runs, against sums over its bodies and against one run."""

from dataclasses import replace

import numpy as np
import pytest

import elver
from elver import Body, Joint, Model, Robot
from elver.drive import Serpenoid, Spring
from elver.forces import ByBody, Gravity, Morison
from elver.robot import Box, Rod
from elver.scenarios.explanation import explain


def test_the_eel_is_as_heavy_as_the_water_it_displaces():
    found = explain(elver.scenario("eel").build())
    assert found.mass == pytest.approx(36.8179, abs=1e-4)
    assert found.displaced == pytest.approx(found.mass, rel=1e-12)
    assert found.lifted == pytest.approx(found.centre, abs=1e-12)
    assert found.warnings == ()
    assert len(found.bodies()) == 13


@pytest.mark.parametrize("name", ["swimmer", "aiko-obstacles", "gray"])
def test_centre_and_inertia_are_those_of_a_run_at_its_start(name):
    """The momentum of a rigid spin about the centre of mass, and its place, from the recorded quantities."""
    scenario = elver.scenario(name)
    model = scenario.build()
    found, run = explain(model), elver.simulate(model, scenario.dt, solver=elver.Solver(dt=scenario.dt), progress=False)
    assert found.centre == pytest.approx(run.data.com_position.values[0], abs=1e-12)
    spin, total = np.array([0.0, 0.0, 1.0]), np.zeros(3)
    for body, place, turn in zip(model.robot.bodies, found.places, found.rotations, strict=True):
        arm = place + turn @ body.centre_of_mass - found.centre
        total += turn @ body.central_inertia @ turn.T @ spin + body.mass * np.cross(arm, np.cross(spin, arm))
    assert found.inertia @ spin == pytest.approx(total, rel=1e-12)


def machine(density: float = 1000.0, stiffness: float = 1.0) -> Model:
    bodies = [Body.solid("head", Rod(0.2, 0.02), density), Body.solid("plate", Box(0.1, 0.002, 0.05), density)]
    joint = Joint("hinge", "head", "plate", d=0.2, mode="passive")
    forces = {"water": Morison(), "gravity": Gravity(fluid_density=1000.0)}
    return Model("made", Robot("made", bodies, [joint]), forces, elastic=Spring(stiffness))


def test_what_looks_wrong_is_said():
    assert any("plate" in w and "strips" in w for w in explain(machine()).warnings)
    assert any("sinks" in w for w in explain(machine(density=1100.0)).warnings)
    assert any("rises" in w for w in explain(machine(density=900.0)).warnings)
    assert any("hinge" in w and "freely" in w for w in explain(machine(stiffness=0.0)).warnings)
    turned = Serpenoid(["hinge"], amplitude=0.3, frequency=4.0, phase=60.0)
    (told,) = [w for w in explain(replace(machine(), gait=turned)).warnings if "full turn" in w]
    assert told.startswith("gait.phase = 60 rad is more than a full turn: 60 degrees would be 1.047 rad.")
    assert "`30 deg` in a file" in told


def test_it_is_plain_data_for_scripts():
    described = explain(machine()).described()
    assert described["mass"] == pytest.approx(1000 * (np.pi * 0.2 * 0.02**2 + 0.1 * 0.002 * 0.05))
    assert np.shape(described["inertia"]) == (3, 3)
    assert "made" in repr(explain(machine()))
    assert "mass" in explain(machine())._repr_html_()


def test_laws_that_differ_between_bodies_are_looked_through():
    """Only the bodies that gravity lifts displace fluid, and only those in the water need strips."""
    solid = Body.solid("a", Rod(1.0, 0.1), 1000.0)
    bare = replace(Body.solid("b", Rod(1.0, 0.1), 1000.0), strip=None)
    robot = Robot("two", [solid, bare], [Joint("fixed", "a", "b", "fixed", d=1.0)])
    gravity = ByBody(Gravity(fluid_density=1000.0), only=["a"])
    found = explain(Model("two", robot, {"gravity": gravity, "water": ByBody(Morison(), {"a": {"drag_e2": 2.0}})}))
    assert found.displaced == pytest.approx(1000.0 * solid.shape.volume)
    assert any("these bodies have none, so that they feel no drag: b." in text for text in found.warnings)
    dry = explain(Model("two", robot, {"water": ByBody(Morison(), only=["a"])}))
    assert not any("feel no drag" in text for text in dry.warnings)


def test_inputs_are_told_and_their_numbers_are_those_before():
    model = elver.with_inputs(machine(), elver.drive.ParameterInput("robot.bodies.plate.mass", 0.001, 0.1))
    found = explain(model)
    assert found.mass == explain(machine()).mass
    assert dict(found.rows())["inputs"] == "robot.bodies.plate.mass (0.001 to 0.1)"
    assert found.described()["inputs"] == ["robot.bodies.plate.mass"]


def test_a_step_too_long_for_the_gait_is_said():
    beating = replace(machine(), gait=Serpenoid(["hinge"], amplitude=0.3, frequency=40.0))
    (told,) = [w for w in explain(beating, 0.05).warnings if "too long" in w]
    assert "gait (Serpenoid) repeats every 0.157 s, 3.14 steps. Use a smaller dt: 0.0016 s" in told
    assert "rodas" not in told
    (told,) = [w for w in explain(beating, 0.05, auto=True).warnings if "too long" in w]
    assert told.endswith("of the period, unless `auto` takes rodas, which chooses its steps.")
    assert not any("too long" in w for w in (*explain(beating, 0.001).warnings, *explain(beating).warnings))


@pytest.mark.parametrize(("name", "told"), [("moth-tethered", True), ("eel", False), ("aiko-flat", False)])
def test_rodas_is_named_where_auto_may_take_it(name, told):
    """A machine of driven joints is never stiff, and one that touches things is stepped by moreau."""
    chosen = elver.scenario(name)
    (said,) = [w for w in explain(chosen.build(), 1.0, chosen.method == "auto").warnings if "the step dt" in w]
    assert ("rodas" in said) is told
