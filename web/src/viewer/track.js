/** What a live machine looked like, so that its run can be gone back through: everything that is drawn, sample by sample. */

import { History } from "./history.js";

const BUDGET = 6e6; // numbers in all: some five minutes of the eel
const DRAWN = ["body_position", "body_rotation", "body_quaternion", "com_position", "base_position"];

/** Rows of the outputs that a picture is made from. */
export class Track {
  /** arrows: of the payload; their forces are kept too. */
  constructor(catalogue, arrows = []) {
    const names = [...DRAWN, ...arrows.map((spec) => spec.field)];
    const parts = names.map((name) => catalogue.find(name)).filter(Boolean);
    const places = parts.flatMap(({ start, count }) => Array.from({ length: count }, (_, k) => start + k));
    this.places = Int32Array.from(new Set(places));
    this.rows = new History([...this.places.keys()], BUDGET);
    this.shown = new Float64Array(catalogue.size);
  }

  clear() {
    this.rows.clear();
  }

  get oldest() {
    return this.rows.oldest;
  }

  get newest() {
    return this.rows.newest;
  }

  /** Remember what the machine looks like at a time. */
  push(time, outputs) {
    const row = this.rows.push(time);
    for (let k = 0; k < row.length; k++) row[k] = outputs[this.places[k]];
  }

  /** The outputs as they were at a time, between two samples on a straight line; only what is drawn is filled in. */
  at(time) {
    for (let k = 0; k < this.places.length; k++) this.shown[this.places[k]] = this.rows.interpolated(time, k);
    return this.shown;
  }
}
