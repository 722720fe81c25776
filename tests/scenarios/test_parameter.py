"""Parameters: what is read, what is refused, and how they are made from declared quantities."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from elver._support.errors import InputError
from elver.quantities import quantity, word
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of, with_defaults


@dataclass(frozen=True)
class Wave:
    amplitude: float = quantity(0.06, "rad", "A")
    period: float = quantity(2.0, "s", "T", above=0.0)
    joints: int = quantity(12, "1", "n", low=1, high=1000)
    law: str = word("paper", "law", ("paper", "kirchhoff"))
    note: str = ""


def test_parameters_are_made_from_declarations():
    made = parameters_of(Wave, "gait", {"period": 3.0}, {"amplitude": "A_h"}, left_out=("law",))
    assert [p.name for p in made] == ["gait.amplitude", "gait.period", "gait.joints"]
    assert made[0] == Parameter("gait.amplitude", 0.06, "rad", "A_h")
    assert made[1] == Parameter("gait.period", 3.0, "s", "T", above=0.0)
    assert [p.bounds for p in made] == ["", "greater than 0", "1 to 1000"]
    assert parameter_of(Wave, "law", "word", "kirchhoff").choices == ("paper", "kirchhoff")
    assert with_defaults(made, {"gait.joints": 3})[2].default == 3
    with pytest.raises(InputError, match="Did you mean 'period'"):
        parameters_of(Wave, "gait", {"perod": 3.0})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("0", r"gait\.period = 0\.0 is not allowed\. Give a finite number greater than 0 s; default: 2\.0"),
        ("wide", r"gait\.period = 'wide' is not a number \[s\]"),
        ("inf", "finite"),
    ],
)
def test_refusals_name_the_parameter(given, message):
    own = parameters_of(Wave, "gait")[1]
    with pytest.raises(InputError, match=message):
        own.bounded(own.read(given))


def test_degrees_that_are_refused_are_told_in_radians():
    p = Parameter("stroke.catch", -1.0471975511965976, "rad", "catch", low=-1.5708, high=1.5708)
    with pytest.raises(InputError, match=r"default: -1.0472. Angles are radians: -60 degrees are -1.047, or write '-60 deg'"):
        p.bounded(p.read("-60"))
    assert p.bounded(p.read("-60 deg")) == pytest.approx(-1.0472, abs=1e-4)
    with pytest.raises(InputError) as told:
        p.bounded(2.0)
    assert "degrees" not in str(told.value)
