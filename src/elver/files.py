"""Files that are written whole or not at all, and folders that one writer holds at a time.

A file appears by one rename in its own folder, under a temporary name that no other writer has: whoever reads it sees the old
content or the new one, and a failure (full disk, no permission) leaves the old one as it was.
"""

from __future__ import annotations

import errno
import json
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elver.errors import BusyError, InputError, WriteError

SHOWN = 160  # characters of a path in a message
BEGINNING, ENDING = ".elver-", ".part"  # of temporary names; a file's own ending follows, by which its kind is known
OPEN_FILES_STAY = os.name == "nt"  # Windows removes no file that is open
LOCK = ".elver-lock"  # in a folder of results that is being written
REMEDIES = {
    errno.ENOSPC: "Free some space, or choose a folder on another disk.",
    errno.EDQUOT: "Free some space, or choose a folder on another disk.",
    errno.EFBIG: "Raise the limit on the size of files (ulimit -f), or record less.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.ENOENT: "Create the folder first.",
    errno.EISDIR: "Choose a name that is not a folder.",
}


def shown(path) -> str:
    """A path for a message; a very long one without its middle."""
    text = str(path)
    return text if len(text) <= SHOWN else f"{text[: SHOWN // 2]} ... {text[-SHOWN // 2 :]}"


def write_error(path, error: OSError) -> WriteError:
    """What went wrong in writing ``path``, and what to do, in one sentence each."""
    reason = error.strerror or str(error) or type(error).__name__
    remedy = REMEDIES.get(error.errno or 0, "Choose a folder you can write to.")
    return WriteError(f"cannot write '{shown(path)}': {reason}. {remedy}")


def system_error(error: OSError) -> str:
    """What the operating system refused, where nobody saw it coming: the file, the reason, the remedy."""
    reason = error.strerror or str(error) or type(error).__name__
    place = "" if error.filename is None else f"'{shown(error.filename)}': "
    return f"{place}{reason}. {REMEDIES.get(error.errno or 0, 'Check the file, the disk and your permissions.')}"


def is_leftover(name: str) -> bool:
    """True for the name of a file that a writer leaves behind only when it is killed."""
    return name == LOCK or (name.startswith(BEGINNING) and ENDING in name)


@contextmanager
def writing(path) -> Iterator[None]:
    """Turn an OSError of the block into one message about ``path``."""
    try:
        yield
    except OSError as error:
        raise write_error(path, error) from error


@contextmanager
def whole_file(path, mode: int = 0o666) -> Iterator[Path]:
    """A new empty file beside ``path``, which takes its name when the block has ended well and is removed when it has not.

    mode: who may read and write it, before the user's umask.
    """
    path = Path(path)
    part = path.with_name(f"{BEGINNING}{os.getpid()}-{os.urandom(6).hex()}{ENDING}{path.suffix}")
    with writing(path):
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        try:
            yield part
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def write_whole(path, content: bytes | str, mode: int = 0o666) -> Path:
    """Write a file, whole or not at all. Text is UTF-8."""
    with whole_file(path, mode) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
    return Path(path)


def write_json(path, value, indent: int | None = 2) -> Path:
    """Write plain data as JSON, whole or not at all. Numbers that are not finite become null: JSON has no others."""
    return write_whole(path, to_json(value, indent) + "\n")


def to_json(value, indent: int | None = None) -> str:
    """Plain data as JSON text that every reader accepts: what is not finite is null."""
    return json.dumps(finite(value), indent=indent, allow_nan=False)


def finite(value):
    """The value with every number that is not finite replaced by None, so that it is valid JSON."""
    if isinstance(value, dict):
        return {k: finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [finite(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def make_folder(path) -> Path:
    """The folder, made where it is not there."""
    path = Path(path)
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def asked_for(path) -> Iterator[None]:
    """As ``writing``, for a look at a place before anything is computed: what is wrong with it is wrong input."""
    try:
        with writing(path):
            yield
    except WriteError as error:
        raise InputError(str(error)) from error


def folder_asked_for(path) -> Path:
    """The folder for results, made before anything is computed."""
    with asked_for(path):
        return make_folder(path)


# --- one writer at a time -------------------------------------------------------------------------------------------


@contextmanager
def held(lock, what: str) -> Iterator[None]:
    """Hold a place while the block runs; ``lock`` is the lock file in it, ``what`` names the place in messages.

    The file says who holds it (process, computer, time). The operating system lets go of it when a process dies, however it
    dies, so that a lock that was left behind on this computer is taken over. BusyError where somebody else is at work.
    """
    lock = Path(lock)
    with writing(lock.parent):
        handle = take(lock, what)
        try:
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, json.dumps(myself()).encode())
        except OSError:
            release(lock, handle)
            raise
    try:
        yield
    finally:
        release(lock, handle)


def take(lock: Path, what: str) -> int:
    """Handle of the lock file, which is ours now."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            free = lock_handle(handle)
            owner = read_owner(handle)
            if not free or is_elsewhere(owner):
                raise busy(lock, what, owner)
            if same_file(handle, lock):  # else its last holder removed it between our opening and locking
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def refuse_held(lock, what: str) -> None:
    """BusyError where somebody holds the place now; nothing is written."""
    try:
        handle = os.open(lock, os.O_RDWR)
    except OSError:
        return
    try:
        owner = read_owner(handle)
        if not lock_handle(handle) or is_elsewhere(owner):
            raise busy(Path(lock), what, owner)
    finally:
        os.close(handle)


def release(lock: Path, handle: int) -> None:
    """Remove the lock file, then let go of it; the other way round where no file can be removed while it is open."""
    if OPEN_FILES_STAY:
        os.close(handle)
    try:
        lock.unlink(missing_ok=True)
    except OSError:
        pass  # a folder that became unwritable, or the next one has it open: the lock is free all the same
    finally:
        if not OPEN_FILES_STAY:
            os.close(handle)


def lock_handle(handle: int) -> bool:
    """Lock an open file for this process alone; False where another has it. True where the file system knows no locks."""
    try:
        import fcntl
    except ImportError:
        return lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        owner = read_owner(handle)
        return not (owner and owner["host"] == this_computer() and is_alive(owner["process"]))
    return True


def lock_on_windows(handle: int) -> bool:
    import msvcrt

    try:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the text, which others may read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return True


def is_alive(process: int) -> bool:
    """True where a process of this computer runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it runs, and is somebody else's
        return True
    return process != os.getpid()


def this_computer() -> str:
    import socket

    return socket.gethostname()


def myself() -> dict:
    """Who holds a lock: this process."""
    return {"process": os.getpid(), "host": this_computer(), "since": time.strftime("%Y-%m-%d %H:%M:%S")}


def read_owner(handle: int) -> dict | None:
    """Who wrote a lock file; None where it says nothing that can be read."""
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        owner = json.loads(os.read(handle, 4096))
        return {"process": int(owner["process"]), "host": str(owner["host"]), "since": str(owner["since"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_elsewhere(owner: dict | None) -> bool:
    """True for an owner on another computer: not all file systems tell whether it still runs."""
    return owner is not None and owner["host"] != this_computer()


def busy(lock: Path, what: str, owner: dict | None) -> BusyError:
    who = f"process {owner['process']} on {owner['host']} since {owner['since']}" if owner else "another process"
    advice = "Wait until it has ended, or choose another name."
    if is_elsewhere(owner):
        advice = f"Wait until it has ended; if it is no more, remove '{shown(lock)}'."
    return BusyError(f"{what} is being written by {who}. {advice}")


def same_file(handle: int, path: Path) -> bool:
    """True where the path still names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
