"""Errors a user can meet. Each says what was given, what is allowed, and what to do."""

from __future__ import annotations

import difflib
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Real
from pathlib import PurePath
from typing import Any

_SHOWN, FEW = 12, 25  # names listed in a message: all of a few, the first of many
_NUMBER = re.compile(r"\s*[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|infinity|nan)\s*", re.ASCII | re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_CASADI = re.compile(r"\.\.\./casadi/\S+:\d+: ")  # where in CasADi's own sources
_WHOLE = 1e-9  # relative, by which a time may miss a whole number of steps
_MOST_TOLD = 40  # mistakes of one file that are told at once
_COMPARED, _LONG = 300, 60  # names that a wrong one is compared with, and characters of those: comparing takes its time


class ElverError(Exception):
    """Base of every error that Elver raises on purpose."""


class InputError(ElverError, ValueError):
    """Something that was handed to Elver is wrong; nothing was computed or written.

    Where it is known, the error carries what it is about; the text is for people.

    Attributes
    ----------
    name : str
        What has a value that is not allowed, as the message calls it: ``Spring.stiffness``, ``Place.position[2]``.
    part : str
        The part of a model or a scene: ``base``, ``gait``, ``start``, ``scene``, ``measures``, ``joint`` and a joint's name, or
        ``obstacle`` and its place from 0.
    file, line, column, key : str, int, int, str
        Where it stands in a document, and its dotted path there (``DocumentError``); line 0 for nowhere.
    """

    part = file = key = ""
    line = column = 0

    def __init__(self, *message: str, name: str = "", part: str = ""):
        super().__init__(*message)
        self.name, self.part = name, part


class UnknownNameError(InputError):
    """A name that is none of those known."""


class MistakesError(InputError):
    """Several things that were handed to Elver are wrong: ``problems``, an error for each, and a line of the message."""

    def __init__(self, problems: Iterable[InputError]):
        self.problems = tuple(problems)
        more = len(self.problems) - _MOST_TOLD
        lines = [*map(str, self.problems[:_MOST_TOLD]), *([f"and {more} more mistakes."] if more > 0 else [])]
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class ControllerError(InputError):
    """A controller failed, or gave what is no input. run: the good part of the run, up to that instant."""

    run: Any = None


class NotFreeError(InputError):
    """A number that is needed while a model is built was left free."""


class WriteError(ElverError):
    """A file could not be written; what was there before is as it was."""


class BusyError(ElverError):
    """Another process is writing to the same place."""


class EndedEarlyError(ElverError):
    """A run broke off that is needed to its end; the message says why it did."""


class NoOrbitError(ElverError):
    """A periodic orbit was asked for that was not found; the message says what was reached and what to try."""


class NoGradientError(ElverError):
    """A gradient was asked for that does not exist; the message says where it fails and what to try."""


class UnsupportedOperationError(ElverError, NotImplementedError):
    """A graph holds an operation that the native code generator cannot emit."""


@contextmanager
def about(part: str) -> Iterator[None]:
    """What is refused meanwhile is about a part of a model, unless it says of which."""
    try:
        yield
    except InputError as error:
        error.part = error.part or part
        raise


@contextmanager
def gathering(wrong: list[InputError]) -> Iterator[None]:
    """Keep what goes wrong in a part, so that its neighbours are read too; ``refuse`` tells it in the end."""
    try:
        yield
    except NotFreeError:  # the caller tries again with the number
        raise
    except InputError as error:
        wrong += getattr(error, "problems", (error,))


def refuse(wrong: list[InputError]) -> None:
    """Raise what was gathered: one error as it is, several as one; what is said twice is said once."""
    wrong = list({str(error): error for error in wrong}.values())
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise MistakesError(wrong)


def each(things: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """What ``read`` makes of every thing; where some are wrong, one error that tells all of it."""
    found: list[Any] = []
    wrong: list[InputError] = []
    for thing in things:
        with gathering(wrong):
            found.append(read(thing))
    refuse(wrong)
    return found


def is_ctrl_c(error: BaseException) -> bool:
    """Whether Ctrl-C is behind an error: itself, or as the SystemError that CasADi makes of it."""
    return isinstance(error.__cause__ if isinstance(error, SystemError) else error, KeyboardInterrupt)


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint such as `` Did you mean 'gait.amplitude'?``, or nothing when no name is close."""
    near = sorted((other for other in allowed if len(other) <= _LONG), key=lambda other: abs(len(other) - len(name)))[:_COMPARED]
    close = difflib.get_close_matches(name[:_LONG], near, n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""


def unknown_name(what: str, name: Any, allowed: Iterable[str], meanings: Mapping[str, str] | None = None) -> UnknownNameError:
    """The error for a name that is not in a list of known names. meanings: of some of these, looked at where none is close."""
    allowed, name = list(allowed), str(name)[:60]
    known = f"Known: {listed(allowed)}." if allowed else "There are none."
    hint = nearest(name, allowed) or _meant(name, meanings or {})
    return UnknownNameError(f"unknown {what} '{name}'.{hint} {known}")


def _meant(name: str, meanings: Mapping[str, str]) -> str:
    """A hint to the names in whose meaning a name stands, such as `` Perhaps 'phase': phase or lag from joint to joint.``"""
    words = {word for word in re.split(r"[\W_]+", name.lower()) if len(word) > 2}
    found = [f"'{own}' ({text})" for own, text in meanings.items() if words & set(re.split(r"\W+", text.lower()))]
    return f" Perhaps {' or '.join(found[:2])}." if found else ""


def listed(names: Iterable[str]) -> str:
    """Names for a message: all of a few, the first of many."""
    names = list(names)
    return ", ".join(names if len(names) <= FEW else [*names[:_SHOWN], f"and {len(names) - _SHOWN} more"])


def is_symbol(value: Any) -> bool:
    """True for a CasADi expression: a parameter that stays free has no value to check yet."""
    return type(value).__module__.startswith("casadi")


def is_finite(value: Any) -> bool:
    """True for a real number that a float can hold; a truth value is none."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def shown(value: Any) -> str:
    """A value for a message; only the beginning of a long one."""
    try:
        return str(value)[:60]
    except ValueError:  # a whole number of more digits than Python writes
        return "a number of thousands of digits"


def printable(text: str) -> str:
    """A text without signs that turn, clear or name a terminal, or that XML does not know: those as their codes."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def require_name(what: str, name: Any) -> str:
    """``name`` where it is a text that can be printed on one line, and not empty; else an InputError."""
    if isinstance(name, str) and name.strip() and name.isprintable():
        return name
    given = f"'{printable(name)[:60]}'" if isinstance(name, str) else shown(name)
    raise InputError(f"{what} = {given} is not allowed. Give a name of printable characters on one line.")


def number_in(text: str) -> float:
    """The number that a text is, in the digits 0 to 9; a ValueError where it is none.

    The one reader of numbers in files and on the command line: Python's own takes ``1_0`` and the digits of every script.
    """
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"{text[:60]!r} is not a number")
    return float(text)


def whole_in(text: str) -> int:
    """The whole number that a text is, in the digits 0 to 9; a ValueError where it is none, or has thousands of digits."""
    if _WHOLE_NUMBER.fullmatch(text) is None:
        raise ValueError(f"{text[:60]!r} is not a whole number")
    return int(text)


def reads_as_number(text: str) -> bool:
    """Whether a text is a number in quotes."""
    return _NUMBER.fullmatch(text) is not None


def within(value: float, low: float | None, high: float | None = None, above: float | None = None) -> bool:
    """Whether a number lies within bounds: ``low`` or more, ``high`` or less, greater than ``above``; None for no bound."""
    return (low is None or value >= low) and (high is None or value <= high) and (above is None or value > above)


def bounds_text(low: float | None, high: float | None = None, above: float | None = None) -> str:
    """Bounds in words: ``2 to 1000``, ``0 or more``, ``greater than 0 up to 1``, ``1 or less``; empty where there are none."""
    if low is not None:
        return f"{low:g} or more" if high is None else f"{low:g} to {high:g}"
    if above is not None:
        return f"greater than {above:g}" if high is None else f"greater than {above:g} up to {high:g}"
    return "" if high is None else f"{high:g} or less"


def wanted_text(kind: str, bounds: str, unit: str = "") -> str:
    """What to give: ``a finite number greater than 0 s``. bounds: their words."""
    before = "" if bounds.startswith("greater") else "from " if " to " in bounds else "of "
    return kind + (f" {before}{bounds}" if bounds else "") + ("" if unit in ("", "1") else f" {unit}")


def not_allowed(what: str, value: Any, wanted: str, hint: str = "", written: str = "") -> InputError:
    """The error for a value that is not what it must be; a number that was given as a text is told so.

    written: the value as it is to be shown, where that is not as Python does.
    """
    given = written or (f"'{shown(value)}'" if isinstance(value, str) else shown(value))
    text = f" {given} is a text: leave the quotes away." if isinstance(value, str) and reads_as_number(value) else ""
    return InputError(f"{what} = {given} is not allowed. Give {wanted}.{hint}{text}", name=what)


def require_number(what: str, value: Any, low: float | None = None, above: float | None = None, unit: str = "") -> Any:
    """``value`` where it is a finite number (or a symbol), at least ``low`` and greater than ``above``; else an InputError."""
    if is_symbol(value) or (is_finite(value) and within(value, low, None, above)):
        return value
    raise not_allowed(what, value, wanted_text("a finite number", bounds_text(low, None, above), unit))


def is_whole(length: float, step: float) -> bool:
    """Whether a length [s] is a whole number of steps, but for rounding."""
    return abs(round(length / step) * step - length) <= _WHOLE * max(abs(length), step)


def whole_steps(what: str, length: float, step: float, least: int = 1) -> int:
    """How many steps a length [s] has; refused where that is no whole number, or fewer than ``least``."""
    count = round(length / step)
    if count < least or not is_whole(length, step):
        near = f"{max(count, least) * step:.9g} s"
        raise InputError(f"{what} = {length:g} s is not a whole number of steps of {step:g} s. Nearest: {near}.")
    return count


def attempted(what: str, call: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """What a figure, a picture or a check gives, and why it gives nothing: empty where it does. None of them costs a result."""
    try:
        return from_user(what, call, *arguments), ""
    except ElverError as error:
        return None, str(error).removeprefix(f"{what} failed with ").removeprefix(f"{what} failed: ")


def _line_of(error: BaseException) -> str:
    """The line of a user's function where an error was raised: the last one that is no line of a package's own."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)[1:] or traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "site-packages" not in frame.filename and not frame.filename.startswith("<frozen")]
    last = (own or frames)[-1]
    return f"It happened in {PurePath(last.filename).name}, line {last.lineno}" + (f": {last.line.strip()}" if last.line else ".")


def from_user(what: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a user's function. What goes wrong in it is reported as theirs, with the cause attached."""
    try:
        with warnings.catch_warnings():  # numpy's functions do give the expression; CasADi's notice is about its own future
            warnings.filterwarnings("ignore", r"\s*casadi: a numpy function", FutureWarning)
            return call(*arguments)
    except ElverError:
        raise
    except Exception as error:
        if is_ctrl_c(error):
            raise KeyboardInterrupt from error
        place = _line_of(error)
        if "truth value" in str(error) and "CasADi" in str(error):
            raise InputError(
                f"{what} failed: it asks whether an expression is true (if, and, or, not, min, max, while), which is known only "
                f"while the machine runs. Use casadi.if_else, casadi.logic_and, casadi.logic_or, casadi.fmin or casadi.fmax. "
                f"{place}"
            ) from error
        if "to_int not defined" in str(error):
            raise InputError(
                f"{what} failed: it makes a whole number of an expression (int, range, an index), which is known only while the "
                f"machine runs. Use casadi.floor, casadi.if_else or casadi.interpolant. {place}"
            ) from error
        if "symbolic CasADi type to numeric" in str(error):
            raise InputError(
                f"{what} failed: it makes numbers of an expression (float, numpy.array with a dtype, functions of scipy), "
                f"which are known only while the machine runs. Use casadi's functions (casadi.sin, casadi.vertcat, ...). {place}"
            ) from error
        if type(error).__module__.startswith("numba."):
            raise InputError(
                f"{what} failed: a compiled loop was given something that holds no numbers. Give numpy arrays of floats. {place}"
            ) from error
        reason = [_CASADI.sub("", line) for line in str(error).strip().splitlines()]
        detail = f"{type(error).__name__}: {reason[-1][:200]}" if reason else type(error).__name__
        raise InputError(f"{what} failed with {detail.rstrip('.')}. {place}") from error
