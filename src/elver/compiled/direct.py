"""Calls of compiled loops from Python without a look at the types of their arguments: it costs more than a short loop does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def entry_of(loop: Any, *arguments: Any) -> Callable:
    """What calls a compiled loop with arguments of these very types and array layouts; it is compiled where that is missing.

    Nothing is checked later: arrays must stay writeable, of the same kind of numbers, dimensions and order in memory.
    """
    from numba import typeof

    if not hasattr(loop, "overloads"):  # a plain function under NUMBA_DISABLE_JIT
        return loop
    return loop.compile(tuple(typeof(argument) for argument in arguments))
