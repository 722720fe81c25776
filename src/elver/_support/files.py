"""Files that are written whole or not at all, and folders that one writer holds at a time.

A file appears by one rename in its own folder, under a temporary name that no other writer has: whoever reads it sees the old
content or the new one, and a failure (full disk, no permission) leaves the old one as it was.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import stat
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from elver._support.errors import BusyError, InputError, WriteError
from elver._support.resources import memory_room

if TYPE_CHECKING:
    import numpy as np

_SHOWN = 160  # characters of a path in a message
BEGINNING, _ENDING = ".elver-", ".part"  # of temporary names; a file's own ending follows, by which its kind is known
OPEN_FILES_STAY = os.name == "nt"  # Windows removes no file that is open
LOCK = ".elver-lock"  # in a folder of results that is being written
_REMEDIES = {
    errno.ENOSPC: "Free some space, or choose a folder on another disk.",
    errno.EDQUOT: "Free some space, or choose a folder on another disk.",
    errno.EFBIG: "Raise the limit on the size of files (ulimit -f), or record less.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.ENOENT: "Create the folder first.",
    errno.EISDIR: "Choose a name that is not a folder.",
}


def shown(path: str | Path) -> str:
    """A path for a message; a very long one without its middle."""
    text = str(path)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} ... {text[-_SHOWN // 2 :]}"


def write_error(path: str | Path, error: OSError) -> WriteError:
    """What went wrong in writing ``path``, and what to do, in one sentence each."""
    reason = error.strerror or str(error) or type(error).__name__
    remedy = _REMEDIES.get(error.errno or 0, "Choose a folder you can write to.")
    return WriteError(f"cannot write '{shown(path)}': {reason}. {remedy}")


def system_error(error: OSError) -> str:
    """What the operating system refused, where nobody saw it coming: the file, the reason, the remedy."""
    reason = error.strerror or str(error) or type(error).__name__
    place = "" if error.filename is None else f"'{shown(error.filename)}': "
    return f"{place}{reason}. {_REMEDIES.get(error.errno or 0, 'Check the file, the disk and your permissions.')}"


def is_leftover(name: str) -> bool:
    """True for the name of a file that a writer leaves behind only when it is killed."""
    return name == LOCK or (name.startswith(BEGINNING) and _ENDING in name)


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn an OSError of the block into one message about ``path``."""
    try:
        yield
    except OSError as error:
        raise write_error(path, error) from error


@contextmanager
def whole_file(path: str | Path, mode: int = 0o666) -> Iterator[Path]:
    """A new empty file beside ``path``, which takes its name when the block has ended well and is removed when it has not.

    mode: who may read and write it, before the user's umask.
    """
    path = Path(path)
    part = path.with_name(f"{BEGINNING}{os.getpid()}-{os.urandom(6).hex()}{_ENDING}{path.suffix}")
    with writing(path):
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        try:
            yield part
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def write_whole(path: str | Path, content: bytes | str, mode: int = 0o666) -> Path:
    """Write a file, whole or not at all. Text is UTF-8."""
    with whole_file(path, mode) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
    return Path(path)


def write_json(path: str | Path, value: Any, indent: int | None = 2) -> Path:
    """Write plain data as JSON, whole or not at all. Numbers that are not finite become null: JSON has no others."""
    return write_whole(path, to_json(value, indent) + "\n")


def to_json(value: Any, indent: int | None = None) -> str:
    """Plain data as JSON text that every reader accepts: what is not finite is null."""
    return json.dumps(finite(value), indent=indent, allow_nan=False)


