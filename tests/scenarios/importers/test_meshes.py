"""Shapes, buoyancy, drag and added mass of imported machines from their geometry, against closed forms and free motion."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import quad

import elver
from elver._support.errors import InputError
from elver.forces import Immersed, Motion
from elver.forces.solids import ellipsoid_added
from elver.robot import Body, Box, Compound, Ellipsoid, EllipticCylinder, Rod
from elver.robot.joints import rotation_of
from elver.scenarios import import_description
from elver.scenarios.explanation import explain
from elver.scenarios.importers.robot import likeness

trimesh = pytest.importorskip("trimesh")

TURN, SHIFT = rotation_of(0.3, -0.7, 1.1), np.array([0.4, -0.2, 0.1])
RHO, G = 1000.0, 9.81


def moved(mesh) -> np.ndarray:
    """The triangles of a mesh, turned and shifted."""
    return np.asarray(mesh.triangles) @ TURN.T + SHIFT


@pytest.mark.parametrize(
    ("mesh", "kind", "sizes", "volume", "off"),
    [
        (trimesh.creation.box((0.4, 0.2, 0.1)), "box", (0.4, 0.2, 0.1), 0.008, 1e-9),
        (trimesh.creation.box((0.2, 0.2, 0.2)), "box", (0.2, 0.2, 0.2), 0.008, 1e-9),
        (trimesh.creation.cylinder(radius=0.05, height=0.6, sections=128), "cylinder", (0.6, 0.1, 0.1), math.pi * 0.0015, 1e-3),
        (trimesh.creation.cylinder(radius=0.2, height=0.05, sections=128), "cylinder", (0.05, 0.4, 0.4), math.pi * 0.002, 1e-3),
        (trimesh.creation.icosphere(4, 0.1), "ellipsoid", (0.2, 0.2, 0.2), 4 / 3 * math.pi * 1e-3, 4e-3),
    ],
)
def test_a_mesh_is_known_for_what_it_is(mesh, kind, sizes, volume, off):
    """Turned and shifted: kind, edges and centroid; the volume is the mesh's to rounding and the solid's but for the facets."""
    like = likeness(moved(mesh))
    shape = like.shape(np.eye(4))
    assert like.kind == kind
    assert sorted(like.sizes) == pytest.approx(sorted(sizes), rel=5e-3)
    assert shape.volume == pytest.approx(mesh.volume, rel=1e-9)
    assert shape.volume == pytest.approx(volume, rel=off)
    assert shape.centroid() == pytest.approx(SHIFT, abs=1e-9)
    if kind == "cylinder":
        assert abs(TURN[:, 2] @ shape.axes[:, 0]) == pytest.approx(1, abs=1e-6)


def test_an_irregular_mesh_keeps_volume_and_centroid():
    wedge = trimesh.convex.convex_hull(np.array([(0, 0, 0), (0.3, 0, 0), (0, 0.2, 0), (0, 0, 0.1), (0.3, 0.2, 0.02)]))
    shape = likeness(np.asarray(wedge.triangles)).shape(np.eye(4))
    assert shape.volume == pytest.approx(wedge.volume, rel=1e-9)
    assert shape.centroid() == pytest.approx(wedge.center_mass, abs=1e-9)


def test_a_mirrored_mesh_an_open_one_and_a_flat_one():
    box = np.asarray(trimesh.creation.box((0.4, 0.2, 0.1)).triangles)
    assert likeness(box * [1, -1, 1]).shape(np.eye(4)).volume == pytest.approx(0.008)
    opened = likeness(box[:-1])
    assert "not closed" in opened.notes[0]
    assert opened.shape(np.eye(4)).volume == pytest.approx(0.008)
    with pytest.raises(InputError, match="flat"):
        likeness(box * [1, 1, 0])


# --- added mass and drag --------------------------------------------------------------------------------------------------


def lamb(a, b, c) -> tuple[list[float], list[float]]:
    """Added mass over displaced mass, and added inertia over that of the displaced fluid, by quadrature of Lamb's integrals."""

    def alpha(i):
        own = (a, b, c)[i] ** 2
        root = lambda x: math.sqrt((a * a + x) * (b * b + x) * (c * c + x))  # noqa: E731
        return a * b * c * quad(lambda x: 1 / ((own + x) * root(x)), 0, math.inf, epsabs=1e-13)[0]

    al = [alpha(i) for i in range(3)]
    masses = [v / (2 - v) for v in al]
    moments = []
    for (p, q), (vp, vq) in (((b, c), (al[1], al[2])), ((c, a), (al[2], al[0])), ((a, b), (al[0], al[1]))):
        d, s = p * p - q * q, p * p + q * q
        moments.append(d * d * (vq - vp) / (2 * d + s * (vp - vq)) / s)
    return masses, moments


