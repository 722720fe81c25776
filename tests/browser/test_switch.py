"""The switch between the published and the energy-consistent added-mass law: same numbers as native code, and a ghost."""

import numpy as np
import pytest
from browsers import PHONE, needs_chromium, opened, shown_frames, until

import elver

pytestmark = [pytest.mark.browser, needs_chromium]
BUTTONS = ".switch button"
FIGURE = """title => [...document.querySelectorAll(".figure")].filter((e) => e.firstChild.textContent.startsWith(title))
  .map((e) => [e.querySelector("b").textContent, e.querySelector(".was").textContent])[0]"""
SECONDS = 3.0


@pytest.mark.parametrize(("place", "law"), [(0, "paper"), (1, "kirchhoff")])
def test_both_ends_are_the_laws_of_native_runs(chromium, page_of, place, law):
    page, watched = opened(chromium, page_of("eel"))
    page.locator(BUTTONS).nth(place).click()
    page.evaluate("elver.reset()")
    page.evaluate("t => elver.advance(t)", SECONDS)
    found = page.evaluate("Array.from(elver.output('base_position'))")
    settings = elver.Solver(dt=page.evaluate("elver.viewer.payload.machine.dt"), method="rk4")
    run = elver.simulate(elver.scenario("eel").build({"water.law": law}), SECONDS, solver=settings, progress=False)
    assert np.abs(np.array(found) - run.data.base_position.values[-1]).max() < 1e-9
    surplus = page.evaluate("elver.output('work.water.added_mass_surplus')")
    assert (surplus == 0) == (law == "kirchhoff")
    assert watched.nothing(), watched


def test_what_is_said_goes_with_the_law(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    published, consistent = page.locator(BUTTONS).nth(0), page.locator(BUTTONS).nth(1)
    assert [published.inner_text(), consistent.inner_text()] == ["Published", "Energy-consistent"]
    assert published.get_attribute("aria-pressed") == "true"
    assert "Not to be trusted" in page.locator(".titlecard").inner_text()
    consistent.click()
    assert consistent.get_attribute("aria-pressed") == "true"
    assert "Not to be trusted" not in page.locator(".titlecard").inner_text()
    published.click()
    assert "Not to be trusted" in page.locator(".titlecard").inner_text()
    assert watched.nothing(), watched


def test_the_difference_is_seen(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.locator(BUTTONS).nth(1).click()
    until(page, "elver.viewer.ghost?.shown")
    page.evaluate("elver.reset()")
    page.evaluate("for (let k = 0; k < 120; k++) elver.advance(0.1)")
    shown_frames(page)
    now, before = page.evaluate("[elver.output('base_position')[0], elver.viewer.ghost.machine.output('base_position')[0]]")
    assert before < now < 0  # both swim towards -x, the published law faster
    assert page.evaluate("elver.viewer.ghost.machine.time") == page.evaluate("elver.time")
    mine, its = page.evaluate(FIGURE, "Energy from nothing")
    assert float(mine) == 0
    assert float(its) > 0.05
    speed, faster = map(float, page.evaluate(FIGURE, "Mean speed"))
    assert faster > 1.3 * speed
    assert "published" in page.locator(".ghostwords").inner_text()
    assert watched.nothing(), watched


def test_a_link_holds_the_law(chromium, page_of):
    page, _ = opened(chromium, page_of("eel"), fragment="#water.law=1", viewport=PHONE)
    assert page.evaluate("elver.get('water.law')") == 1
    assert page.locator(BUTTONS).nth(1).get_attribute("aria-pressed") == "true"
    assert "water.law=1" in page.evaluate("elver.viewer.hash")
    other, watched = opened(chromium, page_of("eel"), fragment="#water.law=0.4")
    assert other.evaluate("elver.get('water.law')") == 0
    assert watched.nothing(), watched
