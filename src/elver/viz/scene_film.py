"""Pictures of a run in the scene of the live page: light, shadows, water, forces; drawn by a browser without a window.

The page is that of the recorded run (``viz/page/replay.py``). Its clock stands still: every picture is asked for at its own
time, so that films are the same however slow the computer is.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.files import to_json
from elver.viz.browser import Browser
from elver.viz.page.geometry import body_solids, scenery_of, world_points
from elver.viz.page.make import Page, html_of, make_page
from elver.viz.page.replay import replay_payload

if TYPE_CHECKING:
    from elver.contact import Scene
    from elver.results import Run

_ALONG = 3.5  # degrees above the horizon of the views from the side and the front: the ground is seen as a surface
_PLANES = {"xy": (-90.0, 89.9), "xz": (-90.0, _ALONG), "yz": (0.0, _ALONG)}  # azimuth and elevation [degrees]

# The page's own viewer, without its cards: `begin` sets it up, `picture` draws one instant and what is written over it.
_SCRIPT = """
globalThis.elverFilm = {
  begin({ width, height, camera, span, theme, every }) {
    const { viewer } = elver;
    elver.pause();
    viewer.layout.observer?.disconnect();
    viewer.layout.setTheme(theme);
    viewer.layout.root.style.display = "none"; // else every picture is put on a screen that nobody sees, too
    viewer.closed = true; // and drawn again by the page's own clock
    const { world } = viewer;
    world.stage.setInsets({ left: 0, right: 0, top: 0, bottom: 0 });
    world.resize(width, height);
    if (camera) Object.assign(world.rig, { azimuth: camera[0], elevation: camera[1], view: "own" });
    Object.assign(this, { viewer, world, every, stays: span !== null });
    this.sheet = Object.assign(document.createElement("canvas"), { width, height });
    if (span) this.hold(...span);
    this.time = Infinity;
  },
  /** Stand so that the way between two times is seen. */
  hold(from, to) {
    const { source } = this.viewer;
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const time of [from, ...source.times.filter((t) => t > from && t < to), to]) {
      source.seek(time);
      this.world.measure(source.outputs);
      this.world.centre.forEach((v, a) => { low[a] = Math.min(low[a], v); high[a] = Math.max(high[a], v); });
    }
    const { rig } = this.world;
    this.focus = low.map((v, a) => (v + high[a]) / 2);
    rig.following = false;
    this.room = rig.taken + Math.hypot(...high.map((v, a) => v - low[a]));
  },
  /** Go to a time, back by way of the first one; samples on the way become points of the path. Seconds that passed. */
  go(time) {
    const { source } = this.viewer;
    const back = time < this.time;
    const passed = back ? 0 : time - this.time;
    if (back) {
      this.first = this.time = Math.min(this.first ?? time, time);
      source.seek(this.first);
      this.world.restart(source.outputs);
    }
    for (const between of source.times)
      if (between > this.time && between < time) {
        source.seek(between);
        this.world.update(source.outputs);
      }
    source.seek(time);
    this.world.update(source.outputs);
    if (back) this.world.rig.jump(this.world.centre);
    if (this.stays) Object.assign(this.world.rig, { focus: [...this.focus], room: this.room, taken: this.room });
    this.time = time;
    return passed;
  },
  picture(time, title, line, kind) {
    const passed = this.go(time); // in a film that is faster than the machine the camera is too
    return this.paint(Math.max(this.every, passed), time, title, line, kind);
  },
  paint(passed, time, title, line, kind, marks = []) {
    if (marks.length) this.makeRoom(marks);
    if (!passed) this.world.rig.jump(this.world.centre); // a way begins here
    this.world.draw(passed, time);
    const { sheet, viewer } = this;
    const pen = sheet.getContext("2d");
    const style = getComputedStyle(viewer.layout.root);
    const shade = pen.createLinearGradient(0, 0, 0, sheet.height);
    shade.addColorStop(0, style.getPropertyValue("--sky"));
    shade.addColorStop(1, style.getPropertyValue("--land"));
    pen.fillStyle = shade;
    pen.fillRect(0, 0, sheet.width, sheet.height);
    pen.drawImage(viewer.layout.canvas, 0, 0, sheet.width, sheet.height);
    const letter = Math.max(14, Math.round(sheet.width / 52));
    const font = (size, weight) => `${weight} ${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    pen.fillStyle = style.getPropertyValue("--ink");
    pen.font = font(letter, 600);
    pen.fillText(title, letter, 1.7 * letter, sheet.width - 2 * letter);
    pen.font = font(0.85 * letter, 400);
    pen.fillText(line, letter, 3.0 * letter);
    this.legend(pen, 0.85 * letter, letter);
    this.rings(marks);
    return sheet.toDataURL(kind, 0.94);
  },
  /** A machine that runs elsewhere: its outputs are these now; begin: there is no path yet. */
  put(values, time, begin) {
    const { source } = this.viewer;
    for (const [name, numbers] of Object.entries(values)) source.outputs.set(numbers, source.catalogue.find(name).start);
    source.time = time;
    if (begin) {
      this.world.restart(source.outputs);
      this.world.rig.jump(this.world.centre);
    } else this.world.update(source.outputs);
  },
  /** Stand so far away that marks are in the picture, unless they are very far. */
  makeRoom(marks) {
    const { rig, centre, stage } = this.world;
    this.room ??= rig.taken;
    const far = Math.max(...marks.map(([x, y, z, radius]) => Math.hypot(x - centre[0], y - centre[1], z - centre[2]) + radius));
    rig.taken = Math.max(this.room, Math.min(2.2 * far, 7 * stage.size));
  },
  /** Rings at points of the world [x, y, z, radius], over the picture. */
  rings(marks) {
    const { camera } = this.world.stage;
    const pen = this.sheet.getContext("2d");
    const at = (x, y, z) => {
      const see = times(camera.projectionMatrix.elements, times(camera.matrixWorldInverse.elements, [x, y, z, 1]));
      return [((see[0] / see[3] + 1) / 2) * this.sheet.width, ((1 - see[1] / see[3]) / 2) * this.sheet.height, see[3]];
    };
    const times = (m, v) => [0, 1, 2, 3].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r] * v[3]);
    const right = camera.matrixWorld.elements;
    for (const [x, y, z, radius] of marks) {
      const [px, py, depth] = at(x, y, z);
      if (depth <= 0) continue;
      const [qx, qy] = at(x + radius * right[0], y + radius * right[1], z + radius * right[2]);
      pen.beginPath();
      pen.arc(px, py, Math.max(5, Math.hypot(qx - px, qy - py)), 0, 2 * Math.PI);
      pen.fillStyle = "#c8553d55";
      pen.strokeStyle = "#c8553d";
      pen.lineWidth = 2;
      pen.fill();
      pen.stroke();
    }
  },
  /** What the arrows' lengths mean, as on the page. */
  legend(pen, letter, margin) {
    const look = this.viewer.layout.look;
    look.update();
    const shown = look.rows.filter(({ text }) => text.textContent);
    shown.forEach(({ arrows, text, dot }, k) => {
      const y = this.sheet.height - margin - 1.4 * letter * (shown.length - 1 - k);
      pen.fillStyle = dot.style.background;
      pen.fillRect(margin, y - 0.62 * letter, 0.6 * letter, 0.6 * letter);
      pen.fillStyle = getComputedStyle(this.viewer.layout.root).getPropertyValue("--ink");
      pen.fillText(`${arrows.spec.name}: ${text.textContent}`, margin + letter, y);
    });
  },
};
"""


class SceneFilm:
    """The scene of a run, for the block of a ``with``; ``draw`` gives a picture of it.

    size: width and height [px].   camera: a plane such as ``xy``, or azimuth and elevation [degrees]; None for the page's own.
    span: from when to when [s] the way is seen by a camera that stands; None for one that follows.   every: seconds of real
    time between two pictures, by which the camera follows.   exact: pictures without loss, as GIFs want them; JPEG is quicker.
    """

    def __init__(
        self,
        run: Run | Page,
        size: tuple[int, int],
        camera: str | tuple[float, float] | None = None,
        span: tuple[float, float] | None = None,
        every: float = 1 / 12,
        exact: bool = False,
    ):
        self.page = run if isinstance(run, Page) else make_page(run)
        self.kind = "image/png" if exact else "image/jpeg"
        angles = _PLANES[camera] if isinstance(camera, str) else camera
        radians = None if angles is None else [math.radians(angle) for angle in angles]
        self.how: dict[str, Any] = {"width": size[0], "height": size[1], "camera": radians, "span": span}
        self.how |= {"theme": "light", "every": every}
        self.browser = Browser(self.page, size)

    def __enter__(self) -> SceneFilm:
        self.browser.__enter__()
        try:
            self.browser.evaluate(_SCRIPT)
            self.browser.evaluate(f"elverFilm.begin({to_json(self.how)})")
        except BaseException:
            self.browser.__exit__()
            raise
        return self

    def draw(self, time: float, line: str) -> np.ndarray:
        """The picture at a time of the run [s] as (height, width, 3) bytes. line: written below the title."""
        return self._seen(f"elverFilm.picture({_words(float(time), self.page.title, line, self.kind)})")

    def _seen(self, script: str) -> np.ndarray:
        """The picture that a script gives."""
        from PIL import Image

        text = self.browser.evaluate(script)
        with Image.open(io.BytesIO(base64.b64decode(text.partition(",")[2]))) as picture:
            return np.asarray(picture.convert("RGB"))

    def __exit__(self, *_: object) -> None:
        self.browser.__exit__()


class LiveScene(SceneFilm):
    """The scene of a machine that runs here, such as one at a task: it is told where everything is before every picture.

    data: two samples of the machine, for its form.   obstacles: the scene of its model, where there is one.
    """

    def __init__(self, run: Run, obstacles: Scene | None, title: str, size: tuple[int, int], every: float):
        payload = replay_payload(run, title)
        if obstacles is not None:
            points = world_points(run.data, body_solids(run.data))
            payload["scene"] |= {
                name: own
                for name, own in scenery_of(run.data, points, obstacles).items()
                if name in ("obstacles", "walls", "ground")
            }
        self.names = [body["name"] for body in payload["bodies"]]
        html, sizes = html_of(payload)
        super().__init__(Page(title, "replay", html, sizes), size, every=every)
        self.rows = [run.data.body.values.tolist().index(name) for name in self.names]

    def show(self, outputs: Mapping[str, np.ndarray], time: float, line: str, marks: Sequence, begin: bool) -> np.ndarray:
        """The picture with these outputs of one sample. marks: rings (x, y, z, radius) [m].   begin: whether a way begins."""
        values = {name: outputs[name] for name in ("base_position", "com_position")}
        values |= {name: outputs[name][..., self.rows, :] for name in ("body_position", "body_quaternion")}
        told = _words({name: np.ravel(own).tolist() for name, own in values.items()}, time, begin)
        self.browser.evaluate(f"elverFilm.put({told})")
        rings = [[float(v) for v in mark] for mark in marks]
        said = _words(0.0 if begin else self.how["every"], time, self.page.title, line, self.kind, rings)
        return self._seen(f"elverFilm.paint({said})")


def _words(*values: Any) -> str:
    """Values as arguments of a script."""
    return ", ".join(map(to_json, values))
