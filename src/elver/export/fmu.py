"""A model as a functional mock-up unit: FMI 3.0, model exchange and co-simulation in one file."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from html import escape
from pathlib import Path

from elver.export.c_code import literal
from elver.export.c_sources import array, header_text, source_text, template
from elver.export.compiler import compile_library, platform_of_units, require_compiler
from elver.export.description import Export, describe, with_open_inputs
from elver.export.fmi_description import SOURCES, build_text, description_text
from elver.export.places import asked_file
from elver.export.readme import names
from elver.files import whole_file
from elver.native.sources import Source
from elver.results.provenance import versions

ENDING = ".fmu"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same model makes the same bytes
TEMPLATES = ("fmi3.h", *SOURCES)


def export_fmu(
    source: Source | Export,
    file,
    duration: float | None = None,
    dt: float | None = None,
    force: bool = False,
    inputs: bool = False,
) -> list[Path]:
    """Write FILE.fmu of a scenario, a model or a program: sources, and a binary for this computer, which needs a C compiler;
    the file as a list of one.

    duration, dt [s]: of the default experiment, and the longest step of the co-simulation (default: the scenario's own).
    force: replace an earlier file.   Free parameters become tunable ones, the model's inputs inputs of the unit.
    inputs: the recorded signals become inputs too, which whoever simulates the unit sets; else they are part of it.
    """
    path = asked_file(file, ENDING, force)
    compiler = require_compiler("an FMU")
    export = describe(source, duration, dt)
    if inputs:
        export = with_open_inputs(export)
    sources = unit_sources(export)
    token = "{" + hashlib.sha256("\0".join(sources.values()).encode()).hexdigest() + "}"
    sources["fmi3_token.h"] = token_text(export, token)
    tool = f"Elver {versions()['elver']}"
    platform, ending = platform_of_units()
    with tempfile.TemporaryDirectory() as folder:
        for name, code in sources.items():
            (Path(folder) / name).write_text(code, encoding="utf-8")
        files = [name for name in sources if name.endswith(".c")]
        binary = compile_library(compiler, Path(folder), files, f"{export.name}{ending}").read_bytes()
    contents: dict[str, str | bytes] = {
        "modelDescription.xml": description_text(export, token, tool),
        "documentation/index.html": documentation(export),
        "sources/buildDescription.xml": build_text(export),
        **{f"sources/{name}": content for name, content in sources.items()},
        f"binaries/{platform}/{export.name}{ending}": binary,
    }
    with whole_file(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return [path]


def unit_sources(export: Export) -> dict[str, str]:
    """C files of the unit, all but the token, which is made from them."""
    own = {f"{export.name}.h": header_text(export), f"{export.name}.c": source_text(export)}
    return own | {name: template(name, export) for name in TEMPLATES}


def token_text(export: Export, token: str) -> str:
    """What fmi3.c must know besides the equations: the token, which starts are computed, and what the signals are."""
    return "\n".join(
        [
            "/* the unit that modelDescription.xml describes */",
            f'#define TOKEN "{token}"',
            f"#define SIGNALS_ARE_OPEN {int(bool(export.open_signals))}",
            array("static const unsigned char start_is_computed", (str(int(c)) for c in export.computed), "0"),
            array("static const double signal_defaults", (literal(n.value) for n in export.signals), "0.0"),
            "",
        ]
    )


def documentation(export: Export) -> str:
    """A page for people: every name with its unit."""
    title = escape(export.program.model.name)
    notes = "".join(f"<p>{escape(note)}.</p>" for note in export.notes)
    head = f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
    return f"{head}<body><h1>{title}</h1>{notes}<pre>{escape(names(export))}</pre></body></html>\n"