def test_added_mass_of_ellipsoids_is_lambs():
    """By another route, and the closed form of a long spheroid."""
    for half_axes in ((0.3, 0.2, 0.1), (0.5, 0.1, 0.4)):
        solid = Ellipsoid(*half_axes)
        masses, moments = ellipsoid_added(solid, RHO)
        displaced = RHO * solid.volume
        own = [displaced / 5 * (half_axes[j] ** 2 + half_axes[k] ** 2) for j, k in ((1, 2), (2, 0), (0, 1))]
        wanted = lamb(*half_axes)
        assert np.array(masses) / displaced == pytest.approx(wanted[0], rel=1e-8)
        assert np.array(moments) / own == pytest.approx(wanted[1], rel=1e-7)
    spheroid = Ellipsoid(0.2, 0.1, 0.1)
    masses, moments = ellipsoid_added(spheroid, 1 / spheroid.volume)
    e = math.sqrt(1 - 0.25)
    alpha = 2 * (1 - e * e) / e**3 * (math.atanh(e) - e)
    beta = 1 / e**2 - (1 - e * e) / (2 * e**3) * math.log((1 + e) / (1 - e))
    turning = e**4 * (beta - alpha) / ((2 - e * e) * (2 * e * e - (2 - e * e) * (beta - alpha)))
    assert masses == pytest.approx([alpha / (2 - alpha), *[beta / (2 - beta)] * 2], rel=1e-10)
    assert np.array(moments) / (0.05 / 5) == pytest.approx([0, turning, turning], rel=1e-10)


def effect_on(law, body, twist, rotation=None):
    """The effect of a law on a body that moves so, in numbers: wrench and inertia."""
    R = ca.SX(np.eye(3) if rotation is None else rotation)
    effect = law.effect(body, Motion(ca.SX(0), R, ca.SX.zeros(3), ca.SX(np.array(twist, dtype=float))))
    return np.array(ca.evalf(effect.wrench)).ravel(), np.array(ca.evalf(effect.inertia))


def meshed(mesh, name="body"):
    return Body.solid(name, likeness(np.asarray(mesh.triangles)).shape(np.eye(4)), 500.0)


def test_added_mass_of_a_sphere_of_triangles():
    """Half the displaced fluid in all directions, none about any axis, at the sphere's centre."""
    ball = trimesh.creation.icosphere(4, 0.1)
    ball.apply_translation((0.3, 0, 0))
    _, inertia = effect_on(Immersed(), meshed(ball), np.zeros(6))
    half = 2 / 3 * math.pi * RHO * 1e-3
    assert np.diag(inertia)[:3] == pytest.approx([half] * 3, rel=5e-3)
    assert np.diag(inertia)[3:] == pytest.approx([0, half * 0.09, half * 0.09], rel=5e-3, abs=1e-4)


