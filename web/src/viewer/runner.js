/** Runs a source in step with real time, and keeps what it did. */

import { History } from "./history.js";

const LONGEST = 0.1; // s of real time that one picture may stand for: after a pause of the browser nothing is caught up
const BUDGET = 11; // ms of machine a picture: beyond it the machine runs slower than asked
const KEPT = [
  "base_position",
  "base_quaternion",
  "base_rotation",
  "base_velocity",
  "com_position",
  "joint_position",
  "joint_torque",
  "power",
  "work",
  "kinetic_energy",
  "medium_energy",
  "potential_energy",
];

/** Names of the numbers that are kept of every run, with `more` of them. */
export function keptColumns(catalogue, more) {
  const always = KEPT.flatMap((name) => (catalogue.byName.has(name) ? catalogue.numbers(catalogue.byName.get(name)) : []));
  return [...new Set([...always, ...more])];
}

/** Samples between which curves are straight: sixty a second of real motion, eighty a period of fast gaits. */
export function sampleInterval(dt, period) {
  const wanted = Math.min(1 / 60, period > 0 ? period / 80 : 1);
  return Math.max(1, Math.round(wanted / dt)) * dt;
}

/** A speed at which the gait can be followed: a period should last a second or so. */
export function goodSpeed(period) {
  if (!(period > 0) || period > 0.4) return 1;
  return Number(Math.max(period / 1.2, 0.001).toPrecision(1));
}

/** The time in which a machine does something that can be watched [s]: its period, or a part of a short run; 0: a second or more. */
export function rhythmOf({ period, duration }) {
  if (period > 0) return period;
  return duration > 0 && duration < 3 ? duration / 4 : 0;
}

/** The run of a source. */
export class Runner {
  /** budget: numbers of its history.   onrecord(): called when a sample is kept. */
  constructor(source, catalogue, columns, period, budget = undefined, onrecord = () => {}) {
    Object.assign(this, { source, catalogue, period, budget, onrecord });
    this.playing = false;
    this.speed = goodSpeed(period);
    this.reached = null; // speed that the processor allows, where it is less
    this.interval = sampleInterval(source.dt || 0.01, period);
    this.repeat = true;
    this.keep(columns);
    this.restart();
  }

  /** Keep these numbers from now on; what is known of them already stays. */
  keep(columns) {
    const before = this.history;
    this.history = new History(columns, this.budget);
    this.places = columns.map((name) => this.catalogue.find(name).start);
    if (this.source.replayed) this.readAll();
    else if (before) copyRows(before, this.history);
  }

  /** The whole recording of a replay as history. */
  readAll() {
    const { source, history } = this;
    const from = columnPlaces(history.names, this.catalogue);
    for (let k = 0; k < source.times.length; k++) {
      const row = history.push(source.times[k]);
      for (let c = 0; c < from.length; c++) row[c] = source.columns[from[c].field][k * from[c].count + from[c].offset];
    }
  }

  /** From the start, with the present parameters. */
  restart() {
    this.source.reset();
    this.source.frame();
    this.reached = null;
    if (this.source.replayed) return;
    this.history.clear();
    this.record();
  }

  /** Remember the present numbers. */
  record() {
    const row = this.history.push(this.source.time);
    const { outputs } = this.source;
    for (let c = 0; c < this.places.length; c++) row[c] = outputs[this.places[c]];
    this.next = this.source.time + this.interval;
    this.onrecord();
  }

  /** Go on by real seconds; whether the machine is well. */
  advance(seconds) {
    const before = this.source.time;
    const wanted = Math.min(seconds, LONGEST) * this.speed;
    if (this.source.replayed) {
      this.source.advance(wanted);
      if (this.source.time >= this.source.end) this.atEnd();
      return true;
    }
    const end = performance.now() + BUDGET;
    const well = this.forward(wanted, () => performance.now() > end);
    const made = this.source.time - before;
    const now = seconds > 0 && made < wanted - 2 * this.source.dt ? made / Math.min(seconds, LONGEST) : null;
    this.reached = now === null ? null : this.reached === null ? now : 0.8 * this.reached + 0.2 * now;
    return well;
  }

  atEnd() {
    if (this.repeat) this.source.reset();
    else this.playing = false;
  }

  /** Go on by seconds of the machine, keeping samples; stops early where `tired()`. Whether the machine is well. */
  forward(seconds, tired = () => false) {
    const { source } = this;
    if (!Number.isFinite(seconds)) throw new RangeError(`advance(${seconds}): give seconds as a number.`);
    let left = seconds;
    while (left > 0) {
      const piece = Math.min(left, Math.max(this.next - source.time, 0.5 * source.dt));
      source.advance(piece);
      left -= piece;
      if (source.status.code !== 0) {
        source.frame();
        return false;
      }
      if (source.time >= this.next - 0.5 * source.dt) {
        source.frame();
        this.record();
        if (tired()) return true;
      }
    }
    source.frame();
    return true;
  }
}

/** Rows of one history into another with other columns; what was not kept is NaN. */
export function copyRows(from, to) {
  const source = to.names.map((name) => from.index.get(name));
  for (let k = Math.max(0, from.count - to.capacity); k < from.count; k++) {
    const row = to.push(from.time(k));
    for (let c = 0; c < source.length; c++) row[c] = source[c] === undefined ? NaN : from.value(k, source[c]);
  }
}

/** Where each column stands in the fields of a recording. */
function columnPlaces(names, catalogue) {
  return names.map((name) => {
    const found = catalogue.find(name);
    return { field: catalogue.fields.indexOf(found.field), count: found.field.count, offset: found.start - found.field.place };
  });
}
