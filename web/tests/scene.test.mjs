import assert from "node:assert/strict";
import { test } from "node:test";

import { Catalogue } from "../src/viewer/fields.js";
import { Arrows } from "../src/viewer/scene/arrows.js";
import { Bodies } from "../src/viewer/scene/bodies.js";
import { prism } from "../src/viewer/scene/solids.js";
import { Rig } from "../src/viewer/scene/camera.js";
import { Trace } from "../src/viewer/scene/trace.js";
import { Wake } from "../src/viewer/scene/wake.js";

const base64 = (array) => Buffer.from(array.buffer).toString("base64");
const catalogue = new Catalogue(
  [
    { name: "body_position", dims: ["body", "axis"], shape: [2, 3] },
    { name: "body_quaternion", dims: ["body", "quaternion"], shape: [2, 4] },
    { name: "body_force", dims: ["force", "body", "axis"], shape: [1, 2, 3] },
  ],
  { body: ["head", "tail"], axis: ["x", "y", "z"], force: ["water"] },
);
const payload = {
  scene: { size: 2 },
  bodies: [
    { name: "head", mesh: 0, parent: -1, role: "base", com: [1, 0, 0] },
    { name: "tail", mesh: null, parent: 0, role: "body" },
  ],
  meshes: [
    {
      points: base64(Float32Array.from([0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1])),
      triangles: base64(Uint16Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3])),
    },
  ],
};
const quarter = Math.SQRT1_2; // a quarter turn about z
const outputs = Float64Array.from([5, 6, 7, 8, 6, 7, quarter, 0, 0, quarter, 1, 0, 0, 0, 0, 0, 4, 0, 0, 0]);

test("bodies stand where the outputs say", () => {
  const bodies = new Bodies(payload, catalogue);
  bodies.place(outputs);
  const e = bodies.meshes[0].matrix.elements;
  assert.deepEqual([e[12], e[13], e[14]], [5, 6, 7]);
  assert.ok(Math.abs(e[1] - 1) < 1e-12 && Math.abs(e[0]) < 1e-12); // its x axis points along the world's y
  const place = bodies.point(outputs, 0, [1, 0, 0], [0, 0, 0]);
  assert.ok(Math.abs(place[0] - 5) < 1e-12 && Math.abs(place[1] - 7) < 1e-12);
  assert.ok(bodies.rods[1].visible);
  assert.equal(bodies.rods[1].scale.z, 3);
  assert.ok(Math.abs(bodies.reach(outputs, [5, 6, 7]) - 3) < 1e-12); // the rod's end lies farther than the head's
});

test("blades of one wing are one surface, whose strips meet midway between their edges", () => {
  const blade = { points: base64(Float32Array.from([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0])), triangles: base64(Uint16Array.from([0, 1, 2, 0, 2, 3])), thin: true };
  const cut = payload.bodies.map((body) => ({ ...body, mesh: 0, role: "wing" }));
  const bodies = new Bodies({ ...payload, bodies: cut, meshes: [blade], seams: [[0, 1]] }, catalogue);
  const apart = Float64Array.from([0, 0, 0, 2.5, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0]); // the outer one gapes by half a metre, and stands higher
  bodies.place(apart);
  const { points, index } = { points: bodies.wings.faces.attributes.position.array, index: Array.from(bodies.wings.faces.index.array) };
  const corner = (k) => Array.from(points.slice(3 * index[k], 3 * index[k] + 3));
  assert.deepEqual(corner(1), [2.25, 0, 0.5]); // end of the inner one's leading edge
  assert.equal(index[6], index[1]); // where the outer one begins
  assert.equal(index[11], index[2]);
  assert.deepEqual(corner(8), [4.5, 1, 1]); // the far end stays
  assert.ok(bodies.meshes.every((mesh) => !mesh.visible));
});

