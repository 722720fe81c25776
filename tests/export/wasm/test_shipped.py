"""The objects that are shipped: there for every method, small, and made from the sources as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

from elver._support.errors import InputError
from elver.codegen.wasm.objects import read_object
from elver.export.wasm.shipped import METHODS, kernel_object, kernel_sources, object_file, shipped_digests, sources_digest
from elver.simulation.schemes.arrays import ROWS


def test_the_objects_are_made_from_the_sources_as_they_are():
    now = dict.fromkeys(METHODS, sources_digest())
    assert shipped_digests() == now, "loops have changed since their WebAssembly objects were made: run make kernels"


def test_the_sources_are_those_of_the_loops():
    names = {"/".join(path.parts[-2:]) for path in kernel_sources()}
    assert {"schemes/fixed.py", "kernels/system.py", "single/newton.py", "single/step.py", "contact/geometry.py"} <= names
    assert not any("cli" in path.parts or "model" in path.parts for path in kernel_sources())


def test_every_method_of_fixed_steps_has_an_object():
    assert set(METHODS) == {*ROWS, "moreau"}
    for method in METHODS:
        symbols = {s.name: s for s in read_object(kernel_object(method)).symbols if s.kind == "function" and not s.local}
        assert symbols.pop("kernel_" + method.replace("-", "_")).defined
        needed = {name for name, symbol in symbols.items() if not symbol.defined}
        assert needed <= {"atan2"}  # nothing of Python, Numba or a C library
    assert sum(object_file(method).stat().st_size for method in METHODS) < 60_000


def test_other_methods_are_refused():
    with pytest.raises(InputError, match=r"'rodas' has no kernel for WebAssembly\. Choose semi-implicit, heun"):
        kernel_object("rodas")


@pytest.mark.long
def test_an_object_made_again_has_the_same_bits():
    from os import environ

    from elver.codegen.kernels.abi import ENVIRONMENT

    script = "import sys; from elver._make_kernels.__main__ import wasm_object; sys.stdout.buffer.write(wasm_object('heun'))"
    command = [sys.executable, "-c", script]
    made = subprocess.run(command, env={**environ, **ENVIRONMENT}, capture_output=True, check=True, timeout=120).stdout
    assert made == kernel_object("heun")
    assert Path(object_file("heun")).is_file()
