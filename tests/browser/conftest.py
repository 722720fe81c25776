"""A browser for a file of tests, and pages of scenarios, each made once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from browsers import running_chromium

from elver.viz import make_page


@pytest.fixture(scope="module")
def chromium():
    """A running Chromium."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def page_of(tmp_path_factory):
    """The file of a scenario's page."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def made(name: str) -> Path:
        return make_page(name).save(folder / f"{name}.html")

    return made
