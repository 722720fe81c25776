"""What a document holds: texts, lists and tables that know their line and column, and the error that points at one."""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

from elver._support.errors import InputError, MistakesError, NotFreeError, printable, refuse, shown, unknown_name
from elver._support.wording import in_file_words

_SHOWN = 60  # characters of a value in a message
MOST_NODES = 40_000  # in a document, and in all that its templates unfold into
_COUNTED = 10  # characters of a text that count as one value more: long expressions take their time
_LONGEST_PATH, _LONGEST_REASON = 400, 1000  # characters of a dotted path, and of what a message says


class DocumentError(InputError):
    """Something in a document is wrong: ``reason``. ``file``, ``line``, ``column`` (both from 1) and ``key`` say where.

    paste: lines that mend it, for the document.
    """

    def __init__(self, file: str, line: int, column: int, key: str, reason: str, paste: Sequence[str] = ()):
        self.file, self.line, self.column, self.key = file, line, column, key
        self.paste = tuple(_one_line(text) for text in paste)
        self.reason = "\n".join([_one_line(reason), *self.paste])
        super().__init__(f"{_one_line(file)}:{line}:{column}: {self.reason}")

    def __reduce__(self) -> tuple[type[DocumentError], tuple]:
        return type(self), (self.file, self.line, self.column, self.key, self.reason.split("\n")[0], self.paste)


class DependentError(DocumentError):
    """A value that depends on a parameter that is wrong itself: nothing is known of it, and nothing said where that is told."""


def _one_line(text: str) -> str:
    """A text on one line, of a bounded length, without signs that turn or clear a terminal: those as their codes."""
    if len(text) > _LONGEST_REASON:
        text = f"{text[:_LONGEST_REASON]} ..."
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
        """An error of the engine as one that points here, or at the entry that it names, in the words of files.

        Of several each does.
        """
        if isinstance(error, MistakesError):
            return MistakesError(self.caught(one) for one in error.problems)
        text = str(error).strip().splitlines()
        if not isinstance(error, InputError):
            reason, about = f"makes no machine ({(text or [''])[-1][:200]}).", ""
        else:
            reason, about = in_file_words(" ".join(text)[:1000]), error.name
        free = isinstance(error, NotFreeError)
        named = [part.partition("[")[0] for part in about.split(".")]  # Place.position[2]
        entries = self.entries if isinstance(self, Table) else {}
        name = next((part for part in reversed(named) if part in entries), "")
        own = entries.get(name, self)
        rest = reason.removeprefix(name) if name else reason
        joined = rest if name and rest != reason else f": {reason}"
        return own.error(f"{own.key}{joined}" if own.key else reason, free)

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
        return (self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}...") or "nothing"

    def size(self) -> int:
        return 1 + len(self.text) // _COUNTED

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

    def items(self) -> ItemsView[str, Node]:
        """Names and nodes, as written."""
        return self.entries.items()

    def at(self, name: str) -> Node:
        """A node that stands where a name is written, to point an error at it."""
        line, column = self.places.get(name, (self.line, self.column))
        return Node(self.file, line, column, _below(self.key, name))

    def allow(self, names: Collection[str], what: str, meanings: Mapping[str, str] | None = None) -> None:
        """Refuse the names that are not among ``names``. meanings: of some of them, in which a name that is none of them may
        stand: ``lag`` in that of ``phase``.
        """
        refuse([
            self.at(name).error(f"{_below(self.key, name)}: {unknown_name(f'key of {what}:', name, names, meanings)}")
            for name in self.entries
            if name not in names
        ])  # fmt: skip

    def need(self, name: str, what: str, meaning: str = "") -> Node:
        """The node of that name; refuses a table without it. meaning: of what is missing."""
        if name not in self.entries:
            add = f"Add it: {meaning}." if meaning else "Add it."
            raise self.error(f"{self.key or 'the document'}: {what} has no '{name}'. {add}")
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
        entries = {name: node.copied(_below(key, name)) for name, node in self.entries.items()}
        return Table(self.file, self.line, self.column, entries, self.places, key)

    def size(self) -> int:
        return 1 + sum(node.size() for node in self.entries.values())

    def depth(self) -> int:
        return 1 + max((node.depth() for node in self.entries.values()), default=0)


