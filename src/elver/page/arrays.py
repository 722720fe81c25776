"""Numbers as text inside JSON: base64 of little-endian arrays, and smooth curves packed to about a byte a number."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

STEPS = 32767  # between the smallest and the largest value of a curve
WORD = 65536


def text_of(values, kind: str) -> str:
    """Base64 of the numbers as ``f4``, ``f8``, ``u1``, ``u2`` or ``u4``, little-endian, last index fastest."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()).decode("ascii")


def packed_curves(values: np.ndarray) -> dict[str, str]:
    """Curves (time, ...) as text: each in whole steps between its own ends, as differences of differences modulo 2^16.

    They stand curve after curve, the lower bytes of all first: smooth ones are nearly all zeros above and pack well by gzip.
    ``web/src/viewer/packed.js`` unpacks them. What is not finite becomes 0.
    """
    rows = len(values)
    curves = np.nan_to_num(np.asarray(values, dtype=float).reshape(rows, -1), nan=0.0, posinf=0.0, neginf=0.0).T
    low = curves.min(axis=1)
    step = ((curves.max(axis=1) - low) / STEPS).astype("<f4")
    low = low.astype("<f4")
    whole = np.where(step[:, None] > 0, np.round((curves - low[:, None]) / np.where(step > 0, step, 1.0)[:, None]), 0.0).astype(
        int
    )
    twice = np.diff(np.diff(whole, axis=1, prepend=0), axis=1, prepend=0) % WORD
    planes = np.concatenate([(twice % 256).ravel(), (twice // 256).ravel()])
    return {"data": text_of(planes, "u1"), "low": text_of(low, "f4"), "step": text_of(step, "f4")}


def unpacked_curves(packed: dict[str, Any], shape: tuple[int, ...]) -> np.ndarray:
    """The numbers that a page will see."""
    planes = np.frombuffer(base64.b64decode(packed["data"]), np.uint8).astype(int).reshape(2, -1)
    low, step = (np.frombuffer(base64.b64decode(packed[name]), "<f4").astype(float) for name in ("low", "step"))
    twice = (planes[0] + 256 * planes[1]).reshape(len(low), shape[0])
    whole = np.cumsum(np.cumsum(twice, axis=1), axis=1) % WORD
    whole = np.where(whole >= WORD // 2, whole - WORD, whole)
    return (low[:, None] + step[:, None] * whole).T.reshape(shape)
