"""The link to the sources: to the repository in which a workflow builds the site, or from which the checkout came; else none."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

GITHUB = re.compile(r"(?:https://|git@)(github\.com)[/:]([\w.-]+/[\w.-]+?)(?:\.git)?$")
ICON = (
    '<svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true"><path d="M5 12 1.5 8 5 4l1 1-2.6 3L6 11zm6 0-1-1 2.6-3L10 '
    '5l1-1 3.5 4zM8.6 3l1.2.3-2.4 9.7-1.2-.3z"/></svg>'
)


def address() -> str | None:
    """Where the sources can be read by everybody; None where nothing says so."""
    if os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{os.environ['GITHUB_REPOSITORY']}"
    asked = ["git", "-C", str(Path(__file__).parent), "remote", "get-url", "origin"]
    try:
        named = GITHUB.match(subprocess.run(asked, capture_output=True, text=True).stdout.strip())
    except OSError:  # no git
        return None
    return f"https://{named[1]}/{named[2]}" if named else None


def link_to_repository() -> dict[str, Any]:
    """Settings of the theme: a link in the footer, and one to the source of each page."""
    place = address()
    if place is None:
        return {}
    icon = {"name": "Source code", "url": place, "html": ICON, "class": ""}
    return {"source_repository": place, "source_branch": "main", "source_directory": "docs/", "footer_icons": [icon]}
