"""Real browsers for tests: Debian's Chromium through playwright, Firefox without a driver. Nothing leaves the machine.

A page is opened from its file in a context whose requests to anywhere else are stopped and remembered.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 90_000  # ms, on a loaded machine
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

DRIVER = find_spec("playwright")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None,
    reason="no chromium, chromium-browser or google-chrome is installed" if DRIVER else "playwright is not installed",
)
needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="no firefox-esr or firefox is installed")


@dataclass
class Watched:
    """What happened besides: errors of the page and its console, requests to anywhere but the page's own address."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def nothing(self) -> bool:
        return not self.errors and not self.requests


@contextmanager
def running_chromium() -> Iterator:
    """A Chromium for as long as the tests of a file need it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE)
        try:
            yield browser
        finally:
            browser.close()


def new_page(browser, *, allowed: str = "file:", script: str | None = None, **context):
    """A page in a fresh context, and what is watched there. allowed: how addresses start that may be loaded.

    script: run before anything of the page.   context: of playwright, such as viewport or color_scheme.
    """
    watched = Watched()
    made = browser.new_context(**({"viewport": WIDE} | context))
    made.set_default_timeout(PATIENCE)

    def look(route):
        address = route.request.url
        if address.startswith((allowed, "data:", "blob:")):
            route.continue_()
        else:
            watched.requests.append(address)
            route.abort()

    made.route("**/*", look)
    if script:
        made.add_init_script(script)
    page = made.new_page()
    page.on("console", lambda message: watched.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    return page, watched


def opened(browser, file: Path, *, fragment: str = "", still: bool = True, **how):
    """The page of a file, ready; standing at its start unless not ``still``."""
    page, watched = new_page(browser, **how)
    page.goto(file.as_uri() + fragment)
    page.evaluate("elver.ready")
    if still:
        page.evaluate("elver.pause(), elver.reset()")
    return page, watched


def shown_frames(page, count: int = 3) -> None:
    """Wait until so many pictures were drawn."""
    script = "n => new Promise(done => { const next = () => n-- > 0 ? requestAnimationFrame(next) : done(true); next(); })"
    page.evaluate(script, count)


def until(page, condition: str, given=None) -> None:
    """Wait until a JavaScript condition holds; it is asked from here, since no text may become a script in a page."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition, given):
        assert time.monotonic() < end, f"never: {condition}"
        time.sleep(0.05)
