"""Parameters: what is read, what is refused, and how they are made from declared quantities."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from elver.errors import InputError
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
    assert [p.bounds for p in made] == ["", "above 0", "1 to 1000"]
    assert parameter_of(Wave, "law", "word", "kirchhoff").choices == ("paper", "kirchhoff")
    assert with_defaults(made, {"gait.joints": 3})[2].default == 3
    with pytest.raises(InputError, match="Did you mean 'period'"):
        parameters_of(Wave, "gait", {"perod": 3.0})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("0", r"gait\.period = 0\.0 is not allowed\. Give a number above 0 \[s\]; default: 2\.0"),
        ("wide", r"gait\.period = 'wide' is not a number \[s\]"),
        ("inf", "finite"),
    ],
)
def test_refusals_name_the_parameter(given, message):
    own = parameters_of(Wave, "gait")[1]
    with pytest.raises(InputError, match=message):
        own.bounded(own.read(given))