@pytest.mark.parametrize(
    ("mesh", "areas"),
    [
        (trimesh.creation.box((0.4, 0.3, 0.2)), (0.06, 0.08, 0.12)),
        (trimesh.creation.icosphere(4, 0.1), (math.pi * 0.01,) * 3),
        (trimesh.creation.cylinder(radius=0.1, height=0.25, sections=128), (0.05, 0.05, math.pi * 0.01)),
    ],
)
def test_drag_of_a_towed_body(mesh, areas):
    """1/2 rho C_D A v^2 along each axis, against the motion, wherever the body is placed."""
    mesh = mesh.copy()
    mesh.apply_translation((0.1, 0.2, 0.3))
    for k, area in enumerate(areas):
        force, _ = effect_on(Immersed(drag=0.8), meshed(mesh), [*(1.5 * np.eye(3)[k]), 0, 0, 0])
        assert force[:3] == pytest.approx(-0.5 * RHO * 0.8 * area * 1.5**2 * np.eye(3)[k], rel=5e-3, abs=2e-2)


def test_a_slender_body_is_taken_by_strips():
    """Towed across and swung about one end: 1/2 rho C_D D L v^2, and 1/2 rho C_D D w^2 L^4 / 4 about that end."""
    rod = trimesh.creation.cylinder(radius=0.01, height=0.4, sections=128)
    rod.apply_translation((0, 0, 0.2))
    body = meshed(rod)
    assert isinstance(body.shape, EllipticCylinder)
    force, _ = effect_on(Immersed(), body, [2, 0, 0, 0, 0, 0])
    assert force[0] == pytest.approx(-0.5 * RHO * 0.02 * 0.4 * 4, rel=5e-3)
    swung, _ = effect_on(Immersed(), body, [0, 0, 0, 3, 0, 0])
    assert swung[3] == pytest.approx(-0.5 * RHO * 0.02 * 9 * 0.4**4 / 4, rel=1e-2)
    beam = Body.solid("beam", Box(0.02, 0.6, 0.04), 500.0)
    force, _ = effect_on(Immersed(), beam, [0, 0, 1, 0, 0, 0])
    assert force[2] == pytest.approx(-0.5 * RHO * 0.02 * 0.6, rel=1e-9)
    assert effect_on(Immersed(), beam, [0, 0, 0, 0, 0, 0])[1][1, 1] == 0  # strips have no added mass along them


def test_turning_of_a_stout_ellipsoid_meets_strips_where_it_is_long():
    """The bluff moment about a short axis is that of strips for a long body; a sphere turns freely."""
    long = Body.solid("long", Ellipsoid(0.5, 0.01, 0.01), 500.0)
    bluff, _ = effect_on(Immersed(slender=1e6), long, [0, 0, 0, 0, 0, 2])
    exact = 0.5 * RHO * 4 * 2 * quad(lambda x: 2 * 0.01 * math.sqrt(1 - (x / 0.5) ** 2) * x**3, 0, 0.5)[0]
    assert bluff[5] == pytest.approx(-exact, rel=2e-3)
    turning, _ = effect_on(Immersed(), Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 500.0), [0, 0, 0, 1, 2, 3])
    assert turning == pytest.approx(np.zeros(6), abs=1e-12)


def test_the_ellipsoid_of_several_solids():
    """Two halves of a box make the ellipsoid of the whole box, whatever its pose."""
    whole = Box(0.4, 0.2, 0.1, at=SHIFT, axes=TURN)
    halves = Compound(tuple(Box(0.2, 0.2, 0.1, at=SHIFT + s * 0.1 * TURN[:, 0], axes=TURN) for s in (-1, 1)))
    one, two = whole.ellipsoid(), halves.ellipsoid()
    assert (two.a1, two.a2, two.a3) == pytest.approx((one.a1, one.a2, one.a3), rel=1e-12)
    assert two.volume == pytest.approx(0.008)
    assert np.abs(two.axes.T @ one.axes) == pytest.approx(np.eye(3), abs=1e-9)


# --- a made-up quadruped --------------------------------------------------------------------------------------------------


