"""Arithmetic in a document: ``0.5 * fin_length + 20 mm``. Own tokens, own grammar, nothing is executed.

    sum     = product {("+" | "-") product}
    product = signed {("*" | "/") signed}
    signed  = ("+" | "-") signed | power
    power   = atom ["**" signed]
    atom    = number [unit] | name | function "(" sum {"," sum} ")" | "(" sum ")"

A unit belongs to the number before it, powers and all: ``3 m**2`` is three square metres, ``1 / 2 m`` is one over two metres.
After a number ``*`` and ``/`` go on with the unit where a unit's name follows; parameters cannot have the name of a unit.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from elver._support.errors import InputError, is_symbol, shown, unknown_name
from elver._support.units import LARGEST_POWER, UNITS, Unit, read_unit

LONGEST = 1000  # characters
DEEPEST = 50
CONSTANTS = ("pi", "tau")
FUNCTIONS = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2, "sqrt": 1, "exp": 1, "log": 1, "abs": 1,
    "min": 0, "max": 0, "si": 1,
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)|(?P<sign>\*\*|[-+*/(),^%]))",
    re.ASCII,
)


@dataclass(frozen=True)
class Number:
    """A number, in SI units. unit: of the number as written; None for a bare one."""

    value: float
    unit: Unit | None = None


@dataclass(frozen=True)
class Name:
    """A parameter, or a constant."""

    name: str


@dataclass(frozen=True)
class Call:
    """A function or an operator (``+ - * / ** neg``) of other expressions."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Number | Name | Call


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """The expression that a text holds; an InputError says where it is none."""
    return parse_with(text, FUNCTIONS)


def parse_with(text: str, functions: Mapping[str, int]) -> Expression:
    """An expression with functions of one's own: how many arguments each takes, 0 for one or more."""
    if len(text) > LONGEST:
        raise InputError(f"the expression has {len(text)} characters. Give {LONGEST} or fewer.")
    return _Parser(text, functions).whole()


def names_in(expression: Expression) -> set[str]:
    """Names of the parameters in an expression."""
    found: set[str] = set()
    waiting: list[Expression] = [expression]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Name):
            found |= {one.name} - set(CONSTANTS)
        elif isinstance(one, Call):
            waiting.extend(one.arguments)
    return found


@dataclass(frozen=True)
class _Token:
    """kind: ``number``, ``name``, ``sign`` or ``end``; start: where it begins."""

    kind: str
    text: str
    start: int


def _tokens(text: str) -> list[_Token]:
    """The tokens of a text."""
    found, place = [], 0
    end = len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            rest = text[place:].lstrip()
            raise InputError(f"'{rest[:1]}' has no meaning in an expression. Use numbers, units, names and + - * / ** ( ).")
        kind = str(match.lastgroup)
        found.append(_Token(kind, match[kind], match.start(kind)))
        place = match.end()
    return [*found, _Token("end", "", end)]


