"""Checks that fittings share: the body they sit on, unit vectors, numbers that the gait may give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.errors import InputError, is_symbol, require_number, unknown_name


def sits_on(given: str | Sequence[str], name: str) -> bool:
    """Whether a fitting that names a body, or several that each have one, sits on the body of that name."""
    return name == given if isinstance(given, str) else name in given


def check_body(kind: str, body: str | Sequence[str], names: Sequence[str]) -> None:
    """Refuse a fitting whose body, or one of whose bodies, the machine does not have."""
    for one in [body] if isinstance(body, str) else body:
        if one not in names:
            raise unknown_name(f"body of {kind}:", one, names)
    if not body:
        raise InputError(f"{kind} names no body. Name the one that it sits on.")


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