def inertial(mass, at=(0, 0, 0), moment=1e-3):
    return (
        f'<inertial><origin xyz="{at[0]} {at[1]} {at[2]}"/><mass value="{mass}"/>'
        f'<inertia ixx="{moment}" iyy="{moment}" izz="{moment}"/></inertial>'
    )


def drawn(file, role="collision", scale=1.0):
    return f'<{role}><geometry><mesh filename="{file}" scale="{scale} {scale} {scale}"/></geometry></{role}>'


CORNERS = {"fl": (0.17, 0.1), "fr": (0.17, -0.1), "rl": (-0.17, 0.1), "rr": (-0.17, -0.1)}
SCENARIO = """\
elver: 1
name: dog
machine:
  import: {file: dog/urdf/dog.urdf}
media:
  water: {type: immersed}
  gravity: {type: gravity, fluid_density: 1000}
drive:
  gait: {type: hold, angles: {"hip_*": 0}}
run: {duration: 0.2 s}
"""


@pytest.fixture
def dog(tmp_path):
    """A quadruped in a package, its scenario file beside it; its masses: trunk 6, legs 0.3, feet 0.1, rotors 0.05 kg."""
    folder = tmp_path / "dog"
    for name in ("meshes", "urdf"):
        (folder / name).mkdir(parents=True)
    trimesh.creation.box((0.4, 0.2, 0.1)).export(folder / "meshes/trunk.stl")
    leg = trimesh.creation.cylinder(radius=0.02, height=0.2, sections=64)
    leg.apply_translation((0, 0, -0.1))
    leg.export(folder / "meshes/leg.stl")
    trimesh.creation.icosphere(3, 30.0).export(folder / "meshes/foot.obj")  # in millimetres
    links = [f'<robot name="dog"><link name="trunk">{inertial(6, moment=0.05)}{drawn("package://dog/meshes/trunk.stl")}</link>']
    foot = drawn("package://dog/meshes/foot.obj", "visual", 0.001)
    for end, (x, y) in CORNERS.items():
        links += [
            f'<link name="rotor_{end}">{inertial(0.05, moment=1e-5)}</link>',
            f'<link name="leg_{end}">{inertial(0.3, (0, 0, -0.1))}{drawn("../meshes/leg.stl")}</link>',
            f'<link name="foot_{end}">{inertial(0.1, moment=1e-4)}{foot}</link>',
            f'<joint name="rotor_{end}_fixed" type="fixed"><parent link="trunk"/><child link="rotor_{end}"/></joint>',
            f'<joint name="hip_{end}" type="revolute"><parent link="trunk"/><child link="leg_{end}"/>'
            f'<origin xyz="{x} {y} 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9" velocity="9"/></joint>',
            f'<joint name="ankle_{end}" type="fixed"><parent link="leg_{end}"/><child link="foot_{end}"/>'
            '<origin xyz="0 0 -0.2"/></joint>',
        ]
    (folder / "urdf/dog.urdf").write_text("\n".join([*links, "</robot>"]))
    (tmp_path / "dog.yaml").write_text(SCENARIO)
    return tmp_path / "dog.yaml"


def test_shapes_of_a_quadruped_and_what_they_are_made_from(dog):
    explained = explain(elver.load(dog).build())
    volume = 0.4 * 0.2 * 0.1 + 4 * (math.pi * 0.02**2 * 0.2 + 4 / 3 * math.pi * 0.03**3)
    assert explained.volume == pytest.approx(volume, rel=1e-3)
    assert explained.displaced == pytest.approx(RHO * explained.volume, rel=1e-12)
    assert "trunk: box 0.4 x 0.2 x 0.1 m from collision mesh trunk.stl, volume 0.008 m^3" in explained.derived
    assert len(explained.derived) == 9
    assert explained.dry == tuple(f"rotor_{end}" for end in CORNERS)
    assert any("rises" in warning for warning in explained.warnings)
    assert explained.described()["dry"] == list(explained.dry)


