/** Forces as arrows: one instanced shaft and one instanced head for all arrows of a kind. */

import { ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, MeshLambertMaterial } from "three";

import { nice } from "../numbers.js";

const USUAL = 0.16; // of the machine's size: how long the largest force of a usual moment of a recording is drawn
const STRONG = 0.3; // of the machine's size: about how long the largest force of late is drawn
const HALF = 0.5; // of the machine's size: no force is drawn longer, where the scale is found from the forces
const LONGEST = 1.2; // of the machine's size: what is longer is cut
const SHORTEST = 0.004; // of the machine's size: what is shorter is left out
const LEARNING = 1500; // ms of looking at forces after which the scale stays; the second half counts, for many machines begin with a jerk
const APART = 2.2; // until then the arrows grow where they are too short by this factor

/** Arrows of one field of forces; `place(outputs)` draws them. */
export class Arrows {
  /** spec: of the payload.   bodies: of the scene.   rows: where the forces stand.   each: the most arrows of a row. */
  constructor(spec, payload, catalogue, bodies, rows = rowsOf(spec, payload, catalogue), each = 1) {
    this.spec = spec;
    this.bodies = bodies;
    this.size = payload.scene.size;
    this.rows = rows;
    this.capacity = Math.max(each * rows.length, 1);
    this.material = new MeshLambertMaterial({ transparent: true, opacity: 0.92, depthTest: true });
    this.group = new Group();
    this.group.visible = false;
    const shaft = new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0).rotateX(Math.PI / 2);
    const head = new ConeGeometry(1, 1, 12).translate(0, 0.5, 0).rotateX(Math.PI / 2);
    [this.shafts, this.heads] = [shaft, head].map((geometry) => this.instances(geometry));
    this.shafts.onBeforeRender = (renderer) => renderer.clearDepth(); // forces are seen through the bodies that they act on
    this.factor = 1; // set by the user
    this.scale = spec.scale > 0 ? nice(spec.scale) : 0; // metres a unit; 0: found from the forces
    this.forget();
    this.place3 = [0, 0, 0];
  }

  /** Learn the scale anew, for another run. */
  forget() {
    this.since = null; // when the first force was seen [ms]
    this.most = [0, 0]; // the largest force of each half of the time of learning
    this.settled = false;
  }

  instances(geometry) {
    const made = new InstancedMesh(geometry, this.material, this.capacity);
    made.instanceMatrix.setUsage(DynamicDrawUsage);
    made.frustumCulled = false;
    made.count = 0;
    made.renderOrder = 6;
    this.group.add(made);
    return made;
  }

  get empty() {
    return this.rows.length === 0;
  }

  setTheme(theme, k) {
    this.material.color.set(theme.arrows[k % theme.arrows.length]);
    this.colour = theme.arrows[k % theme.arrows.length];
  }

  /** Metres on the screen's ground that a unit is drawn with: a round number. */
  get shown() {
    return this.scale * this.factor;
  }

  /** The largest force of these outputs. */
  largest(outputs) {
    let largest = 0;
    for (const row of this.rows) {
      let square = 0;
      for (let a = 0; a < row.axes; a++) square += outputs[row.at + a] ** 2;
      largest = Math.max(largest, square);
    }
    return Math.sqrt(largest);
  }

  /** Learn how large forces are, so that the arrows are neither specks nor spears; only where the payload gives no scale. */
  learn(outputs, clock) {
    if (this.spec.scale || this.fitted || this.settled) return;
    const now = this.largest(outputs);
    if (!(now > 0) || !Number.isFinite(now)) return;
    this.since ??= clock;
    const half = clock - this.since > 0.5 * LEARNING ? 1 : 0;
    this.most[half] = Math.max(this.most[half], now);
    this.settled = clock - this.since > LEARNING;
    const most = this.most[half];
    const wanted = (STRONG * this.size) / most;
    if (!this.scale || wanted > APART * this.scale || most * this.scale > HALF * this.size) this.scale = nice(wanted);
  }

  /** Choose a scale that suits a whole recording. */
  fit(source) {
    if (this.spec.scale) return;
    const sizes = [];
    for (const time of source.times) {
      source.seek(time);
      const now = this.largest(source.outputs);
      if (now > 0) sizes.push(now);
    }
    if (!sizes.length) return;
    this.scale = nice((USUAL * this.size) / sizes.sort((a, b) => a - b)[Math.floor(0.5 * (sizes.length - 1))]);
    this.fitted = true;
  }

  /** Draw the forces of these outputs; `origin`: what instances are measured from, near the machine. */
  place(outputs, origin, clock = performance.now()) {
    this.learn(outputs, clock);
    if (!this.group.visible) return;
    this.group.position.set(origin[0], origin[1], origin[2]);
    const scale = this.shown;
    let count = 0;
    for (const row of this.rows) {
      const x = outputs[row.at],
        y = outputs[row.at + 1],
        z = row.axes > 2 ? outputs[row.at + 2] : 0;
      const force = Math.sqrt(x * x + y * y + z * z);
      const length = Math.min(force * scale, LONGEST * this.size);
      if (!(length > SHORTEST * this.size)) continue;
      this.bodies.point(outputs, row.body, row.local, this.place3);
      for (let a = 0; a < 3; a++) this.place3[a] -= origin[a];
      this.write(count++, x / force, y / force, z / force, length);
    }
    this.shafts.count = this.heads.count = count;
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  /** Matrices of one arrow along the unit vector (x, y, z). */
  write(k, x, y, z, length) {
    const thick = 0.0055 * this.size;
    const head = Math.min(0.045 * this.size, 0.5 * length);
    // two directions across: the axis that lies farthest from the arrow gives the first
    const flat = Math.abs(z) < 0.9;
    let ux = flat ? y : 0,
      uy = flat ? -x : z,
      uz = flat ? 0 : -y;
    const size = Math.sqrt(ux * ux + uy * uy + uz * uz);
    ((ux /= size), (uy /= size), (uz /= size));
    const vx = y * uz - z * uy,
      vy = z * ux - x * uz,
      vz = x * uy - y * ux;
    const [px, py, pz] = this.place3;
    const long = length - head;
    fill(this.shafts.instanceMatrix.array, k, thick, ux, uy, uz, vx, vy, vz, long * x, long * y, long * z, px, py, pz);
    const wide = 0.4 * head;
    fill(
      this.heads.instanceMatrix.array,
      k,
      wide,
      ux,
      uy,
      uz,
      vx,
      vy,
      vz,
      head * x,
      head * y,
      head * z,
      px + long * x,
      py + long * y,
      pz + long * z,
    );
  }
}

