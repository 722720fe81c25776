/** The wake of edges: arrows that stay where they were left, or go with the stream, and fade. */

import { DynamicDrawUsage, InstancedBufferAttribute } from "three";

import { rhythmOf } from "../runner.js";
import { Arrows } from "./arrows.js";

const OFTEN = 12; // marks a period of the gait
const LASTS = 2; // periods until a mark is gone
const MARKS = OFTEN * LASTS + 1; // that are seen at once
const SHORT = 0.5; // of the length of a force of that size: there are many, side by side
const LONGEST = 0.6; // of the machine's size: what is longer is cut

/** Momentum that left at the edges, a time: minus the force there. `follow` remembers and draws it. */
export class Wake extends Arrows {
  constructor(spec, payload, catalogue, bodies) {
    super(spec, payload, catalogue, bodies, edgesOf(spec, payload, catalogue), MARKS);
    this.step = (rhythmOf(payload) || 1) / OFTEN; // between marks [s]; mark k is left at k steps
    this.left = new Float64Array(MARKS).fill(NaN); // number of the mark in every place of the ring
    this.marks = new Float64Array(6 * MARKS * this.rows.length); // of every mark and edge: place [m], momentum a time [N]
    this.fade = new InstancedBufferAttribute(new Float32Array(this.capacity), 1).setUsage(DynamicDrawUsage);
    for (const part of [this.shafts, this.heads]) {
      part.geometry.setAttribute("fade", this.fade);
      part.renderOrder = 5; // before the forces, which clear the depth
      part.onBeforeRender = () => {}; // bodies hide it
    }
    this.material.depthWrite = false;
    this.material.onBeforeCompile = faded;
  }

  get shown() {
    return this.like ? this.like.shown : SHORT * super.shown; // like: the wake of the machine, where this is its ghost's
  }

  forget() {
    super.forget();
    this.left?.fill(NaN);
    this.time = -Infinity;
  }

  setTheme(theme) {
    this.material.color.set(theme.wake);
    this.colour = theme.wake;
  }

  /** The outputs of now only tell how strong it is. */
  place(outputs, _origin, clock = performance.now()) {
    this.learn(outputs, clock);
  }

  /** Draw what is left at a time. past(time, read): of `World`.   flow: of the stream [m/s].   origin: as in `Arrows`. */
  follow(time, past, flow, origin) {
    if (!this.group.visible) return;
    if (time < this.time) this.left.fill(NaN); // what follows may become another past
    this.time = time;
    this.group.position.set(origin[0], origin[1], origin[2]);
    const last = Math.floor(time / this.step + 1e-9);
    let count = 0;
    for (let k = last - MARKS + 1; k <= last; k++) {
      const ring = ((k % MARKS) + MARKS) % MARKS;
      if (this.left[ring] !== k && past(k * this.step, (outputs) => this.remember(outputs, ring))) this.left[ring] = k;
      const age = time - k * this.step;
      if (this.left[ring] === k) count = this.draw(ring, age, flow, origin, count);
    }
    this.shafts.count = this.heads.count = count;
    this.fade.needsUpdate = this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  /** What leaves at every edge, and where. */
  remember(outputs, ring) {
    this.rows.forEach((row, edge) => {
      const at = 6 * (ring * this.rows.length + edge);
      this.bodies.point(outputs, row.body, row.local, this.place3);
      for (let a = 0; a < 3; a++) {
        this.marks[at + a] = this.place3[a];
        this.marks[at + 3 + a] = a < row.axes ? -outputs[row.at + a] : 0;
      }
    });
  }

  /** The marks of one time; how many arrows there are with them. */
  draw(ring, age, flow, origin, count) {
    const fresh = 1 - age / (LASTS * OFTEN * this.step);
    for (let edge = 0; edge < this.rows.length; edge++) {
      const at = 6 * (ring * this.rows.length + edge);
      const [x, y, z] = [this.marks[at + 3], this.marks[at + 4], this.marks[at + 5]];
      const size = Math.sqrt(x * x + y * y + z * z);
      const length = Math.min(size * this.shown, LONGEST * this.size);
      if (!(fresh > 0 && length > 0)) continue;
      for (let a = 0; a < 3; a++) this.place3[a] = this.marks[at + a] + age * flow[a] - origin[a];
      this.fade.array[count] = fresh;
      this.write(count++, x / size, y / size, z / size, length);
    }
    return count;
  }
}

/** Where the force at every edge stands in the outputs: [{body, at, axes, local}]. */
function edgesOf(spec, payload, catalogue) {
  return spec.edges
    .map(({ body, at, field }) => {
      const found = catalogue.find(field);
      return { body: payload.bodies.findIndex((b) => b.name === body), at: found?.start, axes: found?.count, local: at };
    })
    .filter((row) => row.body >= 0 && row.axes <= 3);
}

/** A material whose instances are seen through as far as they have faded. */
function faded(shader) {
  shader.vertexShader = `attribute float fade; varying float vFade;\n${shader.vertexShader}`.replace(
    "#include <begin_vertex>",
    "#include <begin_vertex>\nvFade = fade;",
  );
  shader.fragmentShader = `varying float vFade;\n${shader.fragmentShader}`.replace(
    "#include <opaque_fragment>",
    "#include <opaque_fragment>\ngl_FragColor.a *= vFade;",
  );
}