class _Parser:
    """One text, read from left to right."""

    def __init__(self, text: str, functions: Mapping[str, int]):
        self.text, self.tokens, self.place, self.depth = text, _tokens(text), 0, 0
        self.functions = functions

    @property
    def next(self) -> _Token:
        return self.tokens[self.place]

    def ahead(self, count: int = 1) -> _Token:
        """A token further on."""
        return self.tokens[min(self.place + count, len(self.tokens) - 1)]

    def take(self) -> _Token:
        token = self.next
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def takes(self, *signs: str) -> str | None:
        """The sign where it is next, and go on; None where it is not."""
        if self.next.kind == "sign" and self.next.text in signs:
            return self.take().text
        return None

    def wrong(self, wanted: str) -> InputError:
        """The error at the next token."""
        found = f"'{shown(self.next.text)}'" if self.next.kind != "end" else "the end"
        return InputError(f"the expression has {found} where {wanted} is expected (character {self.next.start + 1}).")

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise InputError(f"the expression is nested more than {DEEPEST} deep. Use parameters for its parts.")

    def whole(self) -> Expression:
        answer = self.sum()
        if self.next.kind != "end":
            raise self.wrong("an operator or the end")
        return answer

    def sum(self) -> Expression:
        self.deeper()
        answer = self.product()
        while sign := self.takes("+", "-"):
            answer = Call(sign, (answer, self.product()))
        self.depth -= 1
        return answer

    def product(self) -> Expression:
        answer = self.signed()
        while sign := self.takes("*", "/"):
            answer = Call(sign, (answer, self.signed()))
        return answer

    def signed(self) -> Expression:
        sign = self.takes("+", "-")
        if sign is None:
            return self.power()
        self.deeper()
        inner = self.signed()
        self.depth -= 1
        return Call("neg", (inner,)) if sign == "-" else inner

    def power(self) -> Expression:
        base = self.atom()
        if not self.takes("**"):
            return base
        self.deeper()
        exponent = self.signed()
        self.depth -= 1
        return Call("**", (base, exponent))

    def atom(self) -> Expression:
        if self.next.kind == "number":
            return self.number()
        if self.next.kind == "name":
            return self.name()
        if self.takes("("):
            inner = self.sum()
            if not self.takes(")"):
                raise self.wrong("')'")
            return inner
        raise self.wrong("a number, a name or '('")

    def name(self) -> Expression:
        token = self.take()
        if not self.takes("("):
            if token.text in self.functions:
                raise InputError(f"'{token.text}' is a function: write {token.text}(...).")
            return Name(token.text)
        if token.text not in self.functions:
            raise unknown_name("function", token.text, self.functions)
        arguments = [self.sum()]
        while self.takes(","):
            arguments.append(self.sum())
        if not self.takes(")"):
            raise self.wrong("',' or ')'")
        count = self.functions[token.text]
        if count and len(arguments) != count:
            raise InputError(f"{token.text} takes {count} argument{'s' if count > 1 else ''}; given {len(arguments)}.")
        return Call(token.text, tuple(arguments))

    def number(self) -> Expression:
        """A number and the unit that follows it."""
        token = self.take()
        value = float(token.text)
        if value == float("inf"):
            raise InputError(f"{shown(token.text)} is larger than any number.")
        begin = self.next.start
        per = self.next.text == "/" and self.unit_follows()
        if not (per or self.unit_name()):
            return Number(value)
        while self.unit_goes_on():
            pass
        unit = read_unit(("1" if per else "") + self.text[begin : self.next.start])
        if value * unit.factor == float("inf"):
            raise InputError(f"{shown(token.text)} {shown(unit)} is larger than any number.")
        return Number(value * unit.factor, unit.si)

    def unit_follows(self) -> bool:
        """Whether a unit's name stands behind the next token."""
        return self.ahead().kind == "name" and self.ahead().text in UNITS and self.ahead(2).text != "("

    def unit_name(self) -> bool:
        """Take one name of a unit with its power; False where none is next."""
        token = self.next
        if token.text != "%" and (token.kind != "name" or (token.text in self.functions and self.ahead().text == "(")):
            return False
        if token.text not in UNITS:
            raise InputError(f"{_unit_error(token.text)} To multiply, write * between a number and a name.")
        self.take()
        if self.takes("^", "**"):
            self.takes("-", "+")
            if not self.next.text.isdigit() or int(self.next.text[:4]) > LARGEST_POWER:
                raise self.wrong(f"a whole power of a unit up to {LARGEST_POWER}")
            self.take()
        return True

    def unit_goes_on(self) -> bool:
        """Take what continues a unit: a further name, or an operator with a unit's name behind it."""
        if self.next.kind == "name":
            return self.unit_name()
        if self.next.text in ("*", "/") and self.unit_follows():
            self.take()
            return self.unit_name()
        return False


def _unit_error(name: str) -> str:
    """What is said of a name that is no unit."""
    try:
        read_unit(name)
    except InputError as error:
        return str(error)
    return f"unknown unit '{shown(name)}'."


