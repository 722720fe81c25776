"""Runs, models and scenarios in motion, for notebooks."""

from __future__ import annotations

from html import escape

from elver.errors import ElverError
from elver.page.making import make_page


def view(thing) -> str:
    """The page of a run, a model or a scenario as HTML; the reason in words where it cannot be made."""
    try:
        return make_page(thing)._repr_html_()
    except (ElverError, OSError) as error:
        return f"<p>It is not shown in motion: {escape(str(error))}</p>"
