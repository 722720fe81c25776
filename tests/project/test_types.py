"""The type checker runs over the whole package, and users get the types."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from elver.codegen.kernels.shipped import file_of, sources_of
from elver.codegen.kernels.table import all_kernels
from elver.export.wasm.shipped import kernel_sources
from elver.simulation.batches.contact_ptx import loop_sources

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
_COMPILES = re.compile(r"^from (?:numba|elver\.codegen\.kernels\.jit) import|^import numba", re.MULTILINE)


def test_every_package_is_checked():
    assert SETTINGS["files"] == ["src/elver"]
    assert SETTINGS["check_untyped_defs"]
    assert SETTINGS["disallow_untyped_defs"]
    ignored = [name for o in SETTINGS["overrides"] if o.get("ignore_errors") for name in o["module"]]
    assert not ignored


def test_functions_without_types_are_loops_or_decide_shipped_code():
    """No package as a whole may leave types out: only modules of compiled loops, and files that an edit would void code of."""
    shipped = {path for kernel in all_kernels() for path in sources_of([file_of(kernel.place.split(":")[0])])}
    shipped |= {*kernel_sources(), *loop_sources()}
    exempt = [name for o in SETTINGS["overrides"] if o.get("disallow_untyped_defs") is False for name in o["module"]]
    assert exempt
    for name in exempt:
        path = file_of(name)
        assert path.is_file(), f"{name} is no module: name every file by itself"
        assert path in shipped or _COMPILES.search(path.read_text()), f"{name} holds no compiled loop: give its functions types"


def test_users_get_the_types():
    assert (ROOT / "src" / "elver" / "py.typed").is_file()
