/** The studio's modules that need no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Api, RefusedError, bytesOf, tokenOf } from "../src/studio/api.js";
import { changedIn, differing, inBrackets, onTimes, rowsOf, together } from "../src/studio/curves.js";
import { OpenDocument } from "../src/studio/document.js";
import { failureLines, reasonOf } from "../src/studio/failures.js";
import { isEnded } from "../src/studio/jobs.js";
import { caseAt, shade, spanOf, valuesOf, wordsOf } from "../src/studio/map.js";
import { placeOf } from "../src/studio/places.js";
import { changedWords, shown } from "../src/studio/runs.js";
import { History } from "../src/studio/stroke/history.js";
import { atPhase, atShare, curves, shareOf } from "../src/studio/stroke/spline.js";
import { proposed } from "../src/studio/sweep.js";

test("requests carry the token, refusals become errors in words", async () => {
  assert.equal(tokenOf("http://127.0.0.1:80/?token=a-b_c#x"), "a-b_c");
  const asked = [];
  const api = new Api("secret", async (...given) => {
    asked.push(given);
    return { ok: given[0] !== "/api/file", status: 409, json: async () => ({ error: "it changed", digest: "d" }) };
  });
  await api.get("run", { name: "a b" });
  assert.equal(asked[0][0], "/api/run?name=a+b");
  assert.equal(asked[0][1].headers["X-Elver-Token"], "secret");
  await assert.rejects(api.post("file", {}), (error) => error instanceof RefusedError && error.status === 409 && error.told.digest === "d" && error.message === "it changed");
  const silent = new Api("", async () => { throw new TypeError("failed to fetch"); });
  await assert.rejects(silent.get("alive"), /does not answer/);
  assert.deepEqual([...bytesOf("AGFzbQ==")], [0, 97, 115, 109]);
});

test("a document knows what it is and what was changed", () => {
  const own = new OpenDocument("scenario", "eel", "elver: 1");
  assert.deepEqual(own.source, { scenario: "eel" });
  own.text = "elver: 1 # mine";
  assert.deepEqual(own.source, { text: "elver: 1 # mine" });
  assert.equal(own.proposed, "eel.yaml");
  own.text = "elver: 1 # mine, and more";
  own.saved("eel.yaml", "d", "elver: 1 # mine");
  assert.equal(own.edited, true); // what was typed while it was written is not saved
  own.text = "elver: 1 # mine";
  own.changes = { a: 1 };
  assert.equal(own.edited, false);
  const earlier = Object.assign(new OpenDocument("scenario", "fish", "elver: 1"), { first: null, place: "a/fish.yaml", points: { hinge: [1, 2] } });
  assert.deepEqual(earlier.source, { text: "elver: 1", path: "a/fish.yaml", points: { hinge: [1, 2] } }); // of a run: its files and strokes too
  assert.deepEqual(own.source, { text: "elver: 1 # mine", path: "eel.yaml", changes: { a: 1 } });
});

test("a scenario is opened as it is shown to people, and its text says so already", () => {
  const own = Object.assign(new OpenDocument("scenario", "eel", "law: kirchhoff"), { shown: { "water.law": "kirchhoff" } });
  assert.deepEqual(own.source, { scenario: "eel", changes: { "water.law": "kirchhoff" } });
  own.changes = { "water.law": "paper" };
  assert.deepEqual(own.source, { scenario: "eel", changes: { "water.law": "paper" } });
  own.changes = {};
  own.text = "law: kirchhoff # mine";
  assert.deepEqual(own.source, { text: "law: kirchhoff # mine" });
});

test("mistakes stand at their word, whatever the text has become", () => {
  const lines = [{ text: "a: far", from: 0, to: 6 }, { text: "", from: 7, to: 7 }];
  assert.deepEqual(placeOf(lines, { line: 1, column: 4 }), { from: 3, to: 6 });
  assert.deepEqual(placeOf(lines, { line: 9, column: 9 }), { from: 7, to: 7 });
  assert.deepEqual(placeOf(lines, { line: 1, column: 99 }), { from: 6, to: 6 });
});

test("curves of different times are brought together", () => {
  assert.deepEqual(onTimes([0, 0.5, 1, 2], [0, 1], [0, 2]), [0, 1, 2, null]);
  assert.deepEqual(onTimes([0, 1, 2], [0, 2], [1, null]), [1, null, null]);
  const found = together({ a: { time: [0, 1], values: [0, 1] }, b: { time: [0, 0.5, 1], values: [5, 5, 5] } });
  assert.deepEqual(found, [[0, 0.5, 1], [0, 0.5, 1], [5, 5, 5]]);
  assert.deepEqual(rowsOf([{ a: 1, b: { c: 1 }, d: null }, { a: null, e: "x" }]), ["a", "e"]);
  assert.equal(shown({ x: 1, y: null }), "x 1, y -");
});

test("what differs between runs is told with units", () => {
  const [one, two] = [
    { name: "a", asked: { changes: {}, units: { rate: "Hz", size: "m" } } },
    { name: "b", asked: { changes: { rate: 2.5 }, dt: "0.001", points: { hinge: [0, 1] }, units: { rate: "Hz" } } },
  ];
  assert.deepEqual(changedIn(two.asked).map((own) => own.name), ["rate", "time step", "stroke of hinge"]);
  assert.equal(changedWords(two.asked), "rate = 2.5 Hz, time step = 0.001 s, stroke of hinge = as drawn");
  assert.deepEqual([changedWords(one.asked), changedWords({}), changedWords(undefined)], ["nothing", "-", "-"]);
  const parameters = { a: { rate: 1.5, size: 1, kind: "x", many: [1, 2] }, b: { rate: 2.5, size: 2, kind: "x", many: [1, 3] } };
  assert.deepEqual(differing([one, two], parameters), [
    { name: "rate", unit: "Hz", values: [1.5, 2.5] },
    { name: "time step", unit: "s", values: [undefined, 0.001] },
    { name: "stroke of hinge", unit: "", values: [undefined, "as drawn"] },
    { name: "size", unit: "m", values: [1, 2] },
    { name: "many", unit: "", values: [[1, 2], [1, 3]] },
  ]);
  assert.equal(differing([{ name: "a", asked: { changes: { rate: 1 } } }, one], {})[0].unit, "Hz"); // of a run that says nothing of units
  assert.deepEqual(["m", "1", undefined].map(inBrackets), [" [m]", "", ""]);
});

test("cases of a sweep by their place", () => {
  const axes = [{ name: "a", values: [1, 2, 3] }, { name: "b", values: ["x", "y"] }];
  assert.equal(caseAt(axes, [2, 1]), 5);
  assert.deepEqual(valuesOf(axes, [2, 1]), { a: 3, b: "y" });
  assert.equal(wordsOf(axes, [2, 1]), "a = 3, b = y");
  assert.equal(wordsOf([{ name: "tilt", unit: "deg", values: [0.31416], shown: [18] }], [0]), "tilt = 18 deg");
  assert.deepEqual(spanOf([null, 3, 1]), [1, 3]);
  assert.deepEqual(spanOf([2, 2]), [1, 3]);
  assert.deepEqual(spanOf([null]), [0, 1]);
  assert.equal(shade(0), "rgb(68,1,84)");
  assert.equal(shade(7), "rgb(253,231,37)");
  assert.equal(proposed({ default: 0.06, low: 0.05, high: null }, 7), "0.05:0.09:7");
  assert.equal(proposed({ default: 0, low: null, high: null }, 3), "-0.5:0.5:3");
  assert.deepEqual(["done", "running"].map((state) => isEnded({ state })), [true, false]);
});

test("cases that did not finish are counted with their reasons", () => {
  const status = ["finished", "refused", "refused", "diverged", "diverged"];
  const detail = ["reached 3 s", "size = 0.27 is too large.", "size = 0.27 is too large.", "no number after 1.5 s", "no number after 2e-3 s"];
  assert.deepEqual(failureLines({ status, detail }), [
    "4 of 5 cases did not finish:", "2 refused: size = 0.27 is too large.", "2 diverged: no number after 1.5 s (and alike, with other numbers)",
  ]);
  assert.deepEqual([reasonOf({ status, detail }, 0), reasonOf({ status, detail }, 4)], ["", "diverged: no number after 2e-3 s"]);
  assert.deepEqual(failureLines({ status: ["finished"], detail: [""] }), []);
  const many = [..."abcdefgh"];
  assert.equal(failureLines({ status: many, detail: many }).at(-1), "and 2 other reasons");
});

test("what was changed is undone and done again", () => {
  const own = new History(0);
  own.add(1);
  own.add(2);
  assert.deepEqual([own.undo(), own.undo(), own.undo(), own.canUndo], [1, 0, 0, false]);
  assert.equal(own.redo(), 1);
  own.add(3);
  assert.deepEqual([own.now, own.canRedo], [3, false]);
});

test("a stroke is periodic with two continuous derivatives", () => {
  const stroke = { points: [0, 1, 0.5, -1, 2], period: 1.4, drive: 0.4, drive_end: 0.5 };
  const [first, last] = [atShare(stroke, 0), atShare(stroke, 1)];
  first.forEach((value, k) => assert.ok(Math.abs(value - last[k]) < 1e-9 * (1 + Math.abs(value))));
  assert.equal(atPhase([3, 3, 3, 3], 0.37)[0].toFixed(12), "3.000000000000");
  assert.ok(Math.abs(shareOf(0.5, 0.4, 0.5) - 0.4) < 1e-12);
  const h = 1e-5;
  for (const u of [0.1, 0.33, 0.8]) {
    const [, velocity, acceleration] = atShare(stroke, u);
    const [before, after] = [atShare(stroke, u - h), atShare(stroke, u + h)];
    assert.ok(Math.abs((after[0] - before[0]) / (2 * h * stroke.period) - velocity) < 1e-6);
    assert.ok(Math.abs((after[1] - before[1]) / (2 * h * stroke.period) - acceleration) < 1e-5);
  }
  const drawn = curves(stroke, 10);
  assert.deepEqual([drawn.shares.length, drawn.values[0]], [11, first[0]]);
});
