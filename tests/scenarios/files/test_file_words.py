"""Messages about files speak the words of files: whatever class of the engine refuses, no name, call or attribute of Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import elver
import elver.scenarios.files.types
from elver._support.errors import InputError
from elver._support.wording import in_file_words
from elver.scenarios import load_text
from elver.scenarios.explanation import explain

SOURCES = Path(elver.__file__).parent
PACKAGES = ("robot", "forces", "drive", "contact/scene.py", "contact/driver.py", "sensors", "model", "dynamics")
RAISED = ("InputError", "NotFreeError", "require_number", "unknown_name", "check_joints", "require_known")
OF_PYTHON = (  # what only a program can do wrong: classes, functions and arguments of its own
    "must be a list of elver", "must be an elver.Body", "loops must be a list", "is a ?. Give", "has no method",
    "has no coefficients", "is not a function", "casadi", "CasADi", "takes an elver.Model", "is no input. Give", "returns a",
    "must be a tuple of", "must be a mapping", "is not declared", "Scenario.", "scenario.", "freed(", "@dataclass",
    "Use equations.", "Give a force law such as", "Give an elver", "Give elver.forces", "such as elver.robot.Rod",
    "Give sensors such as", "Effect.", "sigma = ", "with a method motion", "numpy", "such as elver.forces.hulls",
    "ContactSettings.", "cannot be run", "Compile model.", "cannot be pickled",
)  # fmt: skip
PYTHON = re.compile(
    r"[a-z][A-Z]"  # two words in one
    r"|\b[A-Z]\w*\.[a-z_]\w*"  # an attribute of a class
    r"|\b\w+\((?:\.\.\.|\w+=|\))"  # a call
    r"|\b[a-z_]+=[\w'{\[(]"  # an argument
    r"|\belver\.\w|\b(?:None|True|PD|Spring|Morison|Gravity|FirstOrderLag|Playback)\b"
)
NOT_CODE = re.compile(r"'[^']*'|`[^`]*`|mW|kW|kN|mN|kPa|mV|mA|kHz|GPa|MPa|NetCDF|Nm\b")


def said() -> list[str]:
    """The texts of all refusals in packages whose classes files can build, a question mark for what is filled in."""
    found = []
    for package in PACKAGES:
        place = SOURCES / package
        for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                name = getattr(node, "func", None)
                if isinstance(node, ast.Call) and getattr(name, "id", getattr(name, "attr", "")) in RAISED and node.args:
                    found += texts(node.args[0])
    return found


def texts(node: ast.expr) -> list[str]:
    """What an expression says."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        return ["".join(v.value if isinstance(v, ast.Constant) else "?" for v in node.values)]  # type: ignore[misc]
    return []


def python_in(text: str) -> list[str]:
    """What a message says in Python."""
    return PYTHON.findall(NOT_CODE.sub("", text))


@pytest.mark.parametrize("text", [t for t in dict.fromkeys(said()) if python_in(t) and not any(p in t for p in OF_PYTHON)])
def test_no_refusal_of_a_class_speaks_python_to_files(text):
    assert not python_in(in_file_words(text)), in_file_words(text)


