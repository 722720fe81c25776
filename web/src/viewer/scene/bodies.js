/** The machine's bodies as solids that go where the outputs say. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshPhongMaterial,
} from "three";

import { meshOf } from "../decode.js";
import { Morphs } from "../morphs.js";
import { shaded } from "../shading.js";
import { bodyColour } from "../theme.js";
import { Wings } from "./wings.js";

const MARKED = 0x7a4a00; // light of the body that was picked

/** Solids of all bodies; `place(outputs)` moves them, `form()` gives them the form that goes with the parameters. */
export class Bodies {
  constructor(payload, catalogue, source) {
    this.group = new Group();
    this.spec = payload.bodies;
    this.materials = new Map();
    this.lines = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
    this.position = catalogue.find("body_position");
    this.rotation = catalogue.find("body_rotation");
    this.quaternion = catalogue.find("body_quaternion");
    const shapes = payload.meshes.map((mesh) => makeShape(mesh));
    const thickness = 0.006 * payload.scene.size;
    this.meshes = payload.bodies.map((body, k) => this.makeBody(body, k, shapes, thickness));
    this.rods = payload.bodies.map((body, k) => (body.mesh === null && body.parent >= 0 ? this.makeRod(k, thickness) : null));
    this.ends = payload.bodies.map((body) => (body.mesh === null ? [0, 0, 0] : shapes[body.mesh].end));
    this.centre = [0, 0, 0];
    this.shapes = shapes;
    const first = shapes.map((shape) => shape.points);
    this.morphs = new Morphs(payload.morphs ?? [], first, (name) => source.seen(name));
    this.wings = payload.seams?.length ? this.makeWings(payload.seams) : null;
  }

  /** One surface instead of the blades that it was cut into. */
  makeWings(seams) {
    const wings = new Wings(seams, this);
    for (const k of wings.blades) this.meshes[k].visible = false;
    this.group.add(wings.mesh(this.meshes[wings.blades[0]].material, this.lines));
    return wings;
  }

  /** Points of a body in its own frame, as the parameters form it now. */
  pointsOf(k) {
    return this.shapes[this.spec[k].mesh].points;
  }

  /** Draw the bodies as the present parameters form them. */
  form() {
    const changed = this.morphs.changed();
    for (const [mesh, points] of changed) reform(this.shapes[mesh], points);
    if (changed.size)
      this.spec.forEach((body, k) => {
        if (body.mesh !== null) this.ends[k] = this.shapes[body.mesh].end;
      });
  }

  makeBody(body, k, shapes, thickness) {
    const shape = body.mesh === null ? null : shapes[body.mesh];
    if (!shape) return null;
    const mesh = new Mesh(shape.faces, this.material(body, k, shape.thin));
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.receiveShadow = !shape.thin;
    if (shape.lines) mesh.add(new LineSegments(shape.lines, this.lines));
    mesh.userData.thickness = thickness;
    this.group.add(mesh);
    return mesh;
  }

