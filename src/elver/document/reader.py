"""YAML text to nodes. No object is made but texts, lists and tables: tags are refused, and size, depth and count are bounded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from elver.document.nodes import COUNTED, MOST_NODES, DocumentError, Items, Node, Table, Text, below
from elver.errors import InputError, shown

MOST_BYTES = 1 << 20
MOST_DEPTH = 30
LONGEST_NAME = 200
QUOTED = ("'", '"', "|", ">")  # styles of text that is not plain; the two parsers call plain by different names
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
ADVICE = "Give a scenario file in YAML, UTF-8, of 1 MB or less."


def read_document(path: str | Path) -> Table:
    """The table a YAML file holds."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"'{shown(path)}' is a folder or no plain file. {ADVICE}")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"'{str(path)[:300]}' cannot be read: {reason}. {ADVICE}") from None
    return parse_document(data, str(path))


def parse_document(data: str | bytes, file: str) -> Table:
    """The table that YAML text holds; ``file``: what messages call it."""
    text = decoded(data, file)
    try:
        root = Builder(file, yaml.parse(text, Loader=LOADER)).document()
    except yaml.YAMLError as error:
        raise yaml_error(error, file, text) from None
    if not isinstance(root, Table):
        raise root.error(f"the document is {root.shown()!r}, not a mapping of names to values. Begin with 'elver: 1'.")
    return root


def decoded(data: str | bytes, file: str) -> str:
    """UTF-8 text of a bounded size without characters that YAML does not know."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MOST_BYTES:
            raise DocumentError(file, 1, 1, "", f"the file is larger than {MOST_BYTES >> 20} MB. {ADVICE}")
        text = raw.decode("utf-8-sig")
    except UnicodeError as error:
        start = error.start if isinstance(error, (UnicodeDecodeError, UnicodeEncodeError)) else 0
        before = raw[:start] if isinstance(data, bytes) else data[:start].encode(errors="replace")
        line = before.count(b"\n") + 1
        raise DocumentError(file, line, 1, "", f"the text is not UTF-8 (byte {start}). {ADVICE}") from None
    for number, written in enumerate(text.split("\n"), 1):
        if not written.isascii() or not written.isprintable():
            for place, character in enumerate(written, 1):
                if not (character in "\t\r" or character.isprintable() or character == "\u00a0"):
                    raise DocumentError(
                        file, number, place, "", f"the character U+{ord(character):04X} cannot be printed. Leave it out."
                    )
    return text


def yaml_error(error: yaml.YAMLError, file: str, text: str) -> DocumentError:
    """What the YAML parser says, with its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    context = getattr(error, "context", None)
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    said = f"{context}, {problem}" if context else str(problem)
    if "cannot start any token" in said and "\t" in "".join(text.split("\n")[line - 1 : line]):
        said = "there is a tab; YAML is indented by spaces"
    return DocumentError(file, line, column, "", f"this is not YAML: {said[:200]}. Check indentation, colons and brackets.")


class Builder:
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

    def wrong(self, event, key: str, reason: str) -> DocumentError:
        """The error at an event."""
        mark = event.start_mark
        return DocumentError(self.file, mark.line + 1, mark.column + 1, key, reason)

    def counted(self, event, key: str, more: int = 1) -> None:
        """Refuse a document that unfolds into too much."""
        self.count += more
        if self.count > MOST_NODES:
            raise self.wrong(
                event, key, f"the document has more than {MOST_NODES} values, aliases and long texts counted. Make it smaller."
            )

    def bounded(self, event, key: str, depth: int) -> None:
        """Refuse a document that is nested too deep."""
        if depth > MOST_DEPTH:
            raise self.wrong(event, key, f"lists and mappings stand more than {MOST_DEPTH} deep in each other. Make it flatter.")

    def printed(self, event, key: str, text: str, also: str = "") -> None:
        """Refuse signs that an escape in quotation marks makes and that cannot be printed: terminals and XML obey them."""
        if not text.isprintable():
            for sign in text:
                if not sign.isprintable() and sign not in also:
                    where = key or "the document"
                    raise self.wrong(event, key, f"{where}: the character U+{ord(sign):04X} cannot be printed. Leave it out.")

    def node(self, event, key: str, depth: int) -> Node:
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
            self.counted(event, key, len(event.value) // COUNTED)
            self.printed(event, key, event.value, "\n\t\u00a0")
            node = Text(self.file, line, column, event.value, event.style in QUOTED, key)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Items(self.file, line, column, self.items(key, depth), key)
        else:
            node = self.table(event, key, depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def alias(self, event, key: str, depth: int) -> Node:
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

    def table(self, start, key: str, depth: int) -> Table:
        """The entries of a mapping: names are plain texts, each given once."""
        entries: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            name = self.name(event, key)
            if name in entries:
                first = places[name][0]
                raise self.wrong(event, below(key, name), f"{below(key, name)} stands here a second time, first in line {first}.")
            places[name] = (event.start_mark.line + 1, event.start_mark.column + 1)
            entries[name] = self.node(next(self.events), below(key, name), depth + 1)
        return Table(self.file, start.start_mark.line + 1, start.start_mark.column + 1, entries, places, key)

    def name(self, event, key: str) -> str:
        """The text of a name."""
        self.counted(event, key)
        where = f"in {key}" if key else "in the document"
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None or event.anchor is not None:
            raise self.wrong(event, key, f"a name {where} is not a plain text. Names of a mapping are words.")
        if event.value == "<<" and event.style not in QUOTED:
            raise self.wrong(event, key, f"'<<' {where} merges mappings, which is not allowed. Write the values out.")
        self.printed(event, key, event.value)
        if not event.value.strip() or len(event.value) > LONGEST_NAME:
            raise self.wrong(event, key, f"a name {where} has {len(event.value.strip())} characters. Give 1 to {LONGEST_NAME}.")
        return event.value
