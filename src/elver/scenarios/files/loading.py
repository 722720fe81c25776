"""A scenario from a file: read, checked by building it once, and ready to be changed, run and studied like any other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError, gathering, is_ctrl_c, is_symbol, listed, refuse
from elver._support.files import shown
from elver.quantities import Parameter
from elver.scenarios.files.parameters import free_inputs, named_inputs, readable_parameters, scope_of
from elver.scenarios.yaml.forms import Name, Version
from elver.scenarios.yaml.nodes import DependentError, Items, Node, Table, as_text, parse_document, read_document
from elver.scenarios.yaml.scope import AnyName, Scope

if TYPE_CHECKING:
    from elver.model import FreeParameter, Model
    from elver.scenarios.definition import Scenario

_KEYS = (
    "elver", "name", "title", "source", "parameters", "machine", "sea", "media", "drive", "inputs", "scene", "start", "sensors",
    "run", "measures", "pictures", "view", "story", "advice", "claims", "environment",
)  # fmt: skip
ENDINGS = (".yaml", ".yml")
_DESCRIPTIONS = (".urdf", ".sdf", ".mjcf", ".xacro")  # endings of files that are imported, and are no scenarios
_SAID = (
    "elver",
    "name",
    "title",
    "source",
    "parameters",
    "run",
    "measures",
    "pictures",
    "view",
    "story",
    "advice",
)  # whose words are no parameters
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def load(source: str | Path, allow_outside: bool = False) -> Scenario:
    """A scenario: of a file (ending in .yaml or .yml, or a path that exists), or the published one of that name.

    Parameters
    ----------
    source : str or Path
        The file, or the name.
    allow_outside : bool
        Whether files that the file names may lie outside its own folder.

    Returns
    -------
    Scenario

    Raises
    ------
    InputError
        Where the file is wrong: with its line, and what is allowed there.
    """
    path = Path(source)
    if path.suffix.lower() in _DESCRIPTIONS:
        raise InputError(
            f"'{shown(path)}' describes a robot and is no scenario file. `elver new robot.yaml --import {shown(path)}` writes a "
            "scenario file for it, to be given in its place."
        )
    if isinstance(source, str) and path.suffix.lower() not in ENDINGS and not _is_there(path):
        from elver.scenarios.definition import is_file, scenario

        if not is_file(source):
            return scenario(source)
    return read_scenario(read_document(path), path, allow_outside)


def load_text(text: str | bytes, file: str = "text") -> Scenario:
    """A scenario from YAML text; it cannot name other files.

    Parameters
    ----------
    text : str or bytes
        What would stand in the file.
    file : str
        What messages call it.

    Returns
    -------
    Scenario
    """
    return read_scenario(parse_document(text, file))


def _is_there(path: Path) -> bool:
    """Whether a path exists."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_scenario(root: Table, path: Path | None = None, outside: bool = False) -> Scenario:
    """The scenario that a document describes. What can be judged without the engine is judged first."""
    Version().read(root.need("elver", "a scenario file"), Scope())
    wrong: list[InputError] = []
    with gathering(wrong):
        root.allow(_KEYS, "a scenario file")
    for key in ("name", "machine", "run") if not wrong else ():  # a wrong key may be a needed one that is misspelt
        with gathering(wrong):
            root.need(key, "a scenario file")
    with gathering(wrong):
        name = Name().read(root.need("name", "a scenario file"), Scope()) if "name" in root else ""
    if wrong:
        readable_parameters(root.get("parameters"), wrong)
        refuse(wrong)
    declared = readable_parameters(root.get("parameters"), wrong)
    given = root.get("parameters")
    names = given.entries if wrong and isinstance(given, Table) else ()
    unread = frozenset(word for name in names for word in (name, *_WORD.findall(name))) - {own.name for own in declared}
    composer = Composer(name, root, declared, None if path is None else path.absolute().parent, outside, unread)
    with gathering(wrong):
        scenario = _finished(composer, root, "" if path is None else str(path))
    refuse([error for error in wrong if not isinstance(error, DependentError)])
    _check_used(root, declared)  # last: what else is wrong may be why
    return scenario