def _below(key: str, name: str) -> str:
    """The path of a name in a table; the end of it where it is very long."""
    path = f"{key}.{name}" if key else name
    return path if len(path) <= _LONGEST_PATH else f"...{path[-_LONGEST_PATH:]}"


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


# --- YAML text to nodes. No object is made but texts, lists and tables: tags are refused, and size, depth and count are bounded.

MOST_BYTES = 1 << 20
MOST_DEPTH = 30
_LONGEST_NAME = 200
_QUOTED = ("'", '"', "|", ">")  # styles of text that is not plain; the two parsers call plain by different names
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ADVICE = "Give a scenario file in YAML, UTF-8, of 1 MB or less."


def read_document(path: str | Path) -> Table:
    """The table a YAML file holds."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"'{shown(path)}' is a folder or no plain file. {_ADVICE}")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"'{str(path)[:300]}' cannot be read: {reason}. {_ADVICE}") from None
    return parse_document(data, str(path))


def parse_document(data: str | bytes, file: str) -> Table:
    """The table that YAML text holds; ``file``: what messages call it."""
    text = _decoded(data, file)
    try:
        root = _Builder(file, yaml.parse(text, Loader=LOADER)).document()
    except yaml.YAMLError as error:
        raise _yaml_error(error, file, text) from None
    if not isinstance(root, Table):
        raise root.error(f"the document is {root.shown()!r}, not a mapping of names to values. Begin with 'elver: 1'.")
    return root


def _decoded(data: str | bytes, file: str) -> str:
    """UTF-8 text of a bounded size without characters that YAML does not know."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MOST_BYTES:
            raise DocumentError(file, 1, 1, "", f"the file is larger than {MOST_BYTES >> 20} MB. {_ADVICE}")
        text = raw.decode("utf-8-sig")
    except UnicodeError as error:
        start = error.start if isinstance(error, (UnicodeDecodeError, UnicodeEncodeError)) else 0
        before = raw[:start] if isinstance(data, bytes) else data[:start].encode(errors="replace")
        line = before.count(b"\n") + 1
        raise DocumentError(file, line, 1, "", f"the text is not UTF-8 (byte {start}). {_ADVICE}") from None
    for number, written in enumerate(text.split("\n"), 1):
        if not written.isascii() or not written.isprintable():
            for place, character in enumerate(written, 1):
                if not (character in "\t\r" or character.isprintable() or character == "\u00a0"):
                    raise DocumentError(
                        file, number, place, "", f"the character U+{ord(character):04X} cannot be printed. Leave it out."
                    )
    return text


