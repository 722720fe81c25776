"""Messages: what was given, what is allowed, what to do."""

from __future__ import annotations

import math
import re
import tomllib
import warnings
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import elver
from elver._support.errors import (
    FEW,
    ElverError,
    InputError,
    from_user,
    is_whole,
    nearest,
    number_in,
    require_name,
    require_number,
    unknown_name,
    whole_in,
    whole_steps,
)


def test_an_unknown_name_comes_with_the_nearest_and_the_known():
    error = unknown_name("scenario", "eal", ["eel", "moth"])
    assert str(error) == "unknown scenario 'eal'. Did you mean 'eel'? Known: eel, moth."
    assert isinstance(error, InputError)
    assert "and 88 more" in str(unknown_name("joint", "x", [f"joint{k}" for k in range(100)]))
    assert "more" not in str(unknown_name("joint", "x", [f"joint{k}" for k in range(FEW)]))
    assert nearest("qqqq", ["eel"]) == ""


@pytest.mark.parametrize("value", [math.nan, math.inf, "1", True, None, 10**400, -1.0, 0.0])
def test_what_is_no_positive_number_is_refused(value):
    with pytest.raises(InputError, match=r"mass = .* is not allowed. Give a finite number greater than 0 kg\."):
        require_number("mass", value, above=0.0, unit="kg")


def test_a_number_in_quotes_is_said_to_be_a_text():
    with pytest.raises(InputError, match=r"density = '1000' is not allowed\. Give .*'1000' is a text: leave the quotes away\."):
        require_number("density", "1000", above=0.0)


def test_numbers_and_symbols_pass():
    import casadi as ca

    symbol = ca.SX.sym("m")
    assert require_number("mass", symbol, above=0.0) is symbol
    assert require_number("mass", 0, low=0.0) == 0


def test_mistakes_in_a_users_function_are_said_to_be_theirs():
    with pytest.raises(InputError, match="your law failed with ZeroDivisionError") as caught:
        from_user("your law", lambda: 1 / 0)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(ElverError, match=r"^already said$"):
        from_user("your law", lambda: (_ for _ in ()).throw(InputError("already said")))


def test_whole_numbers_of_expressions_are_explained():
    """Not in CasADi's words."""
    import casadi as ca

    x = ca.SX.sym("x")
    with pytest.raises(InputError, match=r"your law failed: it makes a whole number of an expression .* casadi\.floor"):
        from_user("your law", lambda: range(int(x)))
    with pytest.raises(InputError, match=r"your law failed: it asks whether an expression is true"):
        from_user("your law", lambda: max(x, 1))


def test_whole_numbers_of_steps():
    assert whole_steps("duration", 0.3, 0.1) == 3  # 0.3 / 0.1 is not 3 in binary
    assert whole_steps("delay", 0.0, 0.1, least=0) == 0
    assert not is_whole(0.35, 0.1)
    for length, near in ((0.29, "0.3"), (0.0, "0.1")):
        with pytest.raises(
            InputError, match=f"duration = {length:g} s is not a whole number of steps of 0.1 s. Nearest: {near} s"
        ):
            whole_steps("duration", length, 0.1)


def test_messages_name_extras_that_there_are_as_one_installs_them():
    """Not those of a checkout (``.[sweep]``)."""
    root = Path(elver.__file__).parents[2]
    extras = set(tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    texts = [path.read_text() for path in Path(elver.__file__).parent.rglob("*.py")]
    named = [
        name
        for text in texts
        for name in re.findall(r"""pip install ['"]?([^'"` ]*)""", text)
        if "{" not in name and not name.startswith("-")
    ]
    assert len(named) > 5  # most go by elver._support.resources.needed
    for name in named:
        assert re.fullmatch(r"elver\[(\w+)\][,).;:]*", name), name
        assert re.findall(r"\[(\w+)\]", name)[0] in extras
    assert not [text for text in texts if re.search(r"""pip install '|pip install elver\[""", text)]  # Windows, zsh


@pytest.mark.parametrize(
    "text", ["\u0661", "1_0", "\uff11", "1\u0660", "0x10", "", " ", "1e", "e3", ".", "1 2", "\u00bd", "1_0e3", "inf_"]
)
def test_numbers_are_written_in_the_digits_0_to_9(text):
    """Python reads other scripts' digits and underscores; a file that another program reads otherwise must not be taken."""
    for read in (number_in, whole_in):
        with pytest.raises(ValueError, match="is not a"):
            read(text)


@pytest.mark.parametrize(
    ("text", "value"), [("1", 1.0), (" -1.5e-3 ", -1.5e-3), (".5", 0.5), ("+2.", 2.0), ("1E5", 1e5), ("-inf", -math.inf)]
)
def test_usual_numbers_are_read(text, value):
    assert number_in(text) == value
    assert math.isnan(number_in("NaN"))
    assert whole_in(" -12\n") == -12


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x1b[2J", "a\u202eb", "\0", 3, None])
def test_a_name_is_text_that_can_be_printed(name):
    with pytest.raises(InputError, match=r"body = .* is not allowed. Give a name of printable characters") as found:
        require_name("body", name)
    assert str(found.value).isprintable()


def test_what_casadi_says_in_a_users_function_is_said_in_plain_words():
    x, y = ca.SX.sym("x", 3), ca.SX.sym("y", 2)

    def law():
        return np.asarray(x, dtype=float)

    with pytest.raises(
        InputError, match=r"makes numbers of an expression.*casadi\.sin.*test_errors\.py, line \d+: return np\.as"
    ):
        from_user("your law", law)
    with pytest.raises(InputError) as caught:
        from_user("your law", lambda: x + y)
    assert "Dimension mismatch" in str(caught.value)
    assert "casadi/" not in str(caught.value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert from_user("your law", lambda: np.sin(x)).shape == (3, 1)