def finite(value: Any) -> Any:
    """The value with every number that is not finite replaced by None, so that it is valid JSON."""
    if isinstance(value, dict):
        return {k: finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [finite(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def digest(content: bytes) -> str:
    """A digest that tells contents apart, and shows where one was damaged."""
    return hashlib.sha256(content).hexdigest()


def make_folder(path: str | Path) -> Path:
    """The folder, made where it is not there."""
    path = Path(path)
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def asked_for(path: str | Path) -> Iterator[None]:
    """As ``writing``, for a look at a place before anything is computed: what is wrong with it is wrong input."""
    try:
        with writing(path):
            yield
    except WriteError as error:
        raise InputError(str(error)) from error


def folder_asked_for(path: str | Path) -> Path:
    """The folder for results, made before anything is computed."""
    with asked_for(path):
        return make_folder(path)


# --- one writer at a time -------------------------------------------------------------------------------------------


@contextmanager
def held(lock: str | Path, what: str) -> Iterator[None]:
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
            os.write(handle, json.dumps(_myself()).encode())
        except OSError:
            _release(lock, handle)
            raise
    try:
        yield
    finally:
        _release(lock, handle)


def take(lock: Path, what: str) -> int:
    """Handle of the lock file, which is ours now."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            free = _lock_handle(handle)
            owner = _read_owner(handle)
            if not free or _is_elsewhere(owner):
                raise busy(lock, what, owner)
            if _same_file(handle, lock):  # else its last holder removed it between our opening and locking
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def refuse_held(lock: str | Path, what: str) -> None:
    """BusyError where somebody holds the place now; nothing is written."""
    try:
        handle = os.open(lock, os.O_RDWR)
    except OSError:
        return
    try:
        owner = _read_owner(handle)
        if not _lock_handle(handle) or _is_elsewhere(owner):
            raise busy(Path(lock), what, owner)
    finally:
        os.close(handle)


def _release(lock: Path, handle: int) -> None:
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


def _lock_handle(handle: int) -> bool:
    """Lock an open file for this process alone; False where another has it. True where the file system knows no locks."""
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        owner = _read_owner(handle)
        return not (owner and owner["host"] == _this_computer() and _is_alive(owner["process"]))
    return True


def _lock_on_windows(handle: int) -> bool:
    import msvcrt

    try:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the text, which others may read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return True


def _is_alive(process: int) -> bool:
    """True where a process of this computer runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it runs, and is somebody else's
        return True
    return process != os.getpid()


def _this_computer() -> str:
    import socket

    return socket.gethostname()


def _myself() -> dict:
    """Who holds a lock: this process."""
    return {"process": os.getpid(), "host": _this_computer(), "since": time.strftime("%Y-%m-%d %H:%M:%S")}


def _read_owner(handle: int) -> dict | None:
    """Who wrote a lock file; None where it says nothing that can be read."""
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        owner = json.loads(os.read(handle, 4096))
        return {"process": int(owner["process"]), "host": str(owner["host"]), "since": str(owner["since"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_elsewhere(owner: dict | None) -> bool:
    """True for an owner on another computer: not all file systems tell whether it still runs."""
    return owner is not None and owner["host"] != _this_computer()


def busy(lock: Path, what: str, owner: dict | None) -> BusyError:
    who = f"process {owner['process']} on {owner['host']} since {owner['since']}" if owner else "another process"
    advice = "Wait until it has ended, or choose another name."
    if _is_elsewhere(owner):
        advice = f"Wait until it has ended; if it is no more, remove '{shown(lock)}'."
    return BusyError(f"{what} is being written by {who}. {advice}")


def _same_file(handle: int, path: Path) -> bool:
    """True where the path still names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


# --- Bytes and JSON of a file that may be anything: only plain files, and only so much of them.

_SHARE = 0.5  # of the memory that is left, which the contents of one file may take


def unpacked_limit() -> int:
    """Bytes that the contents of a file may take."""
    return int(_SHARE * memory_room())


def require_file(path: str | Path, advice: str) -> int:
    """Bytes of a plain file that can be looked at; an error for a folder, a device, a pipe, or nothing."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read '{shown(path)}': {reason}. {advice}") from None
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"'{shown(path)}' is not a file. {advice}")
    return found.st_size


def read_bytes(path: str | Path, most: int, advice: str) -> bytes:
    """A plain file of ``most`` bytes or fewer."""
    size = require_file(path, advice)
    if size > most:
        raise InputError(f"'{shown(path)}' has {size} bytes; up to {most} are read. {advice}")
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)[:most]
    except OSError as error:
        raise InputError(f"cannot read '{shown(path)}': {error.strerror or error}. {advice}") from None


def read_json(path: str | Path, most: int, advice: str) -> Any:
    """What a JSON file holds."""
    content = read_bytes(Path(path), most, advice)
    try:
        return parse_json(content)
    except ValueError:
        raise InputError(f"'{shown(path)}' is not JSON. {advice}") from None


def parse_json(content: bytes | str) -> Any:
    """What JSON text holds; a ValueError where it is no text, no JSON, or nested without end."""
    try:
        return json.loads(content.decode() if isinstance(content, bytes) else content)
    except RecursionError:
        raise ValueError("JSON that is nested without end") from None


# --- A file of NumPy arrays (npz), looked over before it is unpacked.
#
# A zip file says itself how much it unpacks into, and NumPy makes an array of whatever a header claims. Here both are compared
# with each other and with the length of the file before anything is made; objects, which are run when they are read, are refused.

_MOST_ARRAYS = 5000
_SPARE = 20  # times the file's own length that it may unpack into: learned numbers hardly pack at all
_LITTLE = 1 << 20  # bytes that any file may unpack into
_KINDS = "fiubU"  # numbers, truth values and texts
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_npz(path: str | Path, advice: str) -> dict[str, np.ndarray]:
    """The arrays of a file by name. advice: what to give instead, for the message."""
    size = require_file(path, advice)
    try:
        with open(Path(path), "rb") as file, Npz(file, str(path), size, advice) as packed:
            return {name: packed[name].copy() for name in packed}
    except InputError:
        raise
    except Exception as error:  # whatever the file's bytes make the reader raise
        raise InputError(f"'{shown(path)}' cannot be read as npz ({type(error).__name__}). {advice}") from error


class Npz(Mapping):
    """The arrays of an open file of ``size`` bytes, each read when it is asked for; looked over when it is opened."""

    def __init__(self, file: IO[bytes], path: str, size: int, advice: str):
        self.packed, self.name, self.advice = zipfile.ZipFile(file), f"'{shown(path)}'", advice
        self.members = {member.filename.removesuffix(".npy"): member for member in self.packed.infolist()}
        listed = self.packed.infolist()
        total, limit = sum(member.file_size for member in listed), min(unpacked_limit(), max(_LITTLE, _SPARE * size))
        if len(listed) > _MOST_ARRAYS or total > limit:
            raise InputError(
                f"{self.name} claims {len(listed)} arrays of {total / 1e6:.3g} MB together; up to {_MOST_ARRAYS} of "
                f"{limit / 1e6:.3g} MB are read. It is damaged, or no file of Elver. {advice}"
            )
        if any(m.compress_type not in _PACKED or m.flag_bits & 1 or not m.filename.endswith(".npy") for m in listed):
            raise InputError(f"{self.name} holds something that is no plain array. {advice}")

    def __enter__(self) -> Npz:
        return self

    def __exit__(self, *_: object) -> None:
        self.packed.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, name: str) -> np.ndarray:
        """An array whose header claims just what follows it."""
        member = self.members[name]
        with self.packed.open(member) as inside:
            import numpy as np  # here: a file of text is refused before NumPy is loaded

            old = np.lib.format.read_magic(inside) == (1, 0)
            read_header = np.lib.format.read_array_header_1_0 if old else np.lib.format.read_array_header_2_0
            shape, by_columns, dtype = read_header(inside)
            claimed, there = math.prod(shape) * dtype.itemsize, member.file_size - inside.tell()
            if dtype.kind not in _KINDS or any(n < 0 for n in shape) or claimed != there:
                what = f"values of type {dtype}" if dtype.kind not in _KINDS else f"{claimed} bytes where {there} are"
                raise InputError(f"{self.name}: the array '{name[:60]}' claims {what}. {self.advice}")
            return np.frombuffer(inside.read(), dtype).reshape(shape, order="F" if by_columns else "C")