test("bodies take the form of the parameters, straight between the ends, and only when these change", () => {
  const far = (x, y) => base64(Float32Array.from([0, 0, 0, x, 0, 0, 0, y, 0, 0, 0, 0]));
  const morphs = [
    { name: "length", at: [1, 2, 6], meshes: { 0: { low: far(-1, 0), high: far(4, 0) } } },
    { name: "width", at: [1, 1, 3], meshes: { 0: { low: far(0, 0), high: far(0, 2) } } },
  ];
  const now = { length: 2, width: 1 };
  const bodies = new Bodies({ ...payload, morphs }, catalogue, { seen: (name) => now[name] });
  const { position, normal } = bodies.shapes[0].faces.attributes;
  const corner = (k) => Array.from(position.array.slice(3 * k, 3 * k + 3));
  const before = Array.from(normal.array.slice(27, 30)); // of the slanted face
  bodies.form();
  assert.equal(position.version, 0);
  Object.assign(now, { length: 3, width: 2 });
  bodies.form();
  bodies.form();
  assert.equal(position.version, 1);
  assert.deepEqual(corner(2), [3, 0, 0]); // 2 + a quarter of 4
  assert.deepEqual(corner(1), [0, 2, 0]); // 1 + half of 2
  assert.deepEqual(bodies.ends[0], [3, 0, 0]);
  const slanted = Array.from(normal.array.slice(27, 30));
  const size = Math.hypot(1 / 3, 1 / 2, 1);
  [1 / 3 / size, 1 / 2 / size, 1 / size].forEach((wanted, a) => assert.ok(Math.abs(slanted[a] - wanted) < 1e-6));
  assert.notDeepEqual(slanted, before);
  Object.assign(now, { length: 1.5, width: 1 });
  bodies.form();
  assert.deepEqual([corner(2), corner(1)], [[1.5, 0, 0], [0, 1, 0]]);
});

test("an arrow stands at the centre of mass and is as long as the scale says", () => {
  const bodies = new Bodies(payload, catalogue);
  const arrows = new Arrows({ name: "water", field: "body_force.water", unit: "N", scale: 0.1 }, payload, catalogue, bodies);
  arrows.group.visible = true;
  arrows.place(outputs, [5, 6, 7]);
  assert.equal(arrows.heads.count, 1); // no force, no arrow
  const shaft = arrows.shafts.instanceMatrix.array;
  const head = arrows.heads.instanceMatrix.array;
  const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
  close(shaft[12], 0);
  close(shaft[13], 1);
  close(shaft[10] + head[10], 0.4); // 4 N along z at 0.1 m a newton
  close(head[14], shaft[10]);
  const none = new Arrows({ name: "wind", field: "body_force.wind", unit: "N" }, payload, catalogue, bodies);
  assert.ok(none.empty);
});

test("arrows without a scale find one from the largest force, none longer than half of the machine", () => {
  const arrows = new Arrows(
    { name: "water", field: "body_force.water", unit: "N", scale: null },
    payload,
    catalogue,
    new Bodies(payload, catalogue),
  );
  let clock = 0; // ms
  const forced = (newtons) => {
    const now = outputs.slice();
    now[16] = newtons;
    arrows.place(now, [0, 0, 0], (clock += 16));
    return arrows.shown;
  };
  forced(0);
  for (const newtons of [1e-12, 2.5e-5, 0.03, 0.4, 4]) {
    const length = newtons * forced(newtons); // at once, however fast the force grows
    assert.ok(length > 0.2 && length <= 1, `${newtons} N: ${length} m of 2 m`);
  }
  for (let k = 0; k < 200; k++) forced(4 * Math.cos(k)); // to and fro
  const before = arrows.shown;
  assert.ok(4 * before > 0.2 && 4 * before <= 1);
  for (const newtons of [4e4, 1e-3]) for (let k = 0; k < 220; k++) forced(newtons);
  assert.equal(arrows.shown, before); // it stays while the machine runs
  arrows.forget();
  forced(4e4); // a jerk at the start
  for (let k = 0; k < 220; k++) forced(4);
  assert.ok(4 * arrows.shown > 0.2 && 4 * arrows.shown <= 1);
});

