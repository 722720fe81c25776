"""The C compiler of this computer, where there is one."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from elver.errors import InputError

WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-pedantic")
CANDIDATES = ("cc", "gcc", "clang")
LONGEST = 1800  # s
MACHINES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64", "i386": "x86", "i686": "x86"}
SYSTEMS = {"linux": ("linux", ".so"), "darwin": ("darwin", ".dylib"), "win32": ("windows", ".dll")}


def find_compiler() -> str | None:
    """The compiler that $CC names, else cc, gcc or clang; None where there is none."""
    wanted = os.environ.get("CC", "").strip()
    names = (wanted,) if wanted else CANDIDATES
    return next((found for name in names if (found := shutil.which(name))), None)


def require_compiler(what: str) -> str:
    """The compiler, or a message that says what it is needed for."""
    found = find_compiler()
    if found is None:
        wanted = os.environ.get("CC", "").strip()
        looked = f"$CC = '{wanted[:60]}' is not found" if wanted else f"none of {', '.join(CANDIDATES)} is found"
        raise InputError(f"{what} needs a C compiler, and {looked}. Install one (gcc or clang), or export C source only.")
    return found


def platform_of_units() -> tuple[str, str]:
    """This computer as FMI 3.0 names it, such as x86_64-linux, and the ending of shared libraries."""
    system, ending = SYSTEMS.get(sys.platform, (sys.platform, ".so"))
    machine = platform.machine().lower()
    return f"{MACHINES.get(machine, machine)}-{system}", ending


def compile_library(compiler: str, folder: Path, sources: Sequence[str], target: str, optimise: str = "-O2") -> Path:
    """A shared library of C sources in a folder; nothing is visible but what is marked so."""
    options = [*WARNINGS, optimise, "-fPIC", "-fvisibility=hidden", "-shared"]
    done = subprocess.run(
        [compiler, *options, "-o", target, *sources, "-lm"], cwd=folder, capture_output=True, text=True, timeout=LONGEST
    )
    if done.returncode:
        last = " ".join(done.stderr.strip().splitlines()[-3:])[:300]
        raise InputError(
            f"the compiler '{compiler}' failed: {last or 'no message'}. Set CC to another one, or export C source only."
        )
    return folder / target
