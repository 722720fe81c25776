"""Which files decide a loop: imports of every form, and nothing that only lies beside them."""

from __future__ import annotations

import pytest

from elver.codegen.kernels.jit import ROOT
from elver.codegen.kernels.shipped import file_of, imported, loop_digest, sources_of
from elver.codegen.kernels.table import KERNELS, all_kernels
from elver.codegen.kernels.width import host_width

TEXT = b"""
import numpy as np
import elver.codegen.kernels.evaluate
from elver.codegen.kernels import SUMS, system
from elver.simulation.schemes.adaptive import (
    linearise,
)
from elver._support.errors import InputError

def f():
    from elver.scenarios import scenario
"""


def test_imports_of_every_form():
    there = {path.relative_to(ROOT).as_posix() for path in imported(TEXT) if path.is_file()}
    assert there == {
        "codegen/kernels/__init__.py",
        "codegen/kernels/evaluate.py",
        "codegen/kernels/system.py",
        "simulation/schemes/adaptive.py",
    }


def test_imports_are_followed():
    found = {path.relative_to(ROOT).as_posix() for path in sources_of([ROOT / "simulation" / "schemes" / "fixed.py"])}
    assert {"codegen/kernels/evaluate.py", "codegen/kernels/system.py", "_support/statuses.py"} <= found
    assert "codegen/kernels/simd.py" not in found


def test_no_loop_depends_on_this_processor():
    """A loop of machines side by side is named by how many they are: were width.py imported by one, few could use its code."""
    for kernel in all_kernels():
        assert ROOT / "codegen" / "kernels" / "width.py" not in sources_of([file_of(kernel.place.split(":")[0])]), kernel.place
    assert {1, host_width()} <= set(KERNELS.advance_contact)


MOST_FILES, MOST_LINES = 20, 5_500  # of one loop: machines side by side with contact have most
KERNEL_PACKAGES = {"_support", "codegen/kernels", "contact", "contact/simd", "contact/single", "contact/variations"}
SCHEME_PACKAGES = {"simulation/batches", "simulation/schemes"}


@pytest.mark.parametrize("kernel", all_kernels(), ids=lambda kernel: kernel.place.removeprefix("elver."))
def test_few_files_decide_a_loop(kernel):
    """Every edit of one of them voids the shipped code: a loop whose file imports drivers would be compiled after any change."""
    files = sources_of([file_of(kernel.place.split(":")[0])])
    lines = sum(len(path.read_bytes().splitlines()) for path in files)
    assert len(files) <= MOST_FILES, [path.name for path in files]
    assert lines <= MOST_LINES
    folders = {path.parent.relative_to(ROOT).as_posix() for path in files}
    assert folders <= KERNEL_PACKAGES | SCHEME_PACKAGES
    assert not {path.stem for path in files} & {"driver", "scene", "planar", "shipped", "table"}


def test_an_edit_changes_the_digest(monkeypatch, tmp_path):
    from elver.codegen.kernels import shipped

    place = "elver.codegen.kernels.evaluate:evaluate_signals"
    before = loop_digest(place)
    changed = tmp_path / "piecewise.py"
    changed.write_bytes(shipped.file_of("elver.codegen.kernels.evaluate").read_bytes() + b"# one line more\n")
    monkeypatch.setattr(shipped, "file_of", lambda module: changed)
    assert loop_digest(place) != before
