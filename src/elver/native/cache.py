"""Compiled objects on disk, by content. A damaged or unwritable cache costs time, never a result."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from elver.compiled import cache_folder

MAGIC = b"elver-object-1\n"
KEPT = 1000  # objects, some hundred kilobytes each


def key(*parts: str | bytes) -> str:
    """Content hash of everything that decides the object code."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def load(name: str) -> bytes | None:
    """The stored object, or None where there is none or it is damaged."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        data = (folder / f"{name}.o").read_bytes()
    except OSError:
        return None
    head, body = data[: len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if head != MAGIC + hashlib.sha256(body).digest():
        return None
    return body


def save(name: str, body: bytes) -> None:
    """Store an object; written beside and renamed, so that readers never see half of one."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MAGIC + hashlib.sha256(body).digest() + body)
            os.replace(temporary, folder / f"{name}.o")
        finally:
            Path(temporary).unlink(missing_ok=True)
        prune(folder)
    except OSError:
        return


def prune(folder: Path) -> None:
    """Forget the oldest objects beyond the limit: every changed parameter makes a new one."""
    objects = sorted(folder.glob("*.o"), key=lambda p: p.stat().st_mtime)
    for old in objects[:-KEPT]:
        old.unlink(missing_ok=True)
