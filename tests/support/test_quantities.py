"""Declared numbers and words: what is refused, with what message, and what tables are made from."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass

import casadi as ca
import pytest

from elver._support.errors import InputError
from elver.quantities import ANY, REQUIRED, Parameter, Prior, check_quantities, quantities, quantity, word


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
    assert quantities(Wave)["period"].default == 2.0
    assert Wave().period == 2.0


REFUSED = {
    "nan": ({"amplitude": float("nan")}, r"wave.amplitude = nan .* finite number rad"),
    "too small": ({"period": 0.0}, r"wave.period = 0.0 .* greater than 0 s"),
    "no count": ({"joints": 2.5}, r"wave.joints = 2.5 .* whole number from 1 to 1000"),
    "too many": ({"joints": 1001}, r"wave.joints = 1001 is not allowed. Give a whole number from 1 to 1000"),
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


def test_refusals_carry_what_they_are_about():
    for changes, name in (({"period": 0.0}, "wave.period"), ({"current": (0.0, 1.0, float("nan"))}, "wave.current[2]")):
        with pytest.raises(InputError) as caught:
            Wave(**changes)
        assert caught.value.name == name
        assert pickle.loads(pickle.dumps(caught.value)).name == name


def test_units_that_people_see():
    length = Parameter("length", 0.1, "m", "of a fin", low=0.05, high=0.2, prior=Prior("normal", 0.1, 0.01), shown_in="mm")
    shown = length.as_shown
    assert (shown.default, shown.low, shown.high, shown.unit, shown.own_unit) == (100.0, 50.0, 200.0, "mm", "")
    assert shown.prior == Prior("normal", 100.0, 10.0)
    assert (length.bounds, length.ends) == ("50 to 200", (0.05, 0.2))
    assert Parameter(low=-math.inf, high=math.inf) == Parameter()
    assert length.read("120 mm") == pytest.approx(0.12)
    assert Parameter("length", 0.1, "m", set_in="mm").read("120") == pytest.approx(0.12)


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({}, ""),
        ({"low": 0.0}, "0 or more"),
        ({"high": 1.0}, "1 or less"),
        ({"low": 0.0, "high": 1.0}, "0 to 1"),
        ({"above": 0.0}, "greater than 0"),
        ({"above": 0.0, "high": 1.0}, "greater than 0 up to 1"),
    ],
)
def test_bounds_in_words(bounds, words):
    assert Parameter("a", 0.5, **bounds).bounds == words


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        (Prior("normal", 1.0), "a normal prior has no 'sigma'"),
        (Prior("uniform", low=0.0), "a uniform prior has no 'high'"),
        (Prior("lognormal", -1.0, 0.1), "a mean greater than 0"),
    ],
)
def test_priors_that_are_not_complete(prior, words):
    with pytest.raises(InputError, match=words):
        prior.checked()


def test_symbols_may_stand_for_numbers():
    assert Wave(amplitude=ca.SX.sym("A")).amplitude.name() == "A"
    assert Wave(current=(ca.SX.sym("c"), 0.0, 0.0)).current[1] == 0.0


@dataclass(frozen=True)
class Law:
    gain: float = quantity(REQUIRED, "N m/rad", "gain", low=0.0, by_group=True)
    limit: float | None = quantity(None, "N m", "limit", above=0.0, optional=True)
    shares: tuple = quantity((0.0, 1.0), "1", "shares", length=ANY, fixed="they are drawn.")

    def __post_init__(self):
        check_quantities(self)


def test_what_may_be_left_out_and_what_may_not():
    with pytest.raises(TypeError):
        Law()
    assert Law(1.0).limit is None
    assert Law({"neck": 1.0}, 2.0, (0.0, 0.5, 1.0)).shares[1] == 0.5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (({"neck": -1.0},), r"Law.gain of 'neck' = -1.0 .* 0 or more N m/rad"),
        ((1.0, 0.0), r"Law.limit = 0.0 .* greater than 0 N m"),
        ((1.0, None, 0.5), r"Law.shares = 0.5 .* Give numbers"),
        ((1.0, None, (ca.SX.sym("s"), 1.0)), r"Law.shares\[0\] cannot be a free parameter: they are drawn"),
    ],
)
def test_refusals_of_special_kinds(given, message):
    with pytest.raises(InputError, match=message):
        Law(*given)
