import assert from "node:assert/strict";
import { test } from "node:test";

import { Machine } from "../src/machine.js";

const STATUSES = { 0: ["finished", ""], 3: ["contact not converged", ""], 7: ["refused", ""], 10: ["failed", ""] };

/** A machine whose module only counts its steps, and breaks off where `broken` says so. */
function counter(more = {}, broken = { frame: false }) {
  const memory = { buffer: new ArrayBuffer(256) };
  const numbers = new Float64Array(memory.buffer);
  const description = {
    dt: 1e-3,
    method: "rk4",
    addresses: { x: 0, y: 64, p: 128, done: 192, begin: 200, step: 208 },
    states: [{ name: "x", place: 0 }],
    outputs: { size: 1, fields: [{ name: "one", dims: [], shape: [], place: 0 }], labels: {} },
    parameters: [{ name: "load", place: 0, value: 2, kind: "direct", states: [], allowed: { above: 0, high: 5 } }],
    statuses: Object.fromEntries(Object.entries(STATUSES).map(([code, [word, text]]) => [code, { word, text }])),
    ...more,
  };
  const called = [];
  const exports = {
    memory,
    start: () => (numbers[24] = 0),
    advance: (steps) => {
      called.push(steps);
      numbers[24] += steps | 0;
      return 0;
    },
    frame: () => {
      if (broken.frame) throw new Error("unreachable");
    },
  };
  return { machine: new Machine(description, exports), called };
}

test("many short advances take every step", () => {
  for (const [seconds, each] of [[0.001, 1], [0.002, 2], [0.0007, 0.7], [0.01, 10]]) {
    const { machine } = counter();
    for (let k = 1; k <= 200000; k += 1) {
      machine.advance(seconds);
      if (k % 10 === 0) assert.equal(machine.done, Math.round(k * each));
    }
  }
});

test("steps are whole numbers of 32 bits", () => {
  const { machine, called } = counter();
  machine.advance(2e6);
  assert.deepEqual(called, [2e9]);
  assert.throws(() => machine.advance(3e6), /advance\(3000000\): give seconds, 0 or more and less than 2.15e\+6/);
  for (const wrong of [-1, NaN, Infinity, "1", null, undefined]) assert.throws(() => machine.advance(wrong), RangeError);
  assert.equal(machine.time, 2e6);
});

test("the value that the machine has now goes with what was set", () => {
  const { machine } = counter();
  machine.set("load", 3);
  assert.equal(machine.seen("load"), 3);
  assert.throws(() => machine.seen("weight"), RangeError);
});

test("what is no number, or beyond the bounds, is not set", () => {
  const { machine } = counter();
  for (const wrong of [null, "", "3", [], true, NaN, Infinity]) assert.throws(() => machine.set("load", wrong), /is not allowed. Give a number/);
  for (const wrong of [0, -1, 5.1]) assert.throws(() => machine.set("load", wrong), /Give more than 0 and at most 5/);
  assert.equal(machine.get("load"), 2);
  machine.set("load", 5);
  assert.equal(machine.numbers[16], 5);
});

test("a machine that goes by recorded signals stops where they end", () => {
  const { machine } = counter({ signals: { from: 0, to: 0.5 } });
  machine.advance(0.5);
  assert.equal(machine.status.word, "running");
  machine.advance(0.2);
  assert.deepEqual([machine.status.word, machine.status.text, machine.time], ["refused", "its recorded signals end at 0.5 s", 0.5]);
  machine.reset();
  assert.equal(machine.advance(0.1).word, "running");
});

test("a frame that breaks off is a failure that a setting does not mend", () => {
  const broken = { frame: false };
  const { machine } = counter({}, broken);
  broken.frame = true;
  machine.frame();
  assert.deepEqual([machine.status.word, machine.status.text], ["failed", "the module broke off: unreachable"]);
  machine.set("load", 3);
  assert.equal(machine.status.word, "failed");
  broken.frame = false;
  machine.reset();
  assert.equal(machine.status.word, "running");
});
