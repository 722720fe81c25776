"""Write the tables of the documentation that are made from declarations: python docs/make_tables.py."""

from __future__ import annotations

from pathlib import Path

from elver.results import Metric

PAGE = Path(__file__).with_name("results.md")
WORDS = Path(__file__).with_name("scenario_words.md")
TASKS = Path(__file__).with_name("tasks.md")
CLAIMS = Path(__file__).with_name("claims.md")
STATEMENTS = Path(__file__).with_name("statements.md")
CLAIMS_BEGIN = "\n<!-- written by docs/make_tables.py from the claims -->\n\n"
PAPERS = Path(__file__).with_name("papers.md")
WARNINGS = Path(__file__).with_name("warnings.md")
CHECKS = "\n<!-- written by docs/make_tables.py from the checks -->\n\n"
BEGIN, END = "\n<!-- written by docs/make_tables.py from the metrics -->\n\n", "<!-- end -->\n"


def declared() -> dict[str, tuple[Metric, list[str]]]:
    """Every metric of a scenario by name, and which runs have it."""
    from elver.analysis.orbits.orbit import orbit_metrics
    from elver.results.metrics import CONTACT, GENERAL, LOOPS
    from elver.scenarios import all_scenarios

    found = {}
    for runs, metrics in (("all", GENERAL), ("with a scene", CONTACT), ("with loops", LOOPS)):
        found |= {m.name: (m, [runs]) for m in metrics}
    for scenario in all_scenarios():
        for metric in scenario.build().metrics:
            found.setdefault(metric.name, (metric, []))[1].append(scenario.name)
    return found | {m.name: (m, ["that start on a periodic orbit"]) for m in orbit_metrics(None)}