@pytest.mark.parametrize(("trunk", "way"), [(6.0, 1), (10.0, -1)])
def test_it_rises_or_sinks_as_archimedes_says(dog, trunk, way):
    """Released at rest, every part translates alike at first: (m + m_a) a = (rho V - m) g by the whole's added mass."""
    path = dog.parent / "dog/urdf/dog.urdf"
    path.write_text(path.read_text().replace('value="6"', f'value="{trunk}"'))
    model = elver.load(dog).build()
    explained = explain(model)
    run = elver.simulate(model, 0.01, solver=elver.Solver(dt=1e-3), progress=False)
    rise = run.data.base_position.values[-1, 2]
    assert math.copysign(1, rise) == way
    assert explained.centre[:2] == pytest.approx([0, 0], abs=1e-9)  # nothing turns it
    moved_along = effect_on(model.forces["water"], model.robot.body("trunk"), np.zeros(6))[1][2, 2]
    # a leg's frame has its z axis along the hip, y of the trunk; its rod lies along the trunk's z, so strips add nothing there
    feet = 4 * 0.5 * RHO * model.robot.body("foot_fl").shape.volume
    wanted = (explained.displaced - explained.mass) * G / (explained.mass + moved_along + feet)
    assert rise == pytest.approx(0.5 * wanted * 0.01**2, rel=2e-2)


def test_a_single_ball_rises_to_its_terminal_speed(tmp_path):
    """At rest buoyancy alone, rho g V; in the end 1/2 rho C_D A v^2 = (rho V - m) g."""
    trimesh.creation.icosphere(4, 0.05).export(tmp_path / "ball.stl")
    (tmp_path / "ball.urdf").write_text(f'<robot name="ball"><link name="ball">{inertial(0.2)}{drawn("ball.stl")}</link></robot>')
    (tmp_path / "ball.yaml").write_text(
        "elver: 1\nname: ball\nmachine: {import: {file: ball.urdf}}\nrun: {duration: 3}\n"
        "media: {water: {type: immersed, drag: 0.47}, gravity: {type: gravity, fluid_density: 1000}}\n"
    )
    run = elver.simulate(elver.load(tmp_path / "ball.yaml"), progress=False)
    displaced = RHO * 4 / 3 * math.pi * 0.05**3
    speed = math.sqrt((displaced - 0.2) * G / (0.5 * RHO * 0.47 * math.pi * 0.05**2))
    assert run.data.base_velocity.values[-1, 2] == pytest.approx(speed, rel=5e-3)
    early = run.data.base_velocity.values[1, 2] / run.data.time.values[1]
    assert early == pytest.approx((displaced - 0.2) * G / (0.2 + 0.5 * displaced), rel=1e-2)


def test_every_body_feels_drag_and_rotors_stay_dry(dog):
    model = elver.load(dog).build()
    law, lift = model.forces["water"], model.forces["gravity"]
    for body in model.robot.bodies:
        twist = [0.3, 0.2, 0.1, 0, 0, 0]
        if body.name.startswith("rotor"):
            motion = Motion(ca.SX(0), ca.SX.eye(3), ca.SX.zeros(3), ca.SX(np.array(twist)))
            assert law.effect(body, motion) is None
            assert effect_on(lift, body, twist)[0][:3] == pytest.approx([0, 0, -0.05 * G])
        else:
            assert effect_on(law, body, twist)[0][:3] @ twist[:3] < -1e-3
            assert effect_on(lift, body, twist)[0][2] == pytest.approx((RHO * body.shape.volume - body.mass) * G, rel=1e-9)