FILE = """
elver: 1
name: arm
parameters: {size: 30 cm, bend: 0.3}
machine:
  base: BASE
  bodies:
    hub: {shape: {type: ellipsoid, a1: 10 cm, a2: 5 cm, a3: 5 cm}, density: 1000}
    rod: ROD
  joints:
    hinge: {parent: hub, child: rod, axis: [0, 0, 1], at: [10 cm, 0, 0], JOINT}
media: {water: {type: morison, friction: 0.01 * bend * size / size}, MEDIA}
drive: {DRIVE}
REST
run: {duration: 1 s, dt: 10 ms}
"""
ROD = "{shape: {type: elliptic_cylinder, length: size, a2: 2 cm, a3: 4 cm}, density: 1000}"
HOLD = "gait: {type: hold, angles: {hinge: bend}}"
USUAL = {"BASE": "planar", "ROD": ROD, "JOINT": "mode: driven", "MEDIA": "", "DRIVE": HOLD, "REST": ""}
POLAR = "wing: {type: wing, polar: {type: table, angles: [0, 1], lift: [0, 1], drag: [0, 1]}}"
REFUSED = (  # what is changed, and words of the message
    ({"JOINT": "mode: passive", "DRIVE": ""}, "drive.elastic: {type: spring"),
    ({"JOINT": "mode: torque", "DRIVE": ""}, "drive.control: {type: idle}"),
    ({"MEDIA": "g: {type: gravity, fluid_density: 1000}",
      "ROD": "{mass: 1, centre: [0.1, 0, 0], inertia: [[1,0,0],[0,1,0],[0,0,1]]}"},
     "the buoyancy that 'g' gives them is unknown"),
    ({"MEDIA": "w: {type: lumped}",
      "ROD": "{shape: {type: tapered, stations: [[0, 0.02, 0.04], [0.3, 0.01, 0.02]]}, density: 1000}"},
     "Use morison"),
    ({"MEDIA": POLAR}, "covers"),
    ({"MEDIA": "o: {type: oar_blade, body: rod, area: 1, centre: [0, 0, 0], normal: [0, 0, 2]}"}, "media.o.normal"),
    ({"MEDIA": "b: {type: bluff_drag, body: rod, area: -1}"}, "media.b"),
    ({"MEDIA": "b: {type: bluff_drag}"}, "'bluff_drag' has no 'body'"),
    ({"MEDIA": "b: {type: ground_friction, acros: 1}"}, "unknown key of 'ground_friction'"),
    ({"MEDIA": "r: {type: rudder, body: rod, stock: [0, 0, 1], chord: [0, 0, 1], angle: 0, area: 1, polar: {type: flat_plate}}"},
     "media.r"),
    ({"MEDIA": "t: {type: thruster, body: rod, axis: [2, 0, 0], rate: 1, diameter: 0.1}"}, "media.t"),
    ({"REST": "inputs: [{type: parameter, path: bend}]"}, "{type: parameter, path: bend, smooth: 0.2}"),
    ({"REST": "inputs: [{type: parameter, path: robot.bodies.rod.density}]"},
     "{type: parameter, path: robot.bodies.rod.density, low:"),
    ({"JOINT": "mode: torque", "DRIVE": "control: {type: idle}", "REST": "inputs: [{type: torque}]"},
     "{type: torque, limit: ...}"),
    ({"REST": "inputs: []"}, "{type: torque}"),
    ({"DRIVE": "gait: {type: spline, points: {hinge: [0, 1, 0, 1]}, period: 1, drive: 0.9, drive_end: 0.1}"}, "drive_end"),
    ({"DRIVE": HOLD + ", couplings: {s: {type: stops, at: [hinge], low: 1, high: 0, stiffness: 1, damping: 1}}"}, "low"),
    ({"DRIVE": HOLD + ", couplings: {s: {type: tendon, arms: {hinge: 0}, stiffness: 1}}"}, "arms are all 0"),
    ({"JOINT": "mode: torque",
      "DRIVE": HOLD + ", control: {type: lagged, law: {type: lagged, law: {type: pd, kp: 1, kd: 1}, time: 1}, time: 1}"},
     "lagged"),
    ({"JOINT": "mode: torque", "DRIVE": "control: {type: steady_torque, torques: {}}"}, "steady_torque gives no torque"),
    ({"REST": "scene: {slope: [1]}"}, "scene.slope"),
    ({"JOINT": "mode: torque",
      "DRIVE": HOLD + ", control: {type: pd, kp: 1, kd: 1}", "REST": "scene: {}\nsensors: {i: {type: imu}}"},
     "gyro_only: true"),
    ({"JOINT": "mode: torque",
      "DRIVE": HOLD + ", control: {type: saturated, law: {type: pd, kp: 1, kd: 1}}"},
     "saturated on joint 'hinge'"),
    ({"MEDIA": "m: {type: wing, law: paper, wind: {type: linear, gradient: [[0, 1], [0, 0]]}}"}, "media.m.wind.gradient"),
    ({"ROD": "{mass: 1, centre: [1, 0, 0], inertia: [[-1,0,0],[0,1,0],[0,0,1]]}"}, "inertia_at_origin"),
    ({"ROD": ROD[:-1] + ", contour: {centre: [0, 0, 0], axis: [2, 0, 0], half_length: 1, radius: 1}}"}, "contour.axis"),
    ({"MEDIA": "m: {type: morison, only: [nobody]}"}, "nobody"),
    ({"REST": "start: {angles: {hinge: 1}}"}, "hinge"),
    ({"REST": "sensors: {p: {type: pressure, medium: gravity}}"}, "gravity"),
    ({"DRIVE": "gait: {type: hold, angles: {}}"}, "hinge"),
)  # fmt: skip


def used(text: str) -> None:
    """What a writer of a file does with it: `elver check`, `elver run`."""
    model = load_text(text).build()
    explain(model)
    elver.simulate(model, 0.01, progress=False)


@pytest.mark.parametrize(("changed", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_a_refusal_reaches_the_writer_of_a_file_in_its_words(changed, words):
    text = FILE
    for key, value in {**USUAL, **changed}.items():
        text = text.replace(key, value, 1)
    with pytest.raises(InputError) as refused:
        used(text)
    said = str(refused.value)
    assert words in said
    assert not python_in(said), said


def test_names_of_users_stay_as_they_are():
    assert in_file_words("body 'Spring' needs PD(kp=1, kd=2), the user's Gravity") == (
        "body 'Spring' needs {type: pd, kp: 1, kd: 2}, the user's gravity"
    )
    assert (
        in_file_words("Use --set water.law=kirchhoff or --set law=paper.") == "Use --set water.law=kirchhoff or --set law=paper."
    )
