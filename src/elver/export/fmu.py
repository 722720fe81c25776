"""modelDescription.xml of a functional mock-up unit (FMI 3.0), and how its sources are built."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from elver._support.errors import printable
from elver._support.files import whole_file
from elver._support.units import read_unit
from elver.codegen.c import literal
from elver.export.c import array, compile_library, header_text, platform_of_units, require_compiler, source_text, template
from elver.export.description import Export, Named, base_units, describe, distinct, with_open_inputs
from elver.export.readme import asked_file, names
from elver.model.program import Source
from elver.simulation.finish import versions

STEP = "integrator.step"
_SOURCES = ("fmi3.c", "fmi3_absent.c")  # besides the model's own
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def _element(tag: str, indent: int = 2, /, **attributes: Any) -> str:
    """An element without content; attributes that are None are left out."""
    return f"{' ' * indent}<{tag}{written(attributes)}/>"


def written(attributes: dict) -> str:
    return "".join(f" {key}={quoteattr(text(value))}" for key, value in attributes.items() if value is not None)


def text(value: Any) -> str:
    """A value as XML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else printable(str(value))


def description_text(export: Export, token: str, tool: str) -> str:
    """modelDescription.xml"""
    name, model = export.name, export.program.model
    both = {"modelIdentifier": name, "canGetAndSetFMUState": True, "canSerializeFMUState": True}
    top = {
        "fmiVersion": "3.0",
        "modelName": model.name,
        "instantiationToken": token,
        "description": f"{model.name}, written by Elver: x' = f(t, x, p, u) and recorded quantities, SI units",
        "generationTool": tool,
        "variableNamingConvention": "structured",
    }
    experiment = {"startTime": 0.0, "stopTime": export.plan.duration, "stepSize": export.plan.output}
    return "\n".join(
        [
            _HEAD,
            f"<fmiModelDescription{written(top)}>",
            _element("ModelExchange", **both),
            _element("CoSimulation", **both, canHandleVariableCommunicationStepSize=True),
            "  <UnitDefinitions>",
            *unit_definitions(export),
            "  </UnitDefinitions>",
            "  <LogCategories>",
            _element("Category", 4, name="logStatusError", description="what was wrong with a call, or why a step failed"),
            "  </LogCategories>",
            _element("DefaultExperiment", **experiment),
            "  <ModelVariables>",
            *variables(export),
            "  </ModelVariables>",
            "  <ModelStructure>",
            *_structure(export),
            "  </ModelStructure>",
            "</fmiModelDescription>",
            "",
        ]
    )


# --- units ------------------------------------------------------------------------------------------------------------


def rate_unit(unit: str) -> str:
    """Unit of the derivative by time of what has this unit."""
    return {"": "", "1": "1/s", "J": "W", "m/s": "m/s^2", "rad/s": "rad/s^2"}.get(unit, f"{unit}/s")


def unit_definitions(export: Export) -> Iterable[str]:
    """Every unit that a variable has, by its base units where they are known."""
    used = [n.unit for n in (*export.states, *export.parameters, *export.outputs, *export.inputs)] + [
        rate_unit(n.unit) for n in export.states
    ]
    for unit in dict.fromkeys(["s", *used]):
        if not unit:
            continue
        found = base_units(unit)
        if found is None:
            yield _element("Unit", 4, name=unit)
            continue
        exponents, factor = found
        parts = [_element("BaseUnit", 6, **exponents, factor=None if factor == 1.0 else factor), *_display_units(export, unit)]
        yield "\n".join([f"    <Unit{written({'name': unit})}>", *parts, "    </Unit>"])


def _display_units(export: Export, unit: str) -> Iterable[str]:
    """The units in which parameters of a unit were written, with the factor from that unit to each."""
    own = read_unit(unit).factor if unit else 1.0
    for shown in dict.fromkeys(n.parameter.own_unit for n in export.parameters if n.unit == unit and n.parameter.own_unit):
        yield _element("DisplayUnit", 6, name=shown, factor=own / read_unit(shown).factor)


# --- variables --------------------------------------------------------------------------------------------------------


def variables(export: Export) -> Iterable[str]:
    """All variables in the order of their value references."""
    references = _References(export)
    yield number("time", 0, "independent", "continuous", "s", "time")
    names = _all_names(export)
    for k, (n, computed) in enumerate(zip(export.states, export.computed, strict=True)):
        start = {"initial": "calculated"} if computed else {"initial": "exact", "start": n.value}
        yield number(names["states"][k], references.states + k, "local", "continuous", n.unit, n.meaning, **start)
    for k, n in enumerate(export.states):
        more = {"initial": "calculated", "derivative": references.states + k}
        told = f"derivative of {n.meaning}"
        yield number(f"der({names['states'][k]})", references.rates + k, "local", "continuous", rate_unit(n.unit), told, **more)
    for k, n in enumerate(export.parameters):
        more = {"start": n.value, **bounds_of(n), "displayUnit": n.parameter.own_unit or None}
        yield number(names["parameters"][k], references.parameters + k, "parameter", "tunable", n.unit, n.meaning, **more)
    told = "longest step of RK4 within a step of a co-simulation"
    yield number(names["step"][0], references.step, "parameter", "fixed", "s", told, start=export.plan.dt)
    for k, n in enumerate(export.outputs):
        yield number(names["outputs"][k], references.outputs + k, "output", "continuous", n.unit, n.meaning, initial="calculated")
    for k, (n, name) in enumerate(zip(export.inputs, names["inputs"], strict=True)):
        more = {"start": n.value, **bounds_of(n)}
        yield number(name, references.inputs + k, "input", "continuous", n.unit, n.meaning, **more)
    for k, name in zip(export.open_signals, names["signals"], strict=True):
        n = export.signals[k]
        yield number(name, references.signals + k, "input", "continuous", n.unit, n.meaning, start=n.value)


