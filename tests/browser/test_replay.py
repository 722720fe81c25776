"""A recorded run in the browser: it opens from its file, can be scrubbed, and shows what was recorded."""

import numpy as np
import pytest
from browsers import needs_chromium, opened, shown_frames, until

import elver
from elver.viz import make_page

pytestmark = [pytest.mark.browser, needs_chromium]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A saved run of the swimmer, and its page."""
    folder = tmp_path_factory.mktemp("replay")
    run = elver.simulate(elver.scenario("swimmer"), duration=2.0, save=elver.Save(fields=["body_force"]), progress=False)
    place = run.save(str(folder / "run.nc"))
    return run, make_page(str(place or folder / "run.nc")).save(folder / "run.html")


def test_a_recording_is_scrubbed(chromium, recorded):
    run, file = recorded
    page, watched = opened(chromium, file)
    line = page.get_by_label("time line")
    box = line.bounding_box()
    for share in (0.25, 0.75, 0.5):
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        t = page.evaluate("elver.time")
        assert t == pytest.approx(2 * share, abs=0.1)
        recorded_x = np.array(
            [np.interp(t, run.data.time, run.data.body_position.values[:, k, 0]) for k in range(run.data.sizes["body"])]
        )
        shown = np.array(page.evaluate("Array.from(elver.output('body_position'))")).reshape(-1, 3)[:, 0]
        size = np.ptp(run.data.body_position.values)
        assert np.abs(shown - recorded_x).max() < 2e-3 * size
    line.press("Home")
    assert page.evaluate("elver.time") == 0
    line.press("End")
    assert page.evaluate("elver.time") == pytest.approx(2)
    page.get_by_role("button", name="Play (space)").click()  # begins again
    until(page, "elver.time > 0 && elver.time < 1.9")
    assert watched.nothing(), watched


def test_a_recording_has_no_sliders_and_says_what_it_is(chromium, recorded):
    page, watched = opened(chromium, recorded[1])
    assert page.locator("section[aria-label='Parameters']").count() == 0
    assert "replays a recorded run" in page.evaluate(
        "(() => { try { elver.set('gait.amplitude', 1); } catch (error) { return error.message; } })()"
    )
    page.get_by_role("button", name="Help").click()
    assert "recorded run" in page.locator("section[aria-label='Help']").inner_text()
    shown_frames(page)
    assert watched.nothing(), watched


def test_what_is_to_be_doubted_stands_in_the_title_card(chromium, tmp_path):
    run = elver.simulate(elver.scenario("swimmer"), progress=False)
    page, watched = opened(chromium, make_page(run).save(tmp_path / "run.html"))
    card = page.locator(".titlecard")
    doubt = "the published added-mass law brings energy in; the energy-consistent one, water.law=kirchhoff, does not"
    assert f"Not to be trusted: {doubt}" in card.inner_text()
    assert "of the energy turned over" not in card.inner_text()
    card.get_by_text("Not to be trusted").click()
    assert "of the energy turned over" in card.inner_text()
    assert watched.nothing(), watched
