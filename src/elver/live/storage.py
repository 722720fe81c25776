"""The memory of a module before it runs: arrays one behind the other, from the end of the stack on."""

from __future__ import annotations

import numpy as np

from elver.errors import InputError
from elver.native.wasm.linker import STACK

LINE = 16  # bytes: arrays begin at a multiple of it, so that two numbers are loaded at once


class Storage:
    """Hands out addresses and keeps what stands there at the start. ``end``: the first address that is free."""

    def __init__(self) -> None:
        self.end = STACK
        self.segments: list[tuple[int, bytes]] = []

    def place(self, array: np.ndarray) -> int:
        """Put an array (doubles or whole numbers of 64 bits, row by row) into memory: its address."""
        if array.dtype not in (np.float64, np.int64):
            raise InputError(f"an array of {array.dtype} is no part of a module's memory. Give doubles or 64-bit whole numbers.")
        address = self.room(array.size)
        if array.any():
            self.segments.append((address, np.ascontiguousarray(array).tobytes()))
        return address

    def room(self, numbers: int) -> int:
        """Room for so many numbers of 8 bytes, zero at the start: its address."""
        address = self.end
        self.end += -(-max(8 * numbers, 1) // LINE) * LINE
        return address