def _yaml_error(error: yaml.YAMLError, file: str, text: str) -> DocumentError:
    """What the YAML parser says, with its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    context = getattr(error, "context", None)
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    said = f"{context}, {problem}" if context else str(problem)
    if "cannot start any token" in said and "\t" in "".join(text.split("\n")[line - 1 : line]):
        said = "there is a tab; YAML is indented by spaces"
    return DocumentError(file, line, column, "", f"this is not YAML: {said[:200]}. Check indentation, colons and brackets.")


class _Builder:
    """Nodes from the events of a YAML parser, counted while they are made."""

    def __init__(self, file: str, events: Iterator[Any]):
        self.file, self.events = file, events
        self.anchors: dict[str, Node] = {}
        self.count = 0

    def document(self) -> Node:
        """The one document of the text."""
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                raise self.wrong(event, "", "a second document begins here. A file holds one: leave out the line '---'.")
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, "", 1)
        return root if root is not None else Text(self.file, 1, 1, "")

    def wrong(self, event: yaml.Event, key: str, reason: str) -> DocumentError:
        """The error at an event."""
        mark = event.start_mark
        return DocumentError(self.file, mark.line + 1, mark.column + 1, key, reason)

    def counted(self, event: yaml.Event, key: str, more: int = 1) -> None:
        """Refuse a document that unfolds into too much."""
        self.count += more
        if self.count > MOST_NODES:
            raise self.wrong(
                event, key, f"the document has more than {MOST_NODES} values, aliases and long texts counted. Make it smaller."
            )

    def bounded(self, event: yaml.Event, key: str, depth: int) -> None:
        """Refuse a document that is nested too deep."""
        if depth > MOST_DEPTH:
            raise self.wrong(event, key, f"lists and mappings stand more than {MOST_DEPTH} deep in each other. Make it flatter.")

    def printed(self, event: yaml.Event, key: str, text: str, also: str = "") -> None:
        """Refuse signs that an escape in quotation marks makes and that cannot be printed: terminals and XML obey them."""
        if not text.isprintable():
            for sign in text:
                if not sign.isprintable() and sign not in also:
                    where = key or "the document"
                    raise self.wrong(event, key, f"{where}: the character U+{ord(sign):04X} cannot be printed. Leave it out.")

    def node(self, event: yaml.Event, key: str, depth: int) -> Node:
        """The node that an event begins."""
        self.counted(event, key)
        self.bounded(event, key, depth)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, key, depth)
        if event.tag is not None and event.tag != "!":
            raise self.wrong(event, key, f"the tag '{shown(event.tag)}' is not allowed: a scenario file holds plain values only.")
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            self.counted(event, key, len(event.value) // _COUNTED)
            self.printed(event, key, event.value, "\n\t\u00a0")
            node = Text(self.file, line, column, event.value, event.style in _QUOTED, key)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Items(self.file, line, column, self.items(key, depth), key)
        else:
            node = self.table(event, key, depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def alias(self, event: yaml.AliasEvent, key: str, depth: int) -> Node:
        """A copy of what an anchor names."""
        if event.anchor not in self.anchors:
            raise self.wrong(event, key, f"the alias '*{shown(event.anchor)}' names nothing that is complete before it.")
        found = self.anchors[event.anchor]
        self.counted(event, key, found.size())
        self.bounded(event, key, depth + found.depth() - 1)
        return found.copied(key)

    def items(self, key: str, depth: int) -> list[Node]:
        """The entries of a list."""
        found: list[Node] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                return found
            found.append(self.node(event, f"{key}[{len(found)}]", depth + 1))
        return found

    def table(self, start: yaml.MappingStartEvent, key: str, depth: int) -> Table:
        """The entries of a mapping: names are plain texts, each given once."""
        entries: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            name = self.name(event, key)
            if name in entries:
                first = places[name][0]
                raise self.wrong(
                    event, _below(key, name), f"{_below(key, name)} stands here a second time, first in line {first}."
                )
            places[name] = (event.start_mark.line + 1, event.start_mark.column + 1)
            entries[name] = self.node(next(self.events), _below(key, name), depth + 1)
        return Table(self.file, start.start_mark.line + 1, start.start_mark.column + 1, entries, places, key)

    def name(self, event: yaml.Event, key: str) -> str:
        """The text of a name."""
        self.counted(event, key)
        where = f"in {key}" if key else "in the document"
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None or event.anchor is not None:
            raise self.wrong(event, key, f"a name {where} is not a plain text. Names of a mapping are words.")
        if event.value == "<<" and event.style not in _QUOTED:
            raise self.wrong(event, key, f"'<<' {where} merges mappings, which is not allowed. Write the values out.")
        self.printed(event, key, event.value)
        if not event.value.strip() or len(event.value) > _LONGEST_NAME:
            raise self.wrong(event, key, f"a name {where} has {len(event.value.strip())} characters. Give 1 to {_LONGEST_NAME}.")
        return event.value
