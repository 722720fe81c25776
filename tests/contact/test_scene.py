"""Scenes as data, and what a user gets wrong: every refusal names the thing, the size and the way out."""

import re
from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver._support.errors import InputError
from elver.contact import ContactSettings, Disc, FrictionSet, Polygon, Scene, Wall
from elver.drive import PD, ComputedTorque, ConstantTorque, Serpenoid
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.simulation import Solver, simulate

POINT = r"\(([-+.\de]+), ([-+.\de]+)\)"


def rod(base="planar"):
    return Robot("rod", [Body.solid("rod", Rod(0.2, 0.02), 1000.0)], [], base=base)


def pair(mode, **drive):
    """Two rods with one joint on a bare scene."""
    bodies = [Body.solid(name, Rod(0.2, 0.02), 1000.0) for name in ("front", "rear")]
    robot = Robot("pair", bodies, [Joint("hinge", "front", "rear", d=0.2, mode=mode)], base="planar")
    return Model("pair", robot, gait=Serpenoid(robot.joint_names, 0.5, 3.0, 0.0), scene=Scene(), **drive)


def run(scene, start=None, **options):
    return simulate(Model("rod", rod(), start=start or InitialState(), scene=scene), 0.01, solver=Solver(dt=1e-3, **options))


# --- data -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (0.3, (0.3, 0.3, 0.3)),
        ([0.3], (0.3, 0.3, 0.3)),
        ((0.1, 0.7), (0.1, 0.1, 0.7)),
        ((0.1, 0.5, 0.7), (0.1, 0.5, 0.7)),
        (FrictionSet(0.1, 0.2, 0.3), (0.1, 0.2, 0.3)),
        (0, (0, 0, 0)),
    ],
)
def test_friction_from_one_two_or_three_numbers(given, expected):
    """Isotropic; along and across; forward, backward and across."""
    ground = Scene(friction=given).ground
    assert (ground.forward, ground.backward, ground.across) == expected


def test_no_friction_is_no_ground():
    """None leaves the ground out; zero is a ground that does not brake. Both give the same motion."""
    start = InitialState(twist=(0.3, 0.2, 0, 0, 0, 1.0))
    none, zero = run(Scene(), start), run(Scene(friction=0.0), start)
    assert Scene().ground is None
    assert np.array_equal(none.data.base_position.values, zero.data.base_position.values)
    assert np.abs(none.data.base_position.values[-1]).max() > 1e-3


def test_touching_discs_are_allowed():
    """The gap between two obstacles may be zero."""
    assert len(Scene((Disc(0, 0, 1.0), Disc(2, 0, 1.0))).obstacles) == 2


def test_the_table_has_a_row_per_obstacle():
    """Kind, place, and radius or angle, in order."""
    table = Scene((Disc(6, 5, 0.5), Wall(3, 4, 0.7))).table()
    assert table[:, :4].tolist() == [[0, 6, 5, 0.5], [1, 3, 4, 0.7]]
    assert len(Scene().table()) == 0


# --- refusals -------------------------------------------------------------------------------------------------------


