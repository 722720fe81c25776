"""Edited strokes go back into their file, and nothing else of it changes."""

import math

import pytest

from elver._support.errors import InputError
from elver.scenarios import load_text
from elver.scenarios.files.write_splines import with_stroke

FILE = """# a fish
elver: 1
name: fish   # its name
parameters:
  beat: {value: 0.8, unit: s}
  lift: {value: 12 deg}
machine:
  base: planar
  bodies:
    hull: {shape: {type: rod, length: 0.3, radius: 0.03 * lift / (12 deg)}, density: 1000}
    tail: {shape: {type: rod, length: 0.2, radius: 0.02}, density: 1000}
    fin: {shape: {type: rod, length: 0.1, radius: 0.02}, density: 1000}
  joints:
    hinge: {parent: hull, child: tail, at: [-0.15, 0, 0], mode: driven}
    tip: {parent: tail, child: fin, at: [-0.2, 0, 0], mode: driven}
drive:
  gait:
    type: spline
    period: beat
    points:
      # drawn on a Tuesday
      hinge: [0.0, 20 deg, lift, -20deg,  0.1]  # the tail
      tip:
      - 0.1   # first
      - 0.2
      - -0.3
      - 0.4   # last
media:
  water: {type: morison}
run: {duration: 1}
"""

LINES = """tip:
      - 0.1   # first
      - 0.2
      - -0.3
      - 0.4   # last"""
SHAPE = "  shape: {value: [0.0, 0.1, 0.2, 0.3], unit: rad}"


def points(text: str, joint: str) -> list[float]:
    return [float(p) for p in load_text(text).build().gait.points[joint]]


def test_only_moved_points_change_and_keep_their_unit():
    own = points(FILE, "hinge")
    own[1], own[4] = math.radians(25), 0.15
    text = with_stroke(FILE, "hinge", own)
    assert text == FILE.replace("[0.0, 20 deg, lift, -20deg,  0.1]", "[0.0, 25.0 deg, lift, -20deg,  0.15]")
    assert points(text, "hinge") == pytest.approx(own, abs=1e-12)
    assert with_stroke(FILE, "hinge", points(FILE, "hinge")) == FILE


def test_lines_and_names_give_way_to_numbers():
    """A point that was the name of a parameter becomes a number; a list written line by line keeps its comments."""
    moved = with_stroke(FILE, "hinge", [0.0, math.radians(20), 0.3, math.radians(-20), 0.1])
    assert "[0.0, 20 deg, 0.3, -20deg,  0.1]" in moved
    lines = with_stroke(FILE, "tip", [0.1, 0.25, -0.3, 2.0])
    assert lines == FILE.replace("- 0.2\n", "- 0.25\n").replace("- 0.4   # last", "- 2.0   # last")


def test_more_points_or_fewer():
    longer = with_stroke(FILE, "hinge", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]  # the tail" in longer
    lines = with_stroke(FILE, "tip", [0.1, 0.2, 0.3, 0.4, 0.5])
    assert points(lines, "tip") == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    assert "period: beat" in lines


def test_patterns_lists_of_gaits_and_shared_points():
    """Joints under a pattern, or with the points of another one, move together."""
    pattern = FILE.replace("      tip:\n", "      't*':\n")
    assert points(with_stroke(pattern, "tip", [1, 2, 3, 4]), "tip") == [1.0, 2.0, 3.0, 4.0]
    shared = FILE.replace("hinge: [", "hinge: &own [").replace(LINES, "tip: *own")
    moved = with_stroke(shared, "tip", [0.1, 0.2, 0.3, 0.4, 0.5])
    assert points(moved, "hinge") == points(moved, "tip") == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    first, second = FILE.split("  gait:\n")
    body, rest = second.split("media:")
    several = f"{first}  gait:\n    - type: shifted\n      time: 0.1\n      gait:\n" + body.replace("    ", "          ")
    text = with_stroke(f"{several}media:{rest}", "tip", [0.1, 0.2, -0.3, 0.7])
    assert "- 0.7   # last" in text


@pytest.mark.parametrize(
    ("change", "joint", "given", "words"),
    [
        ({}, "hing", [0.0] * 4, "no spline moves joint 'hing'. Splines move hinge, tip"),
        ({}, "hinge", [0.0] * 3, "needs four or more"),
        ({}, "hinge", [0.0, 1.0, 2.0, math.nan], "finite numbers"),
        ({"[0.0, 20 deg, lift, -20deg,  0.1]": "shape", "  lift:": f"{SHAPE}\n  lift:"}, "hinge", [0.0] * 4, "Write them out"),
    ],
)
def test_what_is_refused(change, joint, given, words):
    text = FILE
    for old, new in change.items():
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(InputError, match=words):
        with_stroke(text, joint, given)
