"""The shipped IR of the contact loop."""

import re

from elver.simulation.batches.contact_ptx import FILE, LOOP, loop_arguments, loop_ir, loop_sources, shipped_digest, sources_digest


def test_it_is_made_from_the_sources_as_they_are():
    assert shipped_digest() == sources_digest(), "the contact loop has changed since its IR was made: run make kernels"


def test_the_sources_are_those_of_the_loop():
    names = {"/".join(path.parts[-2:]) for path in loop_sources()}
    assert {"single/newton.py", "single/step.py", "contact/geometry.py", "cuda/math_kernels.py"} <= names
    assert not any("equations" in path.parts or "robot" in path.parts for path in loop_sources())


def test_it_needs_nothing_but_arrays():
    declared = set(re.findall(r"^declare [^@]*@([\w.]+)\(", loop_ir(), re.MULTILINE))
    needed = {name for name in declared if not name.startswith("llvm.")}
    assert needed == {"NRT_MemInfo_alloc_aligned", "NRT_incref", "NRT_decref"}
    assert not re.search(r"@llvm\.(sin|cos|pow)\.", loop_ir())
    assert re.findall(r"^define (?!internal)[^@]*@(\w+)\(", loop_ir(), re.MULTILINE) == [LOOP]
    assert FILE.stat().st_size < 150_000


def test_its_arguments_are_those_of_the_loop():
    heads = [name.split(".")[0] for _, name in loop_arguments()]
    assert list(dict.fromkeys(heads)) == [
        "code", "inputs", "machine", "scene", "laws", "grid", "carried", "samples", "failure", "first", "last",
    ]  # fmt: skip
