"""A scenario from a file: read, checked by building it once, and ready to be changed, run and studied like any other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver.document.nodes import Items, Node, Table, as_text
from elver.document.reader import parse_document, read_document
from elver.document.scope import Scope
from elver.errors import InputError
from elver.machines.parameters import Declared, read_parameters, scope_of

if TYPE_CHECKING:
    from elver.equations import Model
    from elver.scenarios import Scenario

VERSION = "1"
KEYS = (
    "elver", "name", "title", "source", "parameters", "machine", "media", "drive", "inputs", "scene", "start", "sensors", "run",
    "measures", "pictures", "claims", "environment",
)  # fmt: skip
ENDINGS = (".yaml", ".yml")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")


def load(source: str | Path, allow_outside: bool = False) -> Scenario:
    """A scenario: of a file (ending in .yaml or .yml, or a path that exists), or the published one of that name.

    allow_outside: files that the file names may lie outside its own folder.
    """
    path = Path(source)
    if isinstance(source, str) and path.suffix.lower() not in ENDINGS and not is_there(path):
        from elver.scenarios.registry import is_file, scenario

        if not is_file(source):
            return scenario(source)
    return read_scenario(read_document(path), path, allow_outside)


def load_text(text: str | bytes, file: str = "text") -> Scenario:
    """A scenario from YAML text; it cannot name other files."""
    return read_scenario(parse_document(text, file))


def is_there(path: Path) -> bool:
    """Whether a path exists."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_scenario(root: Table, path: Path | None = None, outside: bool = False) -> Scenario:
    """The scenario that a document describes. What can be judged without the engine is judged first."""
    check_outline(root)
    name = read_name(root)
    declared = read_parameters(root.get("parameters"))
    composer = Composer(name, root, declared, None if path is None else path.absolute().parent, outside)
    return finished(composer, root, "" if path is None else str(path))


def check_outline(root: Table) -> None:
    """The version, and only known parts."""
    version = root.need("elver", "a scenario file")
    text = as_text(version, "the version of the format").text
    if text != VERSION:
        raise version.error(f"elver = {text[:40]}: this version of Elver reads format {VERSION}. Begin with 'elver: 1'.")
    root.allow(KEYS, "a scenario file")
    for key in ("name", "machine", "run"):
        root.need(key, "a scenario file")


def read_name(root: Table) -> str:
    """The name of the scenario, which runs and folders carry."""
    node = as_text(root.need("name", "a scenario file"), "the name")
    if not NAME.fullmatch(node.text):
        node.refuse("Give letters, digits, '-' and '_', 100 at most.")
    return node.text