def test_overlapping_discs_are_named_with_the_overlap():
    """Names where given, and the overlap in metres."""
    with pytest.raises(InputError, match=r"obstacles left and right overlap by 0\.5 m"):
        Scene((Disc(0, 0, 1.0, "left"), Disc(5, 5, 0.1), Disc(1.5, 0, 1.0, "right")))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Scene(friction=-0.1), "friction.forward = -0.1"),
        (lambda: Scene(friction=(0.1, -0.2)), "friction.across = -0.2"),
        (lambda: Scene(friction=np.nan), "friction.forward = nan"),
        (lambda: Scene(friction="rough"), "rough"),
        (lambda: Scene(friction=(1, 2, 3, 4)), "one coefficient, two"),
        (lambda: Scene(obstacle_friction=-1), "obstacle_friction = -1"),
        (lambda: Disc(0, 0, 0.0, "pole"), "radius of obstacle 'pole' = 0"),
        (lambda: Disc(0, 0, np.inf), "radius of obstacle 'disc' = inf"),
        (lambda: Disc(np.nan, 0, 1.0), "Disc.x = nan"),
        (lambda: Wall(0, 0, np.nan), "Wall.angle = nan"),
        (lambda: Scene(restitution=2), "restitution = 2"),
        (lambda: Scene(restitution=-0.5), "restitution = -0.5"),
        (lambda: Scene(gravity=-9.81), "gravity = -9.81"),
        (lambda: Scene(slope=(1, 2, 3)), "slope"),
        (lambda: Scene(("pole",)), "pole"),
        (lambda: ContactSettings("simplex"), "simplex"),
        (lambda: ContactSettings(tolerance=0.0), "tolerance = 0"),
        (lambda: Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.1, 0.0), "Contour.radius"),
        (lambda: Model("m", rod("free"), scene=Scene()), "needs a planar base; the robot's is free"),
        (lambda: Model("m", rod("fixed"), scene=Scene()), "needs a planar base; the robot's is fixed"),
        (lambda: pair("driven"), "joint 'hinge' is driven"),
        (lambda: run(Scene(), method="rk4"), "'rk4' knows no impacts"),
        (lambda: run(Scene(), method="rodas"), "'rodas' knows no impacts"),
        (lambda: simulate(Model("m", rod()), 0.01, solver=Solver(dt=1e-3, method="moreau")), "has none"),
        (lambda: simulate(Model("m", rod(), scene=Scene()), 1.0, solver=Solver(dt=0.0)), "dt = 0.0"),
    ],
)
def test_bad_input_is_refused(make, words):
    """Each refusal is an InputError that names what was given."""
    with pytest.raises(InputError, match=re.escape(words)):
        make()


def box(x, y, half=0.05, name="pole", turn=0.3):
    """A square about (x, y)."""
    angles = turn + np.pi / 4 + np.pi / 2 * np.arange(4)
    return Polygon(tuple((x + half * np.sqrt(2) * np.cos(a), y + half * np.sqrt(2) * np.sin(a)) for a in angles), name)


INSIDE = [
    Disc(0.1, 0.05, 0.1, "pole"),
    Disc(0.25, 0.03, 0.1, "pole"),
    Wall(0.1, 0.0, 2.8, "pole"),
    Wall(0.1, -0.01, np.pi / 2, "pole"),
    box(0.1, 0.06),
    box(0.22, 0.02),
    box(-0.03, -0.03, 0.04, turn=1.1),
    Polygon(((0.08, 0.01), (0.12, 0.01), (0.1, 0.2)), "pole"),
    Polygon(((0.08, -0.3), (0.12, -0.3), (0.1, 0.3)), "pole"),  # the rod runs through it, both ends and all corners are clear
]


@pytest.mark.parametrize("obstacle", INSIDE)
def test_a_start_inside_an_obstacle_is_refused_with_a_way_out(obstacle):
    """The message says which link, which obstacle and how deep; the place that it offers is accepted and near."""
    with pytest.raises(InputError, match=r"puts rod .* m inside obstacle pole") as refusal:
        run(Scene((obstacle,)))
    message = str(refusal.value)
    depth = float(re.search(r"puts rod ([.\d]+) m", message).group(1))
    place = np.array([float(g) for g in re.search(POINT, message).groups()])
    assert depth <= np.linalg.norm(place) * (1 + 1e-3)
    assert np.linalg.norm(place) <= 3 * depth
    freed = run(Scene((obstacle,)), InitialState((*place, 0.0)))
    assert freed.data.penetration.max() <= 1e-3


def test_a_start_among_obstacles_that_push_to_and_fro_finds_a_place():
    """Between two walls that leave less room than the rod needs, pushing never ends; there is room farther on."""
    slot = (box(0.1, 0.06, 0.05, "upper", 0.0), box(0.1, -0.06, 0.05, "lower", 0.0))
    with pytest.raises(InputError, match="inside obstacle") as refusal:
        run(Scene(slot))
    place = np.array([float(g) for g in re.search(POINT, str(refusal.value)).groups()])
    assert run(Scene(slot), InitialState((*place, 0.0))).status == "finished"


def test_a_start_that_just_touches_is_accepted():
    """Overlaps up to the setting are taken as contact, not refused; a smaller setting refuses them."""
    touching = Scene((Disc(0.1, 0.1195, 0.1),))
    assert run(touching).status == "finished"
    with pytest.raises(InputError, match="inside obstacle"):
        run(touching, contact=ContactSettings(overlap=1e-4))


