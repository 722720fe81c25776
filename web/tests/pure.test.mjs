import assert from "node:assert/strict";
import { test } from "node:test";

import { csvOf } from "../src/viewer/csv.js";
import { Catalogue } from "../src/viewer/fields.js";
import { makeFigures } from "../src/viewer/figures.js";
import { History, thinned } from "../src/viewer/history.js";
import { clock, metres, nice, short } from "../src/viewer/numbers.js";
import { ReplaySource } from "../src/viewer/replay.js";
import { Rig } from "../src/viewer/scene/camera.js";
import { read, written } from "../src/viewer/settings.js";
import { creases, shaded } from "../src/viewer/shading.js";
import { restoreOwn, unitsOf } from "../src/viewer/sharing.js";

const base64 = (array) => Buffer.from(array.buffer).toString("base64");

test("a catalogue finds labels that hold points", () => {
  const fields = [
    { name: "work", dims: ["flow"], shape: [2] },
    { name: "work_rate", dims: ["flow", "axis"], shape: [2, 3] },
  ];
  const own = new Catalogue(fields, { flow: ["motor", "water.drag"], axis: ["x", "y", "z"] });
  assert.equal(own.find("work.water.drag").start, 1);
  assert.equal(own.find("work_rate.water.drag.y").start, 6);
  assert.equal(own.find("work_rate.water.drag").count, 3);
  assert.equal(own.find("work.water"), null);
  assert.equal(own.all().length, 8);
});

function recording() {
  const times = Float64Array.from([0, 1, 2]);
  const quarter = Math.SQRT1_2;
  return {
    kind: "replay",
    recording: {
      times: base64(times),
      fields: {
        base_position: {
          shape: [3, 3],
          dims: ["axis"],
          labels: { axis: ["x", "y", "z"] },
          data: base64(Float32Array.from([0, 0, 0, 1, 2, 3, 3, 2, 1])),
        },
        body_quaternion: {
          shape: [3, 1, 4],
          dims: ["body", "quaternion"],
          data: base64(Float32Array.from([1, 0, 0, 0, -quarter, 0, 0, -quarter, 1, 0, 0, 0])),
        },
      },
    },
  };
}

test("a replay moves between its samples and stops at its end", () => {
  const source = new ReplaySource(recording());
  source.advance(0.5);
  assert.deepEqual([...source.output("base_position")], [0.5, 1, 1.5]);
  const turn = source.output("body_quaternion"); // an eighth of a turn about z, although the sample has the other sign
  assert.ok(
    Math.abs(Math.abs(turn[0]) - Math.cos(Math.PI / 8)) < 1e-6 && Math.abs(Math.abs(turn[3]) - Math.sin(Math.PI / 8)) < 1e-6,
  );
  assert.ok(turn[0] * turn[3] > 0);
  source.advance(9);
  assert.equal(source.status.word, "finished");
  const ended = { word: "diverged", text: "diverged after 2 s" };
  const broken = new ReplaySource({ ...recording(), ended });
  assert.deepEqual(broken.status, { code: 0, ...ended, time: 0 });
  assert.equal(source.output("base_position.x"), 3);
  assert.throws(() => source.set("gait.amplitude", 1), /replays a recorded run/);
  assert.throws(() => source.output("nothing"), /no output 'nothing'/);
});

test("a full history drops its oldest rows, a step back its newest", () => {
  const history = new History(["a"], 0);
  for (let k = 0; k < 300; k++) history.push(k)[0] = k * k;
  assert.equal(history.count, 256);
  assert.equal(history.oldest, 44);
  assert.equal(history.interpolated(50.5, 0), (2500 + 2601) / 2);
  assert.ok(Number.isNaN(history.interpolated(10, 0)));
  history.push(100)[0] = 7;
  assert.equal(history.newest, 100);
  assert.equal(history.interpolated(100, 0), 7);
});