@dataclass(frozen=True, eq=False)
class Composer:
    """compose(values, duration) of a file: every call reads the parts of the file at those values of the parameters."""

    name: str
    root: Table
    declared: tuple[Declared, ...]
    folder: Path | None
    outside: bool

    def scope(self, values: Mapping[str, Any] | None = None) -> Scope:
        """The scope at some values; without any, at the defaults."""
        return scope_of(self.declared, values or {own.name: own.default for own in self.declared}, self.folder, self.outside)

    def __call__(self, values: Mapping[str, Any], duration: float) -> Model:
        return self.model(self.scope(values))

    def model(self, scope: Scope) -> Model:
        """The model in a scope; numbers that are far too large are refused where they arise, never warned about."""
        import numpy as np

        with np.errstate(over="raise", divide="raise", invalid="raise"):
            return self.composed(scope)

    def composed(self, scope: Scope) -> Model:
        """The parts of the file put together."""
        from elver.equations import Model
        from elver.machines.drive import check_targets, read_drive, read_inputs, read_media
        from elver.machines.measures import read_measures
        from elver.machines.parts.robot import naming, read_robot
        from elver.machines.settings import read_scene, read_sensors, read_start
        from elver.results.measures import PLANAR

        part = self.root.get
        robot, parts = read_robot(self.name, self.root.need("machine", "a scenario file"), scope)
        scope = naming(scope, robot.bodies, robot.joints)
        forces = parts.forces | read_media(part("media"), scope)
        fields: dict[str, Any] = {
            "forces": forces,
            **read_drive(part("drive"), scope, {"robot": robot, "forces": forces, "springs": parts.springs}),
            "start": read_start(part("start"), scope, parts.pose),
            "scene": read_scene(part("scene"), scope),
            "sensors": read_sensors(part("sensors"), scope),
            "measures": (
                *(PLANAR if robot.base == "planar" else ()),
                *read_measures(part("measures"), scope.knowing("force", dict.fromkeys(forces, ""))),
            ),
        }
        try:
            model = Model(self.name, robot, **fields)
        except (InputError, ArithmeticError) as error:
            if scope.symbolic and not isinstance(error, InputError):
                raise
            raise self.blamed(str(error), parts.origin).caught(error) from error
        model = read_inputs(part("inputs"), scope, model)
        try:
            check_targets(model)
        except InputError as error:
            raise self.blamed(str(error), parts.origin).caught(error) from error
        return replace(model, origin={"notes": [*parts.notes, *parts.open_limits(model.couplings)]}) if parts.imported else model

    def blamed(self, message: str, origin: Mapping[str, Node]) -> Node:
        """The part of the file that a model's refusal is about: the base, the gait, a joint, the start, the scene, the drive."""
        machine, drive = self.root.need("machine", ""), self.root.get("drive")
        if "planar base" in message and isinstance(machine, Table):
            return machine.get("base") or machine
        if "to the gait" in message and isinstance(drive, Table) and "gait" in drive:
            return drive.need("gait", "")
        for key in ("start", "scene", "measures"):
            if key in message.split("'")[0].split(".")[0] and key in self.root:
                return self.root.need(key, "")
        joint = re.search(r"joint '([^']*)'", message)
        if joint and f"joint {joint[1]}" in origin:
            return origin[f"joint {joint[1]}"]
        return drive or machine


def digest_of(root: Node, files: Iterable[Path] = ()) -> str:
    """A hash of everything that a document says, whatever its layout and comments, and of the bytes of the files it names."""
    own = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return hashlib.sha256(repr([said(root), own] if own else said(root)).encode()).hexdigest()


def said(node: Node) -> Any:
    """The texts, lists and tables of a node as plain values."""
    if isinstance(node, Table):
        return {name: said(item) for name, item in node.items()}
    return [said(item) for item in node] if isinstance(node, Items) else getattr(node, "text", "")


def finished(composer: Composer, root: Table, file: str) -> Scenario:
    """The scenario, with its model built once at the defaults so that mistakes show at once."""
    from elver.machines.claims import read_claims
    from elver.machines.environment import read_environment
    from elver.machines.parts.robot import naming
    from elver.machines.settings import read_pictures, read_run
    from elver.results.figures import figures_of
    from elver.scenarios import Parameter, Scenario

    run = read_run(root.get("run"), root, composer.scope())
    parameters = tuple(
        Parameter(
            own.name,
            own.default,
            own.unit,
            own.meaning,
            own.choices,
            own.low,
            own.high,
            own.above,
            own.prior,
            set_in=own.set_in,
            shown_in=own.shown_in,
        )
        for own in composer.declared
    )
    scope = composer.scope()
    model = composer.model(scope)
    named = naming(scope, model.robot.bodies, model.robot.joints)
    pictures = read_pictures(root.get("pictures"), named)
    known = named.knowing("force", dict.fromkeys(model.forces, ""))
    known = known.knowing("sensor", {sensor.name: "" for sensor in model.sensors})
    texts = {key: as_text(root.need(key, ""), "a text").text for key in ("title", "source") if key in root}
    scenario = Scenario(
        composer.name,
        texts.get("title", composer.name),
        texts.get("source", ""),
        parameters,
        composer,
        float(run["duration"]),
        float(run.get("dt", 1e-3)),
        joints_shown=pictures["joints_shown"],
        left_out=pictures["left_out"],
        method=run.get("method", "auto"),
        output=run.get("output"),
        file=file,
        digest=digest_of(root, scope.opened),
        environment=read_environment(root.get("environment"), known, composer.declared, model.robot),
    )
    figures = {figure.name: figure.unit for figure in figures_of(model)}
    return replace(scenario, claims=read_claims(root.get("claims"), scenario, composer, figures))
