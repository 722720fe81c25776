"""Expressions evaluated: numbers or CasADi symbols, with the dimension they have.

A bare number takes the unit of what it stands for; a parameter without a unit may have any. Everything else is checked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from elver.document.expressions import CONSTANTS, Call, Expression, Name, Number
from elver.document.units import UNITS, Unit
from elver.errors import InputError, is_symbol, shown, unknown_name

NONE, ANGLE = Unit(), Unit(angle=1.0)
BINARY = ("+", "-", "*", "/", "**")


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
    while isinstance(first, Call) and first.function in BINARY:  # sums and products lean to the left: no recursion along them
        later.append((first.function, first.arguments[1]))
        first = first.arguments[0]
    if isinstance(first, Call):
        answer = called(first.function, [evaluate(a, names) for a in first.arguments])
    else:
        answer = evaluate(first, names)
    for operator, other in reversed(later):
        answer = combined(operator, answer, evaluate(other, names))
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


def combined(operator: str, a: Value, b: Value) -> Value:
    """Two values joined by an operator."""
    loose, rounded = a.loose or b.loose, a.round or b.round
    if operator in "+-":
        a, b = alike(operator, [a, b])
        number = guarded(operator, (lambda x, y: x + y) if operator == "+" else (lambda x, y: x - y), a.number, b.number)
        return Value(number, a.unit or b.unit, loose, rounded)
    if operator == "**":
        return powered(a, b)
    unit = None
    if a.unit is not None or b.unit is not None:
        unit = (a.unit or NONE).times(b.unit or NONE, 1.0 if operator == "*" else -1.0)
        unit = None if unit == NONE else unit  # a ratio is a bare number
    number = guarded(operator, (lambda x, y: x * y) if operator == "*" else (lambda x, y: x / y), a.number, b.number)
    return Value(number, unit, loose, rounded)


def powered(a: Value, b: Value) -> Value:
    """A power: the exponent is a bare number where the base has a dimension."""
    exponent = bare("an exponent", b)
    unit = a.unit
    if unit is not None:
        if is_symbol(exponent) or abs(exponent) > 100:
            if a.dimension is not None and not a.dimension.fits(NONE):
                raise InputError(f"a power of a quantity in {unit} must have a plain number as exponent.")
            unit = None
        else:
            unit = unit.power(exponent)
    symbols = is_symbol(a.number) or is_symbol(exponent)
    number = guarded("**", (lambda x, y: x**y) if symbols else math.pow, a.number, exponent)
    return Value(number, unit, a.loose, a.round or b.round)


def alike(what: str, values: list[Value]) -> list[Value]:
    """Values of one dimension, turns and radians made the same."""
    known = next((v for v in values if v.dimension is not None), None)
    if known is None or known.dimension is None:
        return values
    for value in values:
        if value.dimension is not None and not value.dimension.fits(known.dimension):
            raise InputError(f"'{what}' joins quantities in {known.dimension} and in {value.dimension}, which differ.")
    radians = next((v.dimension for v in values if v.dimension is not None and v.dimension.angle), known.dimension)
    return [turned(v, radians) for v in values]


def bare(what: str, value: Value) -> Any:
    """The number of a value without a dimension."""
    if value.dimension is not None and not value.dimension.fits(NONE):
        raise InputError(f"{what} has the unit {value.dimension}; it must be a plain number.")
    return value.number


# --- functions -----------------------------------------------------------------------------------------------------------

SYMBOLIC = {"abs": "fabs", "min": "fmin", "max": "fmax"}  # what CasADi calls them
PLAIN: dict[str, Callable] = {"abs": abs, "min": min, "max": max}


def called(function: str, arguments: list[Value]) -> Value:
    """A function of values."""
    rounded, loose = any(a.round for a in arguments), any(a.loose for a in arguments)
    first = arguments[0]
    if function == "si":  # the bare number in SI units, whatever its dimension
        return Value(first.number)
    if function == "neg":
        return replace(first, number=-first.number)
    if function in ("sin", "cos", "tan"):
        bare(f"the argument of {function}", first)
        return Value(applied(function, [turned(first, ANGLE)]))
    if function in ("asin", "acos", "atan", "exp", "log"):
        bare(f"the argument of {function}", first)
        return Value(applied(function, arguments), ANGLE if function[0] == "a" else None)
    if function == "sqrt":
        return Value(applied(function, arguments), first.unit and first.unit.power(0.5), loose, rounded)
    arguments = alike(function, arguments)
    if function == "atan2":
        return Value(applied(function, arguments), ANGLE)
    return Value(applied(function, arguments), next((a.unit for a in arguments if a.unit), None), loose, rounded)


def applied(function: str, arguments: list[Value]) -> Any:
    """The function's number."""
    numbers = [a.number for a in arguments]
    if function in ("min", "max") and len(numbers) == 1:
        return numbers[0]
    if not any(is_symbol(n) for n in numbers):
        return guarded(function, PLAIN.get(function) or getattr(math, function), *numbers)
    import casadi

    call = getattr(casadi, SYMBOLIC.get(function, function))
    if function not in ("min", "max"):
        return call(*numbers)
    answer = numbers[0]
    for number in numbers[1:]:
        answer = call(answer, number)
    return answer


def guarded(what: str, call: Callable, *numbers) -> Any:
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
