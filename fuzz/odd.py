"""Odd numbers, words and values: what a careless, unlucky or hostile user may write."""

from __future__ import annotations

import math
from random import Random

NUMBERS = (
    "0", "-0", "-1", "1", "1e308", "-1e308", "1e400", "1e-320", "5e-324", "nan", "inf", "-inf", "1e16", "1e20", "-1e20",
    "2147483648", "-2147483649", "9223372036854775808", "1e-16", "0.1", "3.5", "1e5",
)  # fmt: skip
WORDS = (
    "", " ", "abc", "None", "True", "0x10", "1_000", "1,2,3", "1;2", "[]", "{}", "=", "a=b", "--", "-", "..", "/", "%s", "{0}",
    "\u00bd", "\u0661", "\u5358\u4f4d", "\udcff", "a" * 300, "1:2:3", "0:1:0", "nan:nan:3", "1e308:-1e308:3", "\n", "'", "*",
)  # fmt: skip
VALUES = (
    None, True, False, 0, -1, 1, 10**30, 0.0, -0.0, 1.5, -1.5, 1e308, 1e-320, math.nan, math.inf, -math.inf, 1j, "", "abc", "1",
    b"abc", (), [], {}, (1.0,), (1.0, 2.0), (0.0, 0.0, 0.0), [math.nan] * 3, [[1.0, 2.0], [3.0]], [[0.0] * 3] * 3, {"a": 1},
    {1, 2}, range(3), object(), int, len, lambda *a: None, ..., "a" * 300, ("a", "b"), [None, None, None],
)  # fmt: skip


def odd_text(chance: Random) -> str:
    """An odd number or word."""
    return chance.choice(NUMBERS) if chance.random() < 0.7 else chance.choice(WORDS)


def damage(data: bytes, chance: Random) -> tuple[str, bytes]:
    """A file's content damaged in one of many ways, and the way in words."""
    ways = (flipped, flipped, truncated, truncated, emptied, zeroed, noise, doubled, spliced)
    way = chance.choice(ways)
    return way.__name__, way(data, chance)


def flipped(data: bytes, chance: Random) -> bytes:
    """Some bits flipped."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 40))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def truncated(data: bytes, chance: Random) -> bytes:
    """The end is missing."""
    return data[: chance.randrange(len(data) + 1)]


def emptied(data: bytes, chance: Random) -> bytes:
    """A file of no length, as a kill in the first instant leaves it."""
    return b""


def zeroed(data: bytes, chance: Random) -> bytes:
    """A hole, as some file systems leave it after a power cut."""
    first = chance.randrange(len(data) + 1)
    return data[:first] + bytes(len(data) - first)


def noise(data: bytes, chance: Random) -> bytes:
    """Another file altogether."""
    heads = (b"", b"\x89HDF\r\n\x1a\n", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"CDF\x01", b"{", b"[]", b"null", b'{"a": NaN}')
    return chance.choice(heads) + chance.randbytes(chance.choice((0, 10, 3000)))


def doubled(data: bytes, chance: Random) -> bytes:
    """The content twice."""
    return data + data


def spliced(data: bytes, chance: Random) -> bytes:
    """A piece of the file over another of its places."""
    if len(data) < 4:
        return data
    size = chance.randrange(1, max(2, len(data) // 4))
    source, target = chance.randrange(len(data)), chance.randrange(len(data))
    piece = data[source : source + size]
    return data[:target] + piece + data[target + len(piece) :]
