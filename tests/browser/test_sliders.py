"""Sliders act, by mouse, keys and typing, and the gait never jumps."""

import numpy as np
import pytest
from browsers import needs_chromium, opened, shown_frames, until

pytestmark = [pytest.mark.browser, needs_chromium]
AMPLITUDE = "#slider-gait-amplitude"
WATCH = """() => {
  window.seen = [];
  const look = () => {
    seen.push([elver.time, ...elver.output("joint_position"), ...elver.output("joint_velocity")]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
MOVED = """([name, values, piece, count, smooth]) => {
  const slider = document.getElementById("slider-" + name.replace(/[^\\w-]/g, "-"));
  const seen = [];
  for (const value of values) {
    if (smooth) {
      slider.value = value / (elver.viewer.payload.machine.sliders.find((own) => own.name === name).shown?.factor ?? 1);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    } else elver.set(name, value, { smooth: false });
    for (let k = 0; k < count; k++) {
      seen.push([elver.time, ...elver.output("joint_position"), ...elver.output("joint_velocity")]);
      elver.advance(piece);
    }
  }
  return [seen, elver.status.code, elver.get(name)];
}"""
MOST = """() => {
  let most = 0;
  for (let k = 0; k < 100; k++) {
    elver.advance(0.02);
    most = Math.max(most, ...elver.output("OUTPUT").map(Math.abs));
  }
  return most;
}"""  # over a period of the eel
WIDEST, FASTEST = MOST.replace("OUTPUT", "joint_position"), MOST.replace("OUTPUT", "joint_velocity")
ENDS = """name => {
  const { low, high } = elver.viewer.payload.machine.sliders.find((slider) => slider.name === name);
  return [low, high];
}"""
GAITS = {  # sliders of the gait, a time in which nothing may happen [s], and how many of them
    "eel": (("gait.amplitude", "gait.period", "gait.wavelength", "gait.yaw_offset"), 0.005, 160),
    "scull-40": (("stroke.rate", "stroke.drive", "stroke.catch", "stroke.arc"), 0.005, 160),
    "moth": (("gait.amplitude", "gait.frequency"), 0.0002, 160),
    "aiko-flat": (("gait.amplitude", "gait.frequency", "gait.phase"), 0.001, 300),
}


def angles_and_rates(seen) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = np.array(seen)
    rows = rows[np.diff(rows[:, 0], prepend=-1) > 0]  # pictures between which the machine did not move
    joints = (rows.shape[1] - 1) // 2
    return rows[:, 0], rows[:, 1 : 1 + joints], rows[:, 1 + joints :]


def gap(seen) -> tuple[float, float]:
    """How far angles lie from what their rates say over a short time, and how far they move at most in it."""
    times, q, v = angles_and_rates(seen)
    step = np.diff(times)[:, None]
    return np.abs(np.diff(q, axis=0) - step * (v[1:] + v[:-1]) / 2).max(), np.abs(step * v[1:]).max()


def test_keys_on_a_slider_move_the_machine(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(4)")
    before = page.evaluate(WIDEST)
    page.focus(AMPLITUDE)
    page.keyboard.press("Home")
    assert page.evaluate("elver.get('gait.amplitude')") == 0
    page.evaluate("elver.advance(4)")
    assert page.evaluate(WIDEST) < 1e-3 * before
    page.keyboard.press("End")
    page.evaluate("elver.advance(4)")
    assert page.evaluate(WIDEST) == pytest.approx(2 * before, rel=0.02)
    assert page.evaluate("elver.get('gait.amplitude')") == pytest.approx(0.12)
    assert page.input_value(".row:has(#slider-gait-amplitude) input[type=number]") == "6.8755"  # degrees
    assert watched.nothing(), watched


def test_a_dragged_slider_is_followed_without_a_jump(chromium, page_of):
    """While the machine plays; joint angles of every picture."""
    page, watched = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(4)")
    usual = page.evaluate(FASTEST)
    page.evaluate("elver.play()")
    page.evaluate(WATCH)
    box = page.locator(AMPLITUDE).bounding_box()
    at = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, at)
    page.mouse.down()
    for share in (0.6, 0.8, 1.0, 0.7, 0.3, 0.95):
        page.mouse.move(box["x"] + share * box["width"], at)
        shown_frames(page, 4)
    page.mouse.up()
    until(page, "t => elver.time > t", page.evaluate("elver.time") + 1)
    assert page.evaluate("elver.get('gait.amplitude')") > 0.1
    times, q, v = angles_and_rates(page.evaluate("seen"))
    assert len(times) > 20
    assert np.all(np.abs(np.diff(q, axis=0)) <= 1.5 * np.diff(times)[:, None] * np.abs(v).max() + 1e-9)
    assert np.abs(v).max() < 3.5 * usual  # twice for the amplitude, the rest on the way there
    assert watched.nothing(), watched


@pytest.mark.parametrize("name", GAITS)
def test_no_slider_of_a_gait_makes_a_joint_jump(chromium, page_of, name):
    """From end to end at once: angles go on as their rates say. Without smoothing they would not."""
    sliders, piece, count = GAITS[name]
    page, watched = opened(chromium, page_of(name))
    for slider in sliders:
        low, high = page.evaluate(ENDS, slider)
        page.evaluate("elver.reset()")
        page.evaluate("seconds => { elver.advance(seconds); }", 97 * piece)
        seen, code, value = page.evaluate(MOVED, [slider, [high, low, high], piece, count, True])
        apart, moved = gap(seen)
        assert (code, value) == (0, pytest.approx(high, abs=1e-6))
        assert moved > 0
        assert apart < 0.05 * moved, (slider, apart, moved)
        page.get_by_role("button", name="Reset all").click()
    assert watched.nothing(), watched


def test_a_value_set_at_once_jumps(chromium, page_of):
    """The check above can fail."""
    page, _ = opened(chromium, page_of("eel"))
    page.evaluate("elver.advance(2.3)")
    seen, _, _ = page.evaluate(MOVED, ["gait.amplitude", [0.12, 0.01], 0.005, 40, False])
    apart, moved = gap(seen)
    assert apart > 2 * moved


def test_typed_numbers_are_kept_within_bounds_and_taken_back(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    row = page.locator(".row:has(#slider-gait-period)")
    field = row.locator("input[type=number]")
    for typed, value in (("3.5", 3.5), ("99", 6.0), ("-1", 0.8), ("", 0.8)):
        field.fill(typed)
        field.press("Enter")
        field.blur()
        assert page.evaluate("elver.get('gait.period')") == pytest.approx(value)
    row.get_by_role("button").click()
    assert page.evaluate("elver.get('gait.period')") == 2
    assert watched.nothing(), watched