def _check_used(root: Table, declared: Iterable[Parameter]) -> None:
    """Refuse parameters that no expression of the file names: a study of one would search where nothing changes."""
    named = {name for key, node in root.items() if key not in _SAID for name in _names_said(node)}
    for own in declared:
        if not any(name == own.name or name.startswith(f"{own.name}.") for name in named):
            table = root.need("parameters", "")
            assert isinstance(table, Table)
            raise table.at(own.name).error(
                f"parameters.{own.name} does nothing: no number of the file depends on it. Use it in an expression of the "
                "machine, the media, the drive or the start, or leave it out."
            )


def _names_said(node: Node) -> set[str]:
    """All words in the values of a node that may be names; keys are none, and neither is what only explains."""
    if isinstance(node, Table):
        return {name for key, item in node.items() if key != "meaning" for name in _names_said(item)}
    if isinstance(node, Items):
        return {name for item in node for name in _names_said(item)}
    return set(_WORD.findall(getattr(node, "text", "")))


@dataclass(frozen=True, eq=False)
class Composer:
    """compose(values, duration) of a file: every call reads the parts of the file at those values of the parameters."""

    name: str
    root: Table
    declared: tuple[Parameter, ...]
    folder: Path | None
    outside: bool
    unread: frozenset[str] = frozenset()  # parameters that are wrong

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of all parameters where nothing else is said."""
        return {own.name: own.default for own in self.declared}

    @cached_property
    def inputs(self) -> Mapping[str, Node]:
        """Parameters of the file that are inputs, and where the file says so."""
        return named_inputs(self.root.get("inputs"), self.declared)

    @cached_property
    def nose(self) -> str:
        """Where the links of the machine call forward: to its first body, as it stands at the defaults of the parameters."""
        from elver.scenarios.files.robot import read_robot

        return read_robot(self.name, self.root.need("machine", "a scenario file"), self.scope())[0].nose

    def scope(self, values: Mapping[str, Any] | None = None, opened: list[Path] | None = None) -> Scope:
        """The scope at some values; without any, at the defaults. opened: gathers the files that are named."""
        made = replace(scope_of(self.declared, values or self.defaults, self.folder, self.outside), unread=self.unread)
        return made if opened is None else replace(made, opened=opened)

    def __call__(self, values: Mapping[str, Any], duration: float) -> Model:
        return self.model(values)

    def model(self, values: Mapping[str, Any] | None = None, opened: list[Path] | None = None) -> Model:
        """The model at some values; numbers that are far too large are refused where they arise, never warned about."""
        import numpy as np

        from elver.scenarios.definition import replaced

        values = dict(values or self.defaults)
        free = free_inputs(self.inputs, self.declared, values)
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            try:
                symbols = {name: own.symbol for name, own in free.items()}
                return self.composed(self.scope(replaced(values, symbols), opened), free)
            except Exception as error:
                if not free or is_ctrl_c(error):
                    raise
                self.composed(self.scope(values), {}, left_out=True)  # what is wrong with the numbers themselves is said as ever
                for name, own in free.items():
                    self.try_input(name, self.scope(replaced(values, {name: own.symbol})), {name: own})
                raise

    def try_input(self, name: str, scope: Scope, free: Mapping[str, FreeParameter]) -> None:
        """Refuse a parameter as an input whose number is needed while the machine is built."""
        try:
            self.composed(scope, free, left_out=True)
        except Exception as error:
            if is_ctrl_c(error):
                raise
            node = self.inputs[name]
            why = getattr(error, "reason", None) or "its value is needed while the machine is built."
            raise node.error(f"{node.key} = {name} cannot be an input: {why}") from error

    def composed(self, scope: Scope, free: Mapping[str, FreeParameter], left_out: bool = False) -> Model:
        """The parts of the file put together. free: parameters that are inputs.   left_out: the inputs are not looked at."""
        from elver.model import Model
        from elver.results import PLANAR
        from elver.scenarios.files.drive import check_targets, read_drive, read_inputs
        from elver.scenarios.files.media import read_media
        from elver.scenarios.files.metrics import read_metrics
        from elver.scenarios.files.robot import naming, read_robot
        from elver.scenarios.files.run import read_sensors, read_start
        from elver.scenarios.files.scene import read_scene

        part, wrong = self.root.get, list[InputError]()
        with gathering(wrong):
            robot, parts = read_robot(self.name, self.root.need("machine", "a scenario file"), scope)
        if wrong:  # what else can be judged without the machine is told with it: any name may be one of its
            unknown = scope.knowing("body", AnyName()).knowing("joint", AnyName())
            for key, read in (
                ("media", read_media), ("drive", lambda n, s: read_drive(n, s, None)), ("scene", read_scene),
                ("start", lambda n, s: read_start(n, s, {})), ("sensors", read_sensors),
            ):  # fmt: skip
                with gathering(wrong):
                    read(part(key), unknown)
            refuse(wrong)
        scope = naming(scope, robot.bodies, robot.joints)
        forces: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        with gathering(wrong):
            forces = parts.forces | _left_dry(read_media(part("media"), scope, part("sea")), parts)
            _ask_for_shapes(self.root, robot.bodies, forces, parts)
        forces_known = not wrong
        with gathering(wrong):
            if forces_known or part("drive") is None:  # the gait gives commands to forces
                fields |= read_drive(part("drive"), scope, {"robot": robot, "forces": forces, "springs": parts.springs})
            else:
                read_drive(part("drive"), scope.knowing("joint", AnyName()), None)
        with gathering(wrong):
            fields["start"] = read_start(part("start"), scope, parts.pose)
        with gathering(wrong):
            fields["scene"] = read_scene(part("scene"), scope, lambda: self.nose)
        with gathering(wrong):
            fields["sensors"] = read_sensors(part("sensors"), scope)
        with gathering(wrong):
            known = scope.knowing("force", dict.fromkeys(forces, "") if forces_known else AnyName())
            fields["metrics"] = (*(PLANAR if robot.base == "planar" else ()), *read_metrics(part("measures"), known))
        refuse(wrong)
        fields["forces"] = forces
        try:
            model = Model(self.name, robot, **fields, free=free)
        except (InputError, ArithmeticError) as error:
            if scope.symbolic and not isinstance(error, InputError):
                raise
            raise self.blamed(error, parts.origin).caught(error) from error
        model = model if left_out else read_inputs(part("inputs"), scope, model)
        try:
            check_targets(model)
        except InputError as error:
            raise self.blamed(error, parts.origin).caught(error) from error
        if not parts.imported:
            return model
        notes = [*parts.notes, *parts.open_limits(model.couplings)]
        derived = [f"{name}: {text}" for name, text in parts.derived.items()]
        return replace(model, origin={"notes": notes, "derived": derived, "dry": [*parts.dry]})

    def blamed(self, error: Exception, origin: Mapping[str, Node]) -> Node:
        """The node of the file that a model's refusal is about; that of the drive where it does not say."""
        part = getattr(error, "part", "")
        machine, drive = self.root.need("machine", ""), self.root.get("drive")
        if part == "base" and isinstance(machine, Table):
            return machine.get("base") or machine
        if part == "gait" and isinstance(drive, Table) and "gait" in drive:
            return drive.need("gait", "")
        return self.root.get(part) or origin.get(part) or drive or machine


