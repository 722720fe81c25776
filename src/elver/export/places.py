"""Where exported files go: looked at before anything is computed, nothing overwritten unasked, whole files only."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from elver.errors import InputError
from elver.files import asked_for, folder_asked_for, is_leftover, shown, write_whole


def asked_folder(folder, force: bool) -> Path:
    """A folder that files can be written to: one that can be made, or an empty one; any with ``force``. Nothing is made yet."""
    path = given(folder, "folder")
    with asked_for(path):
        if path.exists() and not path.is_dir():
            raise InputError(f"'{shown(path)}' is a file. Give a folder.")
        there = next(p for p in (path, *path.absolute().parents) if p.exists())
        require_writable(there)
        taken = path.is_dir() and any(not is_leftover(entry.name) for entry in path.iterdir())
    if taken and not force:
        raise InputError(f"'{shown(path)}' is not empty and nothing is overwritten. Choose another folder, or add --force.")
    return path


def require_writable(folder: Path) -> None:
    """Refuse a folder that is none, or that new files cannot be made in."""
    if not folder.is_dir():
        raise InputError(f"'{shown(folder)}' is a file. Give a folder.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"cannot write to the folder '{shown(folder)}'. Choose one you can write to.")


def asked_file(file, ending: str, force: bool) -> Path:
    """A file that can be written: its folder exists, and it does not, unless ``force``."""
    path = given(file, "file")
    if path.suffix != ending:
        raise InputError(f"'{shown(path)}' must end in {ending}.")
    with asked_for(path):
        if path.is_dir():
            raise InputError(f"'{shown(path)}' is a folder. Give the name of a file.")
        if path.exists() and not force:
            raise InputError(f"'{shown(path)}' exists and nothing is overwritten. Choose another name, or add --force.")
        if not path.parent.is_dir():
            raise InputError(f"the folder '{shown(path.parent)}' does not exist. Create it first.")
        require_writable(path.parent)
    return path


def given(place, kind: str) -> Path:
    """A place as a path."""
    if not str(place).strip() or "\0" in str(place):
        raise InputError(f"'{shown(place)!r}' is no name of a {kind}. Give one.")
    return Path(place)


def write_all(folder: Path, contents: Mapping[str, str | bytes]) -> list[Path]:
    """Files of a folder, which is made where it is not there; each whole or not at all."""
    folder = folder_asked_for(folder)
    return [write_whole(folder / name, content) for name, content in contents.items()]
