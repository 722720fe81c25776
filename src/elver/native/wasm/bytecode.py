"""Numbers, vectors and sections of WebAssembly files, read and written (WebAssembly Core Specification 2.0, chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from elver.errors import InputError

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
I32, F64 = 0x7F, 0x7C  # types of values
FUNCREF = 0x70
PADDED = 5  # bytes of a number that a linker writes in place
T = TypeVar("T")


class Reader:
    """Reads on from ``place`` in ``data``."""

    def __init__(self, data: bytes, place: int = 0):
        self.data, self.place = data, place

    @property
    def done(self) -> bool:
        return self.place >= len(self.data)

    def byte(self) -> int:
        return self.take(1)[0]

    def take(self, count: int) -> bytes:
        """The next bytes."""
        end = self.place + count
        if end > len(self.data):
            raise InputError(f"a WebAssembly object ends after {len(self.data)} bytes, in the middle of a part. Make it again.")
        part, self.place = self.data[self.place : end], end
        return part

    def number(self) -> int:
        """An unsigned LEB128 number."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """A signed LEB128 number."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if byte & 0x40 else value

    def block(self) -> bytes:
        """Bytes behind their count."""
        return self.take(self.number())

    def text(self) -> str:
        return self.block().decode()

    def many(self, one: Callable[[], T]) -> list[T]:
        """A vector: a count, and so many of ``one``."""
        return [one() for _ in range(self.number())]


def unsigned(value: int) -> bytes:
    """An unsigned LEB128 number."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """A signed LEB128 number."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def padded(value: int) -> bytes:
    """A LEB128 number of 32 bits in five bytes; a signed one below 2^31 is written in the same way."""
    return bytes([*(value >> 7 * k & 0x7F | 0x80 for k in range(PADDED - 1)), value >> 28 & 0x7F])


def text(value: str) -> bytes:
    return block(value.encode())


def block(data: bytes) -> bytes:
    """Bytes behind their count."""
    return unsigned(len(data)) + data


def many(parts: Iterable[bytes]) -> bytes:
    """A vector of parts that are written already."""
    parts = list(parts)
    return unsigned(len(parts)) + b"".join(parts)


def section(kind: int, content: bytes) -> bytes:
    """A section; nothing where it has no content."""
    return bytes([kind]) + block(content) if content != b"\0" else b""


def constant(value: int) -> bytes:
    """The expression of a 32-bit constant: an address or a place in a table."""
    return b"\x41" + signed(value) + b"\x0b"
