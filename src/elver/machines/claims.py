"""The ``claims`` of a scenario file: figures of its runs that must lie within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from elver.choices import ClaimKind, chosen, described
from elver.document.forms import Each, Fields, Many, Words, amount
from elver.document.nodes import Node, Table, as_items, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import read_unit
from elver.errors import ElverError, InputError, unknown_name
from elver.machines.parameters import read_values
from elver.stepping.plan import LONGEST

if TYPE_CHECKING:
    from elver.machines.loading import Composer
    from elver.scenarios import Scenario

KINDS = tuple(str(kind) for kind in ClaimKind)
STATUSES = {"published": ClaimKind.CONFIRMED, "indicative": ClaimKind.OWN, "regression": ClaimKind.OWN}  # words of older files
CLAIM = Fields(
    "a claim",
    {
        "what": Words("the statement"),
        "measure": Words("figure of a run's summary"),
        "low": amount("", "least value"),
        "high": amount("", "largest value"),
        "unit": Words("unit of the figure"),
        "changes": Each(Words("value of a parameter")),
        "duration": amount("s", "of the run", above=0.0, high=LONGEST),
        "dt": amount("s", "step", above=0.0, high=LONGEST),
        "source": Words("where it was published"),
        "kind": Words(f"own where nothing is said; {described(ClaimKind)}", KINDS),
        "paper": amount("", "what was published, low and high; of confirmed and calibrated claims it is low and high", length=2),
        "parameter": Words("the parameter that was chosen to make it so; of calibrated claims"),
        "choice": Words("what the publication leaves open; of ambiguous claims"),
        "range": amount("", "low and high over the choices; of ambiguous claims", length=2),
        "others": Many(Each(Words("value of a parameter"))),
        "status": Words("older word for kind: published is confirmed, the others are own", tuple(STATUSES)),
    },
    ("what", "measure", "low", "high"),
)
CLAIMS = Many(CLAIM)


@dataclass(frozen=True)
class Measured:
    """measure(bench) of a claim: a figure of a run of its scenario."""

    scenario: Scenario
    figure: str
    changes: tuple[tuple[str, Any], ...]
    duration: float | None
    dt: float | None

    def __call__(self, bench) -> float:
        changes = {name.replace(".", "__"): value for name, value in self.changes}
        summary = bench.run(self.scenario, self.duration, self.dt, **changes).summary
        value = summary.get(self.figure)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ElverError(f"'{self.figure}' is no number of a summary of '{self.scenario.name}': {', '.join(summary)}.")
        return float(value)


def read_claims(node: Node | None, scenario: Scenario, composer: Composer, figures: Mapping[str, str]) -> tuple[Any, ...]:
    """The claims of a file. figures: those of a run's summary, with their units."""
    if node is None:
        return ()
    return tuple(read_claim(item, scenario, composer, figures) for item in as_items(node, "the claims"))


def check_figure(table: Table, figures: Mapping[str, str], scope: Scope) -> None:
    """A figure that the summary has, and bounds and a unit of its dimension."""
    name = as_text(table.need("measure", "a claim"), "a figure")
    if name.text not in figures:
        raise name.error(f"{name.key}: {unknown_name('figure of a summary', name.text, figures)}")
    try:
        wanted = read_unit(figures[name.text] or "1")
    except InputError:  # several units at once
        return
    pairs = [item for key in ("paper", "range") if key in table for item in as_items(table.need(key, ""), "low and high")]
    for item in (table.need("low", "a claim"), table.need("high", "a claim"), *pairs):
        scope.number(item, wanted, figures[name.text])
    if "unit" in table:
        unit = as_text(table.need("unit", ""), "a unit")
        if not read_unit(unit.text).fits(wanted):
            raise unit.error(f"{unit.key} = {unit.shown()}: '{name.text}' is in {figures[name.text] or '1'}.")


def read_claim(node: Node, scenario: Scenario, composer: Composer, figures: Mapping[str, str]) -> Any:
    """One claim."""
    from elver.results.figures import figures_of
    from elver.scenarios import Claim, Printed

    table = as_table(node, "a claim")
    changes = read_changes(as_table(table.entries["changes"], "changes"), scenario, composer) if "changes" in table else {}
    scope = composer.scope(scenario.values(changes))
    values = CLAIM.read(table, scope)
    if changes and values["measure"] not in figures:  # a word may decide the base, and so the figures
        figures = {figure.name: figure.unit for figure in figures_of(scenario.build(changes))}
    if values["low"] > values["high"]:
        raise node.error(f"{node.key}: low = {values['low']:g} is greater than high = {values['high']:g}.")
    if "unit" in values:
        try:
            read_unit(values["unit"])
        except InputError as error:
            raise table.need("unit", "").error(f"{node.key}.unit: {error}") from None
    check_figure(table, figures, scope)
    figure = partial(Measured, scenario, values["measure"], duration=values.get("duration"), dt=values.get("dt"))
    others = (
        [
            read_changes(as_table(own, "another choice"), scenario, composer)
            for own in as_items(table.entries["others"], "the others")
        ]
        if "others" in table
        else []
    )
    if "parameter" in values and values["parameter"] not in scenario.names:
        own = table.need("parameter", "")
        raise own.error(f"{own.key}: {unknown_name('parameter', values['parameter'], scenario.names)}")
    stated: dict[str, Any] = {key: values[key] for key in ("parameter", "choice", "range") if key in values}
    if "paper" in values:
        stated["paper"] = Printed(*values["paper"])
    bounds = (float(values["low"]), float(values["high"]))
    try:
        return Claim(
            scenario.name, values["what"], values.get("source", ""), kind_of(table, values), values.get("unit", ""),
            *bounds, figure(tuple(changes.items())), others=tuple(figure(tuple((changes | own).items())) for own in others),
            **stated,
        )  # fmt: skip
    except InputError as error:
        raise node.error(f"{node.key}: {error}") from None


def kind_of(table: Table, values: Mapping[str, Any]) -> ClaimKind:
    """How a claim stands to what was published; ours where the file does not say."""
    if "kind" in values and "status" in values:
        raise table.need("status", "").error(f"{table.key}: kind and its older word status. Give kind alone.")
    return chosen(ClaimKind, values["kind"]) if "kind" in values else STATUSES.get(values.get("status", ""), ClaimKind.OWN)


def read_changes(table: Table, scenario: Scenario, composer: Composer) -> dict[str, Any]:
    """Parameters set for a claim's run, with their units."""
    declared = {own.name: own for own in composer.declared}
    table.allow(tuple(declared), "the parameters")
    found: dict[str, Any] = {}
    for name, item in table.items():
        own = declared[name]
        unit = read_unit(own.set_in) if own.set_in else None
        found[name] = as_text(item, "a word").text if own.choices else read_values(item, unit, own.dimension)[0]
        try:
            found[name] = scenario.values({name: found[name]})[name]
        except InputError as error:
            raise item.caught(error) from None
    return found
