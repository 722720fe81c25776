"""Colours of bodies by what they are: the same in drawings, films and 3-D models as on the live page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from elver.viz.page.payload import roles_of

# By role, in turns along a chain, the next of _OTHERS for every further group (web/src/viewer/theme.js).
COLOURS = {
    "base": "#d06a45",
    "wing": "#e3a83f",
    "oar": "#e0a030",
    "rower": "#51627a",
    "hull": "#f4efe4",
    "obstacle": "#cfc5b2",
    "water": "#9cc8e6",
}
_CHAIN, _OTHERS = ("#3f8fc9", "#6fb1de"), ("#3f8fc9", "#e3a83f", "#51627a", "#6fb1de", "#e0a030", "#f4efe4")


def shades(data: Any, drawn: Sequence[int | None]) -> list[tuple[str, str]]:
    """Role and colour of every body. drawn: the number of its mesh, None for a body that is not seen."""
    others: dict[str, str] = {}
    found = []
    for k, role in enumerate(roles_of(data, drawn)):
        if role == "body":
            found.append((f"body {k % 2 + 1}", _CHAIN[k % 2]))
        else:
            found.append((role, COLOURS.get(role) or others.setdefault(role, _OTHERS[len(others) % len(_OTHERS)])))
    return found


def body_colours(data: Any) -> list[str]:
    """The colour of every body of a run."""
    seen = np.isfinite(data.body_outline.values[..., 0]).any(axis=1)
    if "body_blade" in data:
        seen |= np.isfinite(data.body_blade.values).all(axis=(1, 2))
    return [colour for _, colour in shades(data, [k if own else None for k, own in enumerate(seen.tolist())])]
