"""The cache of compiled loops: fresh after every edit, whole after every damage."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from elver.codegen.kernels.jit import ROOT, kernel_files

CALLER = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from kernels import outer
print(outer(np.ones(3)), sum(outer.stats.cache_hits.values()))
"""
KERNELS = """
from elver.codegen.kernels.jit import SUMS, compiled
@compiled(fastmath=SUMS)
def inner(x):
    return x.sum() * {factor}
@compiled
def outer(x):
    return inner(x) + 1.0
"""


def call(folder: Path, **environment) -> list[str]:
    """What a fresh process computes, and how many functions it found in the cache."""
    command = [sys.executable, "-c", CALLER, str(folder)]
    environment = {**os.environ, "ELVER_CACHE": str(folder / "cache"), **environment}
    shown = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    return shown.stdout.split()


@pytest.fixture
def kernels(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS.format(factor=2.0))
    assert call(tmp_path) == ["7.0", "0"]
    return tmp_path


def test_found_again_and_compiled_anew_after_an_edit_or_with_other_settings(kernels):
    assert call(kernels) == ["7.0", "1"]
    assert call(kernels, NUMBA_BOUNDSCHECK="1") == ["7.0", "0"]
    (kernels / "kernels.py").write_text(KERNELS.format(factor=3.0))
    assert call(kernels, NUMBA_CACHE_DIR=str(kernels / "numba")) == ["10.0", "0"]
    assert not (kernels / "numba").exists()


@pytest.mark.long
def test_damaged_entries_heal(kernels):
    entries = sorted((kernels / "cache").glob("*.loop"))
    assert len(entries) == 2
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:100])
    assert call(kernels) == ["7.0", "0"]
    assert call(kernels) == ["7.0", "1"]
    one, other = (entry.read_bytes() for entry in entries)
    entries[0].write_bytes(other)
    entries[1].write_bytes(one)
    assert call(kernels) == ["7.0", "0"]


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
"""


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="limits on the size of files are POSIX's")
def test_a_full_disk_and_no_cache_cost_time_only(kernels):
    for entry in (kernels / "cache").iterdir():
        entry.unlink()
    command = [sys.executable, "-c", FULL + CALLER, str(kernels)]
    for place in (str(kernels / "cache"), "off"):
        environment = {**os.environ, "ELVER_CACHE": place}
        shown = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert (shown.returncode, shown.stdout, shown.stderr) == (0, "7.0 0\n", "")
    assert list((kernels / "cache").iterdir()) == []


def module_imports(path: Path) -> set[Path]:
    """Files of Elver that a file imports when it is imported, seen in its syntax tree."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has an import relative to its folder"
            names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
        places = [ROOT.joinpath(*n.split(".")[1:]) for n in names if n.startswith("elver.")]
        found |= {p.with_suffix(".py") for p in places} | {p / "__init__.py" for p in places}
    return {p for p in found if p.is_file()}


MAKERS = {  # of shipped code, which has a digest, and what chooses between it and Numba's
    ROOT / name
    for name in (
        "_make_kernels/native.py", "_make_kernels/__main__.py", "export/wasm/kernels.py",
        "export/wasm/shipped.py",
        "codegen/kernels/shipped.py", "codegen/kernels/table.py",
    )
}  # fmt: skip


def test_every_file_that_reaches_a_kernel_is_stamped():
    covered = set(kernel_files()) | MAKERS
    users = set()
    for path in ROOT.rglob("*.py"):
        uses = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ImportFrom | ast.Import)]
        modules = {m for n in uses for m in ([n.module] if isinstance(n, ast.ImportFrom) else [a.name for a in n.names])}
        if modules & {"elver.codegen.kernels.jit", "numba", "numba.extending"} and path.name != "compiled.py":
            users.add(path)
    assert len(users) > 10
    assert users <= covered
    for path in covered - MAKERS:
        assert module_imports(path) <= covered, path.name


def test_kernel_files_follow_imports(tmp_path):
    (tmp_path / "law").mkdir()
    files = {
        "kernel.py": "from elver.codegen.kernels.jit import compiled\nfrom elver.numbers import ONE\nfrom elver.law import a",
        "numbers.py": "from elver.deeper import TWO",
        "deeper.py": "TWO = 2",
        "law/__init__.py": "",
        "law/a.py": "",
        "unrelated.py": "import elver.kernel\nnumba = 'numba'",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = {p.relative_to(tmp_path).as_posix() for p in kernel_files(tmp_path)}
    assert found == set(files) - {"unrelated.py"}


LOOPS = """
import numba
from elver.simulation.schemes.fixed import ADVANCE

codegen = numba.core.registry.cpu_target.target_context.codegen()
print([advance._cache.key("()", codegen) for advance in ADVANCE.values()])
"""


def test_loops_made_for_different_schemes_are_different_entries_that_are_found_again(tmp_path):
    environment = {**os.environ, "ELVER_CACHE": str(tmp_path)}
    first, again = (subprocess.check_output([sys.executable, "-c", LOOPS], env=environment, text=True) for _ in range(2))
    keys = ast.literal_eval(first)
    assert len(set(keys)) == len(keys) == 4
    assert first == again
