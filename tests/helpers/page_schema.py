"""The form of a payload as a JSON schema: what the viewer relies on."""

from __future__ import annotations

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
POINT = {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}


def thing(required: dict, **optional) -> dict:
    """An object with those members and no others."""
    return {"type": "object", "properties": {**required, **optional}, "required": list(required), "additionalProperties": False}


def many(items: dict, least: int = 0) -> dict:
    return {"type": "array", "items": items, "minItems": least}


OUTLINE = many({"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}, 3)
STANDING = thing({"name": TEXT, "outline": OUTLINE, "base": NUMBER, "height": NUMBER}, kind={"enum": ["disc", "polygon"]})
SCENE = thing(
    {
        "size": {"type": "number", "exclusiveMinimum": 0},
        "view": {"enum": ["xy", "xz", "yz", "3d"]},
        "up": {"const": "z"},
        "ground": FLAG,
        "level": NUMBER,
        "water": {"anyOf": [{"type": "null"}, thing({"surface": {"type": ["number", "null"]}})]},
        "obstacles": many(STANDING),
        "walls": many(STANDING),
        "regions": many(thing({"name": TEXT}, **{"from": NUMBER, "to": NUMBER})),
    },
    stream={"type": "array", "items": {"type": ["number", "string"]}, "minItems": 3, "maxItems": 3},
)
BODY = thing(
    {
        "name": TEXT,
        "mesh": {"type": ["integer", "null"]},
        "parent": {"type": "integer"},
        "role": TEXT,
        "com": POINT,
        "mass": NUMBER,
    },
    joints=many(thing({"name": TEXT, "unit": TEXT, "effort": TEXT})),
)
MESH = thing({"points": TEXT, "triangles": TEXT}, wide=FLAG, thin=FLAG)
ENDS = {"type": "object", "additionalProperties": thing({"low": TEXT, "high": TEXT}), "minProperties": 1}
MORPH = thing({"name": TEXT, "at": POINT, "meshes": ENDS})
ARROW = thing(
    {"name": TEXT, "title": TEXT, "field": TEXT, "unit": {"const": "N"}, "at": {"enum": ["body_com", "contact", "edge"]},
     "scale": {"type": ["number", "null"]}, "shown": FLAG},
    edges=many(thing({"body": TEXT, "at": POINT, "field": TEXT}), 1),
)  # fmt: skip
PLOT = thing({"title": TEXT, "unit": TEXT, "series": many(thing({"label": TEXT, "output": TEXT}), 1), "shown": FLAG})
TERM = thing({"output": TEXT, "factor": NUMBER})
KINDS = ["value", "size", "speed", "rate", "cost", "balance", "given"]
FIGURE = thing(
    {"title": TEXT, "unit": TEXT, "kind": {"enum": KINDS}, "meaning": TEXT},
    output=TEXT, work=TEXT, position=TEXT, mass=NUMBER, factor=NUMBER, terms=many(TERM, 1), scale=many(TEXT, 1),
    value={"type": ["number", "null"]},
)  # fmt: skip
WORDS = {"dims": many(TEXT), "labels": {"type": "object"}, "unit": TEXT, "meaning": TEXT}
FIELD = thing({"shape": many({"type": "integer"}, 1), "data": TEXT, "low": TEXT, "step": TEXT, **WORDS})
POSES = {"required": ["body_position", "body_quaternion"]}
RECORDING = thing(
    {"times": TEXT, "fields": {"type": "object", "additionalProperties": FIELD, **POSES}, "note": TEXT}
)  # fmt: skip
COMMON = {
    "format": {"const": 1},
    "title": TEXT,
    "about": TEXT,
    "source": TEXT,
    "version": TEXT,
    "duration": {"type": "number", "minimum": 0},
    "period": {"type": ["number", "null"]},
    "bodies": many(BODY, 1),
    "meshes": many(MESH),
    "scene": SCENE,
    "arrows": many(ARROW),
    "plots": many(PLOT),
    "figures": many(FIGURE),
}
SEAMS = many({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}, 1)
CAMERA = thing({}, azimuth=NUMBER, elevation=NUMBER, zoom=NUMBER, room=NUMBER, centre=POINT, floor=NUMBER)
STEP = thing(
    {"text": TEXT, "set": {"type": "object", "additionalProperties": NUMBER}}, camera=CAMERA, speed=NUMBER, again=FLAG
)  # fmt: skip
SHOWN = {"camera": CAMERA, "advice": TEXT, "links": many(thing({"title": TEXT, "address": TEXT}), 1)}
TRUST = thing({"doubts": many(TEXT), "warnings": many(TEXT), "of": TEXT})
SWITCH = thing({"name": TEXT, "title": TEXT, "words": many(TEXT, 2), "trust": many({"anyOf": [{"type": "null"}, TRUST]}, 2)})
ENDED = thing({"word": TEXT, "text": TEXT})
OF_REPLAYS = {"kind": {"const": "replay"}, "machine": {"type": "null"}, "recording": RECORDING, "ended": ENDED}
REPLAY = thing({**COMMON, **OF_REPLAYS}, trust=TRUST, seams=SEAMS, **SHOWN)
NUMBERS, NAMES = many(NUMBER, 4), many(TEXT, 1)
STROKE = thing(
    {"joint": TEXT, "joints": NAMES, "unit": TEXT, "points": NUMBERS, "parameters": NAMES, "basis": TEXT}
    | dict.fromkeys(("period", "drive", "drive_end", "start", "low", "high"), NUMBER)
)
LIVE = thing(
    {**COMMON, "kind": {"const": "live"}, "dt": NUMBER, "machine": {"type": "object"}},
    strokes=many(STROKE, 1), morphs=many(MORPH, 1), trust=TRUST, seams=SEAMS, switches=many(SWITCH, 1), story=many(STEP, 1),
    **SHOWN,
)  # fmt: skip
