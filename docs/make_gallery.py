"""Write the gallery from its data: ``python docs/make_gallery.py``, gallery.yaml -> gallery.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
DATA, PAGE = HERE / "gallery.yaml", HERE / "gallery.md"
INTRODUCTION = """\
# Gallery

Every picture of these pages with the one command that draws it. `elver run` puts figures into `runs/SCENARIO/figures`,
`elver page` writes a page that runs in the browser. Commands that begin with `python` are given in a checkout;
`docs/make_figures.py` writes into `docs/img`. Extras are those of [the installation](install.md#what-each-part-costs).
The figures of the papers are on [a page of their own](papers.md), each with its `elver figure`.
Most take less than a minute; programs in `examples` and `benchmarks` some minutes, `learning.py` an hour or more.
"""


def parts() -> list[dict[str, Any]]:
    """The parts of the gallery, each with its pictures."""
    return yaml.safe_load(DATA.read_text(encoding="utf-8"))


def before(about: dict[str, Any]) -> list[str]:
    """The commands that come before the one that draws."""
    named = about.get("before", [])
    return [named] if isinstance(named, str) else named


def card(name: str, about: dict[str, Any], page: str) -> str:
    """One picture with its title, its page and its command: a card on the site, a paragraph elsewhere."""
    picture = f"![{about['title']}](img/{name})"
    shown = f"[{picture}]({about['open']})" if "open" in about else picture
    first = "".join(f"`{command}`, then<br>" for command in before(about))
    live = f", [open it]({about['open']})" if "open" in about else ""
    extra = f", extra `{about['extra']}`" if "extra" in about else ""
    words = f"**{about['title']}** ([more]({about.get('page', page)}){live}{extra})<br>{first}`{about['command']}`"
    return f'<div class="card">\n\n{shown}\n\n{words}\n\n</div>'


def gallery() -> str:
    """The page as it should be."""
    texts = [INTRODUCTION]
    for part in parts():
        texts += [f"\n## {part['part']}\n", '<div class="cards">\n']
        texts += [card(name, about, part["page"]) for name, about in part["pictures"].items()]
        texts.append("\n</div>")
    return "\n".join(texts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(gallery(), encoding="utf-8")
