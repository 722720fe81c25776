"""The page in the hands of a user: keys, names for readers of the screen, link, download, arrows, phone."""

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from browsers import PHONE, needs_chromium, opened, shown_frames, until

pytestmark = [pytest.mark.browser, needs_chromium]
ACTS = "button, input, select, textarea, a[href], summary, canvas[tabindex], [role=img]"
NAMELESS = """acts => [...document.querySelectorAll(acts)]
  .filter((e) => e.checkVisibility())
  .filter((e) => !(e.getAttribute("aria-label") || e.labels?.length || e.textContent.trim() || e.title).trim())
  .map((e) => e.outerHTML.slice(0, 120))"""
REACHABLE = """acts => [...document.querySelectorAll(acts)]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)
  .map((e) => e.getAttribute("aria-label") || e.id || e.tagName)"""
OUTLINED = """() => {
  const style = getComputedStyle(document.activeElement);
  return document.activeElement === document.body || style.outlineStyle !== "none" || style.boxShadow !== "none";
}"""
FOCUSED = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.id || document.activeElement.tagName"


def test_keys_play_pause_and_step(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.focus("canvas.view")
    page.keyboard.press(".")
    one = page.evaluate("elver.time")
    assert 0 < one < 0.1
    page.keyboard.press(" ")
    until(page, "t => elver.time > t + 0.05", one)
    page.keyboard.press(" ")
    stands = page.evaluate("elver.time")
    shown_frames(page, 5)
    assert page.evaluate("elver.time") == stands
    page.keyboard.press("r")
    assert page.evaluate("elver.time") == 0
    before = page.evaluate("elver.viewer.world.rig.text")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("+")
    assert page.evaluate("elver.viewer.world.rig.text") != before
    assert watched.nothing(), watched


def test_tab_reaches_everything_and_the_focus_is_seen(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    reached = []
    for _ in range(90):
        page.keyboard.press("Tab")
        where = page.evaluate(FOCUSED)
        if reached and where == reached[0]:
            break
        assert page.evaluate(OUTLINED), where
        reached.append(where)
    wanted = set(page.evaluate(REACHABLE, ACTS))
    assert len(wanted) > 30
    assert wanted <= set(reached), wanted - set(reached)
    page.keyboard.press("Escape")
    assert watched.nothing(), watched


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE, "has_touch": True}])
def test_everything_that_acts_has_a_name(chromium, page_of, how):
    page, watched = opened(chromium, page_of("eel"), **how)
    for panel in ("Parameters", "View and forces", "Plots", "Help"):
        page.evaluate("name => document.querySelector(`.tools [aria-label='${name}'][aria-expanded=false]`)?.click()", panel)
        assert page.locator(f"section[aria-label='{panel}']").is_visible()
        assert page.evaluate(NAMELESS, ACTS) == []
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    assert watched.nothing(), watched


