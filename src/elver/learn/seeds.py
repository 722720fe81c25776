"""Seeds that environments are given: whole numbers, one for all or one per machine."""

from __future__ import annotations

from typing import Any

from elver.errors import InputError
from elver.tasks.episodes import LARGEST, is_whole


def check_seed(seed: Any, machines: int | None = None) -> None:
    """Refuse what is no seed. machines: how many there are, each of which may have a seed of its own, or None to go on."""
    last = LARGEST - (machines or 1)
    if seed is None or (is_whole(seed) and 0 <= seed <= last):
        return
    several = "" if machines is None else f", or {machines} of them, one per machine (None: go on)"
    if machines is not None and hasattr(seed, "__len__") and not isinstance(seed, str):
        if len(seed) != machines:
            raise InputError(f"{len(seed)} seeds for {machines} machines. Give one per machine, or a single number.")
        if all(s is None or (is_whole(s) and 0 <= s < LARGEST) for s in seed):
            return
    raise InputError(f"seed = {str(seed)[:60]}. Give a whole number from 0 to {last}{several}.")
