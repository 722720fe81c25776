"""Docstrings are plain text for people; here they become what Sphinx reads, with lists of arguments, points and code."""

from __future__ import annotations

import inspect
import re
from itertools import chain
from typing import Any

NAME = r"[A-Za-z_]\w*(?: [A-Z]\w*)?(?: \[[^\]]*\])?"  # an argument, perhaps with its symbol in a paper and its unit
ARGUMENT = re.compile(rf"({NAME}(?:, {NAME})*): (?=\S)")
WITHIN = re.compile(rf"(?<=\S)   +(?=(?:{NAME})(?:, {NAME})*: )")  # before an argument that shares the line of another
PAGE = re.compile(r"\bdocs/([\w/-]+)\.md\b")
LITERAL = re.compile(r"(``.+?``)")
SINGLE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
INSET = 4  # spaces before lines of code


def plain(text: str) -> str:
    """Text in which no sign means more than itself, but for quoted code; pages that it names become links."""
    parts = LITERAL.split(SINGLE.sub(r"``\1``", text))
    for k in range(0, len(parts), 2):
        text = re.sub(r"(?<=\w)_(?!\w)", r"\\_", re.sub(r"([*|\\])", r"\\\1", parts[k]))
        parts[k] = PAGE.sub(r":doc:`/\1`", text)
    return "".join(parts)


def paragraphs(lines: list[str]) -> list[list[str]]:
    """Lines between empty lines."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line.rstrip())
        elif found[-1]:
            found.append([])
    return [lines for lines in found if lines]


def new_sentence(before: str, text: str) -> bool:
    return before.endswith(".") and text[0].isupper()


def items(lines: list[str]) -> list[tuple[str, str]]:
    """A paragraph as pieces of text, each with its kind: ``text``, ``point`` (after a dash) or ``argument`` (named first).

    A sentence that begins a line after the last word on an argument speaks of the whole again.
    """
    found: list[tuple[str, str]] = []
    for line in chain.from_iterable(map(WITHIN.split, lines)):
        text, inset = line.strip(), line.startswith(" ")
        kind = found[-1][0] if found else "text"
        if not inset and text.startswith("- "):
            found.append(("point", text[2:]))
        elif not inset and ARGUMENT.match(text):
            found.append(("argument", text))
        elif not found or (not inset and (kind == "point" or (kind == "argument" and new_sentence(found[-1][1], text)))):
            found.append(("text", text))
        else:
            found[-1] = (kind, f"{found[-1][1]} {text}")
    return found


def written(kind: str, text: str) -> str:
    """One piece of text as Sphinx reads it."""
    if kind == "text":
        return plain(text)
    if kind == "point":
        return f"- {plain(text)}"
    named = ARGUMENT.match(text)
    assert named is not None
    return f"- **{plain(named[1])}**: {plain(text[named.end() :])}"


def readable(lines: list[str]) -> list[str]:
    """A docstring for Sphinx."""
    answer: list[str] = []
    for paragraph in paragraphs(lines):
        if all(line.startswith(" " * INSET) for line in paragraph):
            answer += ["::", "", *paragraph, ""]
        else:
            for kind, text in items(paragraph):
                answer += [written(kind, text), ""]
    return answer


def make_readable(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """What autodoc asks for each docstring; a value without one has that of its type, which says nothing about it."""
    of_type = not inspect.isroutine(value) and not isinstance(value, type) and value.__doc__ == type(value).__doc__
    lines[:] = [] if what == "data" and of_type else readable(lines)