def bounds_of(n: Named) -> dict[str, float | None]:
    """min and max of a variable; what must be greater than a number has that one, for the ends belong to the range."""
    own = n.parameter
    return {"min": own.above if own.low is None else own.low, "max": own.high}


class _References:
    """The first value reference of every kind of variable; fmi3.c counts in the same way."""

    def __init__(self, export: Export):
        self.states = 1
        self.rates = self.states + len(export.states)
        self.parameters = self.rates + len(export.states)
        self.step = self.parameters + len(export.parameters)
        self.outputs = self.step + 1
        self.inputs = self.outputs + len(export.outputs)
        self.signals = self.inputs + len(export.inputs)


def _all_names(export: Export) -> dict[str, list[str]]:
    """Names of the variables, no two of them alike."""
    signals = tuple(export.signals[k] for k in export.open_signals)
    groups = {"states": export.states, "parameters": export.parameters, "outputs": export.outputs, "inputs": export.inputs}
    groups["signals"] = signals
    flat = ["time", *(n.dotted for rows in groups.values() for n in rows), STEP]
    unique = iter(distinct(flat)[1:])
    return {**{kind: [next(unique) for _ in rows] for kind, rows in groups.items()}, "step": [next(unique)]}


def number(name: str, reference: int, causality: str, variability: str, unit: str, meaning: str, **more: Any) -> str:
    """One variable."""
    return _element(
        "Float64", 4, name=name, valueReference=reference, description=meaning, causality=causality, variability=variability,
        unit=unit or None, **more,
    )  # fmt: skip


def _structure(export: Export) -> Iterable[str]:
    """Outputs, derivatives, and what is computed at the start; each may depend on everything."""
    references = _References(export)
    outputs = range(references.outputs, references.outputs + len(export.outputs))
    rates = range(references.rates, references.parameters)
    states = [references.states + k for k, computed in enumerate(export.computed) if computed]
    for kind, places in (
        ("Output", outputs),
        ("ContinuousStateDerivative", rates),
        ("InitialUnknown", [*outputs, *rates, *states]),
    ):
        for reference in places:
            yield _element(kind, 4, valueReference=reference)


# --- building ---------------------------------------------------------------------------------------------------------


def build_text(export: Export) -> str:
    """buildDescription.xml: what to compile and to link."""
    files = [_element("SourceFile", 6, name=name) for name in (f"{export.name}.c", *_SOURCES)]
    return "\n".join(
        [
            _HEAD,
            '<fmiBuildDescription fmiVersion="3.0">',
            f"  <BuildConfiguration{written({'modelIdentifier': export.name})}>",
            '    <SourceFileSet language="C99">',
            *files,
            "    </SourceFileSet>",
            '    <Library name="m"/>',
            "  </BuildConfiguration>",
            "</fmiBuildDescription>",
            "",
        ]
    )


# --- A model as a functional mock-up unit: FMI 3.0, model exchange and co-simulation in one file.

_ENDING = ".fmu"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same model makes the same bytes
_TEMPLATES = ("fmi3.h", *_SOURCES)


def write_fmu(
    source: Source | Export,
    file: str | Path,
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
    path = asked_file(file, _ENDING, force)
    compiler = require_compiler("an FMU")
    export = describe(source, duration, dt)
    if inputs:
        export = with_open_inputs(export)
    sources = _unit_sources(export)
    token = "{" + hashlib.sha256("\0".join(sources.values()).encode()).hexdigest() + "}"
    sources["fmi3_token.h"] = _token_text(export, token)
    tool = f"Elver {versions()['elver']}"
    platform, ending = platform_of_units()
    with tempfile.TemporaryDirectory() as folder:
        for name, code in sources.items():
            (Path(folder) / name).write_text(code, encoding="utf-8")
        files = [name for name in sources if name.endswith(".c")]
        binary = compile_library(compiler, Path(folder), files, f"{export.name}{ending}").read_bytes()
    contents: dict[str, str | bytes] = {
        "modelDescription.xml": description_text(export, token, tool),
        "documentation/index.html": _documentation(export),
        "sources/buildDescription.xml": build_text(export),
        **{f"sources/{name}": content for name, content in sources.items()},
        f"binaries/{platform}/{export.name}{ending}": binary,
    }
    with whole_file(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return [path]


def _unit_sources(export: Export) -> dict[str, str]:
    """C files of the unit, all but the token, which is made from them."""
    own = {f"{export.name}.h": header_text(export), f"{export.name}.c": source_text(export)}
    return own | {name: template(name, export) for name in _TEMPLATES}


def _token_text(export: Export, token: str) -> str:
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


def _documentation(export: Export) -> str:
    """A page for people: every name with its unit."""
    title = escape(export.program.model.name)
    notes = "".join(f"<p>{escape(note)}.</p>" for note in export.notes)
    head = f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
    return f"{head}<body><h1>{title}</h1>{notes}<pre>{escape(names(export))}</pre></body></html>\n"