test("a path of any length keeps its ends within its memory", () => {
  const trace = new Trace(0.01);
  for (let k = 0; k <= 20000; k++) trace.add(k * 0.02, 0, 0);
  const p = trace.places.array;
  assert.ok(trace.count > 500 && trace.count <= 2048);
  assert.equal(p[0], 0);
  assert.ok(Math.abs(p[6 * (trace.count - 1)] - 400) < 1e-3);
  for (let k = 1; k < trace.count; k++) assert.ok(p[6 * k] > p[6 * (k - 1)]);
});

test("a prism over a concave outline is closed and points outwards", () => {
  const { points, triangles } = prism(
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [1, 1],
      [0, 2],
    ],
    0,
    3,
  );
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => points.subarray(3 * triangles[k + n], 3 * triangles[k + n] + 3));
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  }
  assert.ok(Math.abs(volume - 9) < 1e-6); // area 3, height 3
});

test("a camera survives the address, and refuses nonsense", () => {
  const stage = { size: 1, height: 500, clear: { width: 500, height: 500 }, camera: { fov: 36 } };
  const rig = new Rig(stage, "xy");
  rig.turn(0.3, -0.2);
  rig.scale(2);
  rig.shift(10, 5);
  const other = new Rig(stage, "xz");
  other.text = rig.text;
  assert.equal(other.text, rig.text);
  other.text = "1,2,3";
  other.text = "a,b,c,d,e,f,g";
  assert.equal(other.text, rig.text);
});

test("a wake stays where it was left, goes with the stream, fades, and forgets when time goes back", () => {
  const spec = { name: "wake", scale: 0.1, field: "body_force", edges: [{ body: "tail", at: [0, 0, 1], field: "body_force.water.tail" }] };
  const catalogueOfOne = new Catalogue(catalogue.fields, catalogue.labels);
  const bodies = new Bodies(payload, catalogueOfOne);
  const wake = new Wake(spec, { ...payload, period: 1.2 }, catalogueOfOne, bodies); // a mark every tenth of a second, gone after 2.4 s
  wake.group.visible = true;
  let asked = 0;
  const past = (time, read) => {
    if (time < 0 || time > 1) return false;
    const then = outputs.slice();
    then[3] = 8 + time; // the tail goes along x
    then[18] = 4; // N along +y
    asked++;
    read(then);
    return true;
  };
  wake.follow(1, past, [0, 0.5, 0], [1, 2, 3]);
  assert.equal(wake.shafts.count, 11);
  assert.equal(asked, 11);
  const place = (k) => Array.from(wake.shafts.instanceMatrix.array.slice(16 * k + 12, 16 * k + 15));
  place(0).forEach((v, a) => assert.ok(Math.abs(v - [8 - 1, 6 + 0.5 - 2, 8 - 3][a]) < 1e-6)); // left at 0, a second in the stream
  place(10).forEach((v, a) => assert.ok(Math.abs(v - [9 - 1, 6 - 2, 8 - 3][a]) < 1e-6));
  assert.ok(Math.abs(wake.fade.array[0] - (1 - 1 / 2.4)) < 1e-6 && Math.abs(wake.fade.array[10] - 1) < 1e-6);
  assert.ok(wake.shafts.instanceMatrix.array[9] < 0); // the force is along +y: what leaves goes the other way
  wake.follow(2.95, past, [0, 0, 0], [0, 0, 0]);
  assert.equal(wake.shafts.count, 5); // of 0.6 to 1 s
  assert.equal(asked, 11);
  wake.follow(0.5, past, [0, 0, 0], [0, 0, 0]);
  assert.equal(wake.shafts.count, 6);
  assert.equal(asked, 17);
  wake.group.visible = false;
  wake.follow(1, past, [0, 0, 0], [0, 0, 0]);
  assert.equal(asked, 17);
});
