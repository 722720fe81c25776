"""Text can be read: contrast of every text against what lies under it, light and dark (WCAG 2.1: 4.5, large text 3)."""

import json

import numpy as np
import pytest
from browsers import needs_chromium, opened

pytestmark = [pytest.mark.browser, needs_chromium]
TEXTS = """() => {
  const walker = document.createTreeWalker(document.querySelector(".elver"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const own = walker.currentNode.parentElement;
    if (!text || !own.checkVisibility({ visibilityProperty: true }) || own.closest("option, canvas, svg")) continue;
    const grounds = [];
    let opacity = 1;
    for (let e = own; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      grounds.push(style.backgroundColor);
      opacity *= Number(style.opacity);
    }
    const style = getComputedStyle(own);
    const [size, weight] = [parseFloat(style.fontSize), Number(style.fontWeight)];
    found.push({ text: text.slice(0, 40), colour: style.color, grounds, opacity, size, weight });
  }
  const root = getComputedStyle(document.querySelector(".elver"));
  return JSON.stringify({ found, sky: root.getPropertyValue("--sky").trim(), land: root.getPropertyValue("--land").trim() });
}"""
PANELS = ("Parameters", "View and forces", "Plots", "Help")


def colour(text: str) -> np.ndarray:
    """Red, green, blue and opacity of a computed colour, or of #rrggbb."""
    if text.startswith("#"):
        return np.array([*(int(text[k : k + 2], 16) for k in (1, 3, 5)), 1.0])
    assert text.startswith("rgb"), text
    numbers = [float(part) for part in text[text.index("(") + 1 : -1].replace("/", ",").split(",")]
    return np.array([*numbers[:3], numbers[3] if len(numbers) > 3 else 1.0])


def over(top: np.ndarray, under: np.ndarray) -> np.ndarray:
    return np.array([*(top[3] * top[:3] + (1 - top[3]) * under[:3]), 1.0])


def luminance(shade: np.ndarray) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shade[:3] / 255]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def worst(entry, grounds) -> float:
    """The least contrast of a text over the colours that the picture has under the panels."""
    found = []
    for ground in grounds:
        shade = ground
        for layer in reversed(entry["grounds"]):
            shade = over(colour(layer), shade)
        ink = colour(entry["colour"])
        ink[3] *= entry["opacity"]
        found.append(contrast(over(ink, shade), shade))
    return min(found)


def test_contrast_itself():
    black, white = colour("#000000"), colour("rgb(255, 255, 255)")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(white, colour("#767676")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(chromium, page_of, scheme):
    page, _ = opened(chromium, page_of("eel"), color_scheme=scheme)
    assert page.evaluate("elver.viewer.layout.theme") == scheme
    page.evaluate("elver.advance(1)")
    page.locator("#slider-gait-amplitude").press("End")
    seen = 0
    for panel in PANELS:
        page.evaluate("name => document.querySelector(`.tools [aria-label='${name}'][aria-expanded=false]`)?.click()", panel)
        page.evaluate("document.querySelector('.about').open = true")
        page.wait_for_timeout(300)  # colours of buttons change softly
        made = json.loads(page.evaluate(TEXTS))
        grounds = [colour(made["sky"]), colour(made["land"])]
        seen += len(made["found"])
        for entry in made["found"]:
            large = entry["size"] >= 24 or (entry["size"] >= 18.66 and entry["weight"] >= 700)
            assert worst(entry, grounds) >= (3 if large else 4.5), entry
    assert seen > 100
