"""Good documents changed in one place or a few: as trees, as lines, as bytes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_lowercase
from typing import Any

from fuzz.odd import damage

from .hostile import EXPRESSIONS, PATHS, RAW, TEXTS, number, odd_value, with_unit
from .seeds import any_text, any_tree, copied
from .writing import Raw, document

ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252")
SOUP = ("{", "}", "[", "]", ":", ": ", ",", "-", "- ", "?", "? ", "&a ", "*a", "!", "!!str ", "|", ">", "'", '"', "%", "@",
    "#", "\n", "\n  ",
        " ", "a", "1", "elver: 1", "name: x", "<<: ", "---", "...", "\t", "\u00e9", "\\")  # fmt: skip


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a tree."""
    found: list[tuple[Any, Any]] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        pairs = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
        for key, item in pairs:
            found.append((one, key))
            waiting.append(item)
    return found


def misspelt(word: str, chance: Random) -> str:
    """A word with one letter wrong, missing, doubled or moved."""
    if not word:
        return chance.choice(ascii_lowercase)
    k = chance.randrange(len(word))
    letter = chance.choice(ascii_lowercase)
    return chance.choice(
        (word[:k] + word[k + 1 :], word[:k] + letter + word[k:], word[:k] + letter + word[k + 1 :], word[: k + 1] + word[k:],
         word[:k] + word[k + 1 : k + 2] + word[k : k + 1] + word[k + 2 :], word.upper(), word + "s", word + " ")
    )  # fmt: skip


def renamed(table: dict, old: str, new: Any) -> None:
    """Another name for an entry, at the same place."""
    entries = [(new if key == old else key, item) for key, item in table.items()]
    table.clear()
    table.update(entries)


def change_value(tree: Any, chance: Random) -> None:
    container, key = chance.choice(places(tree))
    container[key] = odd_value(chance)


def change_number(tree: Any, chance: Random) -> None:
    numbers = [(c, k) for c, k in places(tree) if isinstance(c[k], str) and any(sign.isdigit() for sign in c[k])]
    if numbers:
        container, key = chance.choice(numbers)
        old = container[key]
        container[key] = chance.choice(
            (
                number(chance),
                with_unit(chance),
                f"-{old}",
                f"({old}) * {number(chance)}",
                f"{old} {chance.choice(('m', 'kg', 'deg', 's'))}",
                chance.choice(EXPRESSIONS),
            )
        )


def misspell(tree: Any, chance: Random) -> None:
    container, key = chance.choice(places(tree))
    if isinstance(container, dict) and not isinstance(key, Raw) and chance.random() < 0.6:
        renamed(container, key, misspelt(key, chance))
    elif isinstance(container[key], str):
        container[key] = misspelt(container[key], chance)


def leave_out(tree: Any, chance: Random) -> None:
    container, key = chance.choice(places(tree))
    del container[key]


def move(tree: Any, chance: Random) -> None:
    """A piece of the tree, or of another one, over another place."""
    donor = tree if chance.random() < 0.5 else any_tree(chance)
    (source, name), (target, key) = chance.choice(places(donor)), chance.choice(places(tree))
    target[key] = copied(source[name])


def graft(tree: Any, chance: Random) -> None:
    """An entry of another file under the same name."""
    donor = any_tree(chance)
    tables = {k: (c, k) for c, k in places(donor) if isinstance(c, dict)}
    targets = [(c, k) for c, k in places(tree) if isinstance(c, dict) and k in tables]
    if targets:
        target, key = chance.choice(targets)
        source, name = tables[key]
        target[key] = copied(source[name])


def add(tree: Any, chance: Random) -> None:
    """A further entry."""
    container, key = chance.choice(places(tree))
    if isinstance(container, list):
        container.insert(key, copied(container[key]) if chance.random() < 0.5 else odd_value(chance))
    elif chance.random() < 0.5:
        donor, name = chance.choice([p for p in places(any_tree(chance)) if isinstance(p[0], dict)])
        container[name] = copied(donor[name])
    else:
        container[Raw(chance.choice(RAW)) if chance.random() < 0.3 else chance.choice((*TEXTS, *PATHS))] = odd_value(chance)


