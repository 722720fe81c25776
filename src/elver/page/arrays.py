"""Numbers as text inside JSON: base64 of little-endian arrays, and smooth curves packed to about a byte a number."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np


def text_of(values, kind: str) -> str:
    """Base64 of the numbers as ``f4``, ``f8``, ``u1``, ``u2`` or ``u4``, little-endian, last index fastest."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()).decode("ascii")


def packed_curves(values: np.ndarray, width: int = 2) -> dict[str, str]:
    """Curves (time, ...) as text: each in whole steps between its own ends, as differences of differences of ``width`` bytes.

    Two bytes hold 32767 steps, three hold 8 million. They stand curve after curve, the lowest bytes of all first: smooth ones
    are nearly all zeros above and pack well by gzip. ``web/src/viewer/packed.js`` unpacks them. What is not finite is a gap.
    """
    curves = np.asarray(values, dtype=float).reshape(len(values), -1).T
    known = np.isfinite(curves)
    low = np.where(known, curves, np.inf).min(axis=1, initial=np.inf)
    low = np.where(np.isfinite(low), low, 0.0).astype("<f4")
    high = np.where(known, curves, -np.inf).max(axis=1, initial=-np.inf)
    steps, word = 2 ** (8 * width - 1) - 1, 256**width
    step = (np.maximum(high - low, 0.0) / steps).astype("<f4")
    scaled = (np.where(known, curves, 0.0) - low[:, None]) / np.where(step > 0, step, 1.0)[:, None]
    whole = np.where(step[:, None] > 0, np.clip(np.round(scaled), 0, steps), 0.0).astype(np.int64)
    whole[~known] = -1
    twice = np.diff(np.diff(whole, axis=1, prepend=0), axis=1, prepend=0) % word
    planes = np.concatenate([(twice >> (8 * k) & 255).ravel() for k in range(width)])
    return {"data": text_of(planes, "u1"), "low": text_of(low, "f4"), "step": text_of(step, "f4")}


def unpacked_curves(packed: dict[str, Any], shape: tuple[int, ...]) -> np.ndarray:
    """The numbers that a page will see."""
    low, step = (np.frombuffer(base64.b64decode(packed[name]), "<f4").astype(float) for name in ("low", "step"))
    data = np.frombuffer(base64.b64decode(packed["data"]), np.uint8).astype(np.int64)
    planes = data.reshape(-1, len(low), shape[0]) if data.size else data.reshape(2, len(low), shape[0])
    word = 256 ** len(planes)
    twice = sum(plane << (8 * k) for k, plane in enumerate(planes))
    whole = np.cumsum(np.cumsum(twice, axis=1), axis=1) % word
    known = whole < word // 2
    return np.where(known, low[:, None] + step[:, None] * whole, np.nan).T.reshape(shape)
