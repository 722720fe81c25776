/** A recorded run with the methods of a running machine, and `seek`. */

import { doubles } from "./decode.js";
import { catalogueOf } from "./fields.js";
import { unpacked } from "./packed.js";

/** Index of the last time that is not after t; times rise. */
export function indexBefore(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}

/** Plays a recording: samples are joined by straight lines, orientations stay of unit length. */
export class ReplaySource {
  constructor(payload) {
    this.catalogue = catalogueOf(payload);
    this.times = doubles(payload.recording.times);
    this.columns = this.catalogue.fields.map((field) => unpacked(payload.recording.fields[field.name]));
    this.outputs = new Float64Array(this.catalogue.size);
    this.start = this.times[0];
    this.end = this.times[this.times.length - 1];
    this.dt = this.times.length > 1 ? (this.end - this.start) / (this.times.length - 1) : 0;
    this.time = this.start;
    this.replayed = true;
    this.ended = payload.ended ?? { word: "finished", text: "the recording ends here" };
    const state = this.catalogue.byName.get("state");
    this.names = {
      states: state ? this.catalogue.names(state, 0) : [],
      parameters: [],
      outputs: [...this.catalogue.byName.keys()],
    };
    this.frame();
  }

  /** How the recorded run ended. code: 0, because playing it goes well whatever became of the run. */
  get status() {
    return { code: 0, ...this.ended, time: this.time };
  }

  /** Go on by so many seconds, not beyond the end. */
  advance(seconds) {
    this.seek(this.time + seconds);
    return this.status;
  }

  /** Go to a time of the recording. */
  seek(t) {
    this.time = Math.min(Math.max(t, this.start), this.end);
    this.frame();
  }

  reset() {
    this.seek(this.start);
  }

  /** Outputs at the present time. */
  frame() {
    const at = indexBefore(this.times, this.time);
    const next = Math.min(at + 1, this.times.length - 1);
    const span = this.times[next] - this.times[at];
    const share = span > 0 ? (this.time - this.times[at]) / span : 0;
    this.catalogue.fields.forEach((field, k) => mix(this.outputs, field, this.columns[k], at, next, share));
    return this.outputs;
  }

  /** "field": its numbers; "field.label.label": one number. */
  output(name) {
    const found = this.catalogue.find(name);
    if (!found) throw new RangeError(`no output '${name}' was recorded.`);
    if (found.axis === found.field.dims.length) return this.outputs[found.start];
    return this.outputs.slice(found.start, found.start + found.count);
  }

  state() {
    return this.catalogue.byName.has("state") ? this.output("state") : new Float64Array(0);
  }

  set(name) {
    throw new RangeError(`'${name}' cannot be set: this page replays a recorded run.`);
  }

  get(name) {
    throw new RangeError(`'${name}' has no value here: this page replays a recorded run.`);
  }

  save() {
    return { time: this.time };
  }

  load(snapshot) {
    this.seek(snapshot.time);
  }
}

/** One field between two samples; quaternions by the shorter way, of unit length. */
function mix(outputs, field, data, at, next, share) {
  const { place, count } = field;
  const a = at * count;
  const b = next * count;
  if (!field.name.endsWith("quaternion")) {
    for (let k = 0; k < count; k++) {
      const from = data[a + k];
      outputs[place + k] = share === 0 ? from : from + share * (data[b + k] - from);
    }
    return;
  }
  for (let q = 0; q < count; q += 4) {
    let along = 0;
    for (let k = q; k < q + 4; k++) along += data[a + k] * data[b + k];
    const sign = along < 0 ? -1 : 1;
    let square = 0;
    for (let k = q; k < q + 4; k++) {
      const mixed = data[a + k] * (1 - share) + sign * share * data[b + k];
      outputs[place + k] = mixed;
      square += mixed * mixed;
    }
    const size = Math.sqrt(square) || 1;
    for (let k = q; k < q + 4; k++) outputs[place + k] /= size;
  }
}
