"""Trivial laws that a model must beat: a channel as a constant, proportional to one parameter, on a line over it.

Laws see the fitted recordings only. A figure of strokes is one value per recording (a harmonic two, each with laws of its own),
and the laws go through those values; of a velocity they give the level, the mean over each recording, the same at all times.
Of a path they give the pace, the slope of the straight line through it, about its own measured mean: a camera that stands nobody
knows where is forgiven to laws as to the model. ``still`` has no pace at all. Every fitted recording counts the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.fit.problem import Channel, Recording
from elver.fit.solving.noise import ORDERED


def levels_of(channel: Channel) -> np.ndarray:
    """What laws go through: the values of a figure, the mean of a velocity, the pace of a path."""
    if channel.kind == "path":
        return np.array([pace_of(channel)])
    return np.array([channel.values.mean()]) if channel.kind in ORDERED else channel.values


def pace_of(channel: Channel) -> float:
    """Slope of the straight line through a path [unit/s]."""
    t = channel.times - channel.times.mean()
    return float(t @ channel.values / max(float(t @ t), 1e-300))


def laws(channel: Channel, recording: Recording, fitted: Sequence[Recording], law_by: str) -> dict[str, np.ndarray]:
    """Law -> what it predicts for every value of the channel; fewer laws where the fitted recordings do not allow more."""
    known = [(r, c) for r in fitted for c in r.channels if c.name == channel.name and c.kind == channel.kind]
    known = [(r, c) for r, c in known if len(levels_of(c)) == len(levels_of(channel))]
    if not known:
        return {}
    y = np.array([levels_of(c) for _, c in known])
    found = {"constant": y.mean(axis=0)}
    x = np.array([r.values.get(law_by, np.nan) for r, _ in known], float) if law_by else np.full(len(known), np.nan)
    here = float(recording.values.get(law_by, np.nan)) if law_by else np.nan
    if np.isfinite(x).all() and np.isfinite(here):
        if (x != 0).any():
            found["proportional"] = here * (x @ y) / (x @ x)
        if len(set(x.tolist())) > 1:
            rise = (x - x.mean()) @ y / float(((x - x.mean()) ** 2).sum())
            found["line"] = y.mean(axis=0) + rise * (here - x.mean())
    if channel.kind == "path":
        since = channel.times - channel.times.mean()
        return {name: channel.values.mean() + float(pace[0]) * since for name, pace in {"still": np.zeros(1), **found}.items()}
    return {name: np.broadcast_to(level, (channel.count,)) for name, level in found.items()}
