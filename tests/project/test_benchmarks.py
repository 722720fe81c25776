"""The benchmarks of the closed loop: what they say about themselves, and the one for a GPU on a computer without one."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from host_device import COMPILER, HostDevice

import elver

ROOT = Path(__file__).parents[2]
SOURCE = Path(elver.__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "said"), [("control", "env_vs_mujoco"), ("gpu_env", "env_M_per_s_X"), ("page", "browser_X"), ("fits", "vs_scipy_X")]
)
def test_help(name, said):
    command = [sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), "--help"]
    done = subprocess.run(command, env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


@pytest.mark.long
@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
def test_environment_of_the_gpu_on_a_host(tmp_path, monkeypatch):
    """All of the program but the GPU: what one computer writes the other runs, with the numbers of the CPU."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import gpu_env
    from elver.codegen.cuda import device

    monkeypatch.setattr(device, "CudaDevice", HostDevice)
    gpu_env.prepare(tmp_path)
    rows, _ = gpu_env.run(tmp_path, machines=16, steps=2, rounds=1, silent=True)
    found = {row.key: row for row in rows}
    assert found["error_double"].value < 1e-12
    assert found["error_single"].verdict == "met"
    assert found["stopped_double"].value == 0


def imported(program: Path) -> list[tuple[str, str]]:
    """(module, name) of every import from this project, those within functions too: most are reached on other computers alone."""
    nodes = [node for node in ast.walk(ast.parse(program.read_text())) if isinstance(node, ast.ImportFrom) and node.module]
    return [(node.module or "", alias.name) for node in nodes for alias in node.names]


@pytest.mark.parametrize("program", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.stem)
def test_what_a_program_imports_is_there(program):
    for module, name in imported(program):
        beside = ROOT / "benchmarks" / f"{module}.py"
        if beside.exists():
            body = ast.parse(beside.read_text()).body
            defined = {part.id for node in body for part in ast.walk(node) if isinstance(part, ast.Name)}
            defined |= {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
            assert name in defined, f"{program.name} takes {name} from {beside.name}"
        elif module.split(".")[0] == "elver":
            owner = importlib.import_module(module)
            assert hasattr(owner, name) or importlib.util.find_spec(f"{module}.{name}"), f"{program.name}: no {module}.{name}"
