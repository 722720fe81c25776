"""Live pages in the site: links lead to them, and on the start page and the tracks a picture of one becomes the page itself."""

from __future__ import annotations

import html
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

PAGES = "pages"  # the folder of the live pages, beside the sources and in the site
COMMANDS = {name: f"elver page {name} --set water.law=kirchhoff" for name in ("eel", "eel-loop")}  # of pages that begin otherwise
FRAMED = ("index", "tracks/")
FRAME = (
    '<div class="live"><iframe src="{source}" title="{title}" loading="lazy" allow="fullscreen"></iframe>'
    '<p><a href="{source}">The page alone</a>: one file without network; <code>{command}</code> writes it.</p></div>'
)


class LiveLinks(SphinxTransform):
    """Links to live pages: plain ones instead of downloads, and frames where a picture of the page is all there is to click."""

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        for link in list(self.document.findall(addnodes.download_reference)):
            target = str(link["reftarget"])
            if Path(target).suffix == ".html" and Path(target).parent.name == PAGES:
                self.replace(link, target)

    def replace(self, link: nodes.Element, target: str) -> None:
        pictures = list(link.findall(nodes.image))
        if pictures and self.env.docname.startswith(FRAMED):
            name = Path(target).stem
            title = html.escape(pictures[0].get("alt", ""))
            text = FRAME.format(source=html.escape(target), title=title, command=COMMANDS.get(name, f"elver page {name}"))
            link.parent.replace(link, nodes.raw("", text, format="html"))
        else:
            link.parent.replace(link, nodes.reference("", "", *link.children, refuri=target, internal=False))


def copy_pages(app: Any, failure: Exception | None) -> None:
    """Put the live pages into the site, where the same links find them."""
    if failure is None and app.builder.format == "html":
        shutil.copytree(Path(app.srcdir) / PAGES, Path(app.outdir) / PAGES, dirs_exist_ok=True)
