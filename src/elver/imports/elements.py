"""XML of strangers as a plain tree that knows its lines: bounded, without entities, and nothing but the bytes is opened."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

import numpy as np

from elver.errors import InputError, number_in, printable, unknown_name
from elver.files import shown
from elver.reading import read_bytes

MOST_BYTES = 20_000_000
MOST_ELEMENTS = 200_000
DEEPEST = 100
ADVICE = "Give a robot description in URDF, MJCF or SDF."


@dataclass
class Element:
    """One element: its tag, attributes, children, text between its tags, and where it stands."""

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def __str__(self) -> str:
        name = self.attributes.get("name")
        return f"<{self.tag} name='{name[:60]}'>" if name else f"<{self.tag}>"

    def wrong(self, message: str) -> InputError:
        """The error for something in this element: file, line, element, and what to do."""
        return InputError(f"{self.file}:{self.line}: {self}: {message}")

    def all(self, tag: str) -> list[Element]:
        """Children of that tag."""
        return [child for child in self.children if child.tag == tag]

    def child(self, tag: str) -> Element | None:
        """The child of that tag, or None; two are one too many."""
        found = self.all(tag)
        if len(found) > 1:
            raise found[1].wrong(f"a second <{tag}> in {self}. Leave one.")
        return found[0] if found else None

    def need(self, tag: str) -> Element:
        """The child of that tag."""
        found = self.child(tag)
        if found is None:
            raise self.wrong(f"has no <{tag}>. Add one.")
        return found

    def word(self, name: str, default: str | None = None) -> str:
        """An attribute; one without a default must be there and must not be empty."""
        value = self.attributes.get(name, default)
        if value is None or (default is None and not value.strip()):
            raise self.wrong(f"has no attribute '{name}'. Add it.")
        return value

    def choice(self, name: str, allowed) -> str:
        """An attribute that is one of a few words."""
        value = self.word(name)
        if value not in allowed:
            raise self.wrong(str(unknown_name(name, value, allowed)))
        return value

    def numbers(self, name: str, count: int, default=None) -> np.ndarray:
        """``count`` finite numbers in an attribute."""
        if name not in self.attributes and default is not None:
            return np.array(default, dtype=float)
        return self.read(f"{name} = ", self.word(name), count)

    def number(self, name: str, default: float | None = None, low: float | None = None) -> float:
        """A finite number in an attribute."""
        value = float(self.numbers(name, 1, None if default is None else [default])[0])
        return self.at_least(name, value, low)

    def content(self, count: int = 1) -> np.ndarray:
        """``count`` finite numbers between the tags."""
        return self.read("", self.text, count)

    def value(self, low: float | None = None) -> float:
        """One finite number between the tags."""
        return self.at_least("its content", float(self.content()[0]), low)

    def below(self, path: str, default: float, low: float | None = None) -> float:
        """The number between the tags of a descendant such as ``axis/dynamics/damping``; a default where it is not there."""
        place: Element | None = self
        for tag in path.split("/"):
            place = place.child(tag) if place is not None else None
        return default if place is None else place.value(low)

    def at_least(self, name: str, value: float, low: float | None) -> float:
        if low is not None and value < low:
            raise self.wrong(f"{name} = {value:g}. Give a number of {low:g} or more.")
        return value

    def read(self, what: str, text: str, count: int) -> np.ndarray:
        """Numbers out of a text, separated by spaces."""
        words = text.split()
        try:
            values = [number_in(word) for word in words] if len(words) == count else []
        except ValueError:
            values = []
        if len(values) != count or not all(map(math.isfinite, values)):
            number = "one finite number" if count == 1 else f"{count} finite numbers"
            how = "without a unit" if count == 1 else "separated by spaces"
            raise self.wrong(f"{what}'{text.strip()[:60]}' is not {number}. Give {number}, {how}.")
        return np.array(values)

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def read_xml(path) -> Element:
    """The root element of a file; one InputError where it is none that can be trusted."""
    content = read_bytes(Path(path), MOST_BYTES, ADVICE)
    return Reader(shown(path)).read(content)


def printed(text: str) -> bool:
    """Whether a text holds printable characters alone; numbers may stand on several lines."""
    return text.isprintable() or all(sign.isprintable() or sign in "\n\t\r\u00a0" for sign in text)


class Reader:
    """Builds the tree while expat reads the bytes."""

    def __init__(self, file: str):
        self.file = file
        self.open: list[Element] = []
        self.root: Element | None = None
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=None)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.refuse_doctype

    def read(self, content: bytes) -> Element:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise InputError(f"{self.file}:{error.lineno}: is not well-formed XML ({reason}). {ADVICE}") from None
        except (LookupError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self.file}: is not well-formed XML (unknown encoding). {ADVICE}") from None
        assert self.root is not None  # expat refuses a document without an element
        return self.root

    def wrong(self, message: str) -> InputError:
        return InputError(f"{self.file}:{self.parser.CurrentLineNumber}: {message}")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise self.wrong(f"more than {MOST_ELEMENTS} elements. Split the file, or leave out what is no robot.")
        if len(self.open) >= DEEPEST:
            raise self.wrong(f"elements stand in each other more than {DEEPEST} deep. {ADVICE}")
        for name, value in attributes.items():
            if not printed(name + value):
                raise self.wrong(f"<{printable(tag)[:60]}>: {printable(name)[:60]} = '{printable(value)[:60]}' holds a character "
                                 "that cannot be printed. Leave it out.")  # fmt: skip
        element = Element(tag, attributes, self.file, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def refuse_doctype(self, *_) -> None:
        raise self.wrong("a DOCTYPE, which may name entities and other files. Remove it.")
