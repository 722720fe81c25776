"""One HTML file that holds everything: shell, loader, bundle, payload and module, the large parts packed by gzip."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from elver.errors import InputError
from elver.files import to_json

ASSETS = "elver.page"
SHELL, LOADER, BUNDLE = "shell.html", "loader.js", "viewer.js"
LIMIT = 400_000  # bytes of a page that anybody can send around; beyond them the user is told
LARGEST = 64_000_000  # bytes of a page that is not written at all
PLACE = re.compile(r"@(title|csp|payload|module|bundle|loader)@")


@dataclass(frozen=True)
class Sizes:
    """Bytes of a page's parts: payload and module as they are, and the whole file."""

    payload: int
    module: int
    bundle: int
    page: int


def asset(name: str) -> str:
    """The text of a file that was built from ``web``."""
    place = files(ASSETS).joinpath("assets", name)
    if not place.is_file():
        raise InputError(f"the page's file '{name}' is missing from this installation. Install Elver again, or run `make page`.")
    return place.read_text(encoding="utf-8")


def packed(content: bytes) -> str:
    """Base64 of the gzipped bytes; the same bytes always give the same text."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii") if content else ""


def script_hash(text: str) -> str:
    """The source of a script in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def html_of(payload: dict[str, Any], module: bytes = b"") -> tuple[str, Sizes]:
    """The page as text, and how large its parts are."""
    shell, loader, bundle = asset(SHELL), asset(LOADER), asset(BUNDLE)
    data = to_json(payload).encode()
    parts = {
        "title": escape(str(payload["title"])),
        "csp": f"{script_hash(loader)} {script_hash(bundle)}",
        "payload": packed(data),
        "module": packed(module),
        "bundle": packed(bundle.encode()),
        "loader": loader,
    }
    text = PLACE.sub(lambda match: parts[match.group(1)], shell)
    sizes = Sizes(len(data), len(module), len(bundle.encode()), len(text.encode()))
    if sizes.page > LARGEST:
        raise InputError(
            f"the page would have {sizes.page / 1e6:.0f} MB ({sizes.payload / 1e6:.1f} MB of data, "
            f"{sizes.module / 1e6:.1f} MB of program); {LARGEST / 1e6:.0f} MB are allowed. Give a smaller machine."
        )
    return text, sizes
