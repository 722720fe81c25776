"""Public robot descriptions, where a package that holds them is installed: each moves as in the engine that owns its format.

ELVER_DESCRIPTIONS names another folder of packages (a site-packages) to look into.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

import pytest
import twins
from public import DESCRIPTIONS, find
from tolerances import ORACLE

from elver.scenarios import import_description

FOLDERS = [Path(os.environ.get("ELVER_DESCRIPTIONS", "")), Path(sysconfig.get_paths()["purelib"])]
ERRORS = {"urdf": twins.urdf_error, "mjcf": twins.mjcf_error, "sdf": twins.sdf_error}
ENGINES = {"urdf": "pinocchio", "mjcf": "mujoco", "sdf": "dartpy"}


@pytest.mark.parametrize(("what", "place", "options"), DESCRIPTIONS, ids=[place for _, place, _ in DESCRIPTIONS])
def test_moves_as_in_its_own_engine(what, place, options):
    path = find(place, FOLDERS)
    if path is None:
        pytest.skip(f"no package here holds this {what}")
    if path.suffix == ".xml":
        pytest.importorskip("mujoco")
    imported = import_description(path, **options)
    pytest.importorskip(ENGINES[imported.format])
    assert ERRORS[imported.format](path, imported, 2) < ORACLE


def test_there_are_many_kinds():
    assert len(DESCRIPTIONS) >= 20
    assert {Path(place).suffix for _, place, _ in DESCRIPTIONS} == {".urdf", ".xml", ".sdf"}