def test_a_link_brings_the_settings_back(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.locator("#slider-gait-amplitude").press("End")
    page.locator("#slider-water-drag_e2").press("Home")
    page.evaluate("elver.viewer.setSpeed(0.5); elver.viewer.layout.setTheme('dark'); elver.viewer.world.rig.turn(0.4, -0.1);")
    page.get_by_role("button", name="Copy a link with these settings").click()
    until(page, "location.hash.length > 10")
    fragment = "#" + page.url.partition("#")[2]
    camera = page.evaluate("elver.viewer.world.rig.text")
    other, also = opened(chromium, page_of("eel"), fragment=fragment)
    assert other.evaluate("[elver.get('gait.amplitude'), elver.get('water.drag_e2'), elver.get('gait.period')]") == pytest.approx(
        [0.12, 0, 2]
    )
    assert other.evaluate("[elver.viewer.runner.speed, elver.viewer.layout.theme, elver.viewer.world.rig.text]") == [
        0.5,
        "dark",
        camera,
    ]
    assert float(other.input_value("#slider-gait-amplitude")) == pytest.approx(math.degrees(0.12), rel=1e-6)
    assert watched.nothing(), watched
    assert also.nothing(), also


@pytest.mark.parametrize(
    "fragment",
    [
        "#gait.amplitude=1e9&nothing=3",
        "#%E0%A4%A&=&&gait.period=NaN",
        "#~camera=a,b&~speed=-1&~plots=p99,o:no&~arrows=9:x",
        "#gait.amplitude=<img>",
    ],
)
def test_a_link_that_makes_no_sense_does_no_harm(chromium, page_of, fragment):
    page, watched = opened(chromium, page_of("eel"), fragment=fragment)
    assert page.evaluate("[elver.get('gait.amplitude') <= 0.12, elver.get('gait.period'), elver.viewer.runner.speed]") == [
        True,
        2,
        1,
    ]
    page.evaluate("elver.advance(0.1)")
    assert page.evaluate("elver.status.code") == 0
    assert all(np.isfinite(page.evaluate("Array.from(elver.state())")))
    assert watched.nothing(), watched


def test_the_run_as_a_table(chromium, page_of, tmp_path):
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(1)")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the run as CSV").click()
    file = Path(tmp_path) / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.suffix == ".csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    head, body = rows[0], np.array(rows[1:], dtype=float)
    assert lines[0].startswith("# 3-D eel robot")
    assert head[0] == "time"
    assert {"base_position.x", "base_velocity.x", "work.motor", "joint_position.joint1"} <= set(head)
    assert body.shape == (len(rows) - 1, len(head))
    assert np.all(np.diff(body[:, 0]) > 0)
    assert body[-1, 0] == pytest.approx(1.0, abs=0.02)
    page.evaluate("elver.reset()")
    for k in (0, len(body) // 2):
        page.evaluate("t => { elver.reset(); elver.advance(t); }", body[k, 0])
        for name in head[1:8]:
            assert body[k, head.index(name)] == pytest.approx(
                page.evaluate("name => elver.output(name)", name), rel=1e-5, abs=1e-9
            ), name
    assert watched.nothing(), watched


def test_arrows_come_and_go(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(1)")
    page.get_by_role("button", name="View and forces").click()
    rows = page.locator(".arrowrow")
    assert rows.count() == len(json.loads(page.evaluate("JSON.stringify(elver.viewer.payload.arrows)"))) > 0
    for k in range(rows.count()):
        button = rows.nth(k).get_by_role("button")
        before = button.get_attribute("aria-pressed") == "true"
        for now in (not before, before):
            button.click()
            assert page.evaluate("k => elver.viewer.world.arrows[k].group.visible", k) == now
    first = rows.nth(0)
    if first.get_by_role("button").get_attribute("aria-pressed") != "true":
        first.get_by_role("button").click()
    shown_frames(page)
    assert "N" in first.locator(".note").inner_text()
    assert watched.nothing(), watched


def test_a_plot_can_be_added_and_removed(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    count = page.locator(".plot").count()
    page.get_by_label("Add a plot").select_option("joint_acceleration.joint1")
    assert page.locator(".plot").count() == count + 1
    page.evaluate("elver.advance(1)")
    shown_frames(page)
    last = page.locator(".plot").nth(count)
    assert any(letter.isdigit() for letter in last.locator(".keys").inner_text())
    last.get_by_role("button").click()
    assert page.locator(".plot").count() == count
    assert watched.nothing(), watched


def test_a_phone_shows_everything_without_sideways_scrolling(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"), viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page.evaluate("elver.advance(1)")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = """[...document.querySelectorAll(".bottom button")].filter((e) => e.checkVisibility())
      .map((e) => e.getBoundingClientRect())
      .filter((b) => b.width < 36 || b.height < 36 || b.left < 0 || b.right > innerWidth || b.bottom > innerHeight).length"""
    assert page.evaluate(small) == 0
    page.locator(".tools").get_by_role("button", name="Parameters").tap()
    sheet = page.locator("section[aria-label='Parameters']")
    assert sheet.is_visible()
    box = sheet.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] > 0.3 * PHONE["height"]
    page.locator(".tools").get_by_role("button", name="Plots").tap()
    assert not sheet.is_visible()
    assert watched.nothing(), watched


def test_who_wants_little_motion_gets_a_page_that_stands(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"), still=False, reduced_motion="reduce")
    shown_frames(page, 5)
    assert page.evaluate("elver.time") == 0
    moving, _ = opened(chromium, page_of("eel"), still=False, reduced_motion="no-preference")
    until(moving, "elver.time > 0")
    page.get_by_role("button", name="Play (space)").click()
    until(page, "elver.time > 0")
    assert watched.nothing(), watched