def test_missing_geometry_is_asked_for_once_with_what_to_paste(dog, tmp_path):
    """Every body whose mesh cannot be used, why, and YAML that makes the file whole."""
    for name in ("leg.stl", "foot.obj"):
        (tmp_path / "dog/meshes" / name).unlink()
    with pytest.raises(InputError) as caught:
        elver.load(dog)
    text = str(caught.value)
    for end in CORNERS:
        assert f"leg_{end}" in text
        assert f"foot_{end}" in text
    assert "rotor" not in text
    assert "there is no such file" in text
    paste = text[text.index("\n    leg_fl") :]
    dog.write_text(SCENARIO.replace("media:", f"  bodies:{paste}\nmedia:"))
    mended = explain(elver.load(dog).build())
    assert len(mended.derived) == 1
    assert mended.displaced == pytest.approx(8 + 4 * 0.3 + 4 * 0.1, rel=1e-2)  # cubes of water


def test_patterns_change_many_bodies_and_give_laws_to_them(dog):
    text = SCENARIO.replace(
        "media:",
        '  bodies:\n    "leg_*": {shape: {type: rod, length: 0.2, radius: 0.03}}\n'
        "    leg_rr: {shape: {type: rod, length: 0.2, radius: 0.01}}\nmedia:\n"
        '  pads: {type: bluff_drag, bodies: "foot_*", area: [1e-3, 1e-3, 1e-3]}',
    )
    dog.write_text(text)
    model = elver.load(dog).build()
    radii = [model.robot.body(f"leg_{end}").shape for end in CORNERS]
    assert [shape.radius for shape in radii] == [0.03, 0.03, 0.03, 0.01]
    assert all(isinstance(shape, Rod) for shape in radii)
    assert len(explain(model).derived) == 5  # those of the legs are the file's own now
    pads = model.forces["pads"]
    moving = Motion(ca.SX(0), ca.SX.eye(3), ca.SX.zeros(3), ca.SX.ones(6))
    feet = [b.name for b in model.robot.bodies if pads.effect(b, moving) is not None]
    assert feet == [f"foot_{end}" for end in CORNERS]
    for wrong in (text.replace("leg_*", "legs_*"), text.replace("foot_*", "foots_*")):
        dog.write_text(wrong)
        with pytest.raises(InputError, match="no body is called so") as caught:
            elver.load(dog)
        assert "foot_rr" in str(caught.value)


def test_meshes_outside_the_folder_are_not_opened(dog, tmp_path):
    """Neither by '..' nor by links; the URDF alone, without a folder named, opens none."""
    path = tmp_path / "dog/urdf/dog.urdf"
    folder = tmp_path / "dog/urdf"
    assert import_description(path).robot.body("trunk").shape is None
    found = import_description(path, meshes=folder)
    assert set(found.unknown) >= {"leg_fl", "leg_rr"}
    assert "outside" in found.unknown["leg_fl"]
    assert not found.opened
    (folder / "trunk.stl").symlink_to(tmp_path / "dog/meshes/trunk.stl")
    path.write_text(path.read_text().replace("package://dog/meshes/trunk.stl", "trunk.stl"))
    assert "outside" in import_description(path, meshes=folder).unknown["trunk"]
    assert import_description(path, meshes=folder, allow_outside=True).robot.body("trunk").shape.volume == pytest.approx(0.008)


def test_a_mesh_drawn_as_dae_is_the_same_shape(dog, tmp_path):
    pytest.importorskip("collada")
    path, leg = tmp_path / "dog/urdf/dog.urdf", tmp_path / "dog/meshes/leg.stl"
    before = import_description(path, meshes=tmp_path).robot.body("leg_fl").shape
    leg.with_suffix(".dae").write_bytes(trimesh.load_mesh(leg).export(file_type="dae"))
    path.write_text(path.read_text().replace("leg.stl", "leg.dae"))
    leg.unlink()
    after = import_description(path, meshes=tmp_path).robot.body("leg_fl").shape
    assert type(after) is type(before)
    assert after.volume == pytest.approx(before.volume, rel=1e-5)