def _lifting(law: Any, name: str) -> bool:
    """Whether a law lifts the body of that name by the fluid that it displaces."""
    from elver.forces.effect import law_on

    density = getattr(law_on(law, name), "fluid_density", 0.0)
    return is_symbol(density) or bool(density)


def _left_dry(media: dict[str, Any], parts: Any) -> dict[str, Any]:
    """The media with no buoyancy of imported bodies that nothing is drawn of, such as rotors inside others."""
    from elver.forces import ByBody

    bare = [name for name in parts.dry if parts.bodies[name].shape is None]
    found = dict(media)
    for key, law in media.items():
        inside = {name: {"fluid_density": 0.0} for name in bare if _lifting(law, name)}
        if inside:
            found[key] = replace(law, changes={**law.changes, **inside}) if isinstance(law, ByBody) else ByBody(law, inside)
    return found


def _ask_for_shapes(root: Table, bodies: Iterable[Any], media: Mapping[str, Any], parts: Any) -> None:
    """Refuse bodies whose buoyancy is wanted and whose shape nobody knows: all of them in one message, with what to paste."""
    bare = {b.name: b for b in bodies if b.shape is None and not b.virtual}
    wanted = [name for name in bare if any(_lifting(law, name) for law in media.values())]
    if not wanted:
        return
    from elver.symbolic.arrays import has_symbols

    machine = root.need("machine", "a scenario file")
    reasons = [f"{name} ({parts.unknown[name]})" for name in wanted if name in parts.unknown]
    told = f" Their geometry could not be used: {'; '.join(reasons)}." if reasons else ""
    density = next(key for key, law in media.items() if _lifting(law, wanted[0]))
    paste = ["machine:", "  bodies:"]
    for name in wanted:  # a cube of water's density, to begin with
        edge = f"{(float(bare[name].mass) / 1000.0) ** (1 / 3):.3g}" if not is_symbol(bare[name].mass) else "0.1"
        middle = [float(v) for v in bare[name].centre_of_mass] if not has_symbols(bare[name].first_moments) else [0.0] * 3
        at = ", ".join(f"{v:.4g}" for v in middle)
        paste.append(f"    {name}: {{shape: {{type: box, l1: {edge}, l2: {edge}, l3: {edge}, at: [{at}]}}}}  # m: its real size")
    raise machine.error(
        f"machine: {len(wanted)} bodies have mass but no shape, so that the buoyancy that '{density}' gives them is unknown: "
        f"{listed(wanted)}.{told} Give each a shape as below (the edges are those of a cube of water as heavy). For one that the "
        f"fluid does not reach write in media.{density}: 'per_body: {{NAME: {{fluid_density: 0}}}}'.",
        paste=paste,
    )


