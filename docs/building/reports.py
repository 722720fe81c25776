"""Reports in the site: what `elver verify` found, as the page it wrote or as a table. ``make docs`` makes them first."""

from __future__ import annotations

import html
import json
import os
import shutil
from pathlib import Path
from typing import Any

PAGE = "reports"
FOLDER = "ELVER_REPORTS"  # where docs/make_reports.py put them
WRITTEN, PAPERS, MEASURED = "verify.html", "papers.html", "claims.json"
COLUMNS = ("scenario", "claim", "kind", "measured", "unit", "source")


def reports_folder() -> Path | None:
    """The folder of reports; None where nobody made any."""
    name = os.environ.get(FOLDER, "")
    return Path(name) if name and Path(name).is_dir() else None


def cell(value: Any) -> str:
    return html.escape(f"{value:.5g}" if isinstance(value, float) else str(value)).replace("|", "\\|")


def table(answer: dict[str, Any]) -> str:
    """What `elver verify --json` printed, as a table."""
    rows = answer["claims"]
    lines = [f"{len(rows) - answer['failed']} of {len(rows)} claims hold.", ""]
    lines += ["| | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    for row in rows:
        lines.append(f"| {'ok' if row['holds'] else '**fails**'} | " + " | ".join(cell(row.get(c, "")) for c in COLUMNS) + " |")
    return "\n".join(lines)


def report_text(folder: Path | None) -> str:
    """What the page of reports says after its own words."""
    if folder is not None and (folder / WRITTEN).exists():
        frame = f'<div class="report"><iframe src="{PAGE}/{WRITTEN}" title="Claims, measured" loading="lazy"></iframe>'
        other = f', <a href="{PAGE}/{PAPERS}">the papers figure by figure</a>' if (folder / PAPERS).exists() else ""
        return f'{frame}<p><a href="{PAGE}/{WRITTEN}">The report alone</a>{other}</p></div>'
    if folder is not None and (folder / MEASURED).exists():
        return table(json.loads((folder / MEASURED).read_text(encoding="utf-8")))
    return "This copy of the site was built without measuring: `make docs` does both."


def add_report(app: Any, page: str, source: list[str]) -> None:
    """Give the page of reports what was found."""
    if page == PAGE:
        source[0] += f"\n\n## All claims, measured when this site was built\n\n{report_text(reports_folder())}\n"


def copy_report(app: Any, failure: Exception | None) -> None:
    """Put the written report into the site."""
    folder = reports_folder()
    if failure is None and app.builder.format == "html" and folder is not None and (folder / WRITTEN).exists():
        target = Path(app.outdir) / PAGE
        target.mkdir(exist_ok=True)
        for name in (name for name in (WRITTEN, PAPERS) if (folder / name).exists()):
            shutil.copyfile(folder / name, target / name)
