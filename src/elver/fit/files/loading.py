"""A fit from a file: the machine, its unknowns and its recordings read, checked, and made one Problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from elver.document.forms import Fields, Many, Words, amount
from elver.document.nodes import Node, Table, as_table, as_text
from elver.document.reader import parse_document, read_document
from elver.document.scope import Scope
from elver.fit.files.base import Base, read_base
from elver.fit.files.channels import Plan, read_channels, read_markers
from elver.fit.files.checks import check_problem
from elver.fit.files.programs import Programs
from elver.fit.files.recordings import Draft, finish, read_draft
from elver.fit.files.tables import read_table
from elver.fit.files.unknowns import read_unknowns
from elver.fit.problem import Problem
from elver.machines.loading import NAME, VERSION, digest_of

KEYS = (
    "elver", "fit", "title", "source", "model", "set", "unknowns", "markers", "channels", "recordings", "table", "run", "orbit",
    "law_by",
)  # fmt: skip
METHODS = ("auto", "rk4", "radau", "moreau")
RUN = Fields(
    "the run",
    {
        "dt": amount("s", "longest step", above=0.0),
        "method": Words("how the equations are integrated", METHODS),
        "steps": amount("1", "of one period of an orbit", low=8, high=1_000_000, whole=True),
    },
)
ORBIT = Fields(
    "the orbit",
    {
        "settle": amount("1", "periods that are simulated before the search", low=0.0),
        "period": amount("s", "of the orbit, where the gait has none", above=0.0),
        "unknown": Many(Words("states that must return")),
    },
)
MOST_RECORDINGS = 1000


def load_fit(path: str | Path, allow_outside: bool = False) -> Problem:
    """The fit that a file describes. allow_outside: files that it names may lie outside its own folder."""
    path = Path(path)
    return read_fit(read_document(path), path.absolute().parent, allow_outside)


def load_fit_text(text: str | bytes, file: str = "text", folder: Path | None = None) -> Problem:
    """A fit from YAML text. folder: where the files lie that it names; None allows none."""
    return read_fit(parse_document(text, file), folder, False)


def read_fit(root: Table, folder: Path | None, outside: bool) -> Problem:
    """The problem that a document describes."""
    name = read_outline(root)
    base = read_base(root, folder, outside)
    unknowns = list(read_unknowns(root.need("unknowns", "a fit file"), base))
    markers = read_markers(root.get("markers"), base)
    plans = read_channels(root.get("channels"), base, markers)
    drafts = read_drafts(root, base, plans)
    law_by = read_law(root.get("law_by"), base)
    programs = Programs(base, free_names(root, base, unknowns, drafts, law_by))
    wanted = programs.settle([with_law(draft.wanted, law_by, base) for draft in drafts])
    recordings = []
    for draft, own in zip(drafts, wanted, strict=True):
        program = programs.program(own, wanted, draft.table)
        recording, further = finish(draft, own, program, base, plans, markers)
        recordings.append(recording)
        unknowns += further
    texts = {key: as_text(root.need(key, ""), "a text").text for key in ("title", "source") if key in root}
    run = RUN.read(root.need("run", ""), base.scope) if "run" in root else {}
    problem = Problem(
        name, tuple(recordings), tuple(unknowns), float(run.get("dt", base.scenario.time_step(base.changes))), run.get("steps"),
        run.get("method", "auto"), read_orbit(root.get("orbit"), base.scope), law_by, texts.get("source", ""),
        digest_of(root, base.scope.opened),
    )  # fmt: skip
    check_problem(problem, root, drafts, plans, base)
    return problem


def read_outline(root: Table) -> str:
    """Version, known parts, and the name of the fit."""
    version = root.need("elver", "a fit file")
    text = as_text(version, "the version of the format").text
    if text != VERSION:
        raise version.error(f"elver = {text[:40]}: this version of Elver reads format {VERSION}. Begin with 'elver: 1'.")
    if "fit" not in root and "machine" in root:
        raise root.error(
            "this is a scenario file, a machine. A fit file begins with 'elver: 1', 'fit: NAME' and names it as its model."
        )
    name = as_text(root.need("fit", "a fit file"), "the name of the fit")
    if not NAME.fullmatch(name.text):
        name.refuse("Give letters, digits, '-' and '_', 100 at most.")
    root.allow(KEYS, "a fit file")
    return name.text


def read_drafts(root: Table, base: Base, plans: Mapping[str, Plan]) -> list[Draft]:
    """All recordings, as far as their programs go: those of the file, then the rows of its table."""
    rows = read_table(root.get("table"), base, plans)
    node = root.get("recordings") if rows else root.need("recordings", "a fit file")
    own = Table(root.file, root.line, root.column, {}, {}, "recordings") if node is None else as_table(node, "the recordings")
    for name in rows:
        if name in own:
            raise rows[name].error(f"recording '{name}' of the table stands in the fit file too. Give it another name.")
    table = Table(own.file, own.line, own.column, {**own.entries, **rows}, own.places, own.key)
    if not 1 <= len(table.entries) <= MOST_RECORDINGS:
        raise table.error(f"{table.key} has {len(table.entries)} recordings. Give 1 to {MOST_RECORDINGS}.")
    for name, item in table.items():
        if not NAME.fullmatch(name):
            raise item.error(f"{table.key}: '{name[:60]}' is no name of a recording. Use letters, digits, '-', '_' and '.'.")
    return [read_draft(name, item, base) for name, item in table.items()]


def read_law(node: Node | None, base: Base) -> str:
    """The parameter that trivial laws go by."""
    if node is None:
        return ""
    text = as_text(node, "the name of a parameter")
    value = base.parameter(node, text.text)[1]
    if not isinstance(value, float):
        raise node.error(f"{node.key}: '{text.text}' is no real number. Laws go by a number that recordings set.")
    return text.text


def with_law(wanted: Any, law_by: str, base: Base) -> Any:
    """What a recording sets, with the value that laws go by."""
    if not law_by or law_by in wanted.numbers:
        return wanted
    return replace(wanted, numbers={**wanted.numbers, law_by: base.scenario.number_named(law_by, base.values)[1]})


def free_names(root: Table, base: Base, unknowns: list, drafts: list, law_by: str) -> dict[str, Node]:
    """Parameters that must stay free, with the place that asks for each."""
    node = root.need("unknowns", "")
    found = {u.of: (node.at(u.of) if isinstance(node, Table) else node) for u in unknowns}
    for draft in drafts:
        for name, place, _ in draft.own:
            if name in found:
                raise place.error(f"{place.key}: '{name}' is an unknown of all recordings already. Name it once.")
        for name in draft.wanted.numbers:
            if name in found:
                where = draft.wanted.places[name]
                raise where.error(
                    f"{where.key}: '{name}' is an unknown, and this recording sets it. Leave it out of one of them."
                )
    shared = dict(found)
    for draft in drafts:
        for name, place, _ in draft.own:
            if name in base.values or base.values.get(name.rpartition(".")[0]) is not None:
                shared.setdefault(name, place)
    if law_by:
        shared.setdefault(law_by, root.need("law_by", ""))
    return shared


def read_orbit(node: Node | None, scope: Scope) -> dict[str, Any]:
    """Options of the search for orbits."""
    return {} if node is None else ORBIT.read(node, scope)
