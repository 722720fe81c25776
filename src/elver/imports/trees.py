"""The tree of a description: one root, no loops, nothing missing; each error names the element."""

from __future__ import annotations

from collections.abc import Collection

from elver.errors import InputError, each, gathering, refuse, unknown_name
from elver.imports.description import Connection, Description

MOST_LINKS = 2000


def check_tree(described: Description) -> str:
    """The root's name; an InputError where the parts are no tree."""
    file, parts = described.file, described.parts
    if not parts:
        raise InputError(f"{file}: holds no link. Give a robot with at least one.")
    if len(parts) > MOST_LINKS:
        raise InputError(f"{file}: holds {len(parts)} links; up to {MOST_LINKS} are read. Split it.")
    carriers: dict[str, Connection] = {}
    names: set[str] = set()
    wrong: list[InputError] = []
    for c in described.connections:
        with gathering(wrong):
            check_ends(c, file, parts)
        if c.name in names:
            wrong.append(at(c, file, f"a second joint is called '{c.name[:60]}'. Give every joint a name of its own."))
        elif c.child in carriers:
            wrong.append(at(
                c, file, f"link '{c.child}' is the child of joint '{carriers[c.child].name}' too, which closes a loop. "
                "Remove one of the two joints, and close the loop by an elver.Loop."
            ))  # fmt: skip
        names.add(c.name)
        carriers.setdefault(c.child, c)
    refuse(wrong)
    roots = [name for name in parts if name not in carriers]
    if len(roots) != 1:
        found = ", ".join(roots[:5]) if roots else "none: the joints form a cycle"
        raise InputError(f"{file}: a robot has exactly one link that is nobody's child; found {found}. Connect them by joints.")
    reached = {c.child for c in children_first(described, roots[0])}
    for c in described.connections:
        if c.child not in reached:
            raise at(c, file, f"is part of a cycle that does not reach the root '{roots[0]}'. Open the cycle at one joint.")
    return roots[0]


def check_ends(c: Connection, file: str, parts: Collection[str]) -> None:
    """Refuse a joint whose parent or child is no link."""

    def check(end: tuple[str, str]) -> None:
        if end[1] not in parts:
            raise at(c, file, str(unknown_name(f"{end[0]} link", end[1], parts)))

    each((("parent", c.parent), ("child", c.child)), check)


def at(c: Connection, file: str, message: str) -> InputError:
    """An error that names the joint's element, where there is one."""
    return c.where.wrong(message) if c.where is not None else InputError(f"{file}: joint '{c.name}': {message}")


def children_first(described: Description, root: str) -> list[Connection]:
    """The connections that hang on ``root``, each after all behind it."""
    behind: dict[str, list[Connection]] = {}
    for c in described.connections:
        behind.setdefault(c.parent, []).append(c)
    ordered, waiting = [], [root]
    while waiting:
        for c in behind.get(waiting.pop(), ()):
            ordered.append(c)
            waiting.append(c.child)
    return ordered[::-1]
