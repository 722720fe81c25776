"""What a document's values are read with: parameters, the names that exist, the folder of its files."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from elver._support.errors import InputError, MistakesError, is_symbol, listed, unknown_name
from elver._support.expressions import Expression, Value, evaluate, names_in, parse, settled
from elver._support.units import Unit
from elver.scenarios.yaml.nodes import MOST_NODES, DependentError, DocumentError, Node, Text, as_text


@dataclass
class _ExpansionLimit:
    """How much templates of a document may still unfold into."""

    left: int = MOST_NODES

    def take(self, node: Node, count: int) -> None:
        """What a node makes when it is repeated; refuses too much."""
        self.left -= count * node.size()
        if self.left < 0:
            raise node.error(
                f"{node.key}: repeated, this makes more than {MOST_NODES} values. Give fewer, or a smaller template."
            )


class AnyName(dict[str, str]):
    """Names of which every text is one: what is not known yet, while the rest of a document is judged."""

    def __contains__(self, name: object) -> bool:
        return True


@dataclass(frozen=True)
class Scope:
    """numbers: parameters and counters by name.   words, vectors: parameters that are words, or several numbers.

    known: names that exist, by kind (``joint``, ``body``), with their groups: {kind: {name: group}}.
    folder: of the document; None for a text without a file.   outside: its files may lie elsewhere.   opened: those it named.
    room: for what templates unfold into.   slides, turns: joints that do.   unread: parameters that are wrong themselves.
    """

    numbers: Mapping[str, Value] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    vectors: Mapping[str, tuple] = field(default_factory=dict)
    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    folder: Path | None = None
    outside: bool = False
    opened: list[Path] = field(default_factory=list, compare=False)
    room: _ExpansionLimit = field(default_factory=_ExpansionLimit, compare=False)
    slides: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()

    @property
    def symbolic(self) -> bool:
        """Whether some parameter is a symbol."""
        return any(is_symbol(v.number) for v in self.numbers.values())

    def counting(self, **counters: float) -> Scope:
        """The same with counters that expressions may name."""
        return replace(self, numbers={**self.numbers, **{name: Value(float(v)) for name, v in counters.items()}})

    def knowing(self, kind: str, names: Mapping[str, str]) -> Scope:
        """The same with the names of a kind, and their groups."""
        return replace(self, known={**self.known, kind: names})

    def motions_of(self, joints: Iterable[str]) -> tuple[bool, bool]:
        """Whether some of the joints turn, and whether some slide; neither for names that are no joints."""
        named = set(joints)
        return bool(named & self.turns), bool(named & self.slides)

    def need(self, node: Node, names: Iterable[str]) -> None:
        """Refuse a value that needs a parameter that is wrong itself."""
        named = {part for name in names for part in (name, name.rpartition(".")[0])}  # a component of several numbers too
        for name in self.unread & named:
            raise DependentError(node.file, node.line, node.column, node.key, f"{node.key} depends on '{name}', which is wrong.")

    def number(self, node: Node, wanted: Unit | None = None, called: str = "") -> Any:
        """The number or symbol that an expression stands for, in SI units of ``wanted``."""
        text = as_text(node, "a number")
        if text.empty or not text.text.strip():
            raise node.error(f"{node.key} has no value. Give a number{' in ' + called if called and called != '1' else ''}.")
        try:
            if not isinstance(text.parsed, Expression):
                text.parsed = parse(text.text)
            self.need(node, names_in(text.parsed) if self.unread else ())
            return settled(evaluate(text.parsed, self.numbers), wanted, called)
        except DocumentError:
            raise
        except InputError as error:
            raise node.error(f"{node.key} = {text.shown()}: {error}") from None

    def built(self, node: Node, make: Callable, *arguments: Any, **named: Any) -> Any:
        """What the engine makes of values read from ``node``; its refusal points there."""
        try:
            return make(*arguments, **named)
        except (DocumentError, MistakesError) as error:  # points at a part of it already
            if isinstance(error, MistakesError) and not all(isinstance(one, DocumentError) for one in error.problems):
                raise node.caught(error) from error
            raise
        except InputError as error:
            raise node.caught(error) from error
        except (ArithmeticError, ValueError, TypeError) as error:
            if self.symbolic:  # its value may be needed: the caller tries the numbers themselves
                raise
            raise node.caught(error) from error

    def chosen(self, node: Node, kind: str) -> tuple[str, ...]:
        """Names of a kind that a text means: a name, a group, or a pattern with ``*``, ``?`` and ``[ ]``."""
        text = as_text(node, f"the name of a {kind}").text
        names = self.known.get(kind, {})
        if text in names:
            return (text,)
        found = tuple(n for n, group in names.items() if group == text)
        if not found and any(sign in text for sign in "*?["):
            found = tuple(n for n in names if fnmatch.fnmatchcase(n, text))
            if not found:
                raise node.error(f"{node.key} = {text[:60]}: no {kind} is called so. There are: {listed(names) or 'none'}.")
        if not found:
            groups = sorted({g for g in names.values() if g})
            reason = str(unknown_name(kind, text, [*names, *groups]))
            if text in self.numbers:
                reason += f" '{text}' is a parameter, so that it is no command either: give the command a name of its own."
            raise node.error(f"{node.key}: {reason}")
        return found

    def file(self, node: Node) -> Path:
        """A file that the document names: inside its own folder, unless others are allowed."""
        text = as_text(node, "the name of a file").text
        if self.folder is None:
            raise node.error(f"{node.key} = {text[:60]}: a document without a file of its own cannot name files.")
        if not text or "\0" in text:
            raise node.error(f"{node.key} names no file.")
        home = self.folder.resolve()
        try:
            path = (home / text).resolve()
            there = path.is_file()
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise node.error(
                f"{node.key} = {text[:60]} cannot be read: {reason}. Name a file beside the scenario file."
            ) from None
        if not self.outside and not path.is_relative_to(home):
            raise node.error(
                f"{node.key} = {text[:60]} lies outside the folder of the scenario file. Put it there, or allow it: "
                "--allow-outside, or elver.load(..., allow_outside=True)."
            )
        if not there:
            raise node.error(f"{node.key} = {text[:60]}: there is no such file beside the scenario file.")
        self.opened.append(path)
        return path


def truth(node: Node) -> bool:
    """``true`` or ``false``."""
    text = node.text if isinstance(node, Text) else ""
    if text not in ("true", "false"):
        node.refuse("Give true or false.")
    return text == "true"
