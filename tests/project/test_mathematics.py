"""Every equation of the pages can be drawn, what is no TeX of ours is refused, and the MathML says what the TeX says."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
pytest.importorskip("latex2mathml")
from building.mathematics import MathError, mathml  # noqa: E402

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CODE = re.compile(r"^(`{3,}).*?^\1`*|`[^`\n]+`", re.M | re.S)
DISPLAYED, INLINE = re.compile(r"\$\$(.+?)\$\$", re.S), re.compile(r"(?<![\\$])\$(?=\S)([^$\n]+?(?:\n[^$\n]+?)?)(?<=\S)\$(?!\d)")


def expressions(text: str) -> list[tuple[str, bool]]:
    """All TeX of a page, each with whether it stands in a line of its own."""
    text = CODE.sub("", text)
    return [(tex, True) for tex in DISPLAYED.findall(text)] + [(tex, False) for tex in INLINE.findall(DISPLAYED.sub("", text))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_equations_of_a_page(page):
    for tex, display in expressions(page.read_text(encoding="utf-8")):
        ElementTree.fromstring(mathml(tex, display))


def test_the_models_have_their_equations():
    found = {
        page.stem: sum(display for _, display in expressions(page.read_text())) for page in (ROOT / "docs/models").glob("*.md")
    }
    assert sum(found.values()) > 60
    assert all(found.values()), "each model page states its law in symbols"


@pytest.mark.parametrize("tex", [r"\undefined x", r"\frac{a}{b", "x & y", r"a \tag{1}"])
def test_what_cannot_be_drawn_is_refused(tex):
    with pytest.raises(MathError):
        mathml(tex)


def signs(tex: str, display: bool = False) -> str:
    return "".join(ElementTree.fromstring(mathml(tex, display)).itertext())


def test_letters_and_numbers_are_those_of_the_text():
    assert signs(r"\mathbf{J}\boldsymbol{\omega} + \mathbb{R}") == "\U0001d409\U0001d74e+\u211d"
    assert signs(r"\tfrac{1}{2} \text{sgn}\,v") == "12sgn𝑣".replace("𝑣", "v")
    assert signs(r"F = m a \tag{NEWTON 2}", display=True) == "F=ma(NEWTON 2)"


def test_a_sign_after_an_equals_sign_stands_close_to_its_letter():
    assert 'form="prefix"' in mathml("a = -b")
    assert 'form="prefix"' not in mathml("a - b")
    assert 'form="prefix"' not in mathml(r"|a| - b")
