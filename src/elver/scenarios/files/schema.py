"""The JSON schema of scenario files, made from the same declarations that read them.

It needs all of them, and with them the engine; a file is read and its mistakes are told without (loading.py).
"""

from __future__ import annotations

from typing import Any

from elver.scenarios.files.drive import WANTED, DriveForm
from elver.scenarios.files.environment import ENVIRONMENT
from elver.scenarios.files.media import MediaForm
from elver.scenarios.files.metrics import CLAIMS, MeasuresForm
from elver.scenarios.files.parameters import PARAMETERS
from elver.scenarios.files.robot import MachineForm
from elver.scenarios.files.run import PICTURES, RUN, START, STORY, VIEW
from elver.scenarios.files.types import PARTS, SCENE, SEA, SENSOR
from elver.scenarios.yaml.forms import Name, Version

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a scenario file, for editors and checkers."""
    text = {"type": "string"}
    properties = {
        "elver": Version().schema(),
        "name": Name().schema(),
        "title": text,
        "source": text,
        "parameters": PARAMETERS.schema(),
        "machine": MachineForm().schema(),
        "sea": SEA.schema(),
        "media": MediaForm().schema(),
        "drive": DriveForm().schema(),
        "inputs": WANTED.schema(),
        "scene": SCENE.schema(),
        "start": START.schema(),
        "sensors": {"type": "object", "additionalProperties": SENSOR.schema()},
        "run": RUN.schema(),
        "measures": MeasuresForm().schema(),
        "pictures": PICTURES.schema(),
        "view": VIEW.schema(),
        "story": STORY.schema(),
        "advice": text,
        "claims": CLAIMS.schema(),
        "environment": ENVIRONMENT.schema(),
    }
    needed = ["elver", "name", "machine", "run"]
    return {
        "$schema": DRAFT,
        "title": "Elver scenario file, version 1",
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": False,
        "$defs": {**{part.label: part.definition() for part in PARTS}, "restricted_medium": MediaForm.definition()},
    }
