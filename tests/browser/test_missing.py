"""What a browser lacks is said in words, and a machine that breaks off can be brought back."""

import pytest
from browsers import needs_chromium, new_page, opened, shown_frames, until

from elver.viz import make_page

pytestmark = [pytest.mark.browser, needs_chromium]


@pytest.mark.parametrize(
    ("script", "word"),
    [("delete globalThis.WebAssembly", "WebAssembly"), ("delete globalThis.DecompressionStream", "DecompressionStream")],
)
def test_an_old_browser_is_told(chromium, page_of, script, word):
    page, watched = new_page(chromium, script=script)
    page.goto(page_of("eel").as_uri())
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert word in alert.inner_text()
    assert "Firefox" in alert.inner_text()
    assert word in page.evaluate("elver.ready.then(() => '', (error) => error.message)")
    assert watched.nothing(), watched


def test_without_scripts(chromium, page_of):
    page, _ = new_page(chromium, java_script_enabled=False)
    page.goto(page_of("eel").as_uri())
    assert "needs scripts" in page.locator("body").inner_text()


def test_without_webgl_the_machine_is_drawn_in_the_plane(chromium, page_of):
    script = """const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return /webgl/.test(kind) ? null : get.call(this, kind, ...more);
      };"""
    page, watched = opened(chromium, page_of("eel"), script=script)
    page.evaluate("elver.advance(1)")
    shown_frames(page)
    assert "WebGL" in page.locator(".notes").inner_text()
    assert page.evaluate("elver.status.code") == 0
    drawn = """(() => {
      const { width, height } = document.querySelector("canvas.view");
      const { data } = document.querySelector("canvas.view").getContext("2d").getImageData(0, 0, width, height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()"""
    assert page.evaluate(drawn) > 10
    assert [text for text in watched.errors if "WebGL" not in text] == []
    assert watched.requests == []


def test_a_damaged_page_says_so(chromium, page_of, tmp_path):
    text = page_of("eel").read_text(encoding="utf-8")
    start = text.index('id="elver-payload">') + len('id="elver-payload">')
    broken = tmp_path / "broken.html"
    broken.write_text(text[:start] + text[start + 40 :], encoding="utf-8")
    page, watched = new_page(chromium)
    page.goto(broken.as_uri())
    page.get_by_role("alert").wait_for()
    assert "could not be opened" in page.get_by_role("alert").inner_text()
    assert watched.requests == []


@pytest.fixture(scope="module")
def wild(tmp_path_factory):
    """A swimmer whose controller may be made too stiff for the step."""
    page = make_page("swimmer", sliders=["control.kp=20:1e9", "gait.amplitude"])
    return page.save(tmp_path_factory.mktemp("wild") / "wild.html")


def test_a_setting_that_diverges_is_told_and_taken_back(chromium, wild):
    page, watched = opened(chromium, wild)
    page.evaluate("elver.advance(0.5)")
    page.evaluate("elver.play()")
    page.locator("#slider-control-kp").press("End")
    message = page.get_by_role("alertdialog")
    message.wait_for()
    assert "stopped" in message.inner_text()
    assert page.evaluate("elver.status.code") != 0
    assert page.evaluate("document.activeElement.closest('[role=alertdialog]') !== null")
    failed = page.evaluate("elver.time")
    page.keyboard.press("Enter")  # the first way: back to the last good settings
    assert not message.is_visible()
    until(page, "t => elver.time > t", failed)
    assert page.evaluate("elver.status.code") == 0
    assert page.evaluate("elver.get('control.kp')") == pytest.approx(200)
    assert page.input_value(".row:has(#slider-control-kp) input[type=number]") == "200"
    assert all(page.evaluate("Array.from(elver.state(), Number.isFinite)"))
    page.locator("#slider-control-kp").press("End")
    message.wait_for()
    page.get_by_role("button", name="Start again with the first settings").click()
    page.evaluate("elver.pause(); elver.reset(); elver.advance(0.3)")
    assert page.evaluate("[elver.status.code, elver.get('control.kp')]") == [0, 200]
    assert watched.nothing(), watched
