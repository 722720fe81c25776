"""What a document holds: texts, lists and tables that know their line and column, and the error that points at one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from elver.document.wording import in_file_words
from elver.errors import InputError, MistakesError, NotFreeError, printable, refuse, unknown_name

SHOWN = 60  # characters of a value in a message
MOST_NODES = 40_000  # in a document, and in all that its templates unfold into
COUNTED = 10  # characters of a text that count as one value more: long expressions take their time
LONGEST_PATH, LONGEST_REASON = 400, 1000  # characters of a dotted path, and of what a message says


class DocumentError(InputError):
    """Something in a document is wrong: ``reason``. ``file``, ``line``, ``column`` (both from 1) and ``key`` say where.

    paste: lines that mend it, for the document.
    """

    def __init__(self, file: str, line: int, column: int, key: str, reason: str, paste: Sequence[str] = ()):
        self.file, self.line, self.column, self.key = file, line, column, key
        self.paste = tuple(one_line(text) for text in paste)
        self.reason = "\n".join([one_line(reason), *self.paste])
        super().__init__(f"{one_line(file)}:{line}:{column}: {self.reason}")

    def __reduce__(self):
        return type(self), (self.file, self.line, self.column, self.key, self.reason.split("\n")[0], self.paste)


def one_line(text: str) -> str:
    """A text on one line, of a bounded length, without signs that turn or clear a terminal: those as their codes."""
    if len(text) > LONGEST_REASON:
        text = f"{text[:LONGEST_REASON]} ..."
    return printable(text)


class NotFreeInDocumentError(DocumentError, NotFreeError):
    """A number of a document that is needed while a model is built was left free."""


class Node:
    """A piece of a document: ``file``, ``line`` and ``column`` of its beginning, and ``key``, its dotted path."""

    kind = "value"
    __slots__ = ("column", "file", "key", "line")

    def __init__(self, file: str, line: int, column: int, key: str = ""):
        self.file, self.line, self.column, self.key = file, line, column, key

    def error(self, reason: str, free: bool = False, paste: Sequence[str] = ()) -> DocumentError:
        """The error that points here; ``reason`` begins with what is wrong. paste: lines that mend it."""
        kind = NotFreeInDocumentError if free else DocumentError
        return kind(self.file, self.line, self.column, self.key, reason, paste)

    def refuse(self, wanted: str) -> NoReturn:
        """Refuse what stands here, and say what should."""
        raise self.error(f"{self.key or 'the document'} = {self.shown()} is not allowed. {wanted}")

    def caught(self, error: Exception) -> InputError:
        """An error of the engine as one that points here, or at the entry that it begins with, in the words of files.

        Of several each does.
        """
        if isinstance(error, MistakesError):
            return MistakesError(self.caught(one) for one in error.problems)
        text = str(error).strip().splitlines()
        if not isinstance(error, InputError):
            reason = f"makes no machine ({(text or [''])[-1][:200]})."
        else:
            reason = in_file_words(" ".join(text)[:1000])
        free, first = isinstance(error, NotFreeError), re.match(r"[a-z_]\w*(?= = |\[\d+\] = | cannot )", reason)
        if first and isinstance(self, Table) and first[0] in self.entries:
            own = self.entries[first[0]]
            return own.error(own.key + reason[first.end() :], free)
        return self.error(f"{self.key}: {reason}" if self.key else reason, free)

    def shown(self) -> str:
        """What stands here, for a message."""
        return f"a {self.kind}"

    def copied(self, key: str) -> Node:
        """The same at another path of the document: an alias, an entry of a chain."""
        raise NotImplementedError

    def size(self) -> int:
        """Values in it, itself included."""
        return 1

    def depth(self) -> int:
        """How deep lists and mappings stand in each other here, itself included."""
        return 1


class Text(Node):
    """A number, a word, a text or an expression, as written. ``quoted``: between quotation marks, or a block of text."""

    kind = "value"
    __slots__ = ("parsed", "quoted", "text")

    def __init__(self, file: str, line: int, column: int, text: str, quoted: bool = False, key: str = ""):
        super().__init__(file, line, column, key)
        self.text, self.quoted = text, quoted
        self.parsed: object | None = None  # the expression, once it was read

    def shown(self) -> str:
        return (self.text if len(self.text) <= SHOWN else f"{self.text[:SHOWN]}...") or "nothing"

    def size(self) -> int:
        return 1 + len(self.text) // COUNTED

    @property
    def empty(self) -> bool:
        """True for nothing at all, ``null``, ``~`` and ``none``."""
        return not self.quoted and self.text in ("", "null", "~", "none")

    def copied(self, key: str) -> Text:
        twin = Text(self.file, self.line, self.column, self.text, self.quoted, key)
        twin.parsed = self.parsed
        return twin


class Items(Node):
    """A list."""

    kind = "list"
    __slots__ = ("items",)

    def __init__(self, file: str, line: int, column: int, items: list[Node], key: str = ""):
        super().__init__(file, line, column, key)
        self.items = items

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def copied(self, key: str) -> Items:
        items = [item.copied(f"{key}[{k}]") for k, item in enumerate(self.items)]
        return Items(self.file, self.line, self.column, items, key)

    def size(self) -> int:
        return 1 + sum(item.size() for item in self.items)

    def depth(self) -> int:
        return 1 + max((item.depth() for item in self.items), default=0)


class Table(Node):
    """A mapping from names to nodes; ``places``: line and column of every name."""

    kind = "mapping"
    __slots__ = ("entries", "places")

    def __init__(
        self, file: str, line: int, column: int, entries: dict[str, Node], places: dict[str, tuple[int, int]], key: str = ""
    ):
        super().__init__(file, line, column, key)
        self.entries, self.places = entries, places

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def get(self, name: str) -> Node | None:
        """The node of that name; None where there is none."""
        return self.entries.get(name)

    def items(self):
        """Names and nodes, as written."""
        return self.entries.items()

    def at(self, name: str) -> Node:
        """A node that stands where a name is written, to point an error at it."""
        line, column = self.places.get(name, (self.line, self.column))
        return Node(self.file, line, column, below(self.key, name))

    def allow(self, names, what: str) -> None:
        """Refuse the names that are not among ``names``."""
        refuse([
            self.at(name).error(f"{below(self.key, name)}: {unknown_name(f'key of {what}:', name, names)}")
            for name in self.entries
            if name not in names
        ])  # fmt: skip

    def need(self, name: str, what: str) -> Node:
        """The node of that name; refuses a table without it."""
        if name not in self.entries:
            raise self.error(f"{self.key or 'the document'}: {what} has no '{name}'. Add it.")
        return self.entries[name]

    def without(self, *names: str) -> Table:
        """The same table less some of its names."""
        kept = {name: node for name, node in self.entries.items() if name not in names}
        return Table(self.file, self.line, self.column, kept, self.places, self.key)

    def over(self, other: Table) -> Table:
        """This table with the entries of another put over it."""
        return Table(
            self.file, self.line, self.column, {**self.entries, **other.entries}, {**self.places, **other.places}, self.key
        )

    def copied(self, key: str) -> Table:
        entries = {name: node.copied(below(key, name)) for name, node in self.entries.items()}
        return Table(self.file, self.line, self.column, entries, self.places, key)

    def size(self) -> int:
        return 1 + sum(node.size() for node in self.entries.values())

    def depth(self) -> int:
        return 1 + max((node.depth() for node in self.entries.values()), default=0)


def below(key: str, name: str) -> str:
    """The path of a name in a table; the end of it where it is very long."""
    path = f"{key}.{name}" if key else name
    return path if len(path) <= LONGEST_PATH else f"...{path[-LONGEST_PATH:]}"


def as_table(node: Node, what: str) -> Table:
    """The node where it is a mapping; else an error."""
    if not isinstance(node, Table):
        raise node.error(f"{node.key or 'the document'} is {node.shown()!r}, but {what} is a mapping of names to values.")
    return node


def as_items(node: Node, what: str) -> Items:
    """The node where it is a list; else an error."""
    if not isinstance(node, Items):
        raise node.error(
            f"{node.key} is {node.shown()!r}, but {what} is a list. Write it in square brackets, or line by line with '- '."
        )
    return node


def as_text(node: Node, what: str) -> Text:
    """The node where it is a single value; else an error."""
    if not isinstance(node, Text):
        raise node.error(f"{node.key} is {node.shown()}, but {what} is a single value.")
    return node
