"""What `elver check` says of a scenario: its bodies, inputs and start, and what looks like a forgotten unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver._support.display import html_table
from elver._support.errors import InputError, listed
from elver._support.wording import in_file_words, spoken
from elver.contact import ContactSettings, Scene
from elver.contact.driver import check_start
from elver.contact.planar import coordinates_of
from elver.drive import Input
from elver.forces import ByBody, GroundFriction
from elver.forces.effect import law_on, trait
from elver.model import Equations, Model, assemble, slenderness_warnings
from elver.model.assembly import contact_terms
from elver.model.validity import (
    DRY,
    enclosed,
    inside_words,
    known_periods,
    overlaid_strips,
    overlaid_words,
    unlike_strips,
)
from elver.results.checks.check import CheckContext, Finding
from elver.results.checks.ranges import looks_like_degrees
from elver.results.checks.steps import long_steps, steps_against
from elver.results.checks.trust import grouped, sentence
from elver.robot import Body, Robot
from elver.simulation.stiffness import may_take_rodas

# --- Bodies whose mass, density or size stands out so far that a unit was probably forgotten.

_DENSEST = 23000.0  # kg/m^3: osmium, the densest of all that machines are made of, has 22600
_LARGER = 100.0  # times the middle size of the bodies, beyond which one stands out, and likewise below
_HEAVIER = _LARGER**3  # the same for masses
_ALONE = 1  # bodies with which there is nothing to compare


def size_warnings(robot: Robot) -> list[str]:
    """One sentence for each kind of thing that stands out, with the number, the threshold and what to do."""
    bodies = [b for b in robot.bodies if not b.virtual]
    sizes = {b.name: _size_of(b) for b in bodies if b.shape is not None}
    return [
        *_dense(bodies),
        *_uneven(sizes, _LARGER, "long", "m"),
        *_uneven({b.name: b.mass for b in bodies}, _HEAVIER, "heavy", "kg"),
    ]


def _size_of(body: Body) -> float:
    """The longest side of the box around a body's solid [m]."""
    assert body.shape is not None
    return float(np.ptp(body.shape.surface(), axis=0).max())


def _dense(bodies: list[Body]) -> list[str]:
    """Bodies denser than any matter."""
    known = {b.name: b.mass / b.shape.volume for b in bodies if b.shape is not None and b.shape.volume > 0}
    found = {name: value for name, value in known.items() if value > _DENSEST}
    if not found:
        return []
    worst = max(found, key=lambda name: found[name])
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return [
        f"body '{worst}'{more} has a density of {found[worst]:.3g} kg/m^3; the densest metals have less than {_DENSEST:g}. "
        "Look at the units of its mass, its density and its sizes: `1500 kg/m^3`, `30 mm`, `20 g`."
    ]


