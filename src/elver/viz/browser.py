"""A browser without a window, where the computer has one: Elver's own pages are drawn in it, picture by picture.

Chromium, Chrome and Edge listen to commands on two pipes (``--remote-debugging-pipe``: the DevTools protocol, one JSON text
after the other, each ended by a zero byte). So no package is needed to drive them, no port is opened, and nothing is loaded.
``$ELVER_BROWSER`` names the program, or is ``off``.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from elver._support.errors import InputError
from elver.viz.page.make import Page

VARIABLE = "ELVER_BROWSER"
INSTALL = "Install Chromium, Chrome or Edge (or name it: ELVER_BROWSER=/path/to/chromium)"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_OPTIONS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--use-angle=swiftshader",  # drawn by the processor: the same pixels whatever graphics card there is
    "--enable-unsafe-swiftshader",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--mute-audio",
)
# What starts it: it reads commands from its file 3 and writes answers to its file 4, whatever numbers the pipes have here.
_STARTER = """
import os, sys
for number, own in enumerate([os.dup2(int(text), 60 + k) for k, text in enumerate(sys.argv[1:3])], 3):
    os.dup2(own, number)
os.execv(sys.argv[3], sys.argv[3:])
"""
_PATIENCE = 120.0  # s for one command: a page is opened, a picture drawn
_READ = 1 << 20  # bytes at a time


def find_browser() -> str | None:
    """The program that draws pages without a window; None where there is none, or it is switched off."""
    asked = os.environ.get(VARIABLE, "").strip()
    if asked.lower() == "off" or sys.platform == "win32":  # there a process cannot be given pipes by their number
        return None
    if asked:
        found = shutil.which(asked)
        if found is None:
            raise InputError(f"{VARIABLE} = '{asked}' is no program. Give the path of Chromium, Chrome or Edge, or off.")
        return found
    places = (*map(shutil.which, _NAMES), *(path for path in _APPLICATIONS if Path(path).is_file()))
    return next((place for place in places if place), None)


def require_browser(what: str) -> str:
    """The browser; where there is none, an error that says ``what`` needs it."""
    found = find_browser()
    if found is None:
        off = "no browser is used on Windows" if sys.platform == "win32" else "no browser was found"
        raise InputError(f"{what} is drawn by a browser, and {off}. {INSTALL}, or choose the drawing (--renderer drawing).")
    return found


class BrowserError(InputError):
    """There is a browser, and it does not draw."""


class Browser:
    """A page in a browser without a window, for the block of a ``with``.

    page: what it shows.   size: width and height [px].   Texts are evaluated in the page by ``evaluate``.
    """

    def __init__(self, page: Page, size: tuple[int, int], program: str | None = None):
        self.page, self.size = page, size
        self.program = program or require_browser("the page")
        self.count, self.session, self.rest = 0, None, b""

    def __enter__(self) -> Browser:
        self.folder = tempfile.TemporaryDirectory(prefix="elver-browser-", ignore_cleanup_errors=True)
        file = Path(self.folder.name) / "page.html"
        file.write_text(self.page.html, encoding="utf-8")
        try:
            self._start()
            self._open(file.as_uri())
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        """Start the program."""
        (theirs, self.commands), (self.answers, back) = os.pipe(), os.pipe()
        width, height = self.size
        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()  # it refuses to run for root else
        options = (*_OPTIONS, *sandbox, f"--window-size={width},{height}", f"--user-data-dir={self.folder.name}/profile")
        command = [sys.executable, "-IS", "-c", _STARTER, str(theirs), str(back), self.program, *options, "about:blank"]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=(theirs, back))
        os.close(theirs)
        os.close(back)

    def _open(self, address: str) -> None:
        """Open the page and wait until its machine is there."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        width, height = self.size
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.ask("Page.navigate", url=address)
        self.evaluate(
            "new Promise((done, fail) => { const look = () => globalThis.elver?.ready ? elver.ready.then(done, fail)"
            " : setTimeout(look, 10); look(); })"
        )

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command of the DevTools protocol and wait for its answer."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        message |= {"sessionId": self.session} if self.session else {}
        try:
            os.write(self.commands, json.dumps(message).encode() + b"\0")
        except OSError:
            raise self._broken() from None
        end = time.monotonic() + _PATIENCE
        while (answer := self._next(end)).get("id") != self.count:
            pass  # events, which nobody asked for
        if "error" in answer:
            raise BrowserError(f"the browser refused {method}: {answer['error']['message']}.")
        return answer["result"]

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page, as plain data; a promise is waited for."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            said = found["exceptionDetails"].get("exception", {}).get("description", found["exceptionDetails"]["text"])
            raise BrowserError(f"the page failed: {said}")
        return found["result"].get("value")

    def _next(self, end: float) -> dict[str, Any]:
        """The next message of the browser."""
        while b"\0" not in self.rest:
            ready, *_ = select.select([self.answers], [], [], max(0.0, end - time.monotonic()))
            more = os.read(self.answers, _READ) if ready else b""
            if not more:
                raise self._broken()
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def _broken(self) -> BrowserError:
        """The browser ended, or says nothing any more."""
        try:
            ended: int | None = self.process.wait(2)  # its pipes close a little before it ends
        except subprocess.TimeoutExpired:
            ended = None
        why = "does not answer" if ended is None else f"ended with code {ended}"
        return BrowserError(
            f"the browser '{self.program}' {why}. Choose the drawing (--renderer drawing), or name another by {VARIABLE}."
        )

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "process"):
            if self.process.poll() is None:
                self.process.terminate()
                try:
                    self.process.wait(10)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()
            os.close(self.commands)
            os.close(self.answers)
        self.folder.cleanup()
