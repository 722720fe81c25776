"""Options of a command, declared once as fields of a dataclass: names, meaning, default. Its parser is made from them."""

from __future__ import annotations

import argparse
import math
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, overload

from elver._support.choices import Choice
from elver._support.errors import InputError, number_in, whole_in


def argument(metavar: str, text: str, nargs: str | None = None) -> Any:
    """A word by its place; optional with nargs ``?``, any number with ``*``."""
    return _declared((), {"metavar": metavar, "help": text, "nargs": nargs}, [] if nargs == "*" else None)


def option(name: str, metavar: str | None, text: str, default: Any = None, **more: Any) -> Any:
    """``--name VALUE``; several names separated by blanks."""
    return _declared(tuple(name.split()), {"metavar": metavar, "help": text, **more}, default)


def choice(name: str, kind: type[Choice], text: str) -> Any:
    """``--name WORD``, one of the words and nothing else."""
    return _declared((name,), {"choices": [str(c) for c in kind], "help": text}, None)


def repeated(name: str, metavar: str, text: str) -> Any:
    """``--name VALUE``, any number of times."""
    return _declared((name,), {"action": "append", "metavar": metavar, "help": text}, [])


def switch(name: str, text: str) -> Any:
    """``--name``, on or off; several names separated by blanks."""
    return _declared(tuple(name.split()), {"action": "store_true", "help": text}, False)


def overwriting() -> Any:
    """``--force``, which means the same in every command that writes: elver.cli.folders."""
    return switch("--force", "overwrite the output that is named, or the default one where none is named")


def seldom(own: Any) -> Any:
    """An option that the short help of its command leaves out, and `--help-all` shows."""
    return _replace_metadata(own, {**own.metadata, "seldom": True})


def _replace_metadata(own: Field, metadata: dict[str, Any]) -> Any:
    if own.default_factory is not MISSING:
        return field(default_factory=own.default_factory, metadata=metadata)
    return field(default=own.default, metadata=metadata)


def _declared(names: tuple[str, ...], how: dict[str, Any], default: Any) -> Any:
    metadata = {"names": names, "how": {k: v for k, v in how.items() if v is not None}}
    if isinstance(default, list):
        return field(default_factory=lambda: list(default), metadata=metadata)
    return field(default=str(default) if isinstance(default, Choice) else default, metadata=metadata)


def add_options(parser: argparse.ArgumentParser, kind: type, everything: bool = True) -> int:
    """Every field of the dataclass as an option of the parser; how many its help leaves out, unless it shows ``everything``."""
    hidden, rest = 0, None
    place: argparse._ActionsContainer
    for f in sorted(fields(kind), key=lambda f: (bool(f.metadata.get("seldom")), f.name != "help")):
        names, how, place = f.metadata["names"], f.metadata["how"], parser
        if f.metadata.get("seldom"):
            if everything:
                place = rest = rest or parser.add_argument_group("more options")
            else:
                how, hidden = {**how, "help": argparse.SUPPRESS}, hidden + 1
        if names:
            place.add_argument(*names, dest=f.name, default=_default_of(f), **how)
        else:
            place.add_argument(f.name, default=_default_of(f), **how)
    return hidden


def _default_of(f: Field) -> Any:
    return f.default if f.default_factory is MISSING else f.default_factory()


def late_words(kind: type, parsed: argparse.Namespace, rest: list[str]) -> list[str]:
    """What is left of the words after options, once those are given to the argument that takes any number of them."""
    open_ended = [f.name for f in fields(kind) if not f.metadata["names"] and f.metadata["how"].get("nargs") == "*"]
    if not open_ended or any(word.startswith("-") for word in rest):
        return rest
    setattr(parsed, open_ended[0], [*getattr(parsed, open_ended[0]), *rest])
    return []


def read_options(kind: type, parsed: argparse.Namespace) -> Any:
    """The dataclass with what was typed."""
    return kind(**{f.name: getattr(parsed, f.name) for f in fields(kind)})


@dataclass(frozen=True)
class FileOptions:
    """What every command shares that takes a scenario file."""

    allow_outside: bool = seldom(switch("--allow-outside", "the scenario file may name files outside its own folder"))


# --- Texts of the command line as numbers and mappings, or one message that says what was given and what is allowed.


@overload
def number(name: str, given: str | float | None, default: float) -> float: ...
@overload
def number(name: str, given: str | float, default: None) -> float: ...
@overload
def number(name: str, given: str | float | None, default: None) -> float | None: ...
def number(name: str, given: str | float | None, default: float | None) -> float | None:
    """A number, or the default where none was given."""
    if given is None:
        return default
    try:
        return number_in(given) if isinstance(given, str) else float(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a number.") from None


@overload
def whole(name: str, given: str) -> int: ...
@overload
def whole(name: str, given: None) -> None: ...
@overload
def whole(name: str, given: str | None) -> int | None: ...
def whole(name: str, given: str | None) -> int | None:
    """A whole number; None where none was given."""
    if given is None:
        return None
    try:
        return whole_in(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a whole number.") from None


def numbers(name: str, text: str, count: int) -> list[float]:
    """Finite numbers separated by commas."""
    try:
        values = [number_in(v) for v in text.split(",")]
    except ValueError:
        values = []
    if len(values) != count:
        wanted = f"{count} numbers separated by commas" if count > 1 else "a number"
        raise InputError(f"{name} '{text[:60]}' is not {wanted}.")
    if not all(map(math.isfinite, values)):
        raise InputError(f"{name} '{text[:60]}' is not finite. Give a finite number{'s' if count > 1 else ''}.")
    return values


def words(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def parse_pairs(option: str, items: list[str], example: str, form: str = "NAME=VALUE") -> dict[str, str]:
    """Texts ``NAME=VALUE`` of an option that is repeated, as a mapping. form: how messages write one."""
    found: dict[str, str] = {}
    for item in items:
        name, sign, text = (part.strip() for part in item.partition("="))
        if not sign or not name or not text:
            raise InputError(f"{option} '{item}' is not {form}, such as {option} {example}.")
        if name in found:
            raise InputError(f"{option} {name} is given twice, as {found[name]} and {text}. Give it once.")
        found[name] = text
    return found


def parse_changes(items: list[str]) -> dict[str, str]:
    """``--set KEY=VALUE`` texts as a mapping."""
    return parse_pairs("--set", items, "gait.amplitude=0.08", "KEY=VALUE")


def parse_ranges(option: str, items: list[str], example: str) -> dict[str, str]:
    """``KEY=RANGE`` texts as a mapping, of one at least."""
    if not items:
        raise InputError(f"nothing varies. Add {option} {example}.")
    return parse_pairs(option, items, example, "KEY=RANGE")
