"""The summary of a run as a short table."""

from __future__ import annotations

from elver.results.report import report_rows


def summary_table(run) -> str:
    """Headline figures with units, one per line."""
    return "\n".join(f"  {name:<18} {text}" for name, text in report_rows(run))
