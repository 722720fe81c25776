"""Mathematics of the pages as MathML: every browser draws it, without a script and without a network.

latex2mathml reads the TeX. What browsers or that package leave open is done here: letters of an alphabet (bold, upright,
double-struck) become the characters that Unicode has for them, equation numbers stand at the right, and what is no TeX of ours
is an error.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from typing import Any

from latex2mathml.converter import convert

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
ALPHABETS = {
    "bold": "MATHEMATICAL BOLD",
    "bold-italic": "MATHEMATICAL BOLD ITALIC",
    "double-struck": "MATHEMATICAL DOUBLE-STRUCK",
    "script": "MATHEMATICAL SCRIPT",
    "normal": "",
}
DOUBLE_STRUCK = {
    "R": "\u211d",
    "C": "\u2102",
    "N": "\u2115",
    "Z": "\u2124",
    "Q": "\u211a",
}  # these came to Unicode before the others
ACCENTS = {"\u02d9": "\u0307", "\u00a8": "\u0308", "^": "\u0302", "\u02dc": "\u0303"}
RELATIONS = ("\u22a5", "\u27c2")  # orthogonal, complementary: without space in browsers
BARS = ("\u2016", "|")
SIGNS, OPENING, CLOSING = ("-", "\u2212", "+"), ("(", "[", "{", ""), (")", "]", "}", *BARS)
FUNCTIONS = ("sin", "cos", "tan", "tanh", "log", "det", "max", "min")
TAG = re.compile(r"\\tag\{((?:[^{}]|\{[^{}]*\})*)\}")
SAME = (
    ("{aligned}", "{split}"),
    (r"\operatorname*", r"\operatorname"),
    (r"\tfrac", r"\frac"),
)  # one meaning, the word that is known


class MathError(ValueError):
    """An expression that cannot be drawn."""


def mathml(tex: str, display: bool = False) -> str:
    """The MathML of an expression.

    Parameters
    ----------
    tex
        TeX as GitHub and Sphinx read it between dollar signs.
    display
        Whether it stands in a line of its own; only there may it have a ``\\tag``.
    """
    tags = TAG.findall(tex)
    text = TAG.sub("", tex).strip()
    if text.count("{") != text.count("}"):
        raise MathError(f"braces do not match in: {tex}")
    if (tags and not display) or len(tags) > 1:
        raise MathError(f"one tag, and in a line of its own only: {tex}")
    for word, known in SAME:
        text = text.replace(word, known)
    try:
        tree = ElementTree.fromstring(convert(text, display="block" if display else "inline"))
    except Exception as error:
        raise MathError(f"{error or type(error).__name__} in: {tex}") from error
    for element in tree.iter():
        finish(element, tex)
        set_spaces(element)
    ElementTree.register_namespace("", NAMESPACE)
    written = ElementTree.tostring(tree, encoding="unicode")
    if not display:
        return written
    number = f'<span class="number">({tags[0]})</span>' if tags else ""
    return f'<div class="equation" role="group">{written}{number}</div>'


def finish(element: ElementTree.Element, tex: str) -> None:
    """Put right what browsers do not do by themselves."""
    name, text = element.tag.removeprefix(f"{{{NAMESPACE}}}"), element.text or ""
    if "\\" in text or "&" in text:
        raise MathError(f"'{text}' is not known in: {tex}")
    variant = element.attrib.pop("mathvariant", None)
    if variant is not None:
        if variant not in ALPHABETS:
            raise MathError(f"no letters of kind '{variant}' in: {tex}")
        element.text = "".join(letter(sign, variant) for sign in text)
        if name == "mi":
            element.set("mathvariant", "normal")  # as it is written: browsers would slant a single letter
    if name == "mo" and text in BARS and not element.get("fence"):
        element.attrib |= {"stretchy": "false", "lspace": "0", "rspace": "0"}
    if name == "mo" and text in FUNCTIONS:
        element.attrib |= {"lspace": "0", "rspace": "0"}
    if name == "mo" and text in RELATIONS:
        element.attrib |= {"lspace": "0.28em", "rspace": "0.28em"}
    if name == "mtd" and "columnalign" in element.attrib:  # of an older MathML
        side = element.attrib.pop("columnalign")
        element.set(
            "style", f"text-align: {side}" + {"right": "; padding-right: 0", "left": "; padding-left: 0.1em"}.get(side, "")
        )
    if name == "mover" and (element[1].text or "") in ACCENTS:
        element.set("accent", "true")


def set_spaces(row: ElementTree.Element) -> None:
    """Spaces as TeX has them: none behind a sign, a thin one around the name of a function."""
    before: ElementTree.Element | None = None
    for element in list(row):
        text, last = element.text or "", (before.text or "") if before is not None else ""
        after_operator = before is not None and before.tag.endswith("}mo") and last not in CLOSING
        if element.tag.endswith("}mo") and text in SIGNS and after_operator:
            element.set("form", "prefix")
        behind_function = before is not None and last in FUNCTIONS and text not in OPENING
        before_function = before is not None and text in FUNCTIONS and not before.tag.endswith(("}mo", "}mspace"))
        if behind_function or before_function:
            row.insert(list(row).index(element), ElementTree.Element(f"{{{NAMESPACE}}}mspace", width="0.17em"))
        before = element


def letter(sign: str, variant: str) -> str:
    """A letter in one of Unicode's mathematical alphabets; itself where there is none."""
    if variant == "double-struck" and sign in DOUBLE_STRUCK:
        return DOUBLE_STRUCK[sign]
    plain = (
        unicodedata.name(sign, "").replace("LATIN ", "").replace("GREEK ", "").replace(" LETTER", "").replace("DIGIT ", "DIGIT ")
    )
    kind = ALPHABETS[variant].replace(" ITALIC", "") if sign.isdigit() else ALPHABETS[variant]
    try:
        return unicodedata.lookup(f"{kind} {plain}") if kind else sign
    except KeyError:
        return sign


def visit(display: bool) -> Any:
    """What Sphinx calls for an expression."""
    from docutils import nodes
    from sphinx.util import logging

    def visit_math(writer: Any, node: Any) -> None:
        try:
            writer.body.append(mathml(node.astext(), display))
        except MathError as error:
            logging.getLogger(__name__).warning(str(error), location=node)
        raise nodes.SkipNode

    return visit_math


def add_mathematics(app: Any) -> None:
    """Make this the way in which the site's mathematics is drawn."""
    app.add_html_math_renderer("mathml", (visit(False), None), (visit(True), None))
