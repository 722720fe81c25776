"""Scenario files that are good: what attacks start from. Small ones, so that many cases are cheap, and a few long ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

HOME = Path(__file__).with_name("seeds")
LONG_SHARE = 0.02  # of the cases that start from a long file
BESIDE = ("robot.urdf", "robot.sdf", "motion.csv")  # files that scenario files name


@cache
def texts() -> tuple[dict[str, str], dict[str, str]]:
    """Small and long files by name."""
    small = {path.stem: path.read_text() for path in sorted(HOME.glob("*.yaml"))}
    return small, {path.stem: path.read_text() for path in sorted((HOME / "large").glob("*.yaml"))}


@cache
def tree(name: str) -> Any:
    """A file as mappings, lists and texts."""
    small, long = texts()
    return yaml.load({**small, **long}[name], Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def any_name(chance: Random) -> str:
    """The name of a file to start from."""
    small, long = texts()
    return chance.choice(list(long if chance.random() < LONG_SHARE else small))


def any_text(chance: Random) -> str:
    """The text of a file to start from."""
    small, long = texts()
    return {**small, **long}[any_name(chance)]


def any_tree(chance: Random) -> Any:
    """A file to start from as a tree of its own, which may be changed."""
    return copied(tree(any_name(chance)))


def copied(node: Any) -> Any:
    """The same tree, to be changed."""
    if isinstance(node, dict):
        return {key: copied(item) for key, item in node.items()}
    return [copied(item) for item in node] if isinstance(node, list) else node
