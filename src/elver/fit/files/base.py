"""The machine of a fit file: a scenario with changes, and the names that the rest of the file may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from elver.derivatives.objectives import Moment
from elver.document.expressions import CONSTANTS, Expression, names_in, parse
from elver.document.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import Unit, read_unit
from elver.document.values import Value, evaluate, settled
from elver.equations import Model
from elver.errors import InputError, is_symbol, unknown_name
from elver.fit.quantities import Place
from elver.machines.loading import ENDINGS, load
from elver.machines.parts.robot import naming
from elver.scenarios import Parameter, Scenario, all_scenarios
from elver.scenarios.registry import find_scenario

METRE = read_unit("m")


@dataclass(frozen=True, eq=False)
class Base:
    """scenario, and the changes that all recordings share.   scope: of the fit file, with the names of bodies and joints."""

    scenario: Scenario
    changes: Mapping[str, Any]
    scope: Scope
    model: Model

    @cached_property
    def values(self) -> dict[str, Any]:
        """All parameters with the changes of the file."""
        return self.scenario.values(self.changes)

    def parameter(self, node: Node, name: str) -> tuple[Parameter, Any]:
        """A parameter by name, or a component of a vector, with its value; a mistake points at ``node``."""
        try:
            return self.scenario.number_named(name, self.values)
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None

    def body(self, node: Node) -> str:
        """The body that a node names."""
        name = as_text(node, "the name of a body").text
        bodies = self.model.robot.body_names
        if name not in bodies:
            raise node.error(f"{node.key}: {unknown_name('body', name, bodies)}")
        return name

    def place(self, node: Node | None) -> Place:
        """A place in a body [m]: three numbers, or expressions over parameters, which may be unknown."""
        if node is None:
            return (0.0, 0.0, 0.0)
        items = as_items(node, "a place in a body")
        if len(items) != 3:
            raise node.error(f"{node.key} has {len(items)} entries. Give three lengths: x, y, z in the body's frame.")
        parsed = [self.expression(item) for item in items]
        found = self.place_now(node)
        if not any(names_in(one) for one in parsed):
            return found

        def place(moment: Moment) -> list[Any]:
            return [settled(evaluate(one, numbers_at(self.scenario, moment)), METRE) for one in parsed]

        return place

    def place_now(self, node: Node | None) -> tuple[float, ...]:
        """A place in a body [m], with the values that parameters have now."""
        if node is None:
            return (0.0, 0.0, 0.0)
        numbers = known_numbers(self.scenario, self.values.get)
        return tuple(self.length(item, self.expression(item), numbers) for item in as_items(node, "a place in a body"))

    def expression(self, node: Node) -> Expression:
        """An expression over parameters."""
        text = as_text(node, "a length")
        try:
            expression = parse(text.text)
            for name in names_in(expression):
                if name not in self.values:
                    raise unknown_name("name", name, [*self.values, *CONSTANTS])
        except InputError as error:
            raise node.error(f"{node.key} = {text.shown()}: {error}") from None
        return expression

    def length(self, node: Node, expression: Expression, numbers: Mapping[str, Value]) -> float:
        """A length [m] with the values that parameters have now."""
        try:
            return float(settled(evaluate(expression, numbers), METRE, "m"))
        except InputError as error:
            raise node.error(f"{node.key} = {node.shown()}: {error}") from None


def known_numbers(scenario: Scenario, value_of: Callable[[str], Any]) -> dict[str, Value]:
    """Parameters that are single numbers, as expressions see them."""
    found = {}
    for own in scenario.parameters:
        value = value_of(own.name)
        if isinstance(value, (int, float)) or is_symbol(value):
            unit = read_unit(own.unit) if own.unit else Unit()
            found[own.name] = Value(value * unit.factor, unit.si if own.unit else None, loose=not own.unit)
    return found


def numbers_at(scenario: Scenario, moment: Moment) -> dict[str, Value]:
    """Parameters as a moment has them: free ones as its expressions, the others as they were compiled in."""
    fixed, free = moment.equations.model.parameters, moment.equations.parameters
    return known_numbers(scenario, lambda name: moment.parameter(name) if name in free else fixed.get(name))


def read_base(root: Table, folder: Path | None, outside: bool) -> Base:
    """The scenario that ``model`` names, and the changes of ``set``."""
    scope = Scope(folder=folder, outside=outside)
    node = as_text(root.need("model", "a fit file"), "the name of a scenario or of its file")
    if Path(node.text).suffix.lower() in ENDINGS:
        path = scope.file(node)
        scenario = load(path, outside)
    else:
        found = find_scenario(node.text)
        if found is None:
            reason = unknown_name("scenario", node.text, [s.name for s in all_scenarios()])
            raise node.error(f"{node.key}: {reason} Or name a scenario file beside this one, such as fish.yaml.")
        scenario = found
    changes = read_changes(root.get("set"), scenario)
    model = scope.built(root.get("set") or node, scenario.build, changes)
    return Base(scenario, changes, naming(scope, model.robot.bodies, model.robot.joints), model)


def read_changes(node: Node | None, scenario: Scenario) -> dict[str, Any]:
    """Values of parameters, each read and within its bounds; components of vectors (``current.x``) too."""
    if node is None:
        return {}
    table, answer = as_table(node, "values of parameters"), {}
    plain = {p.name: p.default for p in scenario.parameters}
    for name, item in table.items():
        given = [as_text(i, "a number").text for i in item] if isinstance(item, Items) else as_text(item, "a value").text
        try:
            own, _ = scenario.number_named(name, plain)
            value = own.bounded(own.read(given) if name in plain else own.number(given, given))
        except InputError as error:
            place = item if isinstance(item, Text) and "unknown parameter" not in str(error) else table.at(name)
            raise place.error(f"{item.key}: {error}") from None
        answer[name] = value
    return answer
