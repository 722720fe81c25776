"""What machines that are stepped from outside are at an instant, as plain arrays with one row per machine. Needs NumPy alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from elver.errors import InputError


class Fleet(NamedTuple):
    """Machines as they are now, one row each, changed in place.

    state.   p: free parameters, the inputs among them.   constants: what the compiled right-hand side takes in place of p (p
    itself where they are the same).   held: the inputs.   base [s], steps: the time is base + steps dt.   status: codes of
    ``elver.statuses``; whoever is not RUNNING stays where it is.   output: what is looked at, as of the end of the last call.
    wrong: place and value of the input that was refused last.
    """

    state: np.ndarray
    p: np.ndarray
    constants: np.ndarray
    held: np.ndarray
    base: np.ndarray
    steps: np.ndarray
    status: np.ndarray
    output: np.ndarray
    wrong: np.ndarray


class Orders(NamedTuple):
    """How inputs are taken: their bounds, their places in p and in the constants (-1: not there), and whether to clip them."""

    low: np.ndarray
    high: np.ndarray
    places: np.ndarray
    slots: np.ndarray
    clip: bool


class Stride(NamedTuple):
    """How far a call goes: so many whole steps of h [s], or, where they are negative, ``duration`` [s]."""

    steps: int
    h: float
    duration: float


def put_back(arrays: Iterable[np.ndarray], kept: Iterable[np.ndarray]) -> None:
    """Fill arrays with what they held when it was kept; refused where they are of another machine, or another computer."""
    for array, values in zip(arrays, kept, strict=True):
        if array.shape != values.shape or array.dtype != values.dtype:
            raise InputError(
                f"machines that were kept as arrays of {values.shape} do not fit into arrays of {array.shape}: they are of "
                "another model, or of a computer with other vectors. Make new ones here."
            )
        array[...] = values


def empty_fleet(machines: int, states: int, parameters: int, constants: int | None, inputs: int, outputs: int) -> Fleet:
    """Room for so many machines, all at time 0. constants: None where the right-hand side takes p itself."""
    p = np.zeros((machines, parameters))
    return Fleet(
        state=np.zeros((machines, states)),
        p=p,
        constants=p if constants is None else np.zeros((machines, constants)),
        held=np.zeros((machines, inputs)),
        base=np.zeros(machines),
        steps=np.zeros(machines, dtype=np.int64),
        status=np.zeros(machines, dtype=np.int8),
        output=np.zeros((machines, outputs)),
        wrong=np.zeros((machines, 2)),
    )
