/** The path of the base: a line of constant width on the screen that remembers the whole way. */

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, ShaderMaterial, Vector2 } from "three";

const MOST = 2048; // points; when they are used up every second one goes and the steps between them double

const VERTEX = `
attribute vec3 along; attribute float side;
uniform vec2 uView; uniform float uWidth;
void main() {
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 there = projectionMatrix * modelViewMatrix * vec4(position + along, 1.0);
  vec2 way = (there.xy / there.w - here.xy / here.w) * uView;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  here.xy += vec2(-way.y, way.x) * side * uWidth / uView * here.w;
  gl_Position = here;
}`;

const FRAGMENT = `
uniform vec3 uColour;
void main() { gl_FragColor = vec4(uColour, 0.75); 
  #include <colorspace_fragment>
}`;

/** The path; `add` takes the next point, `clear` begins again. */
export class Trace {
  /** step: how far the base moves before a point is added [m]. */
  constructor(step) {
    this.first = step;
    const attribute = (n) => new BufferAttribute(new Float32Array(2 * MOST * n), n).setUsage(DynamicDrawUsage);
    this.geometry = new BufferGeometry();
    this.places = attribute(3);
    this.ways = attribute(3);
    const sides = attribute(1);
    for (let k = 0; k < 2 * MOST; k++) sides.array[k] = k % 2 ? -1 : 1;
    this.geometry.setAttribute("position", this.places).setAttribute("along", this.ways).setAttribute("side", sides);
    const index = new Uint16Array(6 * (MOST - 1));
    for (let k = 0; k < MOST - 1; k++) index.set([2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 2, 2 * k + 1, 2 * k + 3], 6 * k);
    this.geometry.setIndex(new BufferAttribute(index, 1));
    this.uniforms = { uColour: { value: new Color() }, uView: { value: new Vector2(1, 1) }, uWidth: { value: 2 } };
    this.mesh = new Mesh(
      this.geometry,
      new ShaderMaterial({
        uniforms: this.uniforms,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        side: 2,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
    this.clear();
  }

  clear() {
    this.count = 0;
    this.step = this.first;
    this.geometry.setDrawRange(0, 0);
  }

  setTheme(theme) {
    this.uniforms.uColour.value.set(theme.path);
  }

  resize(width, height) {
    this.uniforms.uView.value.set(width, height);
  }

  /** The base is here now. The last point moves with it until it is a step away from the one before. */
  add(x, y, z) {
    if (!Number.isFinite(x + y + z)) return;
    if (this.count >= 2 && this.distance(this.count - 2, x, y, z) < this.step) this.count--;
    if (this.count === MOST) this.halve();
    this.write(this.count, x, y, z);
    this.count++;
    this.geometry.setDrawRange(0, 6 * Math.max(this.count - 1, 0));
  }

  /** Place of the k-th point into both its vertices, and the way from the one before. */
  write(k, x, y, z) {
    const p = this.places.array;
    for (let v = 2 * k; v < 2 * k + 2; v++) ((p[3 * v] = x), (p[3 * v + 1] = y), (p[3 * v + 2] = z));
    if (k > 0) {
      for (let a = 0; a < 3; a++) {
        const way = p[6 * k + a] - p[6 * (k - 1) + a];
        this.ways.array[6 * k + a] = this.ways.array[6 * k + 3 + a] = way;
        if (k === 1) this.ways.array[a] = this.ways.array[3 + a] = way;
      }
    }
    this.upload(2 * Math.max(k - 1, 0), 2 * k + 2);
  }

  upload(from, to) {
    for (const attribute of [this.places, this.ways]) {
      const waiting = attribute.updateRanges.length; // they wait while the path is hidden
      if (waiting > 8) attribute.clearUpdateRanges();
      if (waiting > 8) attribute.addUpdateRange(0, attribute.array.length);
      else attribute.addUpdateRange(3 * from, 3 * (to - from));
      attribute.needsUpdate = true;
    }
  }

  distance(k, x, y, z) {
    const p = this.places.array;
    return Math.hypot(p[6 * k] - x, p[6 * k + 1] - y, p[6 * k + 2] - z);
  }

  halve() {
    const p = this.places.array;
    const kept = MOST / 2;
    for (let k = 0; k < kept; k++) {
      this.write(k, p[12 * k], p[12 * k + 1], p[12 * k + 2]);
    }
    this.count = kept;
    this.step *= 2;
  }
}
