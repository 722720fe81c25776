"""modelDescription.xml of a functional mock-up unit (FMI 3.0), and how its sources are built."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from elver.document.units import read_unit
from elver.errors import printable
from elver.export.description import Export, Named
from elver.export.naming import distinct
from elver.export.units import base_units

STEP = "integrator.step"
SOURCES = ("fmi3.c", "fmi3_absent.c")  # besides the model's own
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def element(tag: str, indent: int = 2, /, **attributes) -> str:
    """An element without content; attributes that are None are left out."""
    return f"{' ' * indent}<{tag}{written(attributes)}/>"


def written(attributes: dict) -> str:
    return "".join(f" {key}={quoteattr(text(value))}" for key, value in attributes.items() if value is not None)


def text(value) -> str:
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
            HEAD,
            f"<fmiModelDescription{written(top)}>",
            element("ModelExchange", **both),
            element("CoSimulation", **both, canHandleVariableCommunicationStepSize=True),
            "  <UnitDefinitions>",
            *unit_definitions(export),
            "  </UnitDefinitions>",
            "  <LogCategories>",
            element("Category", 4, name="logStatusError", description="what was wrong with a call, or why a step failed"),
            "  </LogCategories>",
            element("DefaultExperiment", **experiment),
            "  <ModelVariables>",
            *variables(export),
            "  </ModelVariables>",
            "  <ModelStructure>",
            *structure(export),
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
            yield element("Unit", 4, name=unit)
            continue
        exponents, factor = found
        parts = [element("BaseUnit", 6, **exponents, factor=None if factor == 1.0 else factor), *display_units(export, unit)]
        yield "\n".join([f"    <Unit{written({'name': unit})}>", *parts, "    </Unit>"])


def display_units(export: Export, unit: str) -> Iterable[str]:
    """The units in which parameters of a unit were written, with the factor from that unit to each."""
    own = read_unit(unit).factor if unit else 1.0
    for shown in dict.fromkeys(n.shown_in for n in export.parameters if n.unit == unit and n.shown_in):
        yield element("DisplayUnit", 6, name=shown, factor=own / read_unit(shown).factor)


# --- variables --------------------------------------------------------------------------------------------------------


def variables(export: Export) -> Iterable[str]:
    """All variables in the order of their value references."""
    references = References(export)
    yield number("time", 0, "independent", "continuous", "s", "time")
    names = all_names(export)
    for k, (n, computed) in enumerate(zip(export.states, export.computed, strict=True)):
        start = {"initial": "calculated"} if computed else {"initial": "exact", "start": n.value}
        yield number(names["states"][k], references.states + k, "local", "continuous", n.unit, n.meaning, **start)
    for k, n in enumerate(export.states):
        more = {"initial": "calculated", "derivative": references.states + k}
        told = f"derivative of {n.meaning}"
        yield number(f"der({names['states'][k]})", references.rates + k, "local", "continuous", rate_unit(n.unit), told, **more)
    for k, n in enumerate(export.parameters):
        more = {"start": n.value, **bounds_of(n), "displayUnit": n.shown_in or None}
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
    return {"min": n.above if n.low is None else n.low, "max": n.high}


class References:
    """The first value reference of every kind of variable; fmi3.c counts in the same way."""

    def __init__(self, export: Export):
        self.states = 1
        self.rates = self.states + len(export.states)
        self.parameters = self.rates + len(export.states)
        self.step = self.parameters + len(export.parameters)
        self.outputs = self.step + 1
        self.inputs = self.outputs + len(export.outputs)
        self.signals = self.inputs + len(export.inputs)


def all_names(export: Export) -> dict[str, list[str]]:
    """Names of the variables, no two of them alike."""
    signals = tuple(export.signals[k] for k in export.open_signals)
    groups = {"states": export.states, "parameters": export.parameters, "outputs": export.outputs, "inputs": export.inputs}
    groups["signals"] = signals
    flat = ["time", *(n.dotted for rows in groups.values() for n in rows), STEP]
    unique = iter(distinct(flat)[1:])
    return {**{kind: [next(unique) for _ in rows] for kind, rows in groups.items()}, "step": [next(unique)]}


def number(name: str, reference: int, causality: str, variability: str, unit: str, meaning: str, **more) -> str:
    """One variable."""
    return element(
        "Float64", 4, name=name, valueReference=reference, description=meaning, causality=causality, variability=variability,
        unit=unit or None, **more,
    )  # fmt: skip


def structure(export: Export) -> Iterable[str]:
    """Outputs, derivatives, and what is computed at the start; each may depend on everything."""
    references = References(export)
    outputs = range(references.outputs, references.outputs + len(export.outputs))
    rates = range(references.rates, references.parameters)
    states = [references.states + k for k, computed in enumerate(export.computed) if computed]
    for kind, places in (
        ("Output", outputs),
        ("ContinuousStateDerivative", rates),
        ("InitialUnknown", [*outputs, *rates, *states]),
    ):
        for reference in places:
            yield element(kind, 4, valueReference=reference)


# --- building ---------------------------------------------------------------------------------------------------------


def build_text(export: Export) -> str:
    """buildDescription.xml: what to compile and to link."""
    files = [element("SourceFile", 6, name=name) for name in (f"{export.name}.c", *SOURCES)]
    return "\n".join(
        [
            HEAD,
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
