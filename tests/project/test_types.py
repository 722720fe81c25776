"""The type checker runs over the whole package, and users get the types."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_package_is_checked():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings["files"] == ["src/elver"]
    assert settings["check_untyped_defs"]
    assert settings["disallow_untyped_defs"]  # but for the packages that pyproject.toml names
    ignored = [name for o in settings["overrides"] if o.get("ignore_errors") for name in o["module"]]
    assert not ignored


def test_users_get_the_types():
    assert (ROOT / "src" / "elver" / "py.typed").is_file()
