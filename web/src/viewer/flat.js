/** A drawing in the plane for browsers without WebGL: outlines of the bodies, seen from above or from the side. */

import { meshOf } from "./decode.js";
import { Morphs } from "./morphs.js";
import { nice } from "./numbers.js";
import { THEMES, bodyColour } from "./theme.js";

const AXES = { xy: [0, 1], xz: [0, 2], yz: [1, 2], "3d": [0, 2] };

/** Has the parts of `World` that the viewer uses. */
export class Flat {
  constructor(canvas, payload, catalogue, source) {
    this.canvas = canvas;
    this.payload = payload;
    this.pen = canvas.getContext("2d");
    this.position = catalogue.find("body_position");
    this.rotation = catalogue.find("body_rotation");
    this.quaternion = catalogue.find("body_quaternion");
    this.clouds = payload.meshes.map((mesh) => meshOf(mesh));
    const first = this.clouds.map((cloud) => cloud.points);
    this.morphs = new Morphs(payload.morphs ?? [], first, (name) => source.seen(name));
    this.axes = AXES[payload.scene.view] ?? AXES.xy;
    this.centre = [0, 0, 0];
    this.cell = nice(0.45 * payload.scene.size);
    this.middle = catalogue.find("com_position");
    this.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    this.arrows = [];
    this.trace = { mesh: { visible: true } };
    this.stage = { size: payload.scene.size, setInsets: (insets) => (this.insets = insets) };
    this.rig = this.makeRig();
    this.theme = THEMES.light;
  }

  /** A camera with the little that a plane allows. */
  makeRig() {
    const rig = { following: true, zoom: 1, text: "", focus: [0, 0, 0], view: "start" };
    rig.scale = (factor) => (rig.zoom = Math.min(Math.max(rig.zoom * factor, 0.1), 20));
    rig.turn = () => {};
    rig.shift = () => {};
    rig.jump = (centre) => (rig.focus = [...centre]);
    rig.choose = (view) => (this.axes = view === "side" ? AXES.xz : AXES.xy);
    return rig;
  }

  setTheme(name) {
    this.theme = THEMES[name];
  }

  resize(width, height) {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    Object.assign(this, { width, height, ratio });
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
  }

  restart(outputs) {
    this.update(outputs);
    this.rig.jump(this.centre);
  }

  update(outputs) {
    this.outputs = outputs;
    for (const [mesh, points] of this.morphs.changed()) this.clouds[mesh].points = points;
    const bodies = this.payload.bodies.length;
    for (let a = 0; a < 3; a++) {
      if (this.middle) {
        this.centre[a] = outputs[this.middle.start + a];
        continue;
      }
      let sum = 0;
      for (let k = 0; k < bodies; k++) sum += outputs[this.position.start + 3 * k + a];
      this.centre[a] = sum / bodies;
    }
  }

  measure() {}

  draw() {
    if (!this.width || !this.outputs) return false;
    if (this.rig.following) this.rig.focus = [...this.centre];
    const { pen } = this;
    const room = Math.min(this.width - this.insets.left - this.insets.right, this.height - this.insets.top - this.insets.bottom);
    const scale = (0.85 * Math.max(room, 80) * this.rig.zoom) / this.stage.size;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    const [i, j] = this.axes;
    const { left, right, top, bottom } = this.insets;
    const [cx, cy] = [(this.width + left - right) / 2, (this.height + top - bottom) / 2];
    const screen = (x, y) => [cx + scale * (x - this.rig.focus[i]), cy - scale * (y - this.rig.focus[j])];
    this.grid(i, j, cx, cy, scale);
    if (j === 1)
      for (const solid of this.payload.scene.obstacles ?? [])
        this.polygon(
          solid.outline.map(([x, y]) => screen(x, y)),
          this.theme.obstacle,
        );
    this.payload.bodies.forEach((body, k) => this.body(body, k, screen));
    return false;
  }

  /** Lines that stand in the world, so that motion is seen. */
  grid(i, j, cx, cy, scale) {
    const { pen, cell } = this;
    const [x, y] = [this.rig.focus[i], this.rig.focus[j]];
    pen.beginPath();
    for (let k = Math.ceil((x - cx / scale) / cell); k * cell < x + (this.width - cx) / scale; k++) {
      pen.moveTo(cx + scale * (k * cell - x), 0);
      pen.lineTo(cx + scale * (k * cell - x), this.height);
    }
    for (let k = Math.ceil((y - (this.height - cy) / scale) / cell); k * cell < y + cy / scale; k++) {
      pen.moveTo(0, cy - scale * (k * cell - y));
      pen.lineTo(this.width, cy - scale * (k * cell - y));
    }
    pen.globalAlpha = 0.25;
    pen.strokeStyle = hex(this.theme.line);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  body(body, k, screen) {
    const [i, j] = this.axes;
    const at = this.position.start + 3 * k;
    const cloud = body.mesh === null ? null : this.clouds[body.mesh];
    const colour = bodyColour(this.theme, body.role ?? "body", k, 0);
    if (!cloud) {
      if (body.parent >= 0)
        this.line(
          screen(this.outputs[at + i], this.outputs[at + j]),
          screen(
            this.outputs[this.position.start + 3 * body.parent + i],
            this.outputs[this.position.start + 3 * body.parent + j],
          ),
          colour,
        );
      return;
    }
    const turn = this.turn(k);
    const flat = [];
    for (let n = 0; n < cloud.points.length; n += 3) {
      const world = [0, 1, 2].map(
        (a) =>
          this.outputs[at + a] +
          turn[3 * a] * cloud.points[n] +
          turn[3 * a + 1] * cloud.points[n + 1] +
          turn[3 * a + 2] * cloud.points[n + 2],
      );
      flat.push(screen(world[i], world[j]));
    }
    this.polygon(hull(flat), colour);
  }

  /** Rotation of a body, row after row. */
  turn(k) {
    if (this.rotation) return this.outputs.subarray(this.rotation.start + 9 * k, this.rotation.start + 9 * k + 9);
    const [w, x, y, z] = this.outputs.subarray(this.quaternion.start + 4 * k, this.quaternion.start + 4 * k + 4);
    return [
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y),
    ];
  }

  polygon(points, colour) {
    const { pen } = this;
    pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fillStyle = hex(colour);
    pen.fill();
    pen.strokeStyle = "#0006";
    pen.stroke();
  }

  line(a, b, colour) {
    const { pen } = this;
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(...b);
    pen.lineWidth = 2;
    pen.strokeStyle = hex(colour);
    pen.stroke();
    pen.lineWidth = 1;
  }

  redraw() {
    this.draw();
  }

  dispose() {}
}

/** A colour as CSS writes it. */
function hex(colour) {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Convex outline of points in the plane, counter-clockwise. */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const kept = [];
    for (const p of list) {
      while (kept.length > 1 && turnOf(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Twice the area of a triangle, positive where it turns left. */
function turnOf(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
