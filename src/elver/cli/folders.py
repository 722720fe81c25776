"""Where results go: nothing is overwritten unasked, one writer per folder, and what cannot be written is refused first.

``--force`` means the same in every command: overwrite the output that is named, or the default one where none is named. Only
what Elver writes is replaced; other files in a folder stay.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Protocol

from elver._support.errors import InputError
from elver._support.files import LOCK, held, is_leftover, refuse_held, shown, write_error

RUNS = Path("runs")  # the folder of results that no --out names


class _Writing(Protocol):
    """Options of a command that writes a folder of results."""

    @property
    def out(self) -> str | None: ...
    @property
    def force(self) -> bool: ...
    @property
    def json(self) -> bool: ...


class _Resuming(Protocol):
    """Options of a command that can go on with earlier results."""

    @property
    def resume(self) -> str | bool | None: ...
    @property
    def force(self) -> bool: ...


def default_place(name: str) -> Path:
    """Where results go by default, and what --force overwrites where no output is named."""
    return RUNS / name


def refuse_both(options: _Resuming) -> None:
    """Refuse --resume with --force."""
    if options.resume not in (None, False) and options.force:
        raise InputError("--resume goes on with what is there, --force begins anew. Give one of the two.")


def _known_folder(options: _Writing, name: str) -> Path | None:
    """The folder of results where it is known beforehand: the named one, or with --force the default one."""
    if options.out is not None:
        return Path(options.out)
    return default_place(name) if options.force and not options.json else None


def check_output(options: _Writing, name: str) -> None:
    """Refuse a folder that is none, that somebody writes to, or that holds something, before anything is computed.

    name: of the default folder.
    """
    folder = _known_folder(options, name)
    if folder is None:
        return
    what = f"'{folder}'" if options.out is None else f"--out '{folder}'"
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{what} is a file. Give a folder.")
        refuse_held(folder / LOCK, what)
        _refuse_taken(folder, options)
    except OSError as error:
        raise InputError(str(write_error(folder, error))) from None


def _refuse_taken(folder: Path, options: _Writing) -> None:
    """Refuse a folder with anything in it but what a killed run left behind, unless --force."""
    if not options.force and folder.is_dir() and any(not is_leftover(entry.name) for entry in folder.iterdir()):
        raise InputError(f"--out '{folder}' is not empty and nothing is overwritten. Choose another folder, or add --force.")


@contextmanager
def results_folder(options: _Writing, name: str) -> Iterator[Path | None]:
    """The folder results go to, held until they are written; None where none are wanted. One that stayed empty goes again."""
    folder = _output_folder(options, name)
    if folder is None:
        yield None
        return
    try:
        with held(folder / LOCK, f"'{folder}'"):
            _refuse_taken(folder, options)  # another run may have ended here since it was looked at first
            yield folder
    finally:
        with suppress(OSError):
            folder.rmdir()


def _output_folder(options: _Writing, name: str) -> Path | None:
    """The folder results go to. An existing one is never touched without --force."""
    folder = _known_folder(options, name)
    if folder is not None:
        return writable(folder)
    return None if options.json else new_folder(RUNS, name)


def new_folder(parent: Path, name: str) -> Path:
    """parent/name, or parent/name-2, -3, ... where it is taken; made here, so that no other process takes it too."""
    writable(parent)
    for k in count(1):
        folder = parent / (name if k == 1 else f"{name}-{k}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError(str(write_error(folder, error))) from None
        return folder
    raise AssertionError("counting has no end")


def writable(folder: Path) -> Path:
    """The folder, made and tried before any work is done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(str(write_error(folder, error))) from None
    return folder


def given_folder(text: str) -> Path:
    """The folder that --out names."""
    if not text.strip():
        raise InputError("--out is empty. Give the name of a folder.")
    with suppress(FileNotFoundError), refused(Path(text)):
        Path(text).lstat()
    return Path(text)


@contextmanager
def refused(path: Path) -> Iterator[None]:
    """What the system refuses in the block, as wrong input: nothing has been computed yet. A missing file is no matter."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InputError(str(write_error(path, error))) from None


def fresh(name: str | Path, force: bool = False) -> Path:
    """A file that can be written and does not exist yet, unless ``force``; looked at before minutes of work are done.

    One that does not exist is made and removed again.
    """
    path = Path(name)
    try:
        if force and path.is_file():
            with open(path, "a"):
                return path
        with open(path, "x"):
            pass
        path.unlink()
    except FileExistsError:
        more = ", or add --force" if path.is_file() else ""
        raise InputError(f"'{shown(path)}' exists and nothing is overwritten. Choose another name{more}.") from None
    except FileNotFoundError:
        raise InputError(f"the folder '{shown(path.parent)}' does not exist. Create it first.") from None
    except OSError as error:
        raise InputError(str(write_error(path, error))) from None
    except ValueError as error:
        raise InputError(f"cannot write '{shown(path)}': {error}. Choose another name.") from None
    return path
