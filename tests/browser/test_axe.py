"""The page against the rules of axe-core, light and dark, on a desktop, a laptop and a telephone: no violation."""

from pathlib import Path

import pytest
from browsers import PHONE, WIDE, needs_chromium, opened, shown_frames

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.browser,
    needs_chromium,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed (npm ci in web/)"),
]
LAPTOP = {"width": 1280, "height": 720}
RULES = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  const told = found.violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html.slice(0, 160))]);
  return [found.passes.length, told];
}"""


def violations(page):
    """What axe finds; some rules must have been looked at."""
    passed, found = page.evaluate(RULES)
    assert passed > 10
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, LAPTOP, PHONE], ids=["desktop", "laptop", "phone"])
def test_no_rule_is_broken(chromium, page_of, viewport, scheme):
    page, watched = opened(
        chromium, page_of("eel"), viewport=viewport, color_scheme=scheme, script=AXE.read_text(encoding="utf-8")
    )
    assert violations(page) == []
    for name in ("sliders", "look", "help", "show", "plots"):
        page.evaluate("name => elver.viewer.layout.open(name, true)", name)
        shown_frames(page, 2)
        assert violations(page) == [], name
    page.evaluate("elver.viewer.pick(0), elver.viewer.compare(true), elver.viewer.layout.story.go(0), elver.pause()")
    shown_frames(page, 2)
    assert violations(page) == []
    assert watched.nothing(), watched


def test_a_broken_rule_is_found(chromium, page_of):
    page, _ = opened(chromium, page_of("eel"), script=AXE.read_text(encoding="utf-8"))
    page.evaluate("document.querySelector('.transport button').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('.transport button').removeAttribute('title')")
    assert [rule for rule, _, _ in violations(page)] == ["button-name"]
