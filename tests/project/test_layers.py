"""The packages from low to high: a module imports only from its own package and from those before it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
from building.packages import PACKAGES, ROOT, files, imported_modules, package_of

STRANGERS = {("forces", "dynamics"), ("contact", "forces"), ("learn", "systems")}  # later in the order, and yet never imported


def test_the_table_names_every_package():
    assert {package_of(path) for path in files()} == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_from_those_before_it(package):
    known = PACKAGES[: PACKAGES.index(package) + 1]
    for path in (p for p in files() if package_of(p) == package):
        for module in imported_modules(path):
            other = module.split(".")[1]
            said = f"{path.relative_to(ROOT)} imports {module}"
            assert other in known, f"{said}, and {other} comes after {package}"
            assert (package, other) not in STRANGERS, f"{said}: {package} must not know {other}"


def test_published_machines_hold_no_equations_of_motion():
    """Systems compose: no spatial algebra and none of the recursions. The snake's closed form is there to be compared with."""
    for path in (ROOT / "systems").rglob("*.py"):
        if path.name != "closed_form.py":
            assert not {m for m in imported_modules(path) if m.startswith(("elver.dynamics", "elver.symbolic.spatial"))}, path
