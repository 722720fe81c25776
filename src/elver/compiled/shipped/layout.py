"""Arguments of a compiled loop as Numba lays them out: one slot of eight bytes each, arrays and tuples taken apart.

An array is (owner, parent, numbers, bytes of one, address, shape .., strides ..); owner and parent are zero: the caller keeps it.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

NUMBER, WHOLE, TRUTH, NOTHING = "f", "i", "b", "n"  # kinds of plain arguments and results


def lay_out(value: Any, kinds: list[str], slots: list) -> None:
    """Append what ``value`` is to ``kinds`` and what it holds to ``slots``."""
    if isinstance(value, np.ndarray):
        flags = value.flags
        order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        kinds.append(f"{value.dtype.str}{order}{value.ndim}" + ("" if flags.writeable else "-"))
        slots += (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
    elif isinstance(value, float):
        kinds.append(NUMBER)
        slots.append(value)
    elif isinstance(value, (bool, np.bool_)):
        kinds.append(TRUTH)
        slots.append(int(value))
    elif isinstance(value, (int, np.int64)):
        kinds.append(WHOLE)
        slots.append(int(value))
    elif isinstance(value, tuple):
        kinds.append(f"{type(value).__name__}(")
        for part in value:
            lay_out(part, kinds, slots)
        kinds.append(")")
    else:
        kinds.append(NOTHING if value is None else f"?{type(value).__name__}")
        slots.append(0)


def laid_out(argument: Any) -> tuple[str, bytes]:
    """What an argument is, as one text, and its slots as the machine code reads them."""
    kinds: list[str] = []
    slots: list = []
    lay_out(argument, kinds, slots)
    return " ".join(kinds), struct.pack("".join("d" if isinstance(slot, float) else "q" for slot in slots), *slots)


def result_format(kinds: str) -> str:
    """The slots of a result, for ``struct``; several numbers where it is a tuple, none for None."""
    return kinds.strip("()").replace(NUMBER, "d").replace(WHOLE, "q").replace(NOTHING, "")


def unpacked(kinds: str, slots: bytes) -> Any:
    """A result as Python has it."""
    numbers = struct.unpack(result_format(kinds), slots)
    if kinds.startswith("("):
        return numbers
    return numbers[0] if numbers else None