# --- known to be wrong today ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: Scene(None),
        lambda: Scene(Disc(0, 0, 1.0)),
        lambda: Scene(slope=5.0),
        lambda: Scene(slope=(np.nan, 0.0)),
        lambda: Scene(slope=("a", "b")),
        lambda: Contour(np.zeros(3), np.array([2.0, 0, 0]), 0.1, 0.05),
        lambda: Contour(np.zeros(2), np.array([1.0, 0]), 0.1, 0.05),
        lambda: Model("m", rod(), scene="ground"),
        lambda: ContactSettings(overlap=np.nan),
        lambda: run(Scene(), contact={"solver": "prox"}),
    ],
)
def test_further_bad_input_is_refused(make):
    """Each of these once passed silently or ended in a bare TypeError."""
    with pytest.raises(InputError):
        make()


def test_computed_torque_in_a_scene_is_refused():
    """Its torque needs the inverse model, which contact_terms does not ask for."""
    with pytest.raises(InputError):
        simulate(pair("torque", control=ComputedTorque(100.0, 20.0)), 0.01, solver=Solver(dt=1e-3))


def test_a_machine_without_contours_is_refused():
    """A body without strip and contour touches nothing: a scene is no use to it."""
    robot = Robot("bare", [Body.central("bare", 1.0, np.zeros(3), np.eye(3))], [], base="planar")
    with pytest.raises(InputError):
        simulate(Model("bare", robot, scene=Scene(friction=0.3)), 0.01, solver=Solver(dt=1e-3))


def test_a_controlled_pair_runs():
    """The same pair with PD control is fine."""
    model = pair("torque", control=PD(1.0, 0.1))
    assert simulate(replace(model, scene=Scene(friction=0.2)), 0.1, solver=Solver(dt=1e-3)).status == "finished"


# --- obstacles among each other -------------------------------------------------------------------------------------


def test_walls_and_polygons_may_overlap():
    """A corner is made of two walls, a hollow shape of convex ones, a rounded edge of a disc in a polygon's corner."""
    Scene((Wall(0, 0, 0.0), Wall(0, 0, np.pi / 2), box(0, 0, turn=0.0), box(0.05, 0.05, turn=0.0), Disc(0.1, 0.1, 0.03)))


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        (Disc(0, 0, 0.02, "pea"), box(0, 0, 0.05, "crate")),
        (Disc(-1, 0, 0.5, "pea"), Wall(0, 0, 0.0, "crate")),
        (box(0, 0, 0.01, "pea"), box(0, 0, 0.05, "crate")),
        (box(0, -1, 0.3, "pea"), Wall(0, 0, np.pi / 2, "crate")),
    ],
)
def test_an_obstacle_wholly_inside_another_is_refused(inner, outer):
    """It could never be touched. The same one at the surface is fine."""
    for order in ((inner, outer), (outer, inner)):
        with pytest.raises(InputError, match="obstacle pea lies wholly inside obstacle crate"):
            Scene(order)
    Scene((replace(inner, x=0.05) if isinstance(inner, Disc) else box(0.05, 0.0, 0.05, "pea"), outer))


def test_a_steady_torque_turns_a_pair():
    """Momentum of the joint: the relative acceleration of two equal rods under a constant torque, and what is refused."""
    run = simulate(pair("torque", control=ConstantTorque({"hinge": 0.01})), 0.1, solver=Solver(dt=1e-3))
    assert_close(run.data.joint_torque.values, np.full((run.data.sizes["time"], 1), 0.01), 1e-12)
    assert run.data.joint_velocity.values[-1, 0] > 0.01
    with pytest.raises(InputError, match="hinge"):
        simulate(pair("torque", control=ConstantTorque({"other": 0.01})), 0.01, solver=Solver(dt=1e-3))
    with pytest.raises(InputError, match="ConstantTorque 'hinge' = nan"):
        ConstantTorque({"hinge": np.nan})


def test_polygon_must_be_convex_and_counterclockwise():
    with pytest.raises(InputError, match="not convex"):
        Polygon(((-1, -1), (-1, 1), (1, 1), (1, -1)), "turned")
    with pytest.raises(InputError, match="three corners"):
        Polygon(((0, 0), (1, 0)))