def twice(tree: Any, chance: Random) -> None:
    """The same name a second time."""
    container, key = chance.choice(places(tree))
    if isinstance(container, dict) and isinstance(key, str):
        container[Raw(f"{key}: 1")] = None


def repeat(tree: Any, chance: Random) -> None:
    """An entry of a list very often."""
    lists = [c[k] for c, k in places(tree) if isinstance(c[k], list) and c[k]]
    if lists:
        chosen = chance.choice(lists)
        chosen.extend(copied(chance.choice(chosen)) for _ in range(chance.choice((1, 2, 5, 300))))


def anchored(tree: Any, chance: Random) -> None:
    """One place named by an anchor, another an alias of it."""
    (one, first), (two, second) = chance.choice(places(tree)), chance.choice(places(tree))
    if isinstance(one[first], str):
        one[first] = Raw(f"&same {one[first]}")
    two[second] = Raw("*same")


CHANGES: tuple[Callable[[Any, Random], None], ...] = (
    change_value, change_number, misspell, leave_out, move, graft, add, twice, repeat, anchored,
)  # fmt: skip
SHARES = (8, 8, 5, 4, 4, 4, 4, 1, 1, 1)


def changed_tree(chance: Random) -> bytes:
    """A good document with one to four changes."""
    tree = any_tree(chance)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        if places(tree):
            chance.choices(CHANGES, SHARES)[0](tree, chance)
    return encoded(document(tree))


def encoded(text: str) -> bytes:
    """UTF-8, with lone surrogates as bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def changed_lines(chance: Random) -> bytes:
    """A good text with lines lost, doubled, moved, indented, or joined with those of another file."""
    lines = any_text(chance).splitlines()
    for _ in range(chance.choice((1, 1, 2, 5))):
        k, j = chance.randrange(len(lines)), chance.randrange(len(lines))
        way = chance.randrange(9)
        if way == 0 and len(lines) > 1:
            del lines[k]
        elif way == 1:
            lines.insert(j, lines[k])
        elif way == 2:
            lines[k], lines[j] = lines[j], lines[k]
        elif way == 3:
            lines[k] = chance.choice((" ", "  ", "\t", "    ")) + lines[k]
        elif way == 4:
            lines[k] = lines[k].lstrip() if chance.random() < 0.5 else lines[k][1:]
        elif way == 5:
            lines[k] = lines[k][: chance.randrange(len(lines[k]) + 1)]
        elif way == 6:
            lines[k : k + 1] = any_text(chance).splitlines()[j : j + 5] or [""]
        elif way == 7:
            lines.insert(k, chance.choice(RAW))
        else:
            at = chance.randrange(len(lines[k]) + 1)
            lines[k] = lines[k][:at] + chance.choice((*TEXTS, *RAW, *SOUP)) + lines[k][at:]
    return encoded(chance.choice(("\n", "\n", "\n", "\r\n", "\r", "\u2028", "\x85")).join(lines))


def changed_bytes(chance: Random) -> bytes:
    """A good text with bytes flipped, cut, spliced, or in another encoding."""
    text = any_text(chance)
    if chance.random() < 0.15:
        return text.encode(chance.choice(ENCODINGS), "replace")
    data = damage(text.encode(), chance)[1]
    if chance.random() < 0.3:
        at = chance.randrange(len(data) + 1)
        data = (
            data[:at]
            + chance.choice((b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\t", b"\r", b"\xf4\x90\x80\x80"))
            + data[at:]
        )
    return data


def soup(chance: Random) -> bytes:
    """Bytes without any sense: random ones, or YAML's own signs in any order."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.choice((0, 1, 2, 20, 300)))
    return "".join(chance.choices(SOUP, k=chance.choice((1, 3, 10, 40, 200)))).encode()