test("thinning keeps every extreme", () => {
  const history = new History(["wave", "spike"], 1e5);
  for (let k = 0; k < 9000; k++) {
    const row = history.push(k / 100);
    row[0] = Math.sin(k / 50);
    row[1] = k === 4321 ? 5 : k === 7000 ? -3 : 0;
  }
  const times = new Float64Array(400);
  const lines = [new Float32Array(400), new Float32Array(400)];
  const count = thinned(history, [0, 1], 0, 90, times, lines);
  assert.ok(count > 200 && count <= 400);
  assert.equal(Math.max(...lines[1].subarray(0, count)), 5);
  assert.equal(Math.min(...lines[1].subarray(0, count)), -3);
  for (let k = 1; k < count; k++) assert.ok(times[k] >= times[k - 1]);
  assert.equal(thinned(history, [0], 1, 2, times, lines), 101);
});

test("figures: a machine that hovers has no cost of transport", () => {
  const catalogue = new Catalogue(
    [
      { name: "base_position", dims: ["axis"], shape: [3] },
      { name: "work", dims: ["flow"], shape: [1] },
    ],
    { axis: ["x", "y", "z"], flow: ["motor"] },
  );
  const history = new History(catalogue.all());
  const list = [{ kind: "cost", work: "work.motor", position: "base_position", mass: 2 }];
  const [cost] = makeFigures(list, { history, catalogue, outputs: () => [], period: () => 2 });
  const push = (time, drift) => history.push(time).set([Math.sin(Math.PI * time) + drift * time, 0, 0, 5 * time]);
  for (let k = 0; k <= 200; k++) push(k / 50, 1e-3);
  assert.ok(Number.isNaN(cost.value(4)));
  for (let k = 201; k <= 600; k++) push(k / 50, 0.5);
  assert.ok(Math.abs(cost.value(12) - 10 / (2 * 9.81 * 1)) < 1e-3);
});

test("figures: speed, cost and balance by hand", () => {
  const catalogue = new Catalogue(
    [
      { name: "base_position", dims: ["axis"], shape: [3] },
      { name: "work", dims: ["flow"], shape: [1] },
      { name: "energy", dims: [], shape: [] },
    ],
    { axis: ["x", "y", "z"], flow: ["motor"] },
  );
  const history = new History(catalogue.all());
  const outputs = new Float64Array(5);
  const list = [
    { kind: "speed", output: "base_position" },
    { kind: "cost", work: "work.motor", position: "base_position", mass: 2 },
    { kind: "rate", output: "work.motor" },
    {
      kind: "balance",
      terms: [
        { output: "work.motor", factor: 1 },
        { output: "energy", factor: -1 },
      ],
      scale: ["work.motor"],
    },
    { kind: "unknown" },
  ];
  const figures = makeFigures(list, { history, catalogue, outputs: () => outputs, period: () => 2 });
  assert.equal(figures.length, 4);
  for (let k = 0; k <= 10; k++) {
    outputs.set([3 * k, 4 * k, 0, 6 * k, 100 + 6 * k - (k === 5 ? 3 : 0)]);
    history.push(k).set(outputs);
    figures[3].value(k);
  }
  const [speed, cost, rate, balance] = figures.map((f) => f.value(10));
  assert.ok(Math.abs(speed - 5) < 1e-6);
  assert.ok(Math.abs(rate - 6) < 1e-6);
  assert.ok(Math.abs(cost - 12 / (2 * 9.81 * 10)) < 1e-6);
  assert.ok(Math.abs(balance - 3 / 60) < 1e-12);
  figures[3].reset();
  outputs[3] += 20; // before the figure is looked at again
  assert.ok(Math.abs(figures[3].value(11) - 20 / 80) < 1e-12);
});

test("settings survive the address", () => {
  const own = { speed: "0.5", view: "top", plots: "speed,a:b" };
  const text = written({ "gait.amplitude": 0.061, "odd name&=": -2e-5 }, own);
  const back = read("#" + text);
  assert.deepEqual(back, { parameters: { "gait.amplitude": 0.061, "odd name&=": -2e-5 }, own });
  assert.deepEqual(read("#a=%E0%A4%A&b=&c=x&=1&d=2").parameters, { d: 2 });
});

