"""The documentation as one HTML file, for `elver docs`: all pages, and the names that packages offer; without pictures.

It is made from the Markdown and from the sources alone, when a wheel is built (``hatch_build.py``); Elver is not imported.
"""

from __future__ import annotations

import ast
import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from building.contents import START, contents, pages_of
from building.mathematics import mathml

DOCS = Path(__file__).parents[1]
SOURCES = DOCS.parent / "src" / "elver"
REFERENCE = "Reference"

SHELL = DOCS / "site" / "booklet.html"
PLACE = re.compile(r"@(start|logo|links|sections)@")


def slug(heading: str) -> str:
    """The anchor that a heading gets on the site too."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


class Renderer:
    """Markdown of one page after the other as HTML, links among them kept."""

    def __init__(self, pages: set[str]):
        self.pages, self.page = pages, START
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        self.markdown.use(dollarmath_plugin, allow_space=False, renderer=lambda text, how: mathml(text, how["display_mode"]))
        self.markdown.renderer.rules |= {"image": self.image, "link_open": self.link, "heading_open": self.heading}

    def section(self, page: str, text: str) -> str:
        self.page = page
        return f'<section id="{page}">\n{self.markdown.render(text)}</section>'

    def image(self, tokens: list[Token], place: int, options: object, env: object) -> str:
        """Pictures are left on the site; what they show is said."""
        return f'<span class="picture">[{html.escape(tokens[place].content)}]</span>'

    def heading(self, tokens: list[Token], place: int, options: object, env: object) -> str:
        return f'<{tokens[place].tag} id="{self.page}--{slug(tokens[place + 1].content)}">'

    def link(self, tokens: list[Token], place: int, options: object, env: object) -> str:
        """To another page of the booklet, to the network, or nowhere."""
        target, _, anchor = str(tokens[place].attrGet("href")).partition("#")
        if target.startswith("http"):
            return f'<a href="{html.escape(target)}">'
        page = (
            self.page
            if not target
            else (Path("/", self.page).parent / target).resolve().relative_to("/").with_suffix("").as_posix()
        )
        if page not in self.pages:
            return "<a>"
        return f'<a href="#{page}--{anchor}">' if anchor else f'<a href="#{page}">'


def signatures() -> Iterator[tuple[str, str]]:
    """Names that packages offer, each with its signature and docstring, read from stubs and sources."""
    for stub in sorted(SOURCES.rglob("__init__.pyi")):
        package = ".".join(("elver", *stub.parent.relative_to(SOURCES).parts))
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                source = stub.parents[node.level - 1].joinpath(*node.module.split("."))
                for alias in node.names:
                    found = described(source.with_suffix(".py"), alias.name)
                    if found:
                        yield f"{package}.{alias.asname or alias.name}", found


def described(source: Path, name: str) -> str:
    """Signature and docstring of what a module defines; nothing where it is defined elsewhere."""
    if not source.is_file():
        return ""
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return "\n\n".join((f"{name}({ast.unparse(node.args)})", ast.get_docstring(node) or ""))
        if isinstance(node, ast.ClassDef) and node.name == name:
            fields = [ast.unparse(part) for part in node.body if isinstance(part, ast.AnnAssign)]
            shown = "\n".join(f"    {field}" for field in fields if not field.startswith("_"))
            return "\n\n".join((f"class {name}", ast.get_docstring(node) or "", shown))
    return ""


def booklet() -> str:
    """The file as text."""
    pages = pages_of(DOCS)
    renderer, links, sections = Renderer(pages), [], []
    for part, named in {"": [START], **contents(pages)}.items():
        links.append(f"<h2>{part}</h2>")
        for page in named:
            if page.startswith("api/"):
                continue
            text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
            title = text.partition("\n")[0].lstrip("# ")
            links.append(f'<a href="#{page}">{html.escape(title)}</a>')
            sections.append(renderer.section(page, text))
    links.append(f"<h2>{REFERENCE}</h2>")
    for name, text in signatures():
        links.append(f'<a href="#{name}" data-name hidden>{name}</a>')
        sections.append(f'<section id="{name}"><h1>{name}</h1><pre>{html.escape(text)}</pre></section>')
    logo = (DOCS / "style" / "favicon.svg").read_text(encoding="utf-8")
    parts = {"start": START, "logo": logo, "links": "\n".join(links), "sections": "\n".join(sections)}
    return PLACE.sub(lambda place: parts[place[1]], SHELL.read_text(encoding="utf-8"))


def write(place: Path) -> None:
    """Write the booklet."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(booklet(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
