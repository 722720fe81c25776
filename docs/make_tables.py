"""Write the tables of the documentation that are made from declarations: python docs/make_tables.py."""

from __future__ import annotations

from pathlib import Path

from elver.results import Measure

PAGE = Path(__file__).with_name("results.md")
BEGIN, END = "\n<!-- written by docs/make_tables.py from the measures -->\n\n", "<!-- end -->\n"


def declared() -> dict[str, tuple[Measure, list[str]]]:
    """Every measure of a scenario by name, and which runs have it."""
    from elver.orbits.measures import orbit_measures
    from elver.results.summary import CONTACT, GENERAL, LOOPS
    from elver.scenarios import all_scenarios

    found = {}
    for runs, measures in (("all", GENERAL), ("with a scene", CONTACT), ("with loops", LOOPS)):
        found |= {m.name: (m, [runs]) for m in measures}
    for scenario in all_scenarios():
        for measure in scenario.build().measures:
            found.setdefault(measure.name, (measure, []))[1].append(scenario.name)
    return found | {m.name: (m, ["that start on a periodic orbit"]) for m in orbit_measures(None)}


def figures_table() -> str:
    """The keys of the summary with unit and meaning, one line each."""
    lines = ["| key | unit | meaning | runs |", "|---|---|---|---|"]
    for name, (measure, runs) in declared().items():
        lines.append(f"| `{name}` | {measure.unit} | {measure.meaning} | {', '.join(runs)} |")
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """The page with a new table in place of the old one."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + figures_table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text()))
