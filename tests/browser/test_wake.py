"""The wake of an edge in the page: its marks are where the edge was, tell what was shed there, and fade."""

from dataclasses import replace

import numpy as np
import pytest
from browsers import needs_chromium, opened, shown_frames, until

import elver
from elver.viz import make_page

pytestmark = [pytest.mark.browser, needs_chromium]
TIME = 2.3  # periods; marks last two
MARKS = """() => {
  const { shafts, heads, group, fade } = elver.viewer.world.wakes[0];
  const origin = group.position.toArray();
  return Array.from({ length: shafts.count }, (_, k) => {
    const m = shafts.instanceMatrix.array.slice(16 * k, 16 * k + 16), h = heads.instanceMatrix.array.slice(16 * k, 16 * k + 16);
    return [fade.array[k], ...[12, 13, 14].map((a) => m[a] + origin[a - 12]), ...[8, 9, 10].map((a) => m[a] + h[a])];
  });
}"""


@pytest.fixture(scope="module")
def machine():
    """A swimmer whose last link ends in an edge."""
    plain = elver.scenario("swimmer").build({"links": 4})
    edge = elver.forces.Edge(plain.robot.bodies[-1].name)
    return replace(plain, forces={"water": elver.forces.Morison(law="kirchhoff"), "rim": edge})


def test_marks_are_left_behind_and_fade(chromium, machine, tmp_path):
    page, watched = opened(chromium, make_page(machine).save(tmp_path / "wake.html"))
    period = page.evaluate("elver.viewer.payload.period")
    page.evaluate("seconds => { for (let k = 0; k < 50; k++) elver.advance(seconds / 50); }", TIME * period)
    shown_frames(page)
    now, scale = page.evaluate("[elver.time, elver.viewer.world.wakes[0].shown]")
    marks = np.array(page.evaluate(MARKS))
    assert 20 <= len(marks) <= 25
    assert (np.diff(marks[:, 0]) > 0).all()  # the newest last, and least faded
    assert marks[0, 0] < 0.1
    assert marks[-1, 0] > 0.9

    # The same motion computed here: places of the edge, and minus its force, at the times that the fading tells.
    run = elver.simulate(machine, now, save=elver.Save(every=period / 400, fields=["body_force"]), progress=False)
    body = machine.robot.bodies[-1]
    local = body.strip.start + body.strip.length * body.strip.axes[:, 0]
    w, q = np.split(run.data.body_quaternion.sel(body=body.name).values, [1], axis=1)
    turned = local + 2 * np.cross(q, np.cross(q, local) + w * local)
    tip = run.data.body_position.sel(body=body.name).values + turned
    shed = -run.data.body_force.sel(force="rim", body=body.name).values
    times = now - (1 - marks[:, 0]) * 2 * period
    at = [np.interp(times, run.data.time.values, column) for column in (*tip.T, *shed.T)]
    size = page.evaluate("elver.viewer.payload.scene.size")
    assert np.abs(marks[:, 1:4] - np.array(at[:3]).T).max() < 2e-3 * size
    assert np.abs(marks[:, 4:] - scale * np.array(at[3:]).T).max() < 0.03 * scale * np.abs(at[3:]).max()

    # Looked back at, it is what it was then.
    page.evaluate("t => elver.viewer.seek(t)", times[-8])
    shown_frames(page)
    before = np.array(page.evaluate(MARKS))
    assert before[-1, 1:4] == pytest.approx(marks[-8, 1:4], abs=2e-3 * size)
    page.evaluate("elver.viewer.live()")

    legend = page.locator(".legend").first
    assert "Wake: " in legend.inner_text()
    page.evaluate("document.querySelector(`.tools [aria-label='View and forces']`).click()")
    page.get_by_role("button", name="Wake").click()
    shown_frames(page)
    assert "Wake" not in legend.inner_text()
    assert not page.evaluate("elver.viewer.world.wakes[0].group.visible")
    assert watched.nothing(), watched


def test_there_is_none_without_an_edge(chromium, page_of):
    page, watched = opened(chromium, page_of("swimmer"))
    page.evaluate("elver.advance(0.5)")
    shown_frames(page)
    assert page.evaluate("elver.viewer.world.wakes.length") == 0
    assert "Wake" not in page.locator(".legend").first.inner_text()
    assert watched.nothing(), watched


def test_a_ghost_leaves_its_own_wake(chromium, machine, tmp_path):
    page, watched = opened(chromium, make_page(machine).save(tmp_path / "ghost.html"))
    period = page.evaluate("elver.viewer.payload.period")
    page.evaluate("elver.viewer.compare(true)")
    until(page, "elver.viewer.ghost?.shown")
    page.evaluate("elver.reset()")
    page.evaluate("seconds => { for (let k = 0; k < 40; k++) elver.advance(seconds / 40); }", 1.3 * period)
    shown_frames(page)
    own = np.array(page.evaluate(MARKS))
    its = np.array(page.evaluate(MARKS.replace("elver.viewer.world.wakes[0]", "elver.viewer.world.ghost.wakes[0]")))
    assert len(own) >= 12
    assert its == pytest.approx(own, abs=1e-3)  # with the same settings the same wake
    page.evaluate("elver.viewer.compare(false)")
    shown_frames(page)
    assert not page.evaluate("elver.viewer.world.ghost.group.visible")
    assert watched.nothing(), watched
