"""``elver studio``: the live page with an editor, served on this computer only."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elver._support.errors import InputError
from elver.cli.options import argument, number, option, switch, whole

if TYPE_CHECKING:
    from elver.viz.studio.folder import Folder

DESCRIPTION = """\
Open the studio in a browser: choose a scenario or a file, edit it beside the moving machine, draw strokes, run, compare, sweep.

  elver studio                       begin with the first scenario of `elver list`
  elver studio fish.yaml             begin with a file of the working folder
  elver studio --folder machines     list, read and write files there and nowhere else

Only this computer can reach it, and only with the token in the printed address. It stops with Ctrl-C, or when no page has
asked for a while.
"""


@dataclass(frozen=True)
class Options:
    scenario: str | None = argument("MODEL", "a scenario's name, or a scenario file inside the folder", "?")
    port: str = option("--port", "N", "port of the loopback address (default 0: a free one)", "0")
    folder: str = option("--folder", "FOLDER", "working folder (default: where you are)", ".")
    idle: str = option("--idle", "MIN", "minutes without a page after which it stops (default 15)", "15")
    no_browser: bool = switch("--no-browser", "print the address and open nothing")


def command(options: Options, parser: ArgumentParser) -> int:
    import webbrowser

    from elver.scenarios import all_scenarios
    from elver.viz.studio.folder import Folder
    from elver.viz.studio.server import Server

    folder = Folder.at(options.folder)
    port = whole("--port", options.port)
    if not 0 <= port <= 65535:
        raise InputError(f"--port {port} is not a port. Give a number up to 65535, or leave it out.")
    idle = number("--idle", options.idle, None)
    if not 0 < idle <= 24 * 60:
        raise InputError(f"--idle {options.idle} is not allowed. Give minutes, above 0 and up to 1440.")
    server = Server(folder, first_model(options.scenario or all_scenarios()[0].name, folder), port, 60 * idle)
    print(f"{server.guard.address}\nCtrl-C stops the studio. Files are in {folder.root}.", flush=True)
    server.desk.warm()
    if not options.no_browser:
        webbrowser.open(server.guard.address)
    try:
        server.serve()
    except KeyboardInterrupt:
        print("stopped")
        return 0
    print(f"stopped: no page has asked for {idle:g} min")
    return 0


def first_model(name: str, folder: Folder) -> str:
    """The model to begin with, checked: a scenario's name, or the path of a file in the folder."""
    from pathlib import Path

    from elver.scenarios import scenario
    from elver.scenarios.definition import is_file
    from elver.viz.studio.folder import RefusalError

    if not is_file(name):
        return scenario(name).name
    given = Path(name).resolve() if Path(name).is_file() else (folder.root / name).resolve()
    if not given.is_relative_to(folder.root):
        raise InputError(f"'{name}' lies outside the working folder {folder.root}. Name its folder with --folder.")
    try:
        folder.read(folder.label(given))
    except RefusalError as refusal:
        raise InputError(refusal.reason) from None
    return folder.label(given)