  /** A thin rod from a body without shape to its parent. */
  makeRod(k, thickness) {
    const geometry = new CylinderGeometry(thickness, thickness, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const rod = new Mesh(geometry, this.material({ role: "rod" }, k, false));
    rod.frustumCulled = false;
    rod.castShadow = true;
    this.group.add(rod);
    return rod;
  }

  /** One material for all bodies of one role and shade. */
  material(body, k, thin) {
    const role = body.role ?? "body";
    const key = `${role} ${role === "body" ? k % 2 : 0} ${thin}`;
    if (!this.materials.has(key)) {
      const made = new MeshPhongMaterial({ specular: 0x2a2a2a, shininess: 28, side: thin ? DoubleSide : FrontSide });
      if (thin && role === "wing") Object.assign(made, { transparent: true, opacity: 0.82 });
      made.userData = { role, rank: k, spare: this.materials.size };
      this.materials.set(key, made);
    }
    return this.materials.get(key);
  }

  setTheme(theme) {
    for (const material of this.materials.values()) {
      const { role, rank, spare } = material.userData;
      material.color = new Color(bodyColour(theme, role, rank, spare));
    }
    this.lines.color = new Color(theme.crease);
    this.marked?.mesh.material.color.copy(this.marked.material.color);
  }

  /** Let one body stand out by a light of its own; -1: none. */
  mark(k) {
    if (this.marked) this.marked.mesh.material = this.marked.material;
    const mesh = this.meshes[k] ?? this.rods[k];
    this.marked = mesh ? { mesh, material: mesh.material } : null;
    if (!mesh) return;
    mesh.material = mesh.material.clone();
    mesh.material.emissive.set(MARKED);
  }

  /** Put every body in its place. */
  place(outputs) {
    const from = this.position.start;
    for (let k = 0; k < this.meshes.length; k++) {
      const mesh = this.meshes[k];
      if (mesh) {
        this.turn(mesh.matrix.elements, outputs, k);
        mesh.matrix.elements[12] = outputs[from + 3 * k];
        mesh.matrix.elements[13] = outputs[from + 3 * k + 1];
        mesh.matrix.elements[14] = outputs[from + 3 * k + 2];
        mesh.matrixWorldNeedsUpdate = true;
      } else if (this.rods[k]) this.span(this.rods[k], outputs, from + 3 * k, from + 3 * this.spec[k].parent);
    }
    this.wings?.place(outputs);
  }

  /** Mean place of all bodies. */
  middle(outputs) {
    for (let a = 0; a < 3; a++) {
      let sum = 0;
      for (let k = 0; k < this.spec.length; k++) sum += outputs[this.position.start + 3 * k + a];
      this.centre[a] = sum / this.spec.length;
    }
  }

  /** Largest distance of a body's far end from a point [m]. */
  reach(outputs, centre) {
    let largest = 0;
    for (let k = 0; k < this.spec.length; k++) {
      this.point(outputs, k, this.ends[k], END);
      const x = END[0] - centre[0],
        y = END[1] - centre[1],
        z = END[2] - centre[2];
      largest = Math.max(largest, x * x + y * y + z * z);
    }
    return Math.sqrt(largest);
  }

  /** Write the orientation of a body into a matrix (columns first). */
  turn(e, outputs, k) {
    if (this.rotation) {
      const at = this.rotation.start + 9 * k;
      ((e[0] = outputs[at]), (e[4] = outputs[at + 1]), (e[8] = outputs[at + 2]));
      ((e[1] = outputs[at + 3]), (e[5] = outputs[at + 4]), (e[9] = outputs[at + 5]));
      ((e[2] = outputs[at + 6]), (e[6] = outputs[at + 7]), (e[10] = outputs[at + 8]));
      return;
    }
    const at = this.quaternion.start + 4 * k;
    const w = outputs[at],
      x = outputs[at + 1],
      y = outputs[at + 2],
      z = outputs[at + 3];
    ((e[0] = 1 - 2 * (y * y + z * z)), (e[4] = 2 * (x * y - w * z)), (e[8] = 2 * (x * z + w * y)));
    ((e[1] = 2 * (x * y + w * z)), (e[5] = 1 - 2 * (x * x + z * z)), (e[9] = 2 * (y * z - w * x)));
    ((e[2] = 2 * (x * z - w * y)), (e[6] = 2 * (y * z + w * x)), (e[10] = 1 - 2 * (x * x + y * y)));
  }

  /** Stretch a rod between two points. */
  span(rod, outputs, a, b) {
    rod.position.set(outputs[a], outputs[a + 1], outputs[a + 2]);
    const dx = outputs[b] - outputs[a],
      dy = outputs[b + 1] - outputs[a + 1],
      dz = outputs[b + 2] - outputs[a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    rod.visible = length > 1e-9;
    if (!rod.visible) return;
    rod.lookAt(outputs[b], outputs[b + 1], outputs[b + 2]);
    rod.scale.set(1, 1, length);
  }

  /** World place of a point of a body's frame, written into `into`. */
  point(outputs, k, local, into) {
    const e = SCRATCH;
    this.turn(e, outputs, k);
    const at = this.position.start + 3 * k;
    for (let a = 0; a < 3; a++) into[a] = outputs[at + a] + e[a] * local[0] + e[4 + a] * local[1] + e[8 + a] * local[2];
    return into;
  }
}

const SCRATCH = new Float64Array(16);
const END = [0, 0, 0];

/** The point of a mesh that lies farthest from its origin. */
function farEnd(points) {
  let best = 0;
  let at = 0;
  for (let k = 0; k < points.length; k += 3) {
    const square = points[k] ** 2 + points[k + 1] ** 2 + points[k + 2] ** 2;
    if (square > best) [best, at] = [square, k];
  }
  return [points[at], points[at + 1], points[at + 2]];
}

/** Faces and crease lines of a mesh of the payload, for the graphics card. */
function makeShape(mesh) {
  const { points, triangles, smooth, thin } = meshOf(mesh);
  const { positions, normals, lines: edges } = shaded(points, triangles, smooth);
  const faces = new BufferGeometry();
  faces.setAttribute("position", new BufferAttribute(positions, 3));
  faces.setAttribute("normal", new BufferAttribute(normals, 3));
  const lines = edges.length ? new BufferGeometry().setAttribute("position", new BufferAttribute(edges, 3)) : null;
  return { faces, lines, thin, points, triangles, smooth, end: farEnd(points) };
}

/** Give a shape other points: the same triangles, new normals and creases. */
function reform(shape, points) {
  const { positions, normals, lines } = shaded(points, shape.triangles, shape.smooth);
  shape.faces.attributes.position.copyArray(positions).needsUpdate = true;
  shape.faces.attributes.normal.copyArray(normals).needsUpdate = true;
  shape.lines?.dispose(); // their number may be another one
  shape.lines?.setAttribute("position", new BufferAttribute(lines, 3));
  Object.assign(shape, { points, end: farEnd(points) });
}
