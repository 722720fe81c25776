"""The summary of a run as a short table."""

from __future__ import annotations

from elver.cli.tables import name_values
from elver.results.report import report_rows


def summary_table(run) -> str:
    """Headline figures with units, one per line."""
    return name_values(report_rows(run))