def test_other_kinds_of_files_and_damaged_ones_are_told(dog, tmp_path):
    path = tmp_path / "dog/urdf/dog.urdf"
    path.write_text(path.read_text().replace("leg.stl", "leg.step"))
    (tmp_path / "dog/meshes/trunk.stl").write_bytes(b"solid nothing")
    found = import_description(path, meshes=tmp_path)
    assert "STL, OBJ, PLY, DAE" in found.unknown["leg_fl"]
    assert "copy or export it again" in found.unknown["trunk"]
    assert len([text for text in found.warnings if "leg_fl" in text]) == 1  # one sentence for all of them
    both = path.read_text().replace(
        "</collision></link>", "</collision><visual><geometry><sphere radius='0.1'/></geometry></visual></link>"
    )
    path.write_text(both)
    found = import_description(path, meshes=tmp_path)
    assert "ellipsoid 0.2 x 0.2 x 0.2 m from visual sphere" in found.derived["leg_fl"]
    assert "not taken: collision mesh leg.step" in found.derived["leg_fl"]


def test_meshes_that_are_too_large_are_not_read(dog, tmp_path, monkeypatch):
    path = tmp_path / "dog/urdf/dog.urdf"
    monkeypatch.setattr("elver.scenarios.importers.robot.MOST_BYTES", 1000)
    found = import_description(path, meshes=tmp_path)
    assert set(found.derived) == {"trunk"}  # 684 bytes
    assert "Reduce the number" in found.unknown["leg_fl"]
    monkeypatch.undo()
    monkeypatch.setattr("elver.scenarios.importers.robot.MOST_TOGETHER", 1000)
    assert "the meshes have more than" in import_description(path, meshes=tmp_path).unknown["leg_fl"]


def test_a_changed_mesh_is_read_again(dog, tmp_path):
    path = tmp_path / "dog/urdf/dog.urdf"
    assert import_description(path, meshes=tmp_path).robot.body("trunk").shape.volume == pytest.approx(0.008)
    trimesh.creation.box((0.4, 0.2, 0.2)).subdivide().export(tmp_path / "dog/meshes/trunk.stl")
    assert import_description(path, meshes=tmp_path).robot.body("trunk").shape.volume == pytest.approx(0.016)


def test_meshes_of_mjcf_are_those_that_mujoco_has(tmp_path):
    """Volume and centre as MuJoCo computes them from the same mesh, whatever the pose."""
    pytest.importorskip("mujoco")
    trimesh.creation.box((0.4, 0.2, 0.1)).export(tmp_path / "trunk.stl")
    (tmp_path / "m.xml").write_text(
        '<mujoco><asset><mesh name="t" file="trunk.stl" scale="1 1 2"/></asset><worldbody><body name="b"><freejoint/>'
        '<geom type="mesh" mesh="t" pos="0.1 0.2 0.3" euler="10 20 30" density="700"/></body></worldbody></mujoco>'
    )
    body = import_description(tmp_path / "m.xml", meshes=tmp_path).robot.body("b")
    assert body.shape.volume == pytest.approx(0.016, rel=1e-6)
    assert body.mass == pytest.approx(700 * body.shape.volume, rel=1e-6)
    assert body.shape.centroid() == pytest.approx(body.centre_of_mass, abs=1e-7)
    assert body.shape.inertia(700) == pytest.approx(body.inertia, rel=1e-5, abs=1e-7)


def test_energy_closes_where_an_imported_machine_moves_its_legs(dog):
    """Bluff trunk, slender legs and feet in a current, joints driven: what the motors give is kept or leaves by named flows."""
    dog.write_text(
        SCENARIO.replace("{type: immersed}", "{type: immersed, current: [0.2, 0.1, 0]}").replace(
            '{type: hold, angles: {"hip_*": 0}}', '{type: serpenoid, joints: "hip_*", amplitude: 30 deg, frequency: 2 Hz}'
        )
    )
    run = elver.simulate(elver.load(dog), 0.5, solver=elver.Solver(dt=1e-3), progress=False)
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-8
    assert np.abs(run.data.base_velocity.values[-1]).max() > 1e-2
