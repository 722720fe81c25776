"""``elver docs``: the documentation of the installed version in the browser, without a network."""

from __future__ import annotations

import re
import subprocess
import sys
import webbrowser
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

import elver
from elver._support.errors import InputError, unknown_name
from elver._support.files import to_json
from elver.cli.options import argument, switch
from elver.cli.terminal import complain

DESCRIPTION = """\
Open the documentation of this version in the browser: one file, without a network. Pictures are on the site (`make docs`).

  elver docs                         the start page
  elver docs fit                     a page: install, results, models/eel, ...
  elver docs simulate                a name that Elver offers: elver.simulate, elver.forces.Morison, ...
  elver docs --where                 print the file's name and open nothing
"""
_INSTALLED = Path(elver.__file__).with_name("docs.html")
_CHECKOUT = Path(elver.__file__).parents[2]


@dataclass(frozen=True)
class Options:
    topic: str | None = argument("TOPIC", "a page, or a name of the reference", "?")
    where: bool = switch("--where", "print the address and open nothing")
    json: bool = switch("--json", "print file and topic as one JSON object and open nothing")


def command(options: Options, parser: ArgumentParser) -> int:
    place = documentation()
    topic = topic_of(options.topic, place) if options.topic else None
    address = place.resolve().as_uri() + (f"#{topic}" if topic else "")
    if options.json:
        print(to_json({"file": str(place), "topic": topic, "address": address}))
        return 0
    print(address)
    if not options.where and not webbrowser.open(address):
        complain("no browser was found. Open that address in one.")
    return 0


def documentation() -> Path:
    """The file: that of the wheel, or in a checkout one made from its pages where it is older than they are."""
    if _INSTALLED.is_file():
        return _INSTALLED
    pages, place = _CHECKOUT / "docs", _CHECKOUT / "build" / "docs.html"
    if not (pages / "building" / "booklet.py").is_file():
        raise InputError(
            "this installation holds no documentation. Install Elver again from a wheel, or open docs/ of a checkout."
        )
    newest = max(path.stat().st_mtime for path in pages.rglob("*.md"))
    if not place.is_file() or place.stat().st_mtime < newest:
        made = [sys.executable, "-m", "building.booklet", str(place)]
        ended = subprocess.run(made, cwd=pages, capture_output=True, text=True)
        if ended.returncode:
            raise InputError(
                f"the documentation could not be put together: {ended.stderr.strip().splitlines()[-1]}. "
                'Its tools come with `pip install -e ".[docs]"`; the pages are in docs/.'
            )
    return place


def topic_of(word: str, place: Path) -> str:
    """The section that a word means: as it stands, below models or tracks, or the last part of a name."""
    known = re.findall(r'<section id="([^"]+)">', place.read_text(encoding="utf-8"))
    word = word.removesuffix(".md").removeprefix("docs/")
    last = re.split(r"[./]", word)[-1].lower()  # elver.simulate is described as elver.simulation.simulate
    ends = [name for name in known if re.split(r"[./]", name)[-1].lower() == last]
    best = [name for name in known if name.lower() == word.lower()] or sorted(ends, key=len)
    if not best:
        raise unknown_name("page or name", word, [re.split(r"[./]", name)[-1] for name in known])
    return best[0]
