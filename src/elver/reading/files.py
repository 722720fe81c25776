"""Bytes and JSON of a file that may be anything: only plain files, and only so much of them."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from elver.errors import InputError
from elver.files import shown
from elver.memory import memory_room

SHARE = 0.5  # of the memory that is left, which the contents of one file may take


def unpacked_limit() -> int:
    """Bytes that the contents of a file may take."""
    return int(SHARE * memory_room())


def require_file(path, advice: str) -> int:
    """Bytes of a plain file that can be looked at; an error for a folder, a device, a pipe, or nothing."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read '{shown(path)}': {reason}. {advice}") from None
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"'{shown(path)}' is not a file. {advice}")
    return found.st_size


def read_bytes(path, most: int, advice: str) -> bytes:
    """A plain file of ``most`` bytes or fewer."""
    size = require_file(path, advice)
    if size > most:
        raise InputError(f"'{shown(path)}' has {size} bytes; up to {most} are read. {advice}")
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)[:most]
    except OSError as error:
        raise InputError(f"cannot read '{shown(path)}': {error.strerror or error}. {advice}") from None


def read_json(path, most: int, advice: str):
    """What a JSON file holds."""
    content = read_bytes(Path(path), most, advice)
    try:
        return parse_json(content)
    except ValueError:
        raise InputError(f"'{shown(path)}' is not JSON. {advice}") from None


def parse_json(content: bytes | str):
    """What JSON text holds; a ValueError where it is no text, no JSON, or nested without end."""
    try:
        return json.loads(content.decode() if isinstance(content, bytes) else content)
    except RecursionError:
        raise ValueError("JSON that is nested without end") from None
