"""Measure every claim for the site: ``python docs/make_reports.py FOLDER`` -> FOLDER/verify.html and papers.html (minutes).

Where this Elver's `elver verify` writes no page of its own, FOLDER/claims.json, of which the site makes a table.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "elver", "verify"]


def writes_pages() -> bool:
    """Whether `elver verify` has the options --html and --papers, for pages, and --errors, for the error bars on them."""
    text = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    return all(option in text for option in ("--html", "--papers", "--errors"))


def make(folder: Path, *only: str) -> Path:
    """Write the report; that a claim fails is part of it, and no failure of ours. only: scenarios, without the papers."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = writes_pages()
    target = folder / ("verify.html" if pages else "claims.json")
    for old in (target, folder / "papers.html"):
        old.unlink(missing_ok=True)
    papers = [] if only else ["--papers", str(folder / "papers.html")]
    options = [*only, "--errors", "--html", str(target), *papers] if pages else [*only, "--json"]
    answer = subprocess.run([*COMMAND, *options], stdout=subprocess.PIPE, text=True)
    if answer.returncode not in (0, 1) or (pages and not target.exists()):
        raise SystemExit(f"elver verify ended with {answer.returncode}:\n{answer.stdout}")
    if not pages:
        target.write_text(answer.stdout, encoding="utf-8")
    return target


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))
