"""The page shown to people: what cards leave free, the past, bodies, pictures and films, the story, the wheel."""

import io
import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from browsers import PHONE, needs_chromium, new_page, opened, shown_frames, until

pytestmark = [pytest.mark.browser, needs_chromium]
LAPTOP = {"width": 1280, "height": 720}
SEEN = """() => {
  const { world, layout, outputs } = elver.viewer;
  const camera = world.stage.camera;
  camera.updateMatrixWorld();
  const box = layout.root.getBoundingClientRect();
  const found = [];
  const place = [0, 0, 0];
  for (let k = 0; k < world.bodies.spec.length; k++) {
    if (world.bodies.spec[k].mesh === null) continue;
    for (const local of [[0, 0, 0], world.bodies.ends[k]]) {
      world.bodies.point(outputs, k, local, place);
      const p = camera.position.clone().set(...place).project(camera);
      found.push([((p.x + 1) / 2) * box.width, ((1 - p.y) / 2) * box.height]);
    }
  }
  const cards = [...layout.root.querySelectorAll(".card, .transport, .tools")].filter((e) => e.checkVisibility())
    .map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.top, r.right, r.bottom]);
  return { found, cards, size: [box.width, box.height] };
}"""
PANELS = """() => [...document.querySelectorAll(".panel")].filter((e) => e.checkVisibility()).map((e) => {
  const r = e.getBoundingClientRect();
  return [e.getAttribute("aria-label"), r.top, r.bottom, r.height];
})"""
RUN = """seconds => {
  const { world, source } = elver.viewer;
  for (let k = 0; k < 40; k++) { elver.advance(seconds / 40); world.update(source.outputs); }
  world.rig.jump(world.centre);
}"""


def hidden_points(page) -> tuple[int, int]:
    """How many points of the machine lie under a card or outside the picture, of how many."""
    seen = page.evaluate(SEEN)
    width, height = seen["size"]
    inside = [0 <= x <= width and 0 <= y <= height for x, y in seen["found"]]
    free = [not any(a <= x <= c and b <= y <= d for a, b, c, d in seen["cards"]) for x, y in seen["found"]]
    return sum(not (a and b) for a, b in zip(inside, free, strict=True)), len(free)


@pytest.mark.parametrize(
    ("name", "seconds", "viewport"),
    [
        ("eel", 6.0, LAPTOP),
        ("eel", 6.0, PHONE),
        ("gray", 0.05, {"width": 1440, "height": 900}),
        ("gray", 0.05, {"width": 900, "height": 640}),  # as in a notebook
        ("aiko-obstacles", 1.0, LAPTOP),
    ],
)
def test_no_card_lies_over_the_machine(chromium, page_of, name, seconds, viewport):
    page, watched = opened(chromium, page_of(name), viewport=viewport)
    page.evaluate(RUN, seconds)
    shown_frames(page, 4)
    hidden, count = hidden_points(page)
    assert count > 5
    assert hidden == 0
    page.evaluate("elver.viewer.world.rig.zoom *= 4; elver.viewer.wake()")
    shown_frames(page, 4)
    assert hidden_points(page)[0] > 0  # the measure sees it where something is hidden
    assert watched.nothing(), watched


