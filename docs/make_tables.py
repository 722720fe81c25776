"""Write the tables of the documentation that are made from declarations: python docs/make_tables.py."""

from __future__ import annotations

from pathlib import Path

from elver.results import Measure

PAGE = Path(__file__).with_name("results.md")
WORDS = Path(__file__).with_name("scenario_words.md")
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


def words_page() -> str:
    """Every ``type`` of scenario files with its keys: unit, default and meaning, from the declarations that read them."""
    from elver.machines.tables import PARTS

    lines = [
        "# The words of scenario files",
        "",
        "Written by docs/make_tables.py from the declarations that read a file ([scenario files](scenario_files.md)).",
        "A key without a default must be given.",
    ]
    for part in PARTS:
        lines += ["", f"## {part.what.capitalize()}", ""]
        for word, kind in part.table.items():
            usual = " (where no `type` is given)" if word == part.usual else ""
            lines += [f"### `type: {word}`{usual}", "", "| key | unit | default | meaning |", "|---|---|---|---|"]
            lines += [key_row(kind, name) for name in kind.named] or ["| | | | nothing to set |"]
            lines.append("")
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def key_row(kind, name: str) -> str:
    """One key of a type."""
    from elver.document.kinds import meaning_of

    form, fields = kind.named[name], kind.made.__dataclass_fields__
    quantity = getattr(form, "quantity", None)
    unit = "" if quantity is None or quantity.unit in ("", "1") else quantity.unit
    meaning = quantity.meaning if quantity is not None else meaning_of(form)
    if quantity is not None and quantity.choices:
        meaning += f" ({', '.join(quantity.choices)})"
    return f"| `{name}` | {unit} | {default_of(fields.get(name))} | {meaning} |"


def default_of(field) -> str:
    """The default of a field, as one writes it."""
    from dataclasses import MISSING

    if field is None:
        return "none"
    if field.default is MISSING:
        return "" if field.default_factory is MISSING else "none"
    if isinstance(field.default, tuple):
        return "[" + ", ".join(f"{v:g}" for v in field.default) + "]"
    if isinstance(field.default, float):
        return f"{field.default:.6g}"
    return {None: "none", True: "true", False: "false"}.get(field.default, str(field.default))


if __name__ == "__main__":
    WORDS.write_text(words_page())
    PAGE.write_text(with_table(PAGE.read_text()))
