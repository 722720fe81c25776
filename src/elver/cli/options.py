"""Options of a command, declared once as fields of a dataclass: names, meaning, default. Its parser is made from them."""

from __future__ import annotations

import argparse
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from elver.choices import Choice


def argument(metavar: str, text: str, nargs: str | None = None) -> Any:
    """A word by its place; optional with nargs ``?``, any number with ``*``."""
    return declared((), {"metavar": metavar, "help": text, "nargs": nargs}, [] if nargs == "*" else None)


def option(name: str, metavar: str | None, text: str, default: Any = None, **more: Any) -> Any:
    """``--name VALUE``; several names separated by blanks."""
    return declared(tuple(name.split()), {"metavar": metavar, "help": text, **more}, default)


def choice(name: str, kind: type[Choice], text: str) -> Any:
    """``--name WORD``, one of the words and nothing else."""
    return declared((name,), {"choices": [str(c) for c in kind], "help": text}, None)


def repeated(name: str, metavar: str, text: str) -> Any:
    """``--name VALUE``, any number of times."""
    return declared((name,), {"action": "append", "metavar": metavar, "help": text}, [])


def switch(name: str, text: str) -> Any:
    """``--name``, on or off; several names separated by blanks."""
    return declared(tuple(name.split()), {"action": "store_true", "help": text}, False)


def overwriting() -> Any:
    """``--force``, which means the same in every command that writes: elver.cli.folders."""
    return switch("--force", "overwrite the output that is named, or the default one where none is named")


def seldom(own: Any) -> Any:
    """An option that the short help of its command leaves out, and `--help-all` shows."""
    return replace_metadata(own, {**own.metadata, "seldom": True})


def replace_metadata(own: Field, metadata: dict[str, Any]) -> Any:
    if own.default_factory is not MISSING:
        return field(default_factory=own.default_factory, metadata=metadata)
    return field(default=own.default, metadata=metadata)


def declared(names: tuple[str, ...], how: dict[str, Any], default: Any) -> Any:
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
            place.add_argument(*names, dest=f.name, default=default_of(f), **how)
        else:
            place.add_argument(f.name, default=default_of(f), **how)
    return hidden


def default_of(f: Field) -> Any:
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
