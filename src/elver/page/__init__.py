"""The page: a machine that runs in the browser, or a recorded run that plays there, as one file."""

from elver.page.making import Page, make_page

__all__ = ["Page", "make_page"]