test("a table has a head, names and rows", () => {
  const history = new History(['a,"b"', "c"]);
  history.push(0.5).set([1, NaN]);
  assert.equal([...csvOf(history, ["run of\nx"])].join(""), '# run of x\ntime,"a,""b""",c\n0.5,1,\n');
});

test("numbers for people", () => {
  assert.equal(short(0.000012345), "1.23e−5");
  assert.equal(short(-1.5), "−1.5");
  assert.equal(short(NaN), "–");
  assert.equal(nice(0.3), 0.2);
  assert.equal(nice(40), 50);
  assert.equal(metres(0.05), "5 cm");
  assert.equal(clock(3725.6), "1:02:05");
  assert.equal(clock(1.5), "1.50 s");
});

test("a cube keeps its edges, a fine cylinder is smooth along its side", () => {
  const points = Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]);
  const cube = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
  assert.equal(creases(points, cube).length, 12 * 6);
  const { normals } = shaded(points, cube);
  assert.deepEqual([...normals.subarray(0, 3)], [0, 0, -1]);
  const rim = Array.from({ length: 32 }, (_, k) => [Math.cos((k * Math.PI) / 16), Math.sin((k * Math.PI) / 16)]);
  const tube = Float32Array.from([...rim.flatMap(([x, y]) => [x, y, 0]), ...rim.flatMap(([x, y]) => [x, y, 1])]);
  const sides = rim.flatMap((_, k) => [k, (k + 1) % 32, 32 + k, (k + 1) % 32, 32 + ((k + 1) % 32), 32 + k]);
  const smooth = shaded(tube, sides);
  for (let k = 0; k < sides.length; k++) {
    const [x, y] = smooth.positions.subarray(3 * k, 3 * k + 2);
    assert.ok(x * smooth.normals[3 * k] + y * smooth.normals[3 * k + 1] > 0.985);
  }
  assert.equal(creases(tube, sides).length, 64 * 6); // the two open ends
});

test("a stranger's link cannot ask for nonsense, and a table names its units", () => {
  const arrows = [{ factor: 1 }, { factor: 1 }];
  const shown = [];
  const plots = [];
  const layout = { showArrows: (k, on) => on && shown.push(k), plots: { clear() {} }, addByKey: (key) => plots.push(key), setTheme() {} };
  const keys = Array.from({ length: 500 }, (_, k) => `p${k % 60}`).join(",");
  restoreOwn({ world: { arrows, rig: {} }, layout, setSpeed: assert.fail }, { arrows: "0:1e300,1:Infinity,7:2,x:y,1:-3", plots: keys, speed: "1e9", theme: "x" });
  assert.deepEqual([arrows.map((a) => a.factor), shown], [[32, 32], [0, 1]]);
  assert.equal(plots.length, 24);
  const catalogue = new Catalogue([{ name: "power", unit: "W" }, { name: "joint_torque", dims: ["joint"], shape: [2], unit: "N m" }], { joint: ["a", "b"] });
  assert.equal(unitsOf(["power", "joint_torque.a", "joint_torque.b"], catalogue), "power [W], joint_torque [N m]");
  const rig = new Rig({ size: 1 }, "xy");
  for (const text of ["1,2,3", "1,2,3,1e300,0,0,1", "NaN,0,1,0,0,0,1"]) rig.text = text;
  assert.equal(rig.view, "start");
  rig.text = "0,99,1,0,0,0,1";
  assert.ok(rig.elevation < Math.PI / 2);
});

test("a figure of a whole run is shown as it was given", () => {
  const own = { history: null, catalogue: new Catalogue([], {}), outputs: () => [], period: () => 0 };
  const [known, none] = makeFigures([{ kind: "given", value: 2e-12 }, { kind: "given", value: null }], own);
  assert.equal(known.value(3), 2e-12);
  assert.ok(Number.isNaN(none.value(3)));
});
