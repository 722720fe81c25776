"""An edited stroke put back into the scenario file it came from: only its numbers change, comments and layout stay."""

from __future__ import annotations

import fnmatch
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from elver._support.errors import InputError, is_finite
from elver._support.units import read_unit
from elver.drive import PeriodicSpline
from elver.drive.gaits import timed_gaits
from elver.scenarios.files.loading import read_scenario
from elver.scenarios.yaml.nodes import LOADER, parse_document

_WITH_UNIT = re.compile(r"\s*[-+.0-9eE]+\s*(?P<unit>[A-Za-z][\w/^*]*)\s*")
_SAME = 1e-9  # of a point's own size: not moved


def with_stroke(text: str, joint: str, points: Sequence[float], path: str | Path | None = None) -> str:
    """The text of a scenario file with other control points [rad or m] of a joint's spline.

    Points that have not moved keep the words they are written in; others become numbers, in the unit that stood there.
    path: of the file, where it names other files.
    """
    wanted = [float(p) for p in points if is_finite(p)]
    if len(wanted) != len(points) or len(wanted) < 4:
        raise InputError(f"the stroke of joint '{joint}' needs four or more finite numbers; given {len(points)}.")
    file = str(path or "text")
    before = control_points(text, joint, file, path)
    node = _points_node(text, joint, file)
    if not isinstance(node, yaml.SequenceNode) or not all(isinstance(item, yaml.ScalarNode) for item in node.value):
        raise InputError(f"{file}: the points of '{joint}' are no list of numbers there. Write them out in square brackets.")
    changed = _replaced_items(text, node, before, wanted)
    parse_document(changed, file)
    after = control_points(changed, joint, file, path)
    if len(after) != len(wanted) or any(abs(a - b) > 1e-5 * (1.0 + abs(b)) for a, b in zip(after, wanted, strict=True)):
        raise InputError(f"{file}: the points of '{joint}' could not be written back; they are shared with something else.")
    return changed


def control_points(text: str, joint: str, file: str, path: str | Path | None) -> list[float]:
    """The control points of a joint as the file has them, in numbers."""
    scenario = read_scenario(parse_document(text, file), None if path is None else Path(path), False)
    splines = [one.gait for one in timed_gaits(scenario.build().gait) if isinstance(one.gait, PeriodicSpline)]
    for spline in splines:
        if joint in spline.points:
            return [float(value) for value in spline.points[joint]]
    known = sorted({name for spline in splines for name in spline.points})
    raise InputError(f"{file}: no spline moves joint '{joint}'. Splines move {', '.join(known) or 'none'}.")


# --- places in the text ---------------------------------------------------------------------------------------------------


def _points_node(text: str, joint: str, file: str) -> yaml.Node:
    """The node that holds the control points of a joint: under its own name, or under a pattern that it matches."""
    root = yaml.compose(text, Loader=LOADER)
    drive = _entry(root, "drive")
    for spline in _splines_in(_entry(drive, "gait") if drive is not None else None):
        table = _entry(spline, "points")
        names = [key.value for key, _ in table.value] if isinstance(table, yaml.MappingNode) else []
        found = [n for n in names if n == joint] or [n for n in names if fnmatch.fnmatchcase(joint, n)]
        if found:
            node = _entry(table, found[0])
            assert node is not None
            return node
    raise InputError(f"{file}: the points of joint '{joint}' do not stand under its own name there. Write them under '{joint}:'.")


def _splines_in(node: yaml.Node | None) -> Iterator[yaml.Node]:
    """Splines among gaits, lists of gaits and shifted gaits."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _splines_in(item)
    elif isinstance(node, yaml.MappingNode):
        kind = _entry(node, "type")
        if isinstance(kind, yaml.ScalarNode) and kind.value == "spline":
            yield node
        else:
            yield from _splines_in(_entry(node, "gait"))


def _entry(node: yaml.Node | None, name: str) -> yaml.Node | None:
    """The value under a name of a mapping."""
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((value for key, value in node.value if key.value == name), None)


def _replaced_items(text: str, node: yaml.SequenceNode, before: Sequence[float], wanted: Sequence[float]) -> str:
    """The text with the items of a list replaced: each in its own place, or all where there are more or fewer of them."""
    starts = _line_starts(text)
    spans = [(place(starts, item.start_mark), place(starts, item.end_mark)) for item in node.value]
    words = [text[a:b] for a, b in spans]
    if len(wanted) == len(words) == len(before):
        pieces = [written(*one) for one in zip(words, before, wanted, strict=True)]
        for (a, b), piece in reversed(list(zip(spans, pieces, strict=True))):
            text = text[:a] + piece + text[b:]
        return text
    first, last = spans[0][0], spans[-1][1]
    between = ", " if node.flow_style else "\n" + " " * node.start_mark.column + "- "
    return text[:first] + between.join(number(value) for value in wanted) + text[last:]


def written(word: str, before: float, value: float) -> str:
    """A point as text: as it was where it has not moved, else a number in the unit that stood there."""
    if abs(value - before) <= _SAME * max(abs(value), abs(before), 1.0):
        return word
    unit = _WITH_UNIT.fullmatch(word)
    if unit is None:
        return number(value)
    try:
        factor = read_unit(unit["unit"]).factor
    except InputError:  # a name, or part of an expression
        return number(value)
    return f"{number(value / factor)} {unit['unit']}"


def number(value: float) -> str:
    """A number with seven digits, always with a point or an exponent that YAML and people read alike."""
    text = f"{value:.7g}"
    return text if math.isfinite(value) and any(c in text for c in ".e") else f"{text}.0"


def _line_starts(text: str) -> list[int]:
    """Where the lines of a text begin, as YAML counts them."""
    return [0, *(m.end() for m in re.finditer(r"\r\n|[\n\r\x85\u2028\u2029]", text))]


def place(starts: Sequence[int], mark: Any) -> int:
    """Where in the text a mark is."""
    return starts[mark.line] + mark.column
