"""Measured numbers as a fit file writes them: ``80.9 +- 2.7``, ``80.9 mm/s +- 3 %``, and their errors."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from elver.document.expressions import parse
from elver.document.nodes import Items, Node, Table, as_items, as_text
from elver.document.units import Unit
from elver.document.values import evaluate, settled
from elver.errors import InputError

SPLIT = re.compile(r"\+-|\+/-|\u00b1")


@dataclass(frozen=True)
class Error:
    """The error of numbers: absolute, in their own unit, or a share of each of them."""

    value: float
    share: bool = False

    def of(self, values: np.ndarray) -> np.ndarray:
        """Sigma of every value."""
        return self.value * np.abs(values) if self.share else np.full(len(values), self.value)


def in_unit(node: Node, text: str, unit: Unit, called: str) -> float:
    """A number in ``unit``: a bare one stands in it already. ``px`` is known where the unit itself is one of px."""
    if "px" in called and text.rstrip().endswith(called):
        text = text.rstrip().removesuffix(called)
    try:
        value = evaluate(parse(text.strip()), {})
        number = settled(value, unit, called)
    except InputError as error:
        raise node.error(f"{node.key} = {text[:60]}: {error}") from None
    return float(number if value.unit is None else number / unit.factor)


def read_error(node: Node, unit: Unit, called: str, text: str | None = None) -> Error:
    """The error that a node gives: in the unit, or in per cent of the numbers."""
    text = as_text(node, "an error").text if text is None else text
    share = text.strip().endswith("%")
    value = in_unit(node, text.strip().rstrip("%"), Unit() if share else unit, "%" if share else called)
    if not value > 0:
        raise node.error(f"{node.key} = {text[:60]}: an error must be greater than 0.")
    return Error(value / 100, True) if share else Error(value)


def read_measured(node: Node, unit: Unit, called: str) -> tuple[np.ndarray, np.ndarray]:
    """Values and their errors, NaN where none is given: one number, a list, or a mapping with value and sigma."""
    if isinstance(node, Table):
        node.allow(("value", "sigma"), "a measured number")
        values, errors = read_measured(node.need("value", "a measured number"), unit, called)
        if "sigma" in node:
            errors = read_error(node.need("sigma", ""), unit, called).of(values)
        return values, errors
    items = list(as_items(node, "numbers")) if isinstance(node, Items) else [node]
    pairs = [one_measured(item, unit, called) for item in items]
    table = np.array(pairs, dtype=float).reshape(len(pairs), 2)
    return table[:, 0], table[:, 1]


def one_measured(node: Node, unit: Unit, called: str) -> tuple[float, float]:
    """A number and its error."""
    text = as_text(node, "a measured number").text
    parts = SPLIT.split(text)
    if len(parts) > 2:
        raise node.error(f"{node.key} = {text[:60]}: write VALUE +- ERROR, such as 80.9 +- 2.7.")
    value = in_unit(node, parts[0], unit, called)
    if len(parts) == 1:
        return value, np.nan
    return value, float(read_error(node, unit, called, parts[1]).of(np.array([value]))[0])