def _uneven(values: Mapping[str, float], most: float, word: str, unit: str) -> list[str]:
    """Bodies that are far larger or far smaller than the middle one of all."""
    if len(values) <= _ALONE:
        return []
    middle = float(np.sort(list(values.values()))[(len(values) - 1) // 2])
    found = {n: v for n, v in values.items() if v > most * middle or v < middle / most}
    if not found:
        return []
    worst = max(found, key=lambda name: abs(np.log(found[name] / middle)))
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    times = max(found[worst] / middle, middle / found[worst])
    side = "above" if found[worst] > middle else "below"
    thing = "mass" if unit == "kg" else "size"
    return [
        f"body '{worst}'{more} is {found[worst]:.3g} {unit} {word}, {times:.3g} times {side} the middle {thing} of the bodies, "
        f"{middle:.3g} {unit}; more than {most:g} times is told. Look for a unit that was forgotten: a bare number is in "
        f"{'kg' if unit == 'kg' else 'm'}, so write {'`20 g`' if unit == 'kg' else '`30 mm`'}."
    ]


# --- What a scene does to a machine before it runs: a start inside an obstacle, friction that is counted twice.


def _refused_start(equations: Equations) -> str:
    """Why a run of this model would be refused at its start; empty where it would not."""
    model = equations.model
    if model.scene is None:
        return ""
    p = np.array(list(equations.parameters.values()), dtype=float)
    x = np.array(equations.initial(0.0, p, np.zeros(equations.initial.size1_in(2))), dtype=float).ravel()
    try:
        terms, (q, _) = contact_terms(model), coordinates_of(equations.layout.slices, x)
        check_start(terms.at(p), model.scene, q, p, ContactSettings())
    except InputError as error:
        return str(error)
    return ""


def _friction_warnings(model: Model) -> list[str]:
    """Friction that is larger forward than backward; friction of a medium on the ground beside that of the scene: both act."""
    if model.scene is None or model.scene.ground is None:
        return []
    names = [name for name, law in model.media.items() if any(isinstance(one, GroundFriction) for one in _all_laws(law))]
    ahead, behind, _ = _ground_friction(model.scene)
    against = [] if ahead <= behind else [
        f"friction against sliding forward, {ahead:g}, is larger than backward, {behind:g}: the machine slides more easily tail "
        f"first. Forward is {model.scene.nose} of each link: set `nose` of the scene, or swap the numbers."
    ]  # fmt: skip
    return against + [
        f"'{name}' is friction on the ground, and the scene has friction too: both act, so that it is counted twice. Leave out "
        f"media.{name} or scene.friction; that of the scene holds a machine still, that of the medium creeps."
        for name in names
    ]


def _ground_friction(scene: Scene) -> tuple[float, float, float]:
    """Friction against sliding forward, where the nose points, backward, and across."""
    ground = scene.ground
    assert ground is not None
    ahead, behind = (ground.forward, ground.backward) if scene.nose == "x" else (ground.backward, ground.forward)
    return ahead, behind, ground.across


def _all_laws(law: Any) -> list:
    """A law and those that it goes around."""
    inner = getattr(law, "inner", ())
    return [law, *(found for one in (inner if isinstance(inner, tuple) else (inner,)) for found in _all_laws(one))]


# --- What a model is before it runs: masses, volumes, buoyancy, inertia at the start, strips, and what looks wrong.

_LIGHT, _HEAVY = 0.98, 1.02  # mass over displaced mass, outside of which a machine visibly rises or sinks


@dataclass(frozen=True, eq=False)
class Explanation:
    """A machine at its start.

    mass [kg]; volume [m^3] of all shapes; displaced [kg]: mass of the fluid they displace, None without a fluid;
    centre, lifted [m, world]: centres of mass and of buoyancy (None without a fluid); inertia [kg m^2]: about the centre of mass,
    world axes.   places, rotations: of every body.   warnings: sentences.   inputs: what is set from outside.
    refused: why a run would be refused at its start, such as a start inside an obstacle; empty where it would not.
    """

    model: Model
    mass: float
    volume: float
    displaced: float | None
    centre: np.ndarray
    lifted: np.ndarray | None
    inertia: np.ndarray
    places: np.ndarray
    rotations: np.ndarray
    warnings: tuple[str, ...]
    inputs: tuple[Input, ...] = ()
    refused: str = ""

    def __repr__(self) -> str:
        return f"Explanation of {self.model.name}: {self.mass:.4g} kg, {len(self.warnings)} warnings"

    def _repr_html_(self) -> str:
        return html_table(f"{self.model.name}", self.rows())

    def rows(self) -> list[tuple[str, str]]:
        """The machine as a whole, in words."""
        robot = self.model.robot
        modes = [j.mode for j in robot.moving_joints]
        joints = ", ".join(f"{modes.count(m)} {m}" for m in ("driven", "torque", "passive") if m in modes)
        rows = [
            ("bodies", f"{sum(not b.virtual for b in robot.bodies)} with mass, {sum(b.virtual for b in robot.bodies)} without"),
            ("joints", joints or "none"),
            ("base", robot.base),
            ("mass", f"{self.mass:.6g} kg"),
            ("volume", f"{self.volume:.6g} m^3 of all shapes"),
        ]
        if self.displaced:
            rows.append(
                ("displaced fluid", f"{self.displaced:.6g} kg; the machine weighs {self.mass / self.displaced:.4g} times that")
            )
        rows.append(("centre of mass", f"{vector(self.centre)} m, world, at the start"))
        if self.lifted is not None:
            rows.append(("centre of buoyancy", f"{vector(self.lifted)} m"))
        rows.append(("inertia about it", "  ".join(vector(row) for row in self.inertia) + " kg m^2"))
        strips = sum(b.strip is not None for b in robot.bodies)
        rows.append(("strips", f"{strips} of {len(robot.bodies)} bodies have an outline for forces along them, such as water's"))
        rows.append(("forces", ", ".join(f"{name} ({self.word_of(law)})" for name, law in self.model.media.items()) or "none"))
        rows += _forward_row(self.model)
        if self.inputs:
            rows.append(
                (
                    "inputs",
                    ", ".join(f"{one.name} ({one.low:.4g} to {one.high:.4g}{one.parameter.unit_text})" for one in self.inputs),
                )
            )
        return rows

    @property
    def derived(self) -> tuple[str, ...]:
        """Of an imported machine: every body's shape, and what it was made from."""
        found = self.model.origin.get("derived", ())
        return tuple(found) if isinstance(found, list) else ()

    @property
    def dry(self) -> tuple[str, ...]:
        """Of an imported machine in a fluid: bodies with mass that nothing is drawn of, which it does not reach."""
        found = self.model.origin.get("dry", ()) if self.displaced else ()
        bare = {b.name for b in self.model.robot.bodies if b.shape is None}
        return tuple(name for name in found if name in bare) if isinstance(found, list) else ()

    def word_of(self, law: Any) -> str:
        """The kind of a law: the word of a file for a machine out of one, else its class."""
        if "digest" not in self.model.origin:
            return type(law).__name__
        return spoken(type(law.law if isinstance(law, ByBody) else law).__name__)

    def bodies(self) -> list[tuple[str, ...]]:
        """One row for every body with mass: name, mass, volume, density, strip."""
        return [_body_row(b) for b in self.model.robot.bodies if not b.virtual]

    def described(self) -> dict[str, Any]:
        """The same as plain values, for scripts."""
        return {
            "model": self.model.name,
            "mass": self.mass,
            "volume": self.volume,
            "displaced": self.displaced,
            "centre_of_mass": self.centre.tolist(),
            "centre_of_buoyancy": None if self.lifted is None else self.lifted.tolist(),
            "inertia": self.inertia.tolist(),
            "warnings": list(self.warnings),
            "inputs": [one.name for one in self.inputs],
            "refused": self.refused or None,
            "derived": list(self.derived),
            "dry": list(self.dry),
        }


def _forward_row(model: Model) -> list[tuple[str, str]]:
    """Which way friction calls forward, and how much there is each way; nothing where friction is the same both ways."""
    scene = model.scene
    ground = None if scene is None else scene.ground
    if scene is None or ground is None or ground.forward == ground.backward:
        return []
    first = next((body.name for body in model.robot.bodies if body.outline is not None), "")
    head = f"towards '{first}' " if model.robot.nose == scene.nose and len(model.robot.joints) else ""
    ahead, behind, across = _ground_friction(scene)
    numbers = f"friction {ahead:g} against sliding forward, {behind:g} backward, {across:g} across"
    return [("forward", f"{head}(nose, {scene.nose} of each link): {numbers}")]


def vector(values: Iterable[float]) -> str:
    return "[" + " ".join(f"{0.0 if abs(v) < 1e-12 else v:.4g}" for v in values) + "]"


def _body_row(body: Body) -> tuple[str, ...]:
    """Name, mass, volume, mean density and strip of a body, as texts."""
    volume = body.shape.volume if body.shape else 0.0
    strip = body.strip
    outline = (
        "" if strip is None else f"{strip.length:.4g} long, {2 * strip.half_width:.4g} wide, {2 * strip.half_height:.4g} high"
    )
    density = f"{body.mass / volume:.4g}" if volume else ""
    return body.name, f"{body.mass:.5g}", f"{volume:.4g}" if volume else "", density, outline


def explain(model: Model, dt: float | None = None, auto: bool = False) -> Explanation:
    """Look at a model whose numbers are all known but for its inputs, without compiling or running it.

    dt [s]: the step that it would be run with; None where that is not known, or where the method chooses its steps.
    auto: the method is left to Elver, which may take one that does.
    """
    inputs = tuple(model.inputs.values())
    model = replace((model if model.asked is None else model.asked.before).in_numbers, origin=model.origin)
    equations = assemble(model)
    places, rotations = _start_pose(equations)
    mass, moment, second = 0.0, np.zeros(3), np.zeros((3, 3))
    volume, displaced, lift = 0.0, 0.0, np.zeros(3)
    for body, place, turn in zip(model.robot.bodies, places, rotations, strict=True):
        at = place + turn @ body.centre_of_mass
        mass, moment = mass + body.mass, moment + body.mass * at
        second += turn @ body.central_inertia @ turn.T + body.mass * (at @ at * np.eye(3) - np.outer(at, at))
        if body.shape is not None:
            middle, density = place + turn @ body.shape.centroid(), fluid_density(model, body.name)
            volume += body.shape.volume
            displaced, lift = displaced + density * body.shape.volume, lift + density * body.shape.volume * middle
    centre = moment / mass
    about = second - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    known = displaced > 0
    return Explanation(
        model, mass, volume, displaced if known else None, centre, lift / displaced if known else None, about, places, rotations,
        (*_warnings_of(model, mass, displaced, dt, auto and may_take_rodas(model, equations.layout)),
         *_inner_warnings(model, places, rotations)), inputs,
        _refused_start(equations),
    )  # fmt: skip


def _start_pose(equations: Equations) -> tuple[np.ndarray, np.ndarray]:
    """Places (body, 3) [m] and rotations (body, 3, 3) of all bodies at the start, world."""
    p, u = np.array(list(equations.parameters.values()), dtype=float), np.zeros(equations.initial.size1_in(2))
    x = np.array(equations.initial(0.0, p, u), dtype=float).ravel()
    outputs = np.array(equations.outputs(0.0, x, p, u), dtype=float).reshape(1, -1)
    layout = equations.recorded
    return layout.take(outputs, "body_position")[0], layout.take(outputs, "body_rotation")[0]


def fluid_density(model: Model, body: str) -> float:
    """Density of the fluid that lifts a body [kg/m^3], as the law of gravity has it; 0 for none."""
    found = [getattr(law_on(law, body), "fluid_density", 0.0) for law in model.media.values()]
    return max((float(v) for v in found if isinstance(v, (int, float))), default=0.0)


def _warnings_of(model: Model, mass: float, displaced: float, dt: float | None, rodas: bool) -> list[str]:
    """What a careful reader of the description would ask about. rodas: ``auto`` may take that."""
    found = []
    if model.robot.base == "free" and displaced and not _LIGHT <= mass / displaced <= _HEAVY:
        word = "sinks" if mass > displaced else "rises"
        found.append(f"the machine weighs {mass / displaced:.3g} times the fluid it displaces, so that it {word}.")
    dry = model.origin.get("dry", ())
    stripless = [b.name for b in model.robot.bodies if not b.virtual and b.strip is None and b.name not in dry]  # type: ignore[operator]
    for name, law in model.media.items():
        bare = [b for b in stripless if trait(law_on(law, b), "sections_of") == "strip"]
        if bare:
            found.append(
                f"'{name}' acts on strips, and these bodies have none, so that they feel no drag: {listed(bare)}. The medium "
                "'immersed' acts on every body with a shape."
            )
    for joint in model.robot.moving_joints:
        law = model.joint_law(joint)
        if joint.mode == "passive" and law is not None and not getattr(law, "stiffness", 1.0):
            found.append(f"joint '{joint.name}' is passive and its spring has no stiffness: it turns freely.")
    seen = CheckContext(None, model, np.array([f.value for f in model.free.values()]), {})
    found += map(sentence, looks_like_degrees.findings(seen))
    if dt is not None:
        found += [_steps_sentence(long, rodas) for long in steps_against(known_periods(model, seen.p), dt)]
    notes = model.origin.get("notes", ())
    found += [*size_warnings(model.robot), *_friction_warnings(model)]
    found += [*slenderness_warnings(model), *(notes if isinstance(notes, list) else ())]
    return grouped(list(map(in_file_words, found)) if "digest" in model.origin else found)


def _inner_warnings(model: Model, places: np.ndarray, rotations: np.ndarray) -> list[str]:
    """Bodies that the water acts on though they lie inside of others, such as rotors; water that is counted twice, or of
    another body than the shape.
    """
    found = []
    if inside := enclosed(model.robot, model.media, places, rotations):
        found.append(f"{inside_words(inside)}. Name them as dry: {DRY}.")
    if over := overlaid_strips(model.robot, model.media, places, rotations):
        found.append(f"{overlaid_words(over)}. The water is counted twice there. Leave one of them out: {DRY}.")
    found += [
        f"{one.text}. Leave the strip out, and the shape's own is taken; or give both the same size."
        for one in unlike_strips(model.robot, model.media)
    ]
    return list(map(in_file_words, found)) if "digest" in model.origin else found


def _steps_sentence(long: Finding, rodas: bool) -> str:
    """A step that is too long, in words. rodas: ``auto`` may take that, as only the compiled model tells."""
    remedy = f"{long.remedy}, unless `auto` takes rodas, which chooses its steps" if rodas else long.remedy
    return sentence(long_steps.finding(replace(long, remedy=remedy)))
