"""Checks that fittings share: the body they sit on, unit vectors, numbers that the gait may give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.errors import InputError, is_symbol, require_number, unknown_name


def check_body(kind: str, body: str, names: Sequence[str]) -> None:
    """Refuse a fitting whose body the machine does not have."""
    if body not in names:
        raise unknown_name(f"body of {kind}:", body, names)


def check_unit(what: str, vector) -> None:
    """Three numbers of length 1."""
    try:
        value = np.asarray(vector, dtype=float)
    except (TypeError, ValueError):
        value = np.zeros(0)
    if value.shape != (3,) or not np.isfinite(value).all() or abs(float(np.linalg.norm(value)) - 1) > 1e-9:
        raise InputError(f"{what} = {vector!r} is not a unit vector. Give three numbers of length 1, in the frame of the body.")


def check_command(what: str, given) -> None:
    """A finite number, a free parameter, or a name that the gait gives values to."""
    if isinstance(given, str):
        if not given:
            raise InputError(f"{what} is empty. Give a number, or the name under which the gait gives it.")
    elif not is_symbol(given):
        require_number(what, given)


def command_names(given) -> tuple[str, ...]:
    """The name that the gait must give, where it is one."""
    return (given,) if isinstance(given, str) else ()
