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

SHELL = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Elver</title>
<style>
:root {{ color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#1f6fa8, #6cc0f0) }}
body {{ margin: 0; font: 1rem/1.55 system-ui, sans-serif; display: grid; grid-template-columns: minmax(15rem, 20rem) 1fr }}
nav {{ position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); box-sizing: border-box }}
nav h2 {{ font-size: .75rem; text-transform: uppercase; letter-spacing: .05em; margin: 1.2rem 0 .3rem }}
nav a {{ display: block; padding: .1rem 0; overflow-wrap: anywhere }} nav svg {{ width: 7rem }}
nav input {{ width: 100%; padding: .4rem; box-sizing: border-box; font: inherit }}
main {{ padding: 1rem clamp(1rem, 4vw, 4rem) 6rem; min-width: 0; max-width: 62rem }}
section {{ display: none }} section:target, section:has(:target) {{ display: block }}
body:not(:has(section:target, section :target)) #{start} {{ display: block }}
a {{ color: var(--accent); text-decoration: none }} a:hover {{ text-decoration: underline }}
pre {{ background: var(--soft); padding: .8rem; overflow: auto; border-radius: .4rem; font-size: .85rem }}
code {{ font-size: .88em; overflow-wrap: anywhere }} table {{ border-collapse: collapse; display: block; overflow: auto; font-size: .9rem }}
td, th {{ border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top }}
.equation {{ display: flex; align-items: center; gap: 1rem; overflow-x: auto }} .equation math {{ flex: 1 }}
math {{ font-family: "STIX Two Math", "Cambria Math", math; font-size: 1.1em }} .picture {{ opacity: .7; font-style: italic }}
[hidden] {{ display: none }}
@media (max-width: 46rem) {{ body {{ grid-template-columns: 1fr }} nav {{ position: static; height: auto; max-height: 45vh; border: 0 }} }}
</style></head><body>
<nav>{logo}<input type="search" placeholder="Search pages and names" aria-label="Search"><div>{links}</div></nav>
<main>{sections}</main>
<script>
const box = document.querySelector("nav input"), links = [...document.querySelectorAll("nav a")];
const text = new Map([...document.querySelectorAll("section")].map(s => [s.id, s.textContent.toLowerCase()]));
const find = () => {{
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const link of links) {{
    const all = link.textContent.toLowerCase() + (words.length && words[0].length > 2 ? text.get(link.hash.slice(1)) || "" : "");
    link.hidden = words.length ? !words.every(word => all.includes(word)) : link.dataset.name !== undefined;
  }}
  const name = words.join(" ");
  if (name) document.querySelector("nav div").append(...links.filter(a => !a.hidden).sort((a, b) =>
    b.textContent.toLowerCase().includes(name) - a.textContent.toLowerCase().includes(name)));
}};
box.addEventListener("input", find); find();
addEventListener("hashchange", () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.matches("section") && scrollTo(0, 0));
</script></body></html>
"""


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
        page = self.page if not target else (Path("/", self.page).parent / target).resolve().relative_to("/").with_suffix("").as_posix()
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
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            fields = "" if isinstance(node, ast.FunctionDef) else "\n".join(
                f"    {ast.unparse(part)}" for part in node.body if isinstance(part, ast.AnnAssign) and not ast.unparse(part).startswith("_")
            )  # fmt: skip
            head = f"{name}({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else f"class {name}"
            return "\n\n".join(part for part in (head, ast.get_docstring(node) or "", fields) if part)
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
    return SHELL.format(start=START, logo=logo, links="\n".join(links), sections="\n".join(sections))


def write(place: Path) -> None:
    """Write the booklet."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(booklet(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
