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

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from elver.document.units import LARGEST_POWER, UNITS, Unit, read_unit
from elver.errors import InputError, shown, unknown_name

LONGEST = 1000  # characters
DEEPEST = 50
CONSTANTS = ("pi", "tau")
FUNCTIONS = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2, "sqrt": 1, "exp": 1, "log": 1, "abs": 1,
    "min": 0, "max": 0, "si": 1,
}  # fmt: skip
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
TOKEN = re.compile(
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
    return Parser(text, functions).whole()


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
class Token:
    """kind: ``number``, ``name``, ``sign`` or ``end``; start: where it begins."""

    kind: str
    text: str
    start: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text."""
    found, place = [], 0
    end = len(text.rstrip())
    while place < end:
        match = TOKEN.match(text, place)
        if match is None:
            rest = text[place:].lstrip()
            raise InputError(f"'{rest[:1]}' has no meaning in an expression. Use numbers, units, names and + - * / ** ( ).")
        kind = str(match.lastgroup)
        found.append(Token(kind, match[kind], match.start(kind)))
        place = match.end()
    return [*found, Token("end", "", end)]


class Parser:
    """One text, read from left to right."""

    def __init__(self, text: str, functions: Mapping[str, int]):
        self.text, self.tokens, self.place, self.depth = text, tokens(text), 0, 0
        self.functions = functions

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def ahead(self, count: int = 1) -> Token:
        """A token further on."""
        return self.tokens[min(self.place + count, len(self.tokens) - 1)]

    def take(self) -> Token:
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
            raise InputError(f"{unit_error(token.text)} To multiply, write * between a number and a name.")
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


def unit_error(name: str) -> str:
    """What is said of a name that is no unit."""
    try:
        read_unit(name)
    except InputError as error:
        return str(error)
    return f"unknown unit '{shown(name)}'."
