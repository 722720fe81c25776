"""Printed tables of benchmarks are folded on the page of performance: pictures and ratios come first, numbers at a click."""

from __future__ import annotations

import html
import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

PAGE = "performance"
TABLE = re.compile(r"^figure +value", re.M)


class FoldTables(SphinxTransform):
    """Put every printed table between the two ends of a ``details`` element, its first line as the summary."""

    default_priority = 6

    def apply(self, **kwargs: object) -> None:
        if self.env.docname == PAGE:
            for block in list(self.document.findall(nodes.literal_block)):
                if TABLE.search(block.astext()):
                    self.fold(block)

    def fold(self, block: nodes.Element) -> None:
        title = block.astext().partition("\n")[0]
        title = "the numbers" if TABLE.match(title) else title
        opening = f'<details class="folded"><summary>{html.escape(title)}</summary>'
        place = block.parent.index(block)
        block.parent.insert(place, nodes.raw("", opening, format="html"))
        block.parent.insert(place + 2, nodes.raw("", "</details>", format="html"))
