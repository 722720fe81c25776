"""The type checker runs over the whole package, and users get the types."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from elver.codegen.kernels.shipped import file_of

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
_COMPILES = re.compile(r"^from (?:numba|elver\.codegen\.kernels\.(?:jit|simd)) import|^import numba", re.MULTILINE)


def test_every_package_is_checked():
    assert SETTINGS["files"] == ["src/elver"]
    assert SETTINGS["check_untyped_defs"]
    assert SETTINGS["disallow_untyped_defs"]
    ignored = [name for o in SETTINGS["overrides"] if o.get("ignore_errors") for name in o["module"]]
    assert not ignored


def test_functions_without_types_are_compiled_loops():
    """No package as a whole may leave types out: only modules of loops that Numba compiles."""
    exempt = [name for o in SETTINGS["overrides"] if o.get("disallow_untyped_defs") is False for name in o["module"]]
    assert exempt
    for name in exempt:
        path = file_of(name)
        assert path.is_file(), f"{name} is no module: name every file by itself"
        assert _COMPILES.search(path.read_text()), f"{name} holds no compiled loop: give its functions types"


def test_users_get_the_types():
    assert (ROOT / "src" / "elver" / "py.typed").is_file()
