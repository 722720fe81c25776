"""Messages of the engine in the words of files: ``{type: spring, stiffness: ...}`` instead of ``Spring(stiffness=...)``.

Classes of the engine say what is wrong with them in Python. Whoever wrote a file never saw those names: what comes to them passes
through ``in_file_words``, which knows the word of ``type`` that every class has in a file. What stands in quotation marks is the
user's own and stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from elver._support.errors import InputError

TABLES: list[Mapping[str, object]] = []  # words of ``type``, and the kinds they choose (``Part``)
_PLAIN = {  # of classes without a ``type``
    "Body": "body", "Joint": "joint", "Robot": "machine", "Loop": "loop", "Place": "place", "Scene": "scene",
    "InitialState": "start",
    "Contour": "contour", "Blade": "blade", "Strip": "strip", "TaperedStrip": "tapered strip", "CombinedGait": "gait",
    "ByBody": "medium", "SignalTable": "recording", "Hydrostatics": "hydrostatics", "Radiation": "radiation",
    "Resistance": "resistance", "LineOfSight": "guidance", "MemoryModel": "memory",
}  # fmt: skip
_WHOLE = (  # where a sentence names what a file says in another way
    ("elver.robot.Loop (`loops` in a file)", "entry of `loops`"),
    (
        "Check that `inertia` is about the frame's ORIGIN; for one about the centre of mass use Body.central",
        "`inertia` is about the centre of mass, `inertia_at_origin` about the frame's origin: look which one is given",
    ),
    ("Make it by Body.solid", "Give it a shape and a density"),
    ("set density=None", "leave the density out"),
    ("use Joint.rotor", "use `rotor` of a joint"),
    ("(InitialState.angles)", "(`angles` of the start)"),
    ("elver.robot.placed(at, axis)", "at and axis"),
    ("smooth the samples by SignalTable.smoothed(..., period=...)", "smooth the samples first"),
    ("bring many together by SignalTable.smoothed(..., period=...)", "average many into one first"),
    ("into one RecordedMotion", "into one recording"),
    ("give angles in radians (math.radians(30) for 30 degrees)", "give angles their unit (`30 deg`)"),
    ("stops (elver.drive.JointStops)", "stops (a coupling of type `stops`)"),
    ("angles are radians: math.radians(30), or `30 deg` in a file and on the command line", "write `30 deg`"),
    ("angles are radians, 30 degrees are math.radians(30), or `30 deg` in a file and on the command line", "write `30 deg`"),
    (" (elver.contact)", ""),
    (", elver.forces.hulls", ""),
    (", `ContactSettings(accuracy=)` in Python", ""),
    ("with_inputs: ", ""),
    ("per_body: {NAME: none} in a file, elver.forces.ByBody(law, {NAME: None}) in Python", "`per_body: {NAME: none}`"),
    ("Give elastic=", "Give drive.elastic: "),
    ("or control=", "or drive.control: "),
)
_IN_PYTHON = re.compile(r" ?\(in Python: [^()]*(?:\([^()]*\))?\)")
_QUOTED = re.compile(r"(?<!\w)'[^']*'(?!\w)")
_CALL = re.compile(r"(?:\belver\.(?:\w+\.)*)?\b([A-Z]\w*)\(([^()]*)\)")
_ATTRIBUTE = re.compile(r"\b(?:elver\.(?:\w+\.)*)?([A-Z]\w*)\.([a-z_]\w*)(?!\()")
_NAMED = re.compile(r"\b(?:elver\.(?:\w+\.)*)?([A-Z]\w*)\b")
_KEYWORD = re.compile(r"(?<![\w.`-])([a-z_]+)=(?=[\w'\"{\[.(-])")
_OPTION = re.compile(r"--\w[\w-]* ?$")


def spoken(name: str) -> str:
    """The word of a file for a class: that of ``type``, or its name in small letters."""
    return _words().get(name) or _PLAIN.get(name) or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def _words() -> dict[str, str]:
    """The word of ``type`` for every class that has one."""
    found: dict[str, str] = {}
    for table in TABLES:
        for word, kind in table.items():
            found.setdefault(str(getattr(kind, "home", "")).rpartition(":")[2], word)
    return found


def in_file_words(text: str) -> str:
    """A message of the engine for whoever wrote a file."""
    known = _words() | _PLAIN
    text = _IN_PYTHON.sub("", text)
    for old, new in _WHOLE:
        text = text.replace(old, new)
    text = _outside_quotes(text, _CALL, lambda found: _called(found, known))
    first = _ATTRIBUTE.match(text)
    if first and first[1] in known:
        text = text[first.start(2) :]
    text = _outside_quotes(text, _ATTRIBUTE, lambda m: f"{m[2]} of {known[m[1]]}" if m[1] in known else m[0])
    text = _outside_quotes(text, _KEYWORD, lambda m: m[0] if _OPTION.search(m.string[: m.start()]) else f"{m[1]}: ")
    text = _outside_quotes(text, _NAMED, lambda m: m[0] if _begins_sentence(m) and m[1] in _PLAIN else known.get(m[1], m[0]))
    return re.sub(r"\bTrue\b", "true", re.sub(r"\bNone\b", "none", text))


@contextmanager
def speaking_of(origin: Mapping[str, object]) -> Iterator[None]:
    """What is refused meanwhile about a model out of a file is said in the words of files. origin: of the model."""
    try:
        yield
    except InputError as error:
        if "digest" not in origin or hasattr(error, "reason"):
            raise
        raise type(error)(in_file_words(str(error))) from error


def _begins_sentence(found: re.Match[str]) -> bool:
    """Whether a word is the first of a sentence, and written large for that."""
    return not found.start() or found.string[: found.start()].endswith(". ")


def _outside_quotes(text: str, pattern: re.Pattern[str], replaced: Callable[[re.Match[str]], str]) -> str:
    """The text with matches that begin outside quotation marks replaced."""
    spans = [found.span() for found in _QUOTED.finditer(text)]
    return pattern.sub(lambda m: m[0] if any(a < m.start() < b - 1 for a, b in spans) else replaced(m), text)


def _called(found: re.Match[str], known: Mapping[str, str]) -> str:
    """A call as a mapping of a file; the call itself where nobody knows the class."""
    name, arguments = found[1], found[2]
    if name not in known:
        return found[0]
    return "{" + ", ".join([f"type: {known[name]}", *_given(name, arguments)]) + "}"


def _given(name: str, arguments: str) -> Iterator[str]:
    """Arguments of a call as keys and values; what has no name has that of its place in the class."""
    fields = _fields_of(name)
    for k, text in enumerate(part.strip() for part in arguments.split(",") if part.strip()):
        key, sign, value = text.partition("=")
        plain = (value if sign else text).strip().strip("'\"")
        if sign:
            yield f"{key.strip()}: {plain}"
        elif text == "...":
            yield text
        else:
            own = fields[k] if k < len(fields) else ""
            yield f"{own}: {'...' if plain == own or plain in fields else plain}" if own else plain


def _fields_of(name: str) -> tuple[str, ...]:
    """Keys of a class in a file, in order."""
    for table in TABLES:
        for kind in table.values():
            if str(getattr(kind, "home", "")).rpartition(":")[2] == name:
                return tuple(getattr(kind, "named", ()))
    return ()
