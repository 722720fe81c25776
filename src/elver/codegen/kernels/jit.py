"""Compiled loops: Numba with a cache of our own that knows the sources of all kernels.

Kernels call each other across files, which Numba's own cache does not see: it would keep the old code of a kernel whose callee
was edited. Here the name of an entry covers every file that can reach a kernel. $NUMBA_CACHE_DIR has no say.
Importing this module does not import Numba; decorating a kernel does.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from elver.codegen.cache import cache_folder, code_key, load_code, save_code, source_stamp

SUMS = {"reassoc", "contract", "nsz", "arcp"}  # fastmath of kernels whose sums may be taken side by side; NaN and infinity stay
ROOT = Path(__file__).parents[2]
_KIND = "loop"
_SETTINGS = (  # of Numba, that decide the code
    "BOUNDSCHECK", "CPU_FEATURES", "CPU_NAME", "DEBUGINFO_DEFAULT", "DISABLE_INTEL_SVML", "ENABLE_AVX", "LOOP_VECTORIZE", "OPT",
    "SLP_VECTORIZE", "USING_SVML",
)  # fmt: skip
_IMPORT = re.compile(rb"^(?:from|import) (elver(?:\.\w+)+)", re.MULTILINE)
_USE = re.compile(
    rb"^(?:from elver\.codegen\.kernels\.jit import|import elver\.codegen\.kernels\.jit|from numba|import numba)", re.MULTILINE
)


def kernel_files(root: Path = ROOT) -> list[Path]:
    """Every file that decides compiled loops: those that use ``compiled`` or Numba, and what they import, and so on."""
    texts = {path: path.read_bytes() for path in root.rglob("*.py")}
    likely = {path: text for path, text in texts.items() if b"numba" in text or b"codegen.kernels.jit" in text}  # searched fast
    found, pending = set(), [path for path, text in likely.items() if _USE.search(text)]
    while pending:
        path = pending.pop()
        if path in texts and path not in found:
            found.add(path)
            for module in _IMPORT.findall(texts[path]):
                place = root.joinpath(*module.decode().split(".")[1:])
                pending += [place.with_suffix(".py"), *(p for p in texts if p.parent == place)]
    return sorted(found)


@cache
def _kernels_stamp() -> str:
    """Hash of every file with kernels."""
    return source_stamp([Path(__file__), *kernel_files()])


@cache
def _tools_stamp() -> str:
    """Versions and settings of the tools that make the code."""
    import llvmlite
    import numba
    import numpy

    versions = [numba.__version__, llvmlite.__version__, numpy.__version__, sys.version]
    return repr([*versions, *(getattr(numba.config, name, None) for name in _SETTINGS)])


def compiled(function: Any = None, **options: Any) -> Any:
    """Compile with Numba and keep the code on disk, or in memory only where there is no place to keep it.

    Compiled loops let other threads run Python meanwhile (nogil): they touch arrays alone.
    """
    if function is None:
        return lambda f: compiled(f, **options)
    import numba

    options = {"nogil": True, **options}
    loop = numba.njit(**options)(function)
    if hasattr(loop, "enable_caching") and cache_folder() is not None:  # a plain function under NUMBA_DISABLE_JIT
        loop._cache = _LoopCache(function, options)
    return loop


class _LoopCache:
    """What Numba asks of a cache: compiled versions of one function, by the types of its arguments."""

    def __init__(self, function: Any, options: dict):
        self.function, self.options = function, options

    @property
    def cache_path(self) -> str | None:
        folder = cache_folder()
        return None if folder is None else str(folder)

    def enable(self) -> None:
        """Numba's wish; the cache is always on."""

    def disable(self) -> None:
        """Numba's wish; $ELVER_CACHE decides."""

    def flush(self) -> None:
        """Nothing to forget: an entry's name covers all that decides it."""

    def key(self, signature: Any, codegen: Any) -> str:
        """Name of the entry for arguments of these types on this processor."""
        f = self.function
        options = sorted((name, sorted(v) if isinstance(v, set) else v) for name, v in self.options.items())
        about = [f.__module__, f.__qualname__, signature, options, codegen.magic_tuple(), _tools_stamp(), _kernels_stamp()]
        return code_key(*map(str, about), _source_of(inspect.getfile(f)), f.__code__.co_code, surroundings(f))

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function; None where it has to be compiled."""
        from numba.core.compiler import CompileResult

        target.refresh()
        body = load_code(_KIND, self.key(signature, target.codegen()))
        if body is None:
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(body))
        except Exception:  # whatever an entry that was written whole makes Numba raise: it is compiled again and replaced
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a function that was compiled, where its code is valid beyond this process."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
            return
        save_code(_KIND, self.key(signature, result.codegen), dumps(result._reduce()))


@cache
def _source_of(file: str) -> bytes:
    """Hash of the file of a function that is not one of Elver's; nothing for one whose source is no file."""
    path = Path(file)
    if path.is_relative_to(ROOT):
        return b""
    return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"no file"


def surroundings(function: Any) -> bytes:
    """What a function that was made inside another one takes from there; a kernel by its name and its own surroundings."""
    from numba.core.serialize import dumps

    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return b"".join(_about_kernel(cell.py_func) if hasattr(cell, "py_func") else dumps(cell) for cell in cells)


def _about_kernel(function: Any) -> bytes:
    """Name, code and surroundings of a kernel that another one was made with."""
    return f"{function.__module__}.{function.__qualname__}".encode() + function.__code__.co_code + surroundings(function)