def metrics_table() -> str:
    """The keys of the summary with unit and meaning, one line each."""
    lines = ["| key | unit | meaning | runs |", "|---|---|---|---|"]
    for name, (metric, runs) in declared().items():
        lines.append(f"| `{name}` | {metric.unit} | {metric.meaning} | {', '.join(runs)} |")
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """The page with a new table in place of the old one."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + metrics_table() + END + rest.partition(END)[2]


def checks_table() -> str:
    """Every plausibility check: what it looks at, number, threshold, remedy."""
    from elver.results.checks.all_checks import CHECKS as EVERY

    lines = ["| check | looks at | number | speaks where it is | remedy |", "|---|---|---|---|---|"]
    for c in EVERY:
        unit = "" if c.unit == "1" else f" {c.unit}"
        bound = (
            f"not {c.bound}" if c.name == "strip theory" else f"{'less' if c.below else 'more'} than {c.bound}" if c.bound else ""
        )
        bound = bound or f"{'less' if c.below else 'more'} than {c.threshold:.4g}{unit}"
        lines.append(f"| {c.name} | {c.looks_at} | {c.number} | {bound} | {c.remedy} |")
    return "\n".join(lines) + "\n"


def with_checks(text: str) -> str:
    """The page of warnings with a new table in place of the old one."""
    before, _, rest = text.partition(CHECKS)
    return before + CHECKS + checks_table() + END + rest.partition(END)[2]


def words_page() -> str:
    """Every part and every ``type`` of scenario files with its keys: unit, default and meaning, from the declarations."""
    from elver.scenarios.files.types import PARTS
    from elver.scenarios.yaml.forms import DataclassField

    lines = [
        "# The words of scenario files",
        "",
        "Written by docs/make_tables.py from the declarations that read a file ([scenario files](scenario_files.md)).",
        "A key without a default must be given; `none` is a key that may be left out.",
    ]
    for title, note, forms, needed, made in tables_of_parts():
        lines += ["", f"## {title}", "", note, "", *HEAD, *(named_row(n, f, n in needed, made) for n, f in forms.items()), ""]
    for part in PARTS:
        lines += ["", f"## {part.what.capitalize()}", ""]
        for word, kind in part.table.items():
            usual = " (where no `type` is given)" if word == part.usual else ""
            lines += [f"### `type: {word}`{usual}", "", *HEAD]
            lines += [key_row(kind, name) for name in kind.named] or ["| | | | nothing to set |"]
            for path, inner in nested(kind, DataclassField):
                lines += ["", f"`{path}` of it:", "", *HEAD, *(key_row(inner, name) for name in inner.named)]
            lines.append("")
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


HEAD = ("| key | unit | default | meaning |", "|---|---|---|---|")


def tables_of_parts() -> list[tuple]:
    """Parts of a file that have no ``type``: title, where they stand, forms of their keys, those needed, what has defaults."""
    from elver.contact import Scene
    from elver.forces import Sea
    from elver.model import InitialState
    from elver.robot import Blade, Contour, Joint, Loop, soft_appendage, tether
    from elver.scenarios import Scenario
    from elver.scenarios.files.metrics import MEASURE
    from elver.scenarios.files.parts import BODY, JOINT
    from elver.scenarios.files.robot import BASE, CHAIN, CHAIN_KEYS, IMPORT, MIRROR, SOFT, TETHER
    from elver.scenarios.files.run import PICTURES, RUN, START
    from elver.scenarios.files.types import BLADE, CONTOUR, LOOP, SCENE, SEA
    from elver.scenarios.yaml.forms import Words

    root = Words("the joint that places it: `parent` and what else a joint has, and a `name`")
    section = Words("the body of a section, whose expressions may name x, dx, i and n")
    four = ("length", "sections", "radius", "density", "root")
    loose = "Give a shape and a density (or a mass), or mass, centre and inertia, or mass, first_moments and inertia_at_origin."
    six = "Placed by gamma, b, alpha, d, theta, r, or by at and axis. The second unit is that of a `prismatic` joint."
    return [
        ("The machine", "Under `machine`: beside what follows, its `base`.", {"base": BASE}, (), {"base": "free"}),
        ("A body", f"Under `machine.bodies`, by name. {loose} Empty, it is a marker.", BODY.forms, (), {}),
        ("The contour of a body", "What touches obstacles: a segment with a round rim.", CONTOUR.named, CONTOUR.needed, Contour),
        ("The blade of a body", "What a wing's medium acts on.", BLADE.named, BLADE.needed, Blade),
        ("A joint", f"Under `machine.joints`, by name. {six}", JOINT[False].forms, ("parent", "child"), Joint),
        ("A chain", "In the list `machine.chain`.", CHAIN, CHAIN_KEYS, {}),
        ("A soft appendage", "Under `machine.soft`, by name.", {**SOFT, "root": root, "section": section},
         ("length", "sections", "root", "section"), soft_appendage),
        ("A tether", "Under `machine.tether`, by name.", {**TETHER, "root": root}, four, tether),
        ("A mirrored branch", "In the list `machine.mirror`.", MIRROR.forms, MIRROR.needed, {}),
        ("A loop", "In the list `machine.loops`.", LOOP.named, LOOP.needed, Loop),
        ("An import", "Under `machine.import`.", IMPORT.forms, IMPORT.needed, {}),
        ("The sea", "Under `sea`: what every law of water meets that names no `current` itself.", SEA.named, SEA.needed, Sea),
        ("The scene", "Under `scene`, of a planar machine.", SCENE.named, SCENE.needed, Scene),
        ("The start", "Under `start`. Joints that are not named start on the gait, or at 0.", START.forms, (), InitialState),
        ("The run", "Under `run`.", RUN.forms, RUN.needed, Scenario),
        ("A measure", "Under `measures`, by name.", MEASURE.forms, MEASURE.needed, {}),
        ("The pictures", "Under `pictures`.", PICTURES.forms, (), {}),
    ]  # fmt: skip


def nested(kind, table: type) -> list[tuple]:
    """Tables within a type, with their paths."""
    found = []
    for name, form in kind.named.items():
        if isinstance(form, table):
            found += [(name, form), *((f"{name}.{path}", inner) for path, inner in nested(form, table))]
    return found


def named_row(name: str, form, needed: bool, made) -> str:
    """One key of a part. made: the class or function with the defaults, or the defaults themselves."""
    import inspect

    from elver.scenarios.files.parts import UNITS

    if isinstance(made, dict):
        default = made.get(name, "none")
    elif inspect.isclass(made):
        default = default_of(made.__dataclass_fields__.get(name))
    else:
        default = inspect.signature(made).parameters[name].default
    slides = f" ({UNITS[name][1]})" if name in UNITS else ""
    return row(name, form, "" if needed else shown_default(default), slides)


def shown_default(default) -> str:
    """A default as one writes it."""
    return "none" if default is None else f"{default:g}" if isinstance(default, float) else str(default)


def key_row(kind, name: str) -> str:
    """One key of a type."""
    return row(name, kind.named[name], default_of(kind.made.__dataclass_fields__.get(name)))


def row(name: str, form, default: str, more_unit: str = "") -> str:
    """One key: unit, default and meaning."""
    from elver.scenarios.yaml.forms import meaning_of, unit_of

    quantity = getattr(form, "quantity", None)
    meaning = quantity.meaning if quantity is not None else meaning_of(form)
    choices = quantity.choices if quantity is not None else getattr(form, "choices", ())
    if choices:
        meaning += f" ({', '.join(choices)})"
    unit = unit_of(form)
    meaning = meaning.replace(f" [{unit}]", "") if unit else meaning
    return f"| `{name}` | {unit}{more_unit} | {default} | {meaning} |"


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


def tasks_page() -> str:
    """Every task with its actions, observation, reward, ends and draws, from the declarations that run them."""
    from elver.tasks import all_tasks

    rows, parts = [], []
    for task in all_tasks():
        model = task.model()
        width = sum(len(part.labels_of(model)) for part in task.observation)
        rows.append(
            f"| [`{task.id}`](#{task.name.lower()}) | {task.title} | {len(model.inputs)} | {width} | {task.interval:g} s "
            f"| {task.duration:g} s |"
        )
        parts += task_section(task, model)
    head = [
        "# Tasks",
        "",
        "Written by docs/make_tables.py from the declarations of the tasks ([environments](environments.md) says how they work).",
        "Actions are -1 to 1 and stand for the lowest to the highest value of an input; observations are float32 in these units.",
        "",
        "| name | what is to be done | actions | observation | interval | longest episode |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, "", *parts])


def task_section(task, model) -> list[str]:
    """What one task is."""
    lines = [f"## {task.name}", "", *([task.about, ""] if task.about else [])]
    lines += ["| action | from | to | unit | meaning |", "|---|---|---|---|---|"]
    lines += [f"| `{i.name}` | {i.low:.4g} | {i.high:.4g} | {i.unit} | {i.parameter.meaning} |" for i in model.inputs.values()]
    if task.smooth:
        lines += ["", f"Actions pass a filter of {task.smooth:g} s."]
    lines += ["", "| observation | entries | unit | bounds | meaning |", "|---|---|---|---|---|"]
    for part in task.observation:
        pairs = dict.fromkeys(part.bounds_of(len(part.labels_of(model))))
        bounds = ", ".join(f"{low:.4g} to {high:.4g}" for low, high in pairs if low > -1e300 or high < 1e300)
        lines.append(f"| {part.name} | {len(part.labels_of(model))} | {part.unit} | {bounds} | {part.meaning} |")
    lines += ["", "| reward | weight | per | meaning |", "|---|---|---|---|"]
    lines += [f"| {term.name} | {term.weight:g} | {term.unit} | {term.meaning} |" for term in task.reward]
    if task.goal is not None and task.goal.reached is not None:
        lines.append(f"| goal | {task.goal.reward:g} | goal | {task.goal.meaning} |")
    lines += [f"| end | {end.reward:g} | once | {end.name}: {end.meaning} |" for end in task.ends]
    lines += [f"| lost | {task.lost:g} | once | the motion diverged, or an action was no number |", ""]
    if task.goal is not None and task.goal.reached is None:
        lines += [f"Goal ({', '.join(task.goal.labels)}, {task.goal.unit}): {task.goal.meaning}.", ""]
    return lines + drawn(task)


def drawn(task) -> list[str]:
    """What is drawn at every reset."""
    from elver.tasks.runtime import bounds_of

    draws = [(f"`{d.name}`", *bounds_of(task, d)) for d in task.parameters]
    draws += [(f"added to {s.state}", s.low, s.high) for s in task.start]
    if not draws:
        return []
    lines = ["| drawn at a reset | from | to |", "|---|---|---|"]
    return [*lines, *(f"| {name} | {low:.4g} | {high:.4g} |" for name, low, high in draws), ""]


def claims_table() -> str:
    """Every claim as declared, by scenario; nothing is run."""
    from elver.scenarios import all_claims, count_kinds
    from elver.scenarios.claims import ClaimOrigin, counts_in_words, span

    claims = all_claims()
    lines = [f"{len(claims)} claims: {counts_in_words(count_kinds(claims))}.", ""]
    lines += ["| scenario | statement | kind | source | the paper | watched |", "|---|---|---|---|---|---|"]
    for c in claims:
        unit = "" if c.unit == "1" else f" {c.unit}"
        said = "" if c.paper is None else span(c.paper) + unit + (" (words)" if c.worded else "")
        own = "" if c.paper == (c.low, c.high) else span((c.low, c.high)) + unit
        more = f" by `{c.parameter}`" if c.parameter else f": {c.choice}; range {span(c.range)}" if c.range else ""
        source = c.source + (f" ({c.origin})" if c.origin == ClaimOrigin.ELSEWHERE else "")
        cells = (c.scenario, c.statement, f"{c.kind}{more}", source, said, own)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def papers_page() -> str:
    """Every figure and table of the papers: what it shows, how ours stands to it, command, claims that cite it, picture."""
    from elver._support.choices import FigureState
    from elver.scenarios import all_claims, all_papers, all_statements, count_kinds, paper_figures
    from elver.scenarios.papers import claims_about

    figures, claims, statements = paper_figures(), all_claims(), all_statements()
    counts = ", ".join(f"{sum(f.state == state for f in figures)} {state}" for state in FigureState)
    lines = [
        "# The five papers, figure by figure",
        "",
        "Written by docs/make_tables.py from the declarations of the figures beside their machines.",
        "",
        "    elver figure --list                          # all of them in the terminal",
        "    elver figure EEL 11 --out folder             # draw one: the paper's quantities, instants, windows and cases",
        "    elver figure SNAKE 9 --from runs/aiko-small-obstacles   # from results that are there",
        "    elver verify --papers papers.html            # figures, tables and measured claims in the papers' order, one page",
        "",
        "The printed curves are not to be had as data. What is compared are the numbers and words that the papers print: the",
        "[claims](claims.md), of which the last column counts those about a figure. [Statements](statements.md) lists what the",
        "papers say, sentence by sentence.",
        "",
        "A figure is drawn from runs that are made for it. From a fresh installation one takes 3 to 12 s of a processor, most",
        "where a machine is compiled for the first time; figures drawn by one command share their runs.",
        "",
        "| here | it means |",
        "|---|---|",
        *(f"| {state} | {state.meaning} |" for state in FigureState),
        "",
        f"{len(figures)} figures and tables: {counts}.",
    ]
    for paper in all_papers():
        lines += ["", f"## {paper.name}", "", f"{paper.reference}.", ""]
        lines += [
            "| figure | section | what it shows | here | command, or why nothing is drawn | claims |",
            "|---|---|---|---|---|---|",
        ]
        for f in paper_figures(paper):
            cited = count_kinds(claims_about(f, claims, statements))
            said = ", ".join(f"{number} {kind}" for kind, number in cited.items() if number)
            note = f": {f.note}" if f.note and f.command else ""
            how = f"`{f.command}`" if f.command else f.note
            lines.append(
                f"| {f.name.removeprefix(paper.name + ' ')} | {f.section} | {f.shows} | {f.state}{note} | {how} | {said} |"
            )
        lines += [f"\n![{f.name}: {f.shows}](img/{picture})" for f in paper_figures(paper) if (picture := picture_of(f))]
    return "\n".join(lines) + "\n"


def picture_of(figure) -> str:
    """The file in docs/img that shows a figure with a result; empty for others."""
    drawn = figure.state in ("reproduced", "differs", "simulation only") and not figure.is_table
    return f"paper-{figure.file}.png" if drawn else ""


def with_claims(text: str) -> str:
    """The page of claims with a new table in place of the old one."""
    before, _, rest = text.partition(CLAIMS_BEGIN)
    return before + CLAIMS_BEGIN + claims_table() + END + rest.partition(END)[2]


def statements_page() -> str:
    """Every checkable sentence of the papers, with its claims or the reason why there is none."""
    from elver.scenarios import all_statements

    statements = all_statements()
    papers: dict[str, list] = {}
    for statement in statements:
        papers.setdefault(statement.paper, []).append(statement)
    measured = sum(bool(s.claims) for s in statements)
    lines = [
        "# Statements: what of the papers is measured, and what is not",
        "",
        "Written by docs/make_tables.py from `statements.yaml` of the systems.",
        "",
        "The five [papers](conventions.md#short-names-of-the-papers) were read sentence by sentence. Here is each that can be",
        "checked, in our words: with the [claims](claims.md) that measure it, their kinds and the command, or with the reason",
        "why no claim does. Equations that a test holds are no claims: they say how the numbers are calculated.",
        "",
        f"{len(statements)} statements: {measured} with claims, {len(statements) - measured} with a reason.",
    ]
    for paper, own in papers.items():
        lines += ["", f"## {paper}", "", "| | section | the paper says | measured by, or why not |", "|---|---|---|---|"]
        lines += [f"| {s.id} | {s.section} | {s.says} | {_how(s)} |" for s in own]
    return "\n".join(lines) + "\n"


def _how(statement) -> str:
    """The last cell of a statement."""
    if statement.reason:
        return statement.reason
    named = "; ".join(f"{c.statement}: **{c.kind}**" for c in statement.claims)
    commands = ", ".join(f"`{command}`" for command in statement.commands)
    return f"{named} ({commands})".replace("|", "\\|")


if __name__ == "__main__":
    STATEMENTS.write_text(statements_page())
    CLAIMS.write_text(with_claims(CLAIMS.read_text()))
    TASKS.write_text(tasks_page())
    PAPERS.write_text(papers_page())
    WORDS.write_text(words_page())
    PAGE.write_text(with_table(PAGE.read_text()))
    WARNINGS.write_text(with_checks(WARNINGS.read_text()))