def digest_of(root: Node, files: Iterable[Path] = ()) -> str:
    """A hash of everything that a document says, whatever its layout and comments, and of the bytes of the files it names."""
    own = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return hashlib.sha256(repr([_said(root), own] if own else _said(root)).encode()).hexdigest()


def _said(node: Node) -> Any:
    """The texts, lists and tables of a node as plain values."""
    if isinstance(node, Table):
        return {name: _said(item) for name, item in node.items()}
    return [_said(item) for item in node] if isinstance(node, Items) else getattr(node, "text", "")


def _finished(composer: Composer, root: Table, file: str) -> Scenario:
    """The scenario, with its model built once at the defaults so that mistakes show at once."""
    from elver.results.metrics import metrics_of
    from elver.scenarios.definition import Scenario
    from elver.scenarios.files.environment import read_environment
    from elver.scenarios.files.metrics import read_claims
    from elver.scenarios.files.robot import naming
    from elver.scenarios.files.run import read_pictures, read_run, read_showing

    wrong: list[InputError] = []
    run: dict[str, Any] = {}
    with gathering(wrong):
        run = read_run(root.get("run"), root, composer.scope())
    scope = composer.scope()
    with gathering(wrong):
        model = composer.model(opened=scope.opened)
    texts: dict[str, str] = {}
    with gathering(wrong):
        texts = {key: as_text(root.need(key, ""), "a text").text for key in ("title", "source") if key in root}
    refuse(wrong)
    named = naming(scope, model.robot.bodies, model.robot.joints)
    known = named.knowing("force", dict.fromkeys(model.forces, ""))
    known = known.knowing("sensor", {sensor.name: "" for sensor in model.sensors})
    with gathering(wrong):
        pictures = read_pictures(root.get("pictures"), named)
    with gathering(wrong):
        environment = read_environment(root.get("environment"), known, composer.declared, model.robot)
    with gathering(wrong):
        showing = read_showing(root, scope, composer.declared)
    refuse(wrong)
    scenario = Scenario(
        composer.name,
        texts.get("title", composer.name),
        texts.get("source", ""),
        composer.declared,
        composer,
        float(run["duration"]),
        float(run.get("dt", 1e-3)),
        joints_shown=pictures["joints_shown"],
        left_out=pictures["left_out"],
        method=run.get("method", "auto"),
        output=run.get("output"),
        file=file,
        digest=digest_of(root, scope.opened),
        environment=environment,
        inputs=tuple(composer.inputs),
        showing=showing,
    )
    units = {metric.name: metric.unit for metric in metrics_of(model)}
    return replace(scenario, claims=read_claims(root.get("claims"), scenario, composer, units))