/** Write one matrix, columns first. */
function fill(m, k, s, ux, uy, uz, vx, vy, vz, wx, wy, wz, px, py, pz) {
  const at = 16 * k;
  ((m[at] = s * ux), (m[at + 1] = s * uy), (m[at + 2] = s * uz), (m[at + 3] = 0));
  ((m[at + 4] = s * vx), (m[at + 5] = s * vy), (m[at + 6] = s * vz), (m[at + 7] = 0));
  ((m[at + 8] = wx), (m[at + 9] = wy), (m[at + 10] = wz), (m[at + 11] = 0));
  ((m[at + 12] = px), (m[at + 13] = py), (m[at + 14] = pz), (m[at + 15] = 1));
}

/** Where the force on every body stands in the outputs: [{body, at, axes, local}]. */
function rowsOf(spec, payload, catalogue) {
  const found = catalogue.find(spec.field);
  if (!found || found.axis !== found.field.dims.length - 2) return [];
  const names = catalogue.names(found.field, found.axis);
  const axes = found.field.shape[found.axis + 1];
  const rows = names.map((name, k) => {
    const body = payload.bodies.findIndex((b) => b.name === name);
    return { body, at: found.start + k * axes, axes, local: payload.bodies[body]?.com ?? [0, 0, 0] };
  });
  return rows.filter((row) => row.body >= 0);
}
