"""Measured numbers as a fit file writes them: ``80.9 +- 2.7``, ``80.9 mm/s +- 3 %``, and their errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from elver.document.expressions import parse
from elver.document.nodes import Items, Node, Table, as_items, as_text
from elver.document.units import Unit
from elver.document.values import evaluate, settled
from elver.errors import InputError
from elver.fit.quantities import camera_unit

SPLIT = re.compile(r"\+-|\+/-|\u00b1")
IN_PIXELS = re.compile(r"(.*[^A-Za-z_])(px\b.*)")


@dataclass(frozen=True)
class Ruler:
    """What numbers are read by: the unit that bare ones stand in, and the length of a pixel [m]."""

    called: str
    scale: float = 1.0

    @cached_property
    def unit(self) -> Unit:
        return camera_unit(self.called, self.scale)

    def read(self, node: Node, text: str) -> float:
        """A number in the ruler's unit."""
        pixels = IN_PIXELS.fullmatch(text.strip())
        try:
            value = evaluate(parse((pixels[1] if pixels else text).strip()), {})
            if pixels:
                given = camera_unit(pixels[2], self.scale)
                if value.unit is not None or not given.fits(self.unit):
                    raise InputError(f"it is given in {pixels[2]}, but {self.called} is expected.")
                return float(value.number * given.factor / self.unit.factor)
            number = settled(value, self.unit, self.called)
        except InputError as error:
            raise node.error(f"{node.key} = {text[:60]}: {error}") from None
        return float(number if value.unit is None else number / self.unit.factor)


@dataclass(frozen=True)
class Error:
    """The error of numbers: absolute, in their own unit, or a share of each of them."""

    value: float
    share: bool = False

    def of(self, values: np.ndarray) -> np.ndarray:
        """Sigma of every value."""
        return self.value * np.abs(values) if self.share else np.full(len(values), self.value)


def read_error(node: Node, ruler: Ruler, text: str | None = None) -> Error:
    """The error that a node gives: in the ruler's unit, or in per cent of the numbers."""
    text = as_text(node, "an error").text if text is None else text
    share = text.strip().endswith("%")
    value = Ruler("1").read(node, text.strip()[:-1]) if share else ruler.read(node, text)
    if not value > 0:
        raise node.error(f"{node.key} = {text[:60]}: an error must be greater than 0.")
    return Error(value / 100, True) if share else Error(value)


def read_measured(node: Node, ruler: Ruler) -> tuple[np.ndarray, np.ndarray]:
    """Values and their errors, NaN where none is given: one number, a list, or a mapping with value and sigma."""
    if isinstance(node, Table):
        node.allow(("value", "sigma"), "a measured number")
        values, errors = read_measured(node.need("value", "a measured number"), ruler)
        if "sigma" in node:
            errors = read_error(node.need("sigma", ""), ruler).of(values)
        return values, errors
    items = list(as_items(node, "numbers")) if isinstance(node, Items) else [node]
    pairs = [one_measured(item, ruler) for item in items]
    table = np.array(pairs, dtype=float).reshape(len(pairs), 2)
    return table[:, 0], table[:, 1]


def one_measured(node: Node, ruler: Ruler) -> tuple[float, float]:
    """A number and its error."""
    text = as_text(node, "a measured number").text
    parts = SPLIT.split(text)
    if len(parts) > 2:
        raise node.error(f"{node.key} = {text[:60]}: write VALUE +- ERROR, such as 80.9 +- 2.7.")
    value = ruler.read(node, parts[0])
    if len(parts) == 1:
        return value, np.nan
    return value, float(read_error(node, ruler, parts[1]).of(np.array([value]))[0])