# --- Expressions evaluated: numbers or CasADi symbols, with the dimension they have.
#
# A bare number takes the unit of what it stands for; a parameter without a unit may have any. Everything else is checked.

_NONE, _ANGLE = Unit(), Unit(angle=1.0)
_BINARY = ("+", "-", "*", "/", "**")


@dataclass(frozen=True)
class Value:
    """number: a float or a symbol, in SI units.   unit: its dimension; None for a bare number, which takes any.

    loose: of a parameter that names no unit, and all that is made from it.   round: pi was a factor in it.
    """

    number: Any
    unit: Unit | None = None
    loose: bool = False
    round: bool = False

    @property
    def dimension(self) -> Unit | None:
        """The dimension where it is known for sure."""
        return None if self.loose else self.unit


def evaluate(expression: Expression, names: Mapping[str, Value]) -> Value:
    """The value of an expression; an InputError where it has none."""
    if isinstance(expression, Number):
        return Value(expression.value, expression.unit)
    if isinstance(expression, Name):
        return named(expression.name, names)
    later: list[tuple[str, Expression]] = []
    first: Expression = expression
    while isinstance(first, Call) and first.function in _BINARY:  # sums and products lean to the left: no recursion along them
        later.append((first.function, first.arguments[1]))
        first = first.arguments[0]
    if isinstance(first, Call):
        answer = _called(first.function, [evaluate(a, names) for a in first.arguments])
    else:
        answer = evaluate(first, names)
    for operator, other in reversed(later):
        answer = _combined(operator, answer, evaluate(other, names))
    return answer


def named(name: str, names: Mapping[str, Value]) -> Value:
    """A constant or a parameter."""
    if name in names:
        return names[name]
    if name in CONSTANTS:
        return Value(math.pi if name == "pi" else math.tau, round=True)
    power = re.fullmatch(r"([A-Za-z]+)([2-9])", name)
    if power and power[1] in UNITS:
        raise InputError(f"unknown name '{name}'. A power of a unit is written {power[1]}^{power[2]}.")
    raise unknown_name("name", name, [*names, *CONSTANTS])


def settled(value: Value, wanted: Unit | None, what: str = "") -> Any:
    """The number in SI units of ``wanted``; refuses another dimension. ``what``: the unit as it is called in messages."""
    if wanted is None or value.dimension is None:
        return value.number
    if not value.dimension.fits(wanted):
        raise InputError(f"it is given in {value.dimension}, but {what or wanted} is expected.")
    return turned(value, wanted).number


def turned(value: Value, wanted: Unit) -> Value:
    """Turns made radians where those are wanted, or the reverse."""
    unit = value.dimension
    if unit is None:
        return value
    factor = unit.turned(wanted)
    if factor == 1.0:
        return value
    if value.round:
        raise InputError(
            "turns (Hz, rpm, rev) become radians by themselves, and pi stands in the expression too. "
            "Leave the factor 2 pi out, or give the parameter in rad/s."
        )
    return Value(value.number * factor, wanted, value.loose)


def _combined(operator: str, a: Value, b: Value) -> Value:
    """Two values joined by an operator."""
    loose, rounded = a.loose or b.loose, a.round or b.round
    if operator in "+-":
        a, b = _alike(operator, [a, b])
        number = _guarded(operator, (lambda x, y: x + y) if operator == "+" else (lambda x, y: x - y), a.number, b.number)
        return Value(number, a.unit or b.unit, loose, rounded)
    if operator == "**":
        return _powered(a, b)
    unit = None
    if a.unit is not None or b.unit is not None:
        unit = (a.unit or _NONE).times(b.unit or _NONE, 1.0 if operator == "*" else -1.0)
        unit = None if unit == _NONE else unit  # a ratio is a bare number
    number = _guarded(operator, (lambda x, y: x * y) if operator == "*" else (lambda x, y: x / y), a.number, b.number)
    return Value(number, unit, loose, rounded)


