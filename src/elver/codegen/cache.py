"""Compiled code on disk: found by content, verified when loaded, private to its user. A damaged cache costs time, never a result.

The cache is code: what is loaded from it is run. Hence an entry is read only from a folder and a file that belong to this user
and that nobody else may write to. An entry carries a digest of its name and its content, so that one that was damaged, cut or
put under another name is not found; it is compiled again and replaced.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import warnings
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from elver._support.errors import WriteError
from elver._support.files import shown, write_whole

_MAGIC = b"elver-code-2\n"
KEPT = 1000  # entries of a kind, some hundred kilobytes each
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_NAME = re.compile(r"[0-9a-f]{64}")
_READ = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
_warned: set[str] = set()


class CacheWarning(UserWarning):
    """The cache of compiled code is not used; the message says why and what to do."""


def cache_folder() -> Path | None:
    """Where compiled code is kept: $ELVER_CACHE, or elver below the user's cache folder; None when $ELVER_CACHE is ``off``."""
    chosen = os.environ.get("ELVER_CACHE", "")
    if chosen.lower() == "off":
        return None
    if chosen:
        return Path(chosen)
    try:
        return user_caches(os.environ, sys.platform) / "elver"
    except RuntimeError:  # a user without a home
        return None


def user_caches(environment: Mapping[str, str], system: str) -> Path:
    """The folder for what can be made again, where the operating system wants it; $XDG_CACHE_HOME goes before."""
    if chosen := environment.get("XDG_CACHE_HOME"):
        return Path(chosen)
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ("Library/Caches" if system == "darwin" else ".cache")


def code_key(*parts: str | bytes) -> str:
    """Content hash of everything that decides the code."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def source_stamp(files: Iterable[Path]) -> str:
    """Hash of source files: their names and contents."""
    return code_key(*(part for path in files for part in (path.name, path.read_bytes())))


def load_code(kind: str, key: str) -> bytes | None:
    """The stored code, or None where there is none that can be trusted. ``kind`` is the ending of its file."""
    folder = _trusted_folder()
    if folder is None:
        return None
    try:
        data = _read_private(folder / f"{key}.{kind}")
    except OSError:
        return None
    head = _MAGIC + _digest_of(kind, key, data[len(_MAGIC) + 32 :])
    return data[len(head) :] if data.startswith(head) else None


def save_code(kind: str, key: str, body: bytes) -> None:
    """Store code where that can be done; readers never see half of it."""
    folder = _trusted_folder()
    if folder is None:
        return
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(folder / f"{key}.{kind}", _MAGIC + _digest_of(kind, key, body) + body, mode=0o600)
        _prune(folder, kind)
    except (OSError, WriteError):
        return


def _digest_of(kind: str, key: str, body: bytes) -> bytes:
    return hashlib.sha256(f"{kind} {key} {len(body)}\n".encode() + body).digest()


def _read_private(path: Path) -> bytes:
    """Content of a file that only this user may write to; a PermissionError for any other, and for a link."""
    with open(os.open(path, _READ), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or not _is_private(about):
            raise PermissionError(f"'{path}' is not a file that only its user may write to")
        return file.read()


def _is_private(about: os.stat_result) -> bool:
    """True for what belongs to this user and is closed to other writers; Windows guards its users' folders itself."""
    return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & _OTHERS_WRITE)


def _trusted_folder() -> Path | None:
    """The cache's folder, there or yet to be made; None, with a warning, for one that others could have filled."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        link, about = os.lstat(folder), os.stat(folder)
    except OSError:
        return folder
    if _is_private(about) and not (stat.S_ISLNK(link.st_mode) and link.st_uid not in (0, about.st_uid)):
        return folder
    if str(folder) not in _warned:
        _warned.add(str(folder))
        mine, file = about.st_uid == os.getuid() and link.st_uid == about.st_uid, not stat.S_ISDIR(about.st_mode)
        why = "it is no folder" if file else "others may write to it" if mine else "it belongs to another user"
        remedy = f"Run `chmod 700 {shown(folder)}`" if mine and not file else "Set $ELVER_CACHE to a folder of your own"
        text = f"the cache of compiled code '{shown(folder)}' is not used: {why}, and what is loaded from it is run."
        warnings.warn(f"{text} {remedy}, or set ELVER_CACHE=off; until then every start compiles again.", CacheWarning, 2)
    return None


def _prune(folder: Path, kind: str) -> None:
    """Forget the oldest entries beyond the limit: every changed parameter makes a new one."""
    entries = [e for e in os.scandir(folder) if e.name.endswith(f".{kind}") and _NAME.fullmatch(e.name[: -len(kind) - 1])]
    if len(entries) <= KEPT:
        return
    for old in sorted(entries, key=lambda e: e.stat().st_mtime)[:-KEPT]:
        Path(old).unlink(missing_ok=True)


# --- Names of compiled objects: everything that decides the object code of a graph.

KIND = "o"


@cache
def emitter_stamp() -> str:
    """Hash of the sources that turn graphs into code: an edited emitter finds none of the old objects."""
    return source_stamp(path for path in sorted(Path(__file__).parent.rglob("*.py")) if path.parent.name != "kernels")


def object_key(host: str, how: str, graph: str | bytes) -> str:
    """Name of the object of a graph, compiled for ``host`` (versions, processor) as ``how`` says (level, width, inputs)."""
    return code_key(emitter_stamp(), host, how, graph)
