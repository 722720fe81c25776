"""The JSON schema of fit files, from the same declarations that read them where there are some."""

from __future__ import annotations

from typing import Any

from elver.document.forms import EXPRESSION, Form
from elver.fit.files.channels import ESTIMATED, NOISE, SECONDS
from elver.fit.files.loading import ORBIT, RUN
from elver.fit.files.measured.signals import SIGNALS
from elver.fit.files.recordings import CAMERA, CLOCK, DISTANCES, OUTLIERS
from elver.fit.problem import KINDS, STARTS
from elver.fit.quantities import AXES
from elver.machines.file_schema import DRAFT
from elver.machines.parameters import PRIORS

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"anyOf": [{"type": "number"}, EXPRESSION]}
NOTHING: dict[str, Any] = {"type": "null"}
VECTOR: dict[str, Any] = {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}
VALUES = {"type": "object", "additionalProperties": {"anyOf": [*NUMBER["anyOf"], {"type": "array", "items": NUMBER}]}}


def mapping(properties: dict[str, Any], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    """A mapping of these names and no others."""
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


def each(schema: dict[str, Any]) -> dict[str, Any]:
    """A mapping from any names."""
    return {"type": "object", "additionalProperties": schema}


def any_of(*ways: dict[str, Any] | Form) -> dict[str, Any]:
    return {"anyOf": [way.schema() if isinstance(way, Form) else way for way in ways]}


def unknowns(what: str) -> dict[str, Any]:
    """Names, or names with settings."""
    bound = any_of(*NUMBER["anyOf"], NOTHING)
    prior = mapping({"type": {"enum": list(PRIORS)}, **dict.fromkeys(("mean", "sigma", "low", "high"), NUMBER)}, ("type",))
    settings = mapping({
        "range": {"type": "array", "items": bound, "minItems": 2, "maxItems": 2},
        "start": NUMBER,
        "prior": any_of(prior, NOTHING, {"const": "none"}),
    })  # fmt: skip
    return {**any_of({"type": "array", "items": TEXT}, each(any_of(settings, NOTHING))), "description": what}


def channels() -> dict[str, Any]:
    """What is measured."""
    place = mapping({"body": TEXT, "at": VECTOR}, ("body",))
    direction = any_of(TEXT, VECTOR)
    about = {"body": TEXT, "forward": direction, "relative_to": TEXT, "reference": NUMBER}
    properties = {
        "point": any_of(TEXT, place),
        "axis": {"enum": list(AXES)},
        "in": TEXT,
        "heading": any_of(TEXT, mapping(about, ("body",))),
        "speed": any_of(TEXT, mapping({"body": TEXT, "at": VECTOR, "point": any_of(TEXT, place), "along": direction})),
        "of": TEXT,
        "kind": {"enum": list(KINDS)},
        "order": {"type": "integer", "minimum": 1},
        "unit": any_of(TEXT, {"type": "number"}),
        "sigma": NUMBER,
        "noise": noise(),
        "window": SECONDS.schema(),
        "column": TEXT,
        "from_markers": {"type": "boolean"},
        "meaning": TEXT,
    }
    return any_of(TEXT, mapping(properties))


def noise() -> dict[str, Any]:
    """How a channel errs besides sigma."""
    own = {name: form.schema() for name, form in NOISE.forms.items()}
    return mapping({name: {"anyOf": [*schema["anyOf"], {"const": ESTIMATED}]} for name, schema in own.items()})


def recording() -> dict[str, Any]:
    """One recording."""
    names = {"type": "array", "items": TEXT}
    measured = any_of(*NUMBER["anyOf"], {"type": "array", "items": NUMBER}, {"type": "object"})
    return mapping({
        "file": TEXT, "unit": TEXT, "rate": NUMBER, "columns": any_of(names, each(TEXT)), "ignore": names, "sigma": NUMBER,
        "noise": noise(), "numbers": each(measured), "set": VALUES, "start": {"enum": list(STARTS)}, "states": each(NUMBER),
        "camera": CAMERA.schema(), "clock": CLOCK.schema(), "signals": any_of(TEXT, SIGNALS),
        "nuisance": unknowns("unknowns of this recording alone"), "held_out": {"type": "boolean"}, "rivals": each(each(measured)),
        "outliers": OUTLIERS.schema(), "distances": any_of({"type": "boolean"}, DISTANCES), "from": NUMBER, "to": NUMBER,
        "period": NUMBER, "paths": {"type": "boolean"}, "meaning": TEXT,
    })  # fmt: skip


def fit_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a fit file, for editors and checkers."""
    marker = {"body": TEXT, "at": VECTOR, "sigma": NUMBER, "unit": TEXT, "noise": noise(), "kind": {"enum": ["path", "velocity"]}}
    shared = recording()
    properties = {
        "elver": {"const": 1, "description": "version of the format"},
        "fit": {**TEXT, "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$"},
        "title": TEXT,
        "source": TEXT,
        "model": {**TEXT, "description": "a published scenario, or a scenario file beside this one"},
        "set": VALUES,
        "unknowns": unknowns("free parameters that all recordings share"),
        "markers": each(mapping(marker, ("body",))),
        "channels": each(channels()),
        "recordings": each(shared),
        "table": {**shared, "required": ["file"]},
        "run": RUN.schema(),
        "orbit": ORBIT.schema(),
        "law_by": TEXT,
    }
    return {
        "$schema": DRAFT,
        "title": "Elver fit file, version 1",
        "type": "object",
        "properties": properties,
        "required": ["elver", "fit", "model", "unknowns"],
        "additionalProperties": False,
    }
