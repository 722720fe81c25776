"""A scenario file is the machine that the same words in Python make, with parameters, and every mistake has its place."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
from written import BRIEF, SWIMMER, changed, place_of

import elver
from elver import Body, InitialState, InputError, Joint, Model, Robot
from elver.drive import Serpenoid
from elver.forces import Gravity, Morison
from elver.robot import EllipticCylinder, HalfEllipsoid, placed
from elver.scenarios import load, load_text
from elver.scenarios.yaml.nodes import DocumentError


def by_hand(length=0.1, frequency=0.5, law="kirchhoff") -> Model:
    """The swimmer of the file, put together in Python."""
    cylinder = EllipticCylinder(length, 0.03, 0.04)
    bodies = [
        Body.solid("head", cylinder, 1000.0),
        Body.solid("middle", cylinder, 1000.0),
        Body.solid("tail", HalfEllipsoid(length, 0.03, 0.04), 1000.0),
    ]
    joints = [
        Joint("neck", "head", "middle", d=length, viscous=1e-3),
        Joint("peduncle", "middle", "tail", place=placed((length, 0.0, 0.0), (0.0, 0.0, 1.0))),
    ]
    gait = Serpenoid(("neck", "peduncle"), math.radians(30), 2 * math.pi * frequency, -math.pi / 2, ramp_time=0.5)
    forces = {"water": Morison(friction=0.02, law=law), "gravity": Gravity(fluid_density=1000.0)}
    return Model("three-links", Robot("three-links", bodies, joints), forces, gait, start=InitialState(position=(1.0, 0.0, 0.0)))


def final(source, duration=1.0, **options) -> np.ndarray:
    """The last state of a run."""
    run = elver.simulate(source, duration, solver=elver.Solver(dt=2e-3, method="rk4"), progress=False, **options)
    assert run.status == "finished"
    return run.data.state.values[-1]


def test_the_file_is_the_machine_made_by_hand():
    scenario = load_text(SWIMMER)
    mine, theirs = final(scenario), final(by_hand())
    assert np.abs(mine - theirs).max() < 1e-12
    assert np.abs(mine - mine[0]).max() > 1e-3  # it moved
    other = final(scenario.build({"length": 0.12, "frequency": 0.7, "law": "paper"}))
    assert np.abs(other - final(by_hand(0.12, 0.7, "paper"))).max() < 1e-12
    assert np.abs(other[:7] - mine[:7]).max() > 1e-3  # another pose


def test_free_parameters_of_gait_water_and_geometry():
    scenario = load_text(SWIMMER)
    model = scenario.build(free=("length", "frequency", "friction"))
    assert set(model.free) == {"length", "frequency", "friction"}
    values = {"length": 0.13, "frequency": 0.8, "friction": 0.05}
    assert np.abs(final(model, parameters=values) - final(scenario.build(values))).max() < 1e-12
    with pytest.raises(InputError, match="'law' = 'kirchhoff' cannot be free"):
        scenario.build(free="law")
    with pytest.raises(InputError, match="links"):
        load_text(changed(BRIEF, "length: size", "length: size * links"))


def test_what_a_scenario_carries():
    scenario = load_text(SWIMMER)
    assert (scenario.name, scenario.title, scenario.duration, scenario.dt) == ("three-links", "Three links that swim", 2.0, 2e-3)
    assert (scenario.method, scenario.output) == ("rk4", 0.02)
    assert scenario.joints_shown == ("neck", "peduncle")
    assert scenario.left_out == ("ledger",)
    rows = {p.name: (p.default, p.unit, p.low, p.high) for p in scenario.parameters}
    assert rows["length"] == (0.1, "m", 0.05, 0.2)
    assert rows["amplitude"] == (math.radians(30), "rad", 0.0, math.radians(60))
    assert rows["frequency"] == (0.5, "Hz", 0.1, 3.0)
    assert rows["law"] == ("kirchhoff", "", None, None)
    run = elver.simulate(scenario, progress=False)
    assert run.data.sizes["time"] == 101
    assert run.summary["peak_bend"] == pytest.approx(math.radians(30), rel=1e-3)
    assert scenario.build().metrics[0].unit == "rad"
    with pytest.raises(InputError, match="Give a finite number from 50 to 200 mm"):
        scenario.build({"length": 1.0})


def test_scenarios_travel_between_processes():
    twin = pickle.loads(pickle.dumps(load_text(SWIMMER)))
    assert np.array_equal(final(twin, 0.1), final(load_text(SWIMMER), 0.1))


def test_names_and_files(tmp_path):
    file = tmp_path / "swimmer.yaml"
    file.write_text(SWIMMER)
    assert elver.load(file).file == str(file)
    assert elver.load(str(file)).name == "three-links"
    assert elver.load("eel") is elver.scenario("eel")
    plain = tmp_path / "swimmer"
    plain.write_text(SWIMMER)
    assert load(str(plain)).name == "three-links"
    with pytest.raises(InputError, match=r"unknown scenario 'ele'. Did you mean 'eel'"):
        load("ele")
    with pytest.raises(InputError, match=r"none.yaml' cannot be read: No such file"):
        load(tmp_path / "none.yaml")
    for odd in ("none.yml", "a\0b", "x" * 300):
        with pytest.raises(InputError):
            load(odd)


MISTAKES = [
    ("elver: 1", "elver: 2", "elver: ", 7, "reads format 1"),
    ("name: three-links", "name: three links", "name: ", 6, "Give letters"),
    ("name: three-links", "nmae: three-links", "nmae", 0, "unknown key of a scenario file: 'nmae'. Did you mean 'name'"),
    (
        "start:",
        "environment: {duration: 1 s, observation: [heading], reward: {}}\nstart:",
        "environment: {duration",
        13,
        "the environment has no 'interval'. Add it",
    ),
    ("  base: free", "  base: fere", "  base: ", 8, "unknown word 'fere'. Did you mean 'free'"),
    (
        "density: 1000\n    middle",
        "density: -3\n    middle",
        "density: -3",
        9,
        "density = -3 is not allowed. Give a finite number greater",
    ),
    ("density: 1 kg/l", "density: 3 m", "density: 3 m", 9, "given in m, but kg/m^3 is expected"),
    ("d: length,", "d: 30 deg,", "d: 30 deg", 3, "machine.joints.neck.d = 30 deg: it is given in rad, but m is expected"),
    ("d: length,", "d: lenght,", "d: lenght", 3, "Did you mean 'length'"),
    ("d: length,", "dd: length,", "dd: length", 0, "unknown key of a joint: 'dd'. Did you mean 'd'"),
    ("child: middle", "child: muddle", "{parent: head", 0, "unknown body in joint 'neck': 'muddle'. Did you mean 'middle'"),
    ("axis: [0, 0, 1]", "axis: [0, 0]", "axis: [0, 0]", 6, "has 2 entries. Give 3 numbers"),
    ("axis: [0, 0, 1]", "axis: [0, 0, 0]", "{parent: middle", 0, "no direction"),
    ("a2: 3 cm", "a2: [3 cm]", "a2: [3 cm]", 4, "is a list, but a number is a single value"),
    ("type: half_ellipsoid", "type: half_elipsoid", "type: half_elipsoid", 6, "Did you mean 'half_ellipsoid'"),
    ("friction: friction,", "fricton: 0.1,", "fricton", 0, "unknown key of 'morison': 'fricton'. Did you mean 'friction'"),
    ("friction: friction,", "friction: 1 kg,", "friction: 1 kg", 10, "given in kg, but 1 is expected"),
    ("law: law}", "law: papre}", "law: papre", 5, "Did you mean 'paper'"),
    ("fluid_density: 1000", "fluid_density: ", "fluid_density: ", 15, "has no value. Give a number in kg/m^3"),
    ("joints: [neck, peduncle]", "joints: [nekc, peduncle]", "[nekc", 1, "unknown joint 'nekc'. Did you mean 'neck'"),
    ("amplitude: amplitude", "amplitude: 300 deg", "{type: serpenoid", 0, "folds the machine"),
    ("duration: 2,", "duration: 0,", "duration: 0", 10, "greater than 0 up to 1e+09 s"),
    ("method: rk4", "method: rk5", "method: rk5", 8, "Did you mean 'rk4'"),
    ("run: {duration: 2, dt: 2 ms, method: rk4, output: 20 ms}\n", "", "elver: 1", 0, "has no 'run'"),
    ("position: [1 m, 0, 0]", "positon: [1 m, 0, 0]", "positon", 0, "Did you mean 'position'"),
    ("start: {position: [1 m, 0, 0]}", "start: {angles: {neck: 1}}", "{angles", 0, "joint with computed motion in start"),
    ("joint_angle.neck", "joint_angle.nekc", '"max', 0, "Did you mean 'neck'"),
    ("max(abs(joint_angle.neck))", "abs(joint_angle.neck)", '"abs', 0, "course in time"),
    ("measure: mean_speed", "mesure: mean_speed", "mesure", 0, "Did you mean 'measure'"),
    ("frequency: 0.6 Hz, law", "frequency: 60 Hz, law", "60 Hz, law", 0, "0.1 to 3"),
    ("frequency: 0.6 Hz, law", "frequency: 1 kg, law", "1 kg, law", 0, "given in kg"),
    ("low: 0.001", "low: 2", "{what", 0, "low = 2 is greater than high = 1"),
    ('joints_shown: ["*"]', "joints_shown: [necks]", "necks", 0, "unknown joint 'necks'"),
    ("  gait: {type", "  giat: {type", "giat", 0, "Did you mean 'gait'"),
    ("  gait: {", "  gait_: {", "gait_", 0, "unknown key of the drive"),
    ("drive:\n", "drive: 3\nnothing:\n", "nothing", 0, "unknown key"),
    ("viscous: 1 mN m s/rad", "mode: passive", "{parent: head", 0, "no elastic law for it"),
    ("joints: [neck, peduncle]", "joints: [neck]", "{type: serpenoid", 0, "is driven but the gait gives it no motion"),
]


@pytest.mark.parametrize(("old", "new", "passage", "further", "says"), MISTAKES)
def test_every_mistake_has_its_place(old, new, passage, further, says):
    text = changed(SWIMMER, old, new)
    with pytest.raises(DocumentError) as caught:
        load_text(text, "fish.yaml")
    line, column = place_of(text, passage)
    assert str(caught.value).startswith(f"fish.yaml:{line}:{column + further}: "), str(caught.value)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_that_an_environment_lacks_is_told_at_once():
    with pytest.raises(InputError) as caught:
        load_text(changed(SWIMMER, "start:", "environment: {view: ab}\nstart:"), "fish.yaml")
    for said in ("no 'interval'", "no 'duration'", "no 'observation'", "no 'reward'", "environment.view: unknown word 'ab'"):
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said", "loaded"),
    [
        ("machine:", "machin:", "machin: unknown key of a scenario file: 'machin'. Did you mean 'machine'", []),
        (
            "value: 100 mm",
            "value: 100 mmm",
            "bad.yaml:5:19: parameters.length.value = 100 mmm: unknown unit 'mmm'. Did you mean 'mm'",
            ["casadi", "numpy"],  # with which the rest of the file is read, so that all its mistakes are told
        ),
    ],
)
def test_a_bad_file_is_refused_before_the_engine_is_loaded(tmp_path, old, new, said, loaded):
    file = tmp_path / "bad.yaml"
    file.write_text(changed(SWIMMER, old, new))
    code = (
        "import sys\nfrom elver.scenarios import load\nfrom elver._support.errors import InputError\n"
        f"try:\n    load({str(file)!r})\nexcept InputError as error:\n    print(error)\n"
        "print([name for name in ('casadi', 'numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said in done.stdout, done.stderr
    assert done.stdout.endswith(f"{loaded}\n")


def test_a_path_that_leads_nowhere_is_said_to():
    with pytest.raises(InputError, match="'nowhere/fish' cannot be read"):
        load("nowhere/fish")


def test_all_mistakes_of_a_file_are_told_at_once():
    """In machine, media and run at once, each with its place; and pickled whole."""
    lines = [
        "elver: 1", "name: many", "machine:", "  bodies:",
        "    a: {shape: {type: rod, length: -1, radius: 0.1}, density: 1000}",
        "    b: {shape: {type: rod, lenght: 1, radius: 0.1}, density: heavy}",
        "  joints:",
        "    j: {parent: a, child: b, type: revolut}",
        "media:",
        "  water: {type: morisn}",
        "  gravity: {type: gravity, acceleration: 9.81 m}",
        "run: {duration: -1}",
    ]  # fmt: skip
    with pytest.raises(InputError) as caught:
        load_text("\n".join(lines), "many.yaml")
    told = str(caught.value).splitlines()
    wanted = [
        (5, "length = -1"),
        (6, "lenght"),
        (6, "heavy"),
        (8, "revolut"),
        (10, "morisn"),
        (11, "acceleration"),
        (12, "duration"),
    ]
    assert len(told) == len(wanted)
    for number, says in wanted:
        assert any(line.startswith(f"many.yaml:{number}:") and says in line for line in told), (number, told)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_mistakes_of_parameters_hide_no_others():
    """What depends on a wrong parameter is passed over; all else is told with it."""
    lines = [
        "elver: 1", "name: many",
        "parameters:",
        "  size: {value: 1, unit: mm2x}",
        "  kind: {value: robust, choices: [paper, kirchhoff]}",
        "  flow: {value: [1, 2], unit: mx/s}",
        "  fine: {value: 2}",
        "machine:",
        "  base: planarr",
        "  bodies:",
        "    a: {shape: {type: rod, length: size, radius: 0.1}, density: 1000}",
        "    b: {shape: {type: rod, length: fine, radius: 0.5 * size}, density: -1}",
        "  joints:",
        "    j: {parent: a, child: b, mode: drivven}",
        "media:",
        "  water: {type: morison, law: kind, current: flow, added_e2: -1}",
        "  stream: {type: lumped, current: [flow.x, 0, 0]}",
        "drive:",
        "  gait: {type: serpenoid, joints: [j], amplitude: size, period: 1}",
        "measures: {x: {of: maxx(time)}}",
        "run: {duration: 1}",
    ]  # fmt: skip
    with pytest.raises(InputError) as caught:
        load_text("\n".join(lines), "many.yaml")
    told = str(caught.value).splitlines()
    wanted = [
        (4, "mm2x"),
        (5, "robust"),
        (6, "mx"),
        (9, "planarr"),
        (12, "-1"),
        (14, "drivven"),
        (16, "added_e2"),
        (19, "period"),
    ]
    assert [int(line.split(":")[1]) for line in sorted(told, key=lambda t: int(t.split(":")[1]))] == [n for n, _ in wanted], told
    for number, says in wanted:
        assert any(line.startswith(f"many.yaml:{number}:") and says in line for line in told), (number, told)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("lag: 30 deg", "Perhaps 'phase' (beta, phase from joint to joint"),
        ("period: 2 s", "Perhaps 'frequency' (omega, frequency of the joints: 2 pi over the period"),
        ("phse: 30 deg", "Did you mean 'phase'?"),
        ("colour: red", "'colour'. Known: joints, amplitude, frequency, phase"),
    ],
)
def test_a_key_that_stands_in_the_meaning_of_another_leads_to_it(given, hint):
    text = changed(SWIMMER, "type: serpenoid", f"type: serpenoid, {given}")
    with pytest.raises(DocumentError) as caught:
        load_text(text, "fish.yaml")
    assert hint in str(caught.value)


def test_bodies_without_a_shape_are_asked_for_together():
    """Two bodies, one message, and what is pasted makes the file whole."""
    bodies = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 8, inertia: [1, 1, 1]}}"
    text = f"elver: 1\nname: bare\nmachine:\n  {bodies}\n  joints: {{j: {{parent: a, child: b}}}}\n"
    text += "media: {gravity: {type: gravity, fluid_density: 1000}}\nrun: {duration: 1}\n"
    text += "drive: {gait: {type: hold, angles: {j: 0}}}\n"
    with pytest.raises(DocumentError) as caught:
        load_text(text)
    assert "2 bodies have mass but no shape" in str(caught.value)
    a, b = (line.split("shape:", 1)[1].split("}}")[0] + "}" for line in caught.value.paste[2:])
    assert "l1: 0.2" in b
    whole = text.replace("a: {mass: 1,", f"a: {{shape:{a}, mass: 1,").replace("b: {mass: 8,", f"b: {{shape:{b}, mass: 8,")
    assert load_text(whole).build().robot.body("b").shape.volume == pytest.approx(0.008)