def _powered(a: Value, b: Value) -> Value:
    """A power: the exponent is a bare number where the base has a dimension."""
    exponent = _bare("an exponent", b)
    unit = a.unit
    if unit is not None:
        if is_symbol(exponent) or abs(exponent) > 100:
            if a.dimension is not None and not a.dimension.fits(_NONE):
                raise InputError(f"a power of a quantity in {unit} must have a plain number as exponent.")
            unit = None
        else:
            unit = unit.power(exponent)
    symbols = is_symbol(a.number) or is_symbol(exponent)
    number = _guarded("**", (lambda x, y: x**y) if symbols else math.pow, a.number, exponent)
    return Value(number, unit, a.loose, a.round or b.round)


def _alike(what: str, values: list[Value]) -> list[Value]:
    """Values of one dimension, turns and radians made the same."""
    known = next((v for v in values if v.dimension is not None), None)
    if known is None or known.dimension is None:
        return values
    for value in values:
        if value.dimension is not None and not value.dimension.fits(known.dimension):
            raise InputError(f"'{what}' joins quantities in {known.dimension} and in {value.dimension}, which differ.")
    radians = next((v.dimension for v in values if v.dimension is not None and v.dimension.angle), known.dimension)
    return [turned(v, radians) for v in values]


def _bare(what: str, value: Value) -> Any:
    """The number of a value without a dimension."""
    if value.dimension is not None and not value.dimension.fits(_NONE):
        raise InputError(f"{what} has the unit {value.dimension}; it must be a plain number.")
    return value.number


# --- functions -----------------------------------------------------------------------------------------------------------

_SYMBOLIC = {"abs": "fabs", "min": "fmin", "max": "fmax"}  # what CasADi calls them
_PLAIN: dict[str, Callable] = {"abs": abs, "min": min, "max": max}


def _called(function: str, arguments: list[Value]) -> Value:
    """A function of values."""
    rounded, loose = any(a.round for a in arguments), any(a.loose for a in arguments)
    first = arguments[0]
    if function == "si":  # the bare number in SI units, whatever its dimension
        return Value(first.number)
    if function == "neg":
        return replace(first, number=-first.number)
    if function in ("sin", "cos", "tan"):
        _bare(f"the argument of {function}", first)
        return Value(_applied(function, [turned(first, _ANGLE)]))
    if function in ("asin", "acos", "atan", "exp", "log"):
        _bare(f"the argument of {function}", first)
        return Value(_applied(function, arguments), _ANGLE if function[0] == "a" else None)
    if function == "sqrt":
        return Value(_applied(function, arguments), first.unit and first.unit.power(0.5), loose, rounded)
    arguments = _alike(function, arguments)
    if function == "atan2":
        return Value(_applied(function, arguments), _ANGLE)
    return Value(_applied(function, arguments), next((a.unit for a in arguments if a.unit), None), loose, rounded)


def _applied(function: str, arguments: list[Value]) -> Any:
    """The function's number."""
    numbers = [a.number for a in arguments]
    if function in ("min", "max") and len(numbers) == 1:
        return numbers[0]
    if not any(is_symbol(n) for n in numbers):
        return _guarded(function, _PLAIN.get(function) or getattr(math, function), *numbers)
    import casadi

    call = getattr(casadi, _SYMBOLIC.get(function, function))
    if function not in ("min", "max"):
        return call(*numbers)
    answer = numbers[0]
    for number in numbers[1:]:
        answer = call(answer, number)
    return answer


def _guarded(what: str, call: Callable, *numbers: Any) -> Any:
    """The result of arithmetic; an InputError where there is none."""
    try:
        answer = call(*numbers)
    except ZeroDivisionError:
        raise InputError("the expression divides by zero.") from None
    except OverflowError:
        raise InputError("the expression is larger than any number.") from None
    except (ValueError, TypeError):
        raise InputError(f"{what} of {', '.join(map(shown, numbers))} is no real number.") from None
    if not is_symbol(answer) and not math.isfinite(answer):
        raise InputError("the expression is larger than any number.")
    return answer
