"""Declared numbers and words: what is refused, with what message, and what tables are made from."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import pytest

from elver.errors import InputError
from elver.quantities import check_quantities, defaults, quantities, quantity, word


@dataclass(frozen=True)
class Wave:
    amplitude: float = quantity(0.06, "rad", "A")
    period: float = quantity(2.0, "s", "T", above=0.0)
    joints: int = quantity(12, "1", "n", low=1, high=1000)
    length: float = quantity(0.1, "m", "l", above=0.0, fixed="it shapes the bodies.")
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "current")
    law: str = word("paper", "law", ("paper", "kirchhoff"))
    note: str = ""

    def __post_init__(self):
        check_quantities(self, "wave")


def test_declared_fields_are_found():
    assert list(quantities(Wave)) == ["amplitude", "period", "joints", "length", "current", "law"]
    assert defaults(Wave)["period"] == 2.0
    assert Wave().period == 2.0


REFUSED = {
    "nan": ({"amplitude": float("nan")}, r"wave.amplitude = nan .* finite number rad"),
    "too small": ({"period": 0.0}, r"wave.period = 0.0 .* greater than 0 s"),
    "no count": ({"joints": 2.5}, r"wave.joints = 2.5 .* whole number from 1 to 1000"),
    "too many": ({"joints": 1001}, r"wave.joints = 1001 is too large. Give a number from 1 to 1000"),
    "too few": ({"joints": 0}, r"wave.joints = 0 "),
    "true is no count": ({"joints": True}, r"wave.joints = True "),
    "short vector": ({"current": (0.0, 1.0)}, r"wave.current .* 3 numbers m/s"),
    "word": ({"law": "papr"}, r"value of wave.law: 'papr'.*Did you mean 'paper'"),
    "text": ({"amplitude": "1"}, r"wave.amplitude"),
    "a symbol that shapes": ({"length": ca.SX.sym("l")}, r"wave.length cannot be a free parameter: it shapes"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(case):
    changes, message = REFUSED[case]
    with pytest.raises(InputError, match=message):
        Wave(**changes)


def test_symbols_may_stand_for_numbers():
    assert Wave(amplitude=ca.SX.sym("A")).amplitude.name() == "A"
    assert Wave(current=(ca.SX.sym("c"), 0.0, 0.0)).current[1] == 0.0
