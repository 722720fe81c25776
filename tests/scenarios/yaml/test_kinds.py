"""Kinds: a dataclass is read from its own declarations, and described by the same as JSON schema."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import jsonschema
import pytest

from elver._support.errors import InputError
from elver._support.expressions import Value
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.scenarios.yaml.forms import DataclassField, Names, TypedMapping
from elver.scenarios.yaml.nodes import DocumentError, NotFreeInDocumentError, parse_document
from elver.scenarios.yaml.scope import Scope


@dataclass(frozen=True)
class Wave:
    joints: tuple
    amplitude: float = quantity(REQUIRED, "rad", "A, amplitude", low=0.0)
    period: float = quantity(2.0, "s", "T, period", above=0.0)
    count: int = quantity(3, "1", "waves", low=1, high=9)
    law: str = word("paper", "law", ("paper", "own"))
    gain: float = quantity(1.0, "N m/rad", "gain", by_group=True)
    limit: float | None = quantity(None, "N m", "limit", optional=True)
    place: tuple = quantity((0.0, 0.0), "m", "place", fixed="it is a number.")
    smooth: bool = False

    def __post_init__(self):
        check_quantities(self)
        if self.period == 7:
            raise InputError("a period of 7 s is unlucky.")


WAVE = DataclassField(f"{__name__}:Wave", {"joints": Names("joint")})
SCOPE = Scope({"a": Value(0.5)}, {"which": "own"}, {"here": (1.0, 2.0)}).knowing("joint", {"j1": "g", "j2": "g"})


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    """The test's own module by its name, however pytest imported it."""
    import sys

    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or type(sys)(__name__))
    monkeypatch.setattr(sys.modules[__name__], "Wave", Wave, raising=False)


def node(text: str):
    return parse_document(f"key: {text}\n", "f.yaml").get("key")


def test_a_dataclass_from_its_declarations():
    words = "joints: g, amplitude: 2 * a, period: 500 ms, count: 4, law: which, gain: {g: 3}, limit: none, place: here"
    assert WAVE.read(node(f"{{{words}, smooth: true}}"), SCOPE) == Wave(
        ("j1", "j2"), 1.0, 0.5, 4, "own", {"g": 3.0}, None, (1.0, 2.0), True
    )
    assert WAVE.read(node("{joints: j1, amplitude: 1}"), SCOPE) == Wave(("j1",), 1.0)
    assert WAVE.read(node("{amplitude: 1, other: 2}"), SCOPE, {"joints": ()}, ("other",)) == Wave((), 1.0)
    symbol = ca.SX.sym("s")
    assert WAVE.read(node("{joints: [], amplitude: 2 * s}"), Scope({"s": Value(symbol)})).amplitude.is_op(ca.OP_TWICE)


@pytest.mark.parametrize(
    ("words", "column", "says"),
    [
        ("{joints: g}", 6, "key: wave has no 'amplitude'. Give it: A, amplitude \\[rad\\]"),
        ("{joints: g, amplitude: -1}", 29, "key.amplitude = -1 is not allowed. Give a finite number of 0 or more rad"),
        ("{joints: g, amplitude: a - 1}", 29, "key.amplitude = a - 1, which is -0.5, is not allowed"),
        ("{joints: g, amplitude: 1, perod: 2}", 32, "key.perod: unknown key of wave: 'perod'. Did you mean 'period'"),
        ("{joints: g, amplitude: 1, period: 2 m}", 40, "given in m, but s is expected"),
        ("{joints: g, amplitude: 1, count: 2.5}", 39, "Give a whole number from 1 to 9"),
        ("{joints: g, amplitude: 1, law: papr}", 37, "Did you mean 'paper'"),
        ("{joints: g, amplitude: 1, place: [1]}", 39, "has 1 entries. Give 2 numbers m"),
        ("{joints: g, amplitude: 1, place: {count: 3, each: i}}", 39, "has 3 entries. Give 2 numbers m"),
        ("{joints: g, amplitude: 1, smooth: 1}", 40, "Give true or false"),
        ("{joints: g, amplitude: 1, period: 7}", 6, "key: a period of 7 s is unlucky"),
        ("{joints: k, amplitude: 1}", 15, "unknown joint 'k'"),
        ("[1]", 6, "but a wave is a mapping"),
    ],
)
def test_what_is_refused(words, column, says):
    with pytest.raises(DocumentError, match=says) as caught:
        WAVE.read(node(words), SCOPE)
    assert caught.value.column == column


def test_a_number_that_cannot_be_free():
    with pytest.raises(NotFreeInDocumentError, match="cannot be a free parameter: it is a number"):
        WAVE.read(node("{joints: [], amplitude: 1, place: [s, 0]}"), Scope({"s": Value(ca.SX.sym("s"))}))


def test_parts():
    part = TypedMapping("a wave", {"wave": WAVE}, "wave")
    assert part.read(node("{joints: j1, amplitude: 1}"), SCOPE) == part.read(
        node("{type: wave, joints: j1, amplitude: 1}"), SCOPE
    )
    with pytest.raises(DocumentError, match=r"f.yaml:1:13: key.type: unknown type of a wave: 'wvae'. Did you mean 'wave'"):
        part.read(node("{type: wvae}"), SCOPE)
    with pytest.raises(DocumentError, match=r"a wave has no 'type'. Give one of: wave"):
        TypedMapping("a wave", {"wave": WAVE}).read(node("{joints: j1}"), SCOPE)


@pytest.mark.parametrize(
    ("given", "valid"),
    [
        ({"joints": "g", "amplitude": 1}, True),
        ({"joints": ["j1"], "amplitude": "2 * a", "limit": None, "gain": {"g": 3}, "place": [1, "2 m"]}, True),
        ({"joints": "g"}, False),
        ({"joints": "g", "amplitude": -1}, False),
        ({"joints": "g", "amplitude": 1, "count": 2.5}, False),
        ({"joints": "g", "amplitude": 1, "period": 0}, False),
        ({"joints": "g", "amplitude": 1, "place": [1, 2, 3]}, False),
        ({"joints": "g", "amplitude": 1, "other": 3}, False),
    ],
)
def test_the_schema_says_the_same(given, valid):
    assert jsonschema.Draft202012Validator(WAVE.schema()).is_valid(given) is valid


def test_a_field_of_an_unknown_sort_is_a_mistake_of_ours():
    with pytest.raises(KeyError, match="tuple"):
        DataclassField(f"{__name__}:Wave").named  # joints has no form
