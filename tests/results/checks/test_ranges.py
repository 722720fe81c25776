"""Degrees that were given as radians, and strip theory outside its range, from the motion that was run."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from odd_machines import chain, found, wave, waving

from elver import Body, InitialState, Model, Robot, simulate
from elver.drive import PD, Flapping, Serpenoid, Spring
from elver.forces import Anchor, BluffDrag, ByBody, Gravity, Immersed, Morison
from elver.model import slenderness_warnings
from elver.model.validity import own_ends, slender_parts
from elver.results.checks.check import CheckContext
from elver.results.checks.ranges import angles_in, strip_ends, strip_theory
from elver.results.checks.trust import sentence
from elver.results.metrics import Metric
from elver.robot import Box, Ellipsoid, Joint, Rod, Strip
from elver.scenarios.explanation import explain
from elver.simulation import Solver


def test_an_amplitude_in_degrees_is_told_with_its_radians():
    robot = chain(2)
    gait = Flapping(["joint1"], amplitude=30.0, frequency=1.0)
    run = simulate(replace(waving(robot), gait=gait), 0.1, solver=Solver(dt=0.001))
    (warning,) = found(run, "looks like degrees")
    assert warning["where"] == "gait.amplitude"
    assert warning["number"] == 30.0
    assert "30 degrees would be 0.5236 rad" in warning["text"]


@pytest.mark.parametrize("value", [901.0, 900.0, None, float("nan"), [1000.0], "much"])
def test_a_metric_beyond_what_its_machine_believes(value):
    metric = Metric("pull", "N", "largest pull", lambda data: value, most=900.0, remedy="pull less")
    warnings = found(simulate(replace(waving(chain(2)), metrics=(metric,)), 0.1, solver=Solver(dt=0.001)), "beyond belief")
    if value != 901.0:
        assert warnings == []
        return
    (warning,) = warnings
    assert (warning["number"], warning["threshold"], warning["unit"], warning["remedy"]) == (901.0, 900.0, "N", "pull less")
    assert warning["text"] == "pull = 901 N is more than 900 N: largest pull"


def test_usual_angles_and_other_units_are_not():
    gait = replace(wave(chain(2)), frequency=40.0)
    assert found(simulate(replace(waving(chain(2)), gait=gait), 0.1, solver=Solver(dt=0.001)), "looks like degrees") == []


def test_angles_are_found_in_laws_parts_and_starts():
    robot = chain(2, mode="passive")
    model = replace(
        waving(robot, elastic={"joint1": Spring(1.0, 0.1, rest=90.0)}, start=InitialState(angles={"joint1": 89.9})), gait=None
    )
    names = [w["where"] for w in found(simulate(model, 0.01, solver=Solver(dt=0.001)), "looks like degrees")]
    assert names == ["elastic.joint1.rest", "start of 'joint1'"]
    assert list(angles_in({"control": PD(100.0, 10.0)}, "")) == []


def test_a_free_amplitude_is_judged_by_its_value():
    robot = chain(2)
    gait = Flapping(["joint1"], amplitude=0.3, frequency=1.0)
    model = replace(waving(robot), gait=gait).freed("gait.amplitude")
    assert found(simulate(model, 0.05), "looks like degrees") == []
    (warning,) = found(simulate(model, 0.05, parameters={"gait.amplitude": 20.0}), "looks like degrees")
    assert warning["number"] == 20.0


def test_strip_theory_is_judged_by_the_motion_of_the_run():
    stout = waving(chain(4, length=0.1, radius=0.05), 1.2, {"water": Morison()})
    run = simulate(stout, 2.0, solver=Solver(dt=0.01))
    told = found(run, "strip theory")
    assert sorted(map(sentence, told)) == sorted(slenderness_warnings(stout))
    texts = [w["text"] for w in told]
    assert any("bends by up to 1.2 rad" in t for t in texts)
    slim = simulate(waving(chain(6, length=0.2), 0.3, {"water": Morison()}), 2.0, solver=Solver(dt=0.01))
    assert found(slim, "strip theory") == []


def test_strips_of_free_machines_are_not_shared_between_runs():
    """Runs of one program go on side by side, each with values of its own."""
    model = waving(chain(4, length=0.1, radius=0.05), 1.2, {"water": Morison()}).freed("gait.amplitude")
    run = simulate(model, 2.0, solver=Solver(dt=0.01))
    kept: dict = {}
    assert list(strip_theory.find(CheckContext(run.given, model, np.array([1.2]), kept)))
    assert kept == {}


def test_a_run_shorter_than_a_period_judges_the_shape_alone():
    stout = waving(chain(4, length=0.1, radius=0.05), 1.2, {"water": Morison()})
    texts = [w["text"] for w in found(simulate(stout, 0.5, solver=Solver(dt=0.01)), "strip theory")]
    assert not any("bends" in t or "swings" in t for t in texts)


def test_ends_of_strips_are_seen_from_the_base():
    model = waving(chain(3), 0.7, {"water": Morison()})
    run = simulate(model, 2.0, solver=Solver(dt=0.01))
    seen, slender = CheckContext(run.given, model, np.zeros(0), {}), slender_parts(model, [])
    rows = np.array([10, 150])
    ends = strip_ends(seen, list(slender.strips), np.array([own_ends(s) for s in slender.strips.values()]), rows)
    assert ends[:, 0] == pytest.approx(np.broadcast_to([[0, 0, 0], [0.3, 0, 0]], (2, 2, 3)), abs=1e-12)
    angle = run.data.joint_position.values[rows, 0]
    assert ends[:, 1, 1, 0] == pytest.approx(0.3 + 0.3 * np.cos(angle))


def test_parts_that_are_no_numbers_are_passed_over():
    @dataclass(frozen=True)
    class Odd:
        names: tuple = ("a", "b")
        symbol: object = ca.SX.sym("x")
        body: object = Body("x")

    assert list(angles_in(Odd(), "odd")) == []


@pytest.mark.parametrize(("duration", "told"), [(2.5, True), (2.0, False), (0.5, False)])
def test_the_cost_of_transport_of_a_machine_that_hovers_is_told(duration, told):
    """Whole periods have no number, less than one does not show that it hovers."""

    class Nodding:  # from rest, so that nothing drifts
        period = 1.0

        def motion(self, now):
            return {"joint1": 0.5 - 0.5 * ca.cos(2 * np.pi * now.time)}

    run = simulate(replace(waving(chain(2)), gait=Nodding()), duration, solver=Solver(dt=0.005))
    assert (run.summary["cost_of_transport"] is None) == (duration == 2.0)
    warnings = found(run, "hovering")
    assert bool(warnings) == told
    for warning in warnings:
        assert warning["number"] < warning["threshold"] == 0.02
        assert "over the last 2 whole periods" in warning["text"]


def test_a_machine_that_swims_away_does_not_hover():
    robot = chain(4)
    gait = replace(wave(robot, amplitude=0.5, phase=1.0), frequency=2 * np.pi)
    run = simulate(replace(waving(robot, forces={"water": Morison()}), gait=gait), 4.5, solver=Solver(dt=0.005))
    assert run.summary["cost_of_transport"] is not None
    assert found(run, "hovering") == []


def moored(place: float, stiffness: float = 1e5, damping: float = 5e3):
    """A box of 1 m and 100 kg without weight, anchored ``place`` metres away."""
    box = Body.solid("box", Box(1.0, 0.5, 0.2), 1000.0)
    line = Anchor("box", stiffness, (place, 0.0, 0.0), damping)
    return simulate(Model("moored", Robot("moored", [box]), {"line": line}), 2.0, solver=Solver(dt=0.001))


def test_an_anchor_that_is_stretched_far_is_told():
    """14 m at 1e5 N/m hold 9.8 MJ."""
    told = found(moored(14.0), "anchor")
    assert [w["where"] for w in told] == ["anchor 'line'", "damping of anchor 'line'"]
    assert told[0]["number"] == pytest.approx(14.0)
    assert told[0]["threshold"] == pytest.approx(1.0)
    assert told[1]["number"] == pytest.approx(9.8e6, rel=0.05)
    assert found(moored(0.05), "anchor") == []
    assert found(moored(3.0, 10.0, 1.0), "anchor") == []  # 30 N: a soft line


def quadruped(legs: int = 8, **water) -> Model:
    """A trunk and legs that are boxes, which have no strips, with a rotor inside the trunk, and a tail that is a rod."""
    bodies = [Body.solid("trunk", Box(0.6, 0.3, 0.2), 1000.0), Body.solid("rotor", Rod(0.04, 0.02), 3000.0)]
    bodies += [Body.solid(f"leg{k}", Box(0.04, 0.04, 0.3), 1000.0) for k in range(legs)]
    joints = [Joint(b.name, "trunk", b.name, "fixed" if b.name == "rotor" else "revolute", mode="passive") for b in bodies[1:]]
    bodies.append(Body.solid("tail", Rod(0.2, 0.01), 1000.0))
    joints.append(Joint("tail", "trunk", "tail", d=0.5, mode="passive"))
    forces = {"water": ByBody(Morison(), **water) if water else Morison(), "gravity": Gravity(fluid_density=1000.0)}
    return Model("quadruped", Robot("quadruped", bodies, joints), forces, elastic=Spring(1.0))


def test_a_machine_in_water_that_feels_none_of_it_is_not_trusted():
    run = simulate(quadruped(30), 0.01, solver=Solver(dt=0.001))
    dry, inside = found(run, "bodies without water")
    assert "31 bodies feel no force of it but buoyancy" in dry["text"]
    assert dry["text"].endswith("leg10, and 19 more")
    assert dry["number"] > 0.95
    assert not run.summary["trusted"]
    assert any("feels no force of the water" in doubt for doubt in run.summary["doubts"])
    assert "'rotor' in 'trunk'" in inside["text"]


def test_bodies_that_are_named_as_dry_are_not_told():
    named = quadruped(changes={"rotor": None, "leg*": None})
    named = replace(named, forces={**named.forces, "drag": BluffDrag("trunk", (0.1, 0.1, 0.1))})
    assert found(simulate(named, 0.01, solver=Solver(dt=0.001)), "bodies without water") == []
    run = simulate(replace(named, forces={n: f for n, f in named.forces.items() if n != "drag"}), 0.01, solver=Solver(dt=0.001))
    (dry,) = found(run, "bodies without water")
    assert dry["where"] == "bodies trunk"
    assert not run.summary["trusted"]


# --- Strips that say something else than the solids they belong to.


def ellipsoids(strip: Strip | None = None, water=None, skin: Strip | None = None, **parts) -> Model:
    """Two ellipsoids joined by a hinge that beats; the first with a strip of its own, or a massless skin fixed to it."""
    bodies = [Body.solid(name, Ellipsoid(0.1, 0.03, 0.04), 1000.0) for name in ("head", "tail")]
    bodies[0] = replace(bodies[0], strip=bodies[0].strip if strip is None else strip)
    joints = [Joint("hinge", "head", "tail", d=0.2)]
    if skin is not None:
        bodies.append(Body("skin", strip=skin))
        joints.append(Joint("glue", "head", "skin", type="fixed"))
    robot = Robot("two", bodies, joints, base="planar")
    gait = Serpenoid(["hinge"], amplitude=0.4, frequency=2 * np.pi)
    return Model("two", robot, {"water": Morison(1000.0, 0.01, 1.0) if water is None else water}, gait, **parts)


def strip_of(length: float, width: float, height: float) -> Strip:
    return Strip((-0.5 * length, 0.0, 0.0), np.eye(3), length, width, height)


@pytest.mark.parametrize(
    ("strip", "water", "ratio"),
    [
        (strip_of(0.2, 0.03, 0.1), None, 2.5),  # higher than the ellipsoid
        (strip_of(0.1, 0.03, 0.04), None, 2.0),  # half as long
        (strip_of(0.2, 0.04, 0.05), None, None),  # nearly alike
        (strip_of(0.2, 0.008, 0.008), Immersed(), 5.0),  # slender: taken in place of the shape
        (strip_of(0.1, 0.03, 0.04), Immersed(), 2.0),  # stout: left out for the shape
        (strip_of(0.1, 0.03, 0.04), BluffDrag("head", (0.01, 0.02, 0.02)), None),  # knows no strips
        (None, None, None),
    ],
)
def test_a_strip_of_another_size_than_its_shape_is_told(strip, water, ratio):
    model = ellipsoids(strip, water)
    warnings = found(simulate(model, 0.1, solver=Solver(dt=0.001)), "strip beside its shape")
    told = [text for text in explain(model).warnings if "leaves out its" in text]
    assert [w["number"] for w in warnings] == ([] if ratio is None else [pytest.approx(ratio)])
    assert len(told) == len(warnings)
    if ratio is not None:
        stout = water is not None and strip.half_width == 0.03
        assert ("acts on its shape, 0.2 m long" in warnings[0]["text"]) == stout
        assert warnings[0]["text"] in told[0]


@pytest.mark.parametrize(
    ("skin", "type", "twice"),
    [
        (strip_of(0.2, 0.03, 0.04), "fixed", True),
        (strip_of(0.1, 0.01, 0.01), "fixed", True),  # within it
        (Strip((0.05, 0.0, 0.0), np.eye(3), 0.3, 0.03, 0.04), "fixed", False),  # mostly ahead of it
        (Strip((0.0, 0.05, 0.0), np.eye(3)[:, [1, 0, 2]] * [1, 1, -1], 0.1, 0.01, 0.01), "fixed", False),  # a fin at its side
    ],
)
def test_strips_over_each_other_are_counted_twice(skin, type, twice):
    model = ellipsoids(skin=skin)
    warnings = found(simulate(model, 0.1, solver=Solver(dt=0.001)), "water counted twice")
    assert len(warnings) == len([w for w in explain(model).warnings if "counted twice" in w]) == twice
    dry = replace(model, forces={"water": ByBody(model.forces["water"], {"skin": None})})
    assert found(simulate(dry, 0.1, solver=Solver(dt=0.001)), "water counted twice") == []


# --- Machines that beat and stay where they are.


def swimmer(phase: float, base: str = "planar", water=None, joints: int = 5) -> Model:
    """Rods in a row; a wave runs along them where there is a phase."""
    model = waving(replace(chain(joints + 1, 0.1, 0.01), base=base), forces={"water": Morison(1000.0, 0.01, 1.0)})
    gait = Serpenoid(model.gait.joints, amplitude=0.5, frequency=2 * np.pi, phase=phase)
    return replace(model, gait=gait, forces={"water": water or model.forces["water"]})


def test_a_machine_that_beats_in_place_is_told():
    (told,) = found(simulate(swimmer(0.0), 8.0), "hardly moves")
    assert told["number"] < told["threshold"] == 0.02
    assert told["doubt"] == ""
    assert "hardly moves: " in told["text"]
    assert "mm in its last 4 s" in told["text"]


def test_its_step_is_the_distance_from_period_to_period():
    run = simulate(swimmer(0.0), 8.0)
    (told,) = found(run, "hardly moves")
    marks = run.data.base_position.sel(time=[4.0, 5.0, 6.0, 7.0, 8.0], method="nearest").values
    steps = np.linalg.norm(np.diff(marks, axis=0), axis=1)
    assert told["number"] == pytest.approx(steps.mean() / 0.6, rel=1e-3)


@pytest.mark.parametrize(
    ("model", "duration"),
    [
        (swimmer(-1.0), 8.0),  # it swims
        (swimmer(0.0), 3.5),  # too short to say
        (swimmer(0.0, base="fixed"), 8.0),  # held
        (replace(swimmer(0.0), forces={}), 8.0),  # nothing to push against
        (replace(swimmer(0.0), forces={"air": Gravity(), "hold": Anchor("link0", stiffness=1e3)}), 8.0),
    ],
)
def test_machines_of_which_it_is_not_told(model, duration):
    assert found(simulate(model, duration), "hardly moves") == []