def test_panels_are_not_crushed(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"), viewport=LAPTOP)
    for name in ("View and forces", "Parameters", "Help", "Show and save"):
        page.evaluate("name => document.querySelector(`.tools [aria-label='${name}'][aria-expanded=false]`)?.click()", name)
        shown_frames(page, 3)
        panels = {label: (top, bottom, height) for label, top, bottom, height in page.evaluate(PANELS)}
        assert name in panels
        assert "Plots" in panels  # no panel closes the plots of a wide page
        for top, bottom, height in panels.values():
            assert height >= 150 or name == "Show and save"
            assert top >= 0
            assert bottom <= LAPTOP["height"] - 60
    ledger = page.locator(".figure", has_text="Ledger error").bounding_box()
    card = page.locator(".titlecard").bounding_box()
    assert ledger["y"] + ledger["height"] <= card["y"] + card["height"]
    assert watched.nothing(), watched


def test_the_past_is_as_it_was(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    place = (
        "Array.from(elver.viewer.outputs.slice(...((f) => [f.start, f.start + 3])(elver.viewer.catalogue.find('base_position'))))"
    )
    page.evaluate("elver.advance(2)")
    then = page.evaluate(place)
    page.evaluate("elver.advance(3)")
    now = page.evaluate(place)
    page.evaluate("elver.seek(2)")
    assert page.evaluate("[elver.viewer.now, elver.time]") == pytest.approx([2.0, 5.0])
    assert page.evaluate(place) == pytest.approx(then, abs=1e-4)  # straight lines between samples, sixty a second
    assert math.dist(then, now) > 0.01
    shown_frames(page, 3)
    assert page.locator(".clock").inner_text() == "2.00 s"
    assert page.get_by_role("button", name="Now").is_visible()
    page.get_by_label("time line").press("End")
    shown_frames(page, 3)
    assert page.evaluate("elver.viewer.now") == page.evaluate("elver.time")
    assert page.evaluate(place) == pytest.approx(now, abs=1e-12)
    page.evaluate("elver.seek(4.9); elver.play()")
    until(page, "elver.time > 5.05")  # it plays to where the machine stands, and goes on
    assert watched.nothing(), watched


def test_a_ghost_keeps_the_settings_of_before(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(2)")
    page.get_by_role("button", name="Compare").click()
    until(page, "elver.viewer.ghost?.shown")
    page.locator("#slider-gait-amplitude").press("End")
    until(page, "elver.viewer.ghost.machine.get('gait.amplitude') < 0.07 && elver.get('gait.amplitude') > 0.1")
    page.evaluate("elver.advance(4)")
    shown_frames(page, 3)
    times = page.evaluate("[elver.time, elver.viewer.ghost.machine.time]")
    assert times[0] == times[1] == 6
    apart = """Math.hypot(...[0, 1, 2].map((k) =>
      elver.output('base_position')[k] - elver.viewer.ghost.machine.output('base_position')[k]))"""
    assert page.evaluate(apart) > 0.01
    assert "amplitude 3.44 deg" in page.locator(".ghostwords").inner_text()
    assert page.locator(".was").first.is_visible()
    page.keyboard.press("c")
    assert not page.evaluate("elver.viewer.ghost.shown")
    assert not page.locator(".was").first.is_visible()
    assert watched.nothing(), watched


def test_a_body_is_picked(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(3)")
    shown_frames(page, 3)
    spot = page.evaluate("""() => {
      const { world, outputs, payload } = elver.viewer;
      const k = payload.bodies.findIndex((body) => body.name === "link6");
      const p = world.stage.camera.position.clone().set(...world.bodies.point(outputs, k, payload.bodies[k].com, [0, 0, 0]));
      p.project(world.stage.camera);
      return [((p.x + 1) / 2) * innerWidth, ((1 - p.y) / 2) * innerHeight];
    }""")
    page.mouse.click(*spot)
    card = page.get_by_role("region", name="Body", exact=True)
    assert card.get_by_role("heading").inner_text() == "Link6"
    shown_frames(page, 3)
    rows = {row.split("\t")[0]: row for row in card.inner_text().splitlines() if "\t" in row}
    mass = page.evaluate("elver.viewer.payload.bodies.find((body) => body.name === 'link6').mass")
    assert f"{mass:.2f}" in rows["Mass"]
    force = np.linalg.norm(page.evaluate("['x', 'y', 'z'].map((axis) => elver.output(`body_force.water.link6.${axis}`))"))
    assert float(rows["Force of water"].split("\t")[1].split()[0]) == pytest.approx(force, rel=0.01, abs=1e-3)
    assert any(name.startswith("Torque of") for name in rows)
    count = page.locator(".plot").count()
    card.get_by_role("button", name="Plot this: Force of water").click()
    assert page.locator(".plot").count() == count + 1
    page.mouse.click(640, 60)  # water
    assert not card.is_visible()
    assert watched.nothing(), watched


def test_pictures_and_films_are_files(chromium, page_of, tmp_path):
    page, watched = opened(chromium, page_of("eel"))
    page.get_by_role("button", name="Show and save").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save a picture (PNG)").click()
    picture = Path(tmp_path) / coming.value.suggested_filename
    coming.value.save_as(picture)
    from PIL import Image

    seen = np.asarray(Image.open(picture).convert("RGB"), dtype=float)
    assert picture.suffix == ".png"
    assert seen.shape[:2] == (800, 1280)
    head = (seen[..., 0] > 1.4 * seen[..., 2]) & (seen[..., 0] > 120)  # the orange of the head, and nothing else
    assert head.sum() > 500
    page.get_by_role("button", name="Make a film").click()
    until(page, "elver.time > 0.3")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Stop and save the film").click()
    film = Path(tmp_path) / coming.value.suggested_filename
    coming.value.save_as(film)
    assert film.suffix == ".webm"
    assert film.read_bytes()[:4] == b"\x1a\x45\xdf\xa3"  # of Matroska
    assert film.stat().st_size > 3000
    assert page.get_by_role("button", name="Make a film").is_visible()
    assert watched.nothing(), watched


def test_large_type_and_full_screen(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    small = page.locator("h1").bounding_box()["height"]
    page.keyboard.press("l")
    shown_frames(page, 3)
    assert page.locator("h1").bounding_box()["height"] > 1.2 * small
    assert hidden_points(page)[0] == 0
    page.keyboard.press("l")
    page.get_by_role("button", name="Show and save").click()
    page.get_by_role("button", name="Full screen").click()
    until(page, "document.fullscreenElement === elver.viewer.layout.root")
    page.get_by_role("button", name="Full screen").click()
    until(page, "!document.fullscreenElement")
    assert watched.nothing(), watched


def test_a_story_moves_sliders_and_camera(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.get_by_role("button", name="Take the tour: 5 steps").click()
    story = page.get_by_role("region", name="Story")
    assert "1 of 5" in story.inner_text()
    texts, cameras = set(), []
    for _ in range(4):
        texts.add(story.locator("p").inner_text())
        page.get_by_role("button", name="Next").click()
        until(page, "elver.viewer.world.rig.goal === null")
        cameras.append(page.evaluate("elver.viewer.world.rig.elevation"))
        assert hidden_points(page)[0] == 0 or page.evaluate("elver.viewer.ghosted")
    assert len(texts) == 4
    assert max(cameras) > 1.3 > 1.0 > min(cameras)
    assert page.evaluate("[elver.get('gait.amplitude'), elver.get('water.law')]") == [0.1, 1]
    page.get_by_role("button", name="Done").click()
    assert not story.is_visible()
    assert page.locator("section[aria-label=Parameters]").is_visible()
    assert watched.nothing(), watched


def test_the_wheel_over_a_page_in_a_document_scrolls_the_document(chromium, page_of, tmp_path):
    around = Path(tmp_path) / "around.html"
    frame = f'<iframe src="{page_of("gray").as_uri()}" style="width:900px;height:500px"></iframe>'
    around.write_text(f"<!doctype html><body style='margin:0'>{frame}<p style='height:3000px'>text</p>", encoding="utf-8")
    page, _ = new_page(chromium)
    page.goto(around.as_uri())
    inner = page.frames[1]
    until(inner, "window.elver?.ready !== undefined")
    inner.evaluate("elver.ready")
    zoom = inner.evaluate("elver.viewer.world.rig.zoom")
    page.mouse.move(450, 250)
    page.mouse.wheel(0, 300)
    until(page, "scrollY > 100")
    assert inner.evaluate("elver.viewer.world.rig.zoom") == zoom
    page.evaluate("scrollTo(0, 0)")
    inner.evaluate("document.querySelector('canvas.view').focus()")
    page.mouse.wheel(0, 300)
    until(inner, "z => elver.viewer.world.rig.zoom !== z", zoom)
    assert page.evaluate("scrollY") == 0


def test_the_wheel_zooms_in_a_page_by_itself(chromium, page_of):
    page, watched = opened(chromium, page_of("gray"))
    zoom = page.evaluate("elver.viewer.world.rig.zoom")
    page.mouse.move(640, 400)
    page.mouse.wheel(0, -300)
    until(page, "z => elver.viewer.world.rig.zoom > z", zoom)
    assert watched.nothing(), watched


def test_a_slow_computer_is_told(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    told = """reached => {
      elver.viewer.layout.transport.showSpeed(1, reached);  // in one go: the next picture says what is really reached
      const [slow, rate] = [".slow", ".rate"].map((place) => document.querySelector(place));
      return [slow.hidden ? "" : slow.textContent, rate.textContent];
    }"""
    assert page.evaluate(told, 0.3) == ["0.3×, this computer is too slow for 1×", "0.3×"]
    assert page.evaluate(told, 0.99) == ["", "1×"]
    assert watched.nothing(), watched


def test_lists_are_sorted_and_titles_are_sentences(chromium, page_of):
    page, _ = opened(chromium, page_of("aiko-obstacles"))
    groups = page.evaluate("[...document.querySelectorAll('select optgroup')].map((e) => e.label)")
    assert groups == sorted(groups, key=str.lower)
    titles = page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map((e) => e.textContent).filter(Boolean)")
    assert len(titles) > 5
    assert all(title[0] == title[0].upper() for title in titles)
    assert page.locator(".row", has_text="Phase").locator(".unit").inner_text() == "deg"


def test_a_gif_shows_the_machine_move(chromium, page_of, tmp_path):
    from PIL import Image

    page, watched = opened(chromium, page_of("eel"))
    page.get_by_role("button", name="Show and save").click()
    page.get_by_role("button", name="Make a GIF").click()
    assert page.get_by_role("button", name="Make a film").is_disabled()
    until(page, "elver.viewer.film.gif.pieces.length > 16 && elver.time > 0.3")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Stop and save the GIF").click()
    film = Path(tmp_path) / coming.value.suggested_filename
    coming.value.save_as(film)
    assert film.suffix == ".gif"
    with Image.open(film) as moving:
        assert moving.size == (560, 350)
        pictures = []
        for k in range(moving.n_frames):
            moving.seek(k)
            assert moving.info["duration"] >= 80
            pictures.append(np.asarray(moving.convert("RGB"), dtype=float))
    assert len(pictures) >= 4
    heads = [(seen[..., 0] > 1.4 * seen[..., 2]) & (seen[..., 0] > 120) for seen in (pictures[0], pictures[-1])]
    assert all(head.sum() > 50 for head in heads)
    assert (heads[0] != heads[1]).sum() > 5
    assert page.get_by_role("button", name="Make a GIF").is_visible()
    assert watched.nothing(), watched


def test_two_settings_side_by_side(chromium, page_of):
    from PIL import Image

    page, watched = opened(chromium, page_of("eel"), viewport={"width": 1280, "height": 800})
    page.get_by_role("button", name="Side by side").click()
    until(page, "elver.viewer.ghost?.shown && elver.viewer.world.halves")
    page.evaluate("elver.viewer.moved = undefined, elver.viewer.set('gait.amplitude', 0.1, { smooth: false })")
    until(page, "elver.viewer.ghost.differing.includes('gait.amplitude')")
    page.evaluate("elver.reset()")
    page.evaluate("for (let k = 0; k < 40; k++) elver.advance(0.1)")
    shown_frames(page, 5)
    halves = page.evaluate("elver.viewer.world.halves")
    seen = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=float)
    ends = [halves["from"], halves["middle"], halves["to"]]
    parts = [seen[60:600, int(a) + 4 : int(b) - 4] for a, b in itertools.pairwise(ends)]
    heads = [((half[..., 0] > 1.4 * half[..., 2]) & (half[..., 0] > 120)).sum() for half in parts]
    assert heads[0] > 50
    assert heads[1] == 0  # the machine with its orange head is in the left half alone
    violet = [(half[..., 2] > half[..., 1] + 15) & (half[..., 0] > half[..., 1]) & (half[..., 0] < 170) for half in parts]
    assert violet[1].sum() > 300 > 10 * violet[0].sum()  # and the ghost in the right one
    speeds = page.evaluate("[elver.viewer.source, elver.viewer.ghost.machine].map((m) => m.output('base_position')[0])")
    assert speeds[0] < 1.5 * speeds[1] < 0
    page.keyboard.press("b")
    until(page, "!elver.viewer.world.halves")
    page.keyboard.press("c")
    until(page, "!elver.viewer.ghost.shown")
    assert watched.nothing(), watched
