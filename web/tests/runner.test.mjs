import assert from "node:assert/strict";
import { test } from "node:test";

import { Catalogue } from "../src/viewer/fields.js";
import { hull } from "../src/viewer/flat.js";
import { pressed } from "../src/viewer/keys.js";
import { refuseSeek } from "../src/viewer/refusals.js";
import { periodOf } from "../src/viewer/period.js";
import { goodSpeed, rhythmOf, Runner, sampleInterval } from "../src/viewer/runner.js";
import { placeOf, speedAt } from "../src/viewer/panels/transport.js";

/** A machine whose only output is its time; it breaks off at `last`. */
class Clock {
  constructor(dt, last = Infinity) {
    Object.assign(this, {
      dt,
      last,
      outputs: new Float64Array(1),
      catalogue: new Catalogue([{ name: "now", dims: [], shape: [] }], {}),
    });
    this.reset();
  }

  get time() {
    return this.steps * this.dt;
  }

  get status() {
    return { code: this.time > this.last ? 1 : 0, time: this.time };
  }

  reset() {
    this.steps = 0;
    this.asked = 0;
  }

  advance(seconds) {
    this.asked += seconds;
    this.steps = Math.floor(this.asked / this.dt + 1e-6);
  }

  frame() {
    this.outputs[0] = this.time;
  }
}

test("a runner keeps samples at equal times, however it is driven", () => {
  const source = new Clock(0.001);
  const runner = new Runner(source, source.catalogue, ["now"], 2);
  assert.ok(runner.forward(0.5));
  assert.ok(runner.forward(0.0004));
  assert.ok(runner.forward(0.4996));
  assert.ok(Math.abs(source.time - 1) < 1.5e-3);
  const { history, interval } = runner;
  assert.equal(interval, 0.017);
  assert.equal(history.count, Math.floor(1 / interval) + 1);
  for (let k = 0; k < history.count; k++) {
    assert.ok(Math.abs(history.time(k) - k * interval) < 1e-9);
    assert.ok(Math.abs(history.value(k, 0) - history.time(k)) < 1e-6);
  }
});

test("a runner stops where the machine breaks off", () => {
  const source = new Clock(0.01, 0.5);
  const runner = new Runner(source, source.catalogue, ["now"], 0);
  assert.equal(runner.forward(2), false);
  assert.ok(source.time < 0.6);
});

test("sampling and speed suit fast gaits", () => {
  assert.ok(Math.abs(sampleInterval(1e-4, 0.04) - 5e-4) < 1e-12);
  assert.equal(sampleInterval(0.02, 2), 0.02);
  assert.equal(goodSpeed(2), 1);
  assert.equal(goodSpeed(0.04), 0.03);
  assert.equal(rhythmOf({ period: null, duration: 0.2 }), 0.05);
  assert.equal(rhythmOf({ period: null, duration: 30 }), 0);
  for (const speed of [0.001, 0.03, 1, 10]) assert.ok(Math.abs(speedAt(placeOf(speed)) / speed - 1) < 0.02);
  assert.equal(speedAt(placeOf(1)), 1);
});

test("the period follows the slider that it began with", () => {
  const sliders = [
    { name: "gait.ramp", unit: "s", value: 5 },
    { name: "stroke.rate", unit: "1/min", value: 27 },
  ];
  const values = { "stroke.rate": 27 };
  const period = periodOf({ period: 60 / 27, machine: { sliders } }, (name) => values[name]);
  assert.equal(period(), 60 / 27);
  values["stroke.rate"] = 30;
  assert.equal(period(), 2);
  assert.equal(periodOf({ period: 1.5, machine: { sliders } }, () => 9)(), 1.5);
  assert.equal(periodOf({ period: null }, () => 9)(), 0);
});

test("the outline of points in the plane is convex", () => {
  const found = hull([
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0.5, 0.5],
    [0.2, 0.9],
  ]);
  assert.equal(found.length, 4);
});

test("a runner does not run for ever", () => {
  const clock = new Clock(0.01);
  const runner = new Runner(clock, clock.catalogue, ["now"], 0);
  for (const wrong of [Infinity, NaN, "1", undefined]) assert.throws(() => runner.forward(wrong), /give seconds as a number/);
  assert.equal(clock.time, 0);
});

test("scripts are refused in words", () => {
  for (const wrong of [NaN, Infinity, "1", undefined]) assert.throws(() => refuseSeek(wrong), /give seconds as a number/);
  refuseSeek(1);
});

test("r starts again although a message has the focus, and other keys wait for it", () => {
  globalThis.document = { body: {}, activeElement: null };
  const done = [];
  const layout = { root: { contains: () => true }, message: { shown: true }, panels: new Map() };
  const viewer = { layout, runner: {}, reset: () => done.push("reset"), step: () => done.push("step"), play: () => done.push("play") };
  const button = { matches: (what) => what.startsWith("button") };
  for (const key of ["r", ".", " "]) pressed({ key, target: button, preventDefault() {} }, viewer);
  delete globalThis.document;
  assert.deepEqual(done, ["reset"]);
});
