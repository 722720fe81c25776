"""The ``info`` of environments: reward terms, goals reached, how an episode ended, what was drawn.

The form is Gymnasium's: a mapping for one machine; for many the same keys with one entry per machine, and ``_key``: which
machines have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from elver.tasks.episodes import Episodes
from elver.tasks.now import Array


def step_info(episodes: Episodes, k: int = 0) -> dict[str, Any]:
    """What machine k has to say after a step."""
    info: dict[str, Any] = {"terms": {name: float(term[k]) for name, term in episodes.terms.items()}}
    if episodes.counts_goals:
        info["reached"] = int(episodes.reached[k])
    if episodes.ended[k]:
        info["ended"] = episodes.ending(k)
    return info


def reset_info(episodes: Episodes, k: int = 0) -> dict[str, Any]:
    """What machine k has to say after a reset: the values that were drawn for it."""
    drawn = {name: float(values[k]) for name, values in episodes.now.values.items()}
    return {"values": drawn} if drawn else {}


def step_infos(episodes: Episodes, rows: Array) -> dict[str, Any]:
    """What the machines in ``rows`` have to say after a step."""
    if not rows.any():
        return {}
    infos: dict[str, Any] = with_masks({"terms": masked(episodes, episodes.terms, rows)}, rows)
    if episodes.counts_goals:
        infos |= with_masks({"reached": episodes.reached * rows}, rows)
    done = (episodes.terminated | episodes.truncated) & rows
    if done.any():
        words = np.full(episodes.machines, None, dtype=object)
        for k in done.nonzero()[0].tolist():
            words[k] = episodes.ending(k)
        infos |= with_masks({"ended": words}, done)
    return infos


def reset_infos(episodes: Episodes, rows: Array) -> dict[str, Any]:
    """What the machines in ``rows`` have to say after a reset."""
    drawn = episodes.now.values
    return with_masks({"values": masked(episodes, drawn, rows)}, rows) if drawn and rows.any() else {}


def masked(episodes: Episodes, values: Mapping[str, Array], rows: Array) -> dict[str, Array]:
    """Values of the machines in ``rows``, 0 for the others, each with its mask."""
    zero = episodes.xp.where
    return with_masks({name: zero(rows, value, 0.0) for name, value in values.items()}, rows)


def with_masks(values: Mapping[str, Any], rows: Array) -> dict[str, Any]:
    """Every value followed by the mask of the machines that have it."""
    return {key: item for name, value in values.items() for key, item in ((name, value), (f"_{name}", rows.copy()))}
