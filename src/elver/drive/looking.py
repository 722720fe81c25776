"""What laws see of the machine is known to them by its values: where equations are recorded, no derivative leads behind these.

A law that differentiates ``now.machine`` would get zeros. It is found out: given values to which a function of all that it may
differentiate by is added, its results must be those for values that are larger by as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import casadi as ca
import numpy as np

from elver.drive.signals import Instant, Machine
from elver.errors import InputError, from_user
from elver.pieces import is_recording, matrices_in


class Watched:
    """The machine as a law sees it, and whether the law looked."""

    def __init__(self, machine: Machine | None):
        self.machine, self.looked = machine, False

    def __getattr__(self, name: str):
        self.looked = True
        return getattr(self.machine, name)


def looking(what: str, act: Callable, now: Instant, given: Sequence) -> Any:
    """What ``act(now)`` returns; refused where it differentiates what it sees of the machine and would get zeros.

    what: whose law it is, for messages.   given: all else that the law is given.
    """
    if now.machine is None or not is_recording():
        return from_user(what, act, now)
    watched = Watched(now.machine)
    returned = from_user(what, act, replace(now, machine=cast(Machine, watched)))
    again = lambda machine: matrices_in(from_user(what, act, replace(now, machine=machine)))  # noqa: E731
    if watched.looked and differentiates(again, now.machine, now, given):
        raise InputError(
            f"{what} differentiates now.machine, which it knows by its values alone: the derivative would be 0. Write the "
            "derivative out, or let a state of the law (its memory) follow the value and take that state's rate."
        )
    return returned


def differentiates(expressions: Callable, machine: Machine, now: Instant, given: Sequence) -> bool:
    """Whether expressions(machine) holds derivatives of the machine by the time, a signal or anything else that is given."""
    seen = ca.SX.sym("seen", 4 + len(machine.relative_yaws))
    known = [ca.SX(part) for part in (now.time, *now.signals.values(), *given) if part is not None]
    by = ca.vertcat(*ca.symvar(ca.vertcat(*map(ca.vec, known))))
    shift = ca.sum1(ca.sin(by))
    plain, shifted = (ca.vertcat(*map(ca.vec, expressions(machine_of(values)))) for values in (seen, seen + shift))
    plain = ca.substitute(plain, seen, seen + shift)
    symbols = ca.vertcat(*ca.symvar(ca.vertcat(plain, shifted)))
    both = ca.Function("both", [symbols], [plain, shifted])
    one, other = both(np.random.default_rng(1).uniform(0.2, 0.9, symbols.numel()))
    return not np.allclose(np.array(one), np.array(other), rtol=1e-9, atol=1e-12, equal_nan=True)


def machine_of(values: ca.SX) -> Machine:
    """A machine of these values."""
    return Machine(values[:3], values[3], [values[k] for k in range(4, values.numel())])
