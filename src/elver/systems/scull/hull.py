"""The hull of the single scull: coefficients that come with Elver, with the recipe they were made by (docs/models/hull.md)."""

from __future__ import annotations

from pathlib import Path

from elver.hulls import HullCoefficients, load_hull

FILE = Path(__file__).with_name("hull.json")


def scull_hull() -> HullCoefficients:
    """The shipped coefficients."""
    return load_hull(FILE)
