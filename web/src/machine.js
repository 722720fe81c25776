/** A machine that runs: a WebAssembly module with its description. The page and the tests in Node use this very file. */

import { Control, controlsOf } from "./controls.js";
import { library } from "./library.js";
import { Pilot } from "./pilot.js";

const CHUNK = 0.004; // s: how long a value that is followed from outside stays the same
const RUNNING = 0;
const NEARLY = 1e-6; // of a step: rounding of the time asked for
const MOST_STEPS = 2 ** 31 - 1; // that one call may ask for
const LOOSEST = 1e4; // times its tolerance a contact problem is solved at least, where it cannot be solved better

/** Opens a module: `description` and bytes as `elver.export.wasm` made them. */
export async function openMachine(description, bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { library });
  return new Machine(description, instance.exports);
}

/** What was given, with texts told from numbers. */
const shown = (value) => (typeof value === "string" ? `"${value}"` : String(value));

export class Machine {
  /** Starts at the parameters that the module was made with. */
  constructor(description, exports) {
    this.description = description;
    this.exports = exports;
    this.numbers = new Float64Array(exports.memory.buffer);
    this.dt = description.dt;
    const codeOf = (word) => Number(Object.entries(description.statuses).find(([, status]) => status.word === word)[0]);
    this.failed = codeOf("failed");
    this.refused = codeOf("refused");
    this.unsolved = codeOf("contact not converged");
    this.last = description.signals ? Math.floor(description.signals.to / this.dt + NEARLY) : Infinity; // step that signals reach
    const { x, y } = description.addresses;
    this.places = description.states.map((state) => x / 8 + state.place);
    this.outputs = this.numbers.subarray(y / 8, y / 8 + description.outputs.size);
    this.fields = new Map(description.outputs.fields.map((field) => [field.name, field]));
    this.controls = controlsOf(description, this.numbers);
    this.names = {
      states: description.states.map((state) => state.name),
      parameters: [...this.controls.values()].filter((control) => !control.internal).map((control) => control.name),
      outputs: [...this.fields.keys()],
    };
    this.pilot = description.pilot ? new Pilot(this, description.pilot) : null;
    this.reset();
  }

  /** Steps since the start. */
  get done() {
    return this.numbers[this.description.addresses.done / 8];
  }

  /** Seconds since the start. */
  get time() {
    return this.done * this.dt;
  }

  /** How the machine is: {code, word, text, time, loosened}; time: of the last good state [s]; loosened: see `loosen`. */
  get status() {
    const own = this.code === RUNNING ? { word: "running", text: "" } : this.description.statuses[this.code];
    return { code: this.code, word: own.word, text: this.trouble || own.text, time: this.time, loosened: this.loosened };
  }

  /** The model's own start at the present parameters, at time 0; refused where it lies inside an obstacle. */
  reset() {
    this.pilot?.begin();
    for (const control of this.controls.values()) control.settle();
    this.left = 0; // of a step: asked for, and not yet taken
    this.loosened = 0;
    this.stale = true;
    this.run(() => this.exports.start());
    if (this.unstarted) this.trouble = this.insideText();
    if (this.pilot) {
      this.frame();
      this.pilot.aim();
    }
    return this.status;
  }

  /** Whether the last start was refused: only another start helps. */
  get unstarted() {
    return this.code === this.refused && this.done === 0;
  }

  /** What starts inside which obstacle, and how deep. */
  insideText() {
    const { address, links, obstacles } = this.description.inside;
    const [link, obstacle, depth] = this.numbers.subarray(address / 8, address / 8 + 3);
    const deep = Number((100 * depth).toPrecision(2));
    return `${links[link]} starts ${deep} cm inside obstacle ${obstacles[obstacle]}. Move a slider back and reset`;
  }

  /**
   * Whole steps up to `seconds` further; what is left of a step is carried on. A machine that failed stays where it is, and one
   * that goes by recorded signals stops where they end.
   */
  advance(seconds) {
    const steps = this.left + seconds / this.dt;
    if (typeof seconds !== "number" || !(seconds >= 0 && steps < MOST_STEPS)) {
      const most = (MOST_STEPS * this.dt).toPrecision(3);
      throw new RangeError(`advance(${shown(seconds)}): give seconds, 0 or more and less than ${most}, as a number.`);
    }
    if (this.code !== RUNNING) return this.status;
    const whole = Math.floor(steps + NEARLY);
    const possible = Math.min(whole, this.last - this.done);
    this.left = steps - whole;
    this.take(possible);
    if (possible < whole && this.code === RUNNING) this.stop(this.refused, `its recorded signals end at ${this.description.signals.to} s`);
    return this.status;
  }

  /** Takes the status from a call of the module; one that breaks off has failed. */
  run(call) {
    this.trouble = "";
    try {
      this.code = call();
    } catch (error) {
      this.stop(this.failed, `the module broke off: ${error.message}`);
    }
  }

  /** It cannot go on, for a reason of its own. */
  stop(code, trouble) {
    Object.assign(this, { code, trouble, left: 0 });
  }

  /** So many steps; in short chunks while a value is followed from outside. */
  take(steps) {
    const moving = () => [...this.controls.values()].filter((control) => control.moving);
    const chunk = Math.max(1, Math.round(CHUNK / this.dt));
    const goal = this.done + steps;
    while (this.done < goal && this.code === RUNNING) {
      const followed = moving();
      const left = goal - this.done;
      this.pilot?.decide();
      const most = this.pilot ? Math.min(left, this.pilot.left) : left;
      const now = followed.length ? Math.min(chunk, most) : most;
      for (const control of followed) control.follow(now * this.dt, this.clockTime());
      this.run(() => this.exports.advance(now));
      if (this.code === this.unsolved) this.loosen();
    }
    this.stale = true;
    if (this.code !== RUNNING) this.left = 0;
  }

  /** One step whose contact problem could not be solved to its tolerance, with the next larger one that it can be solved to. */
  loosen() {
    const place = this.description.addresses.tolerance / 8;
    const usual = this.numbers[place];
    for (let factor = 10; factor <= LOOSEST && this.code === this.unsolved; factor *= 10) {
      this.numbers[place] = factor * usual;
      this.run(() => this.exports.advance(1));
    }
    this.numbers[place] = usual;
    if (this.code === RUNNING) this.loosened += 1;
  }

  /** The time that the machine's functions see [s]. */
  clockTime() {
    const { done, begin, step } = this.description.addresses;
    const [count, first, h] = [done, begin, step].map((address) => this.numbers[address / 8]);
    return this.description.method === "moreau" ? first + count * h : (first + count) * h;
  }

  /** The control of a name, or an error that lists them. */
  control(name) {
    const found = this.controls.get(name);
    if (!found) throw new RangeError(`no parameter '${name}'. Known: ${this.names.parameters.join(", ") || "none"}.`);
    return found;
  }

  /**
   * Sets a parameter; smooth: the machine follows without a jump where it can. A machine that could not go on may try again,
   * but for one that broke off in the middle of a step or that starts inside an obstacle: it needs a start or a snapshot.
   */
  set(name, value, { smooth = true } = {}) {
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw new RangeError(`${name} = ${shown(value)} is not allowed. Give a number.`);
    }
    const control = this.control(name);
    control.check(value);
    control.set(value, smooth, this.clockTime(), this.done > 0);
    this.stale = true;
    if (this.code === this.failed || this.unstarted) return;
    this.code = RUNNING;
    this.trouble = "";
  }

  /** The value that a parameter was set to. */
  get(name) {
    return this.control(name).value;
  }

  /** The value of a parameter that the machine has now, on its way to what it was set to. */
  seen(name) {
    return this.control(name).present;
  }

  /** A copy of the state, in the order of names.states. */
  state() {
    return Float64Array.from(this.places, (place) => this.numbers[place]);
  }

  /** Computes all outputs of the present state. */
  frame() {
    this.stale = false;
    try {
      this.exports.frame();
    } catch (error) {
      this.stop(this.failed, `the module broke off: ${error.message}`);
    }
    return this.outputs;
  }

  /** An output of now: "field" gives an array, "field.label.label" a number; labels may hold points. */
  output(name) {
    if (this.stale) this.frame();
    for (const field of this.fields.values()) {
      if (name === field.name) {
        const count = field.shape.reduce((product, n) => product * n, 1);
        return field.shape.length ? this.outputs.slice(field.place, field.place + count) : this.outputs[field.place];
      }
      const place = name.startsWith(`${field.name}.`) ? this.placeIn(field, name.slice(field.name.length + 1)) : null;
      if (place !== null) return this.outputs[place];
    }
    throw new RangeError(`no output '${name}'. Known: ${this.names.outputs.join(", ")}.`);
  }

  /** Place of the number of a field with these labels; null where there is none. */
  placeIn(field, labels, axis = 0, place = field.place) {
    if (axis === field.dims.length) return labels === "" ? place : null;
    const names = this.description.outputs.labels[field.dims[axis]];
    const stride = field.shape.slice(axis + 1).reduce((product, n) => product * n, 1);
    for (let k = 0; k < names.length; k += 1) {
      const rest = labels === names[k] ? "" : labels.startsWith(`${names[k]}.`) ? labels.slice(names[k].length + 1) : null;
      const found = rest === null ? null : this.placeIn(field, rest, axis + 1, place + k * stride);
      if (found !== null) return found;
    }
    return null;
  }

  /** Everything that the machine goes on from, to be loaded again. */
  save() {
    const controls = [...this.controls.values()].map((control) => control.save());
    return { memory: this.numbers.slice(), left: this.left, code: this.code, trouble: this.trouble, loosened: this.loosened, controls, pilot: this.pilot?.save() };
  }

  /** Back to a snapshot that `save` made. */
  load(snapshot) {
    this.numbers.set(snapshot.memory);
    this.left = snapshot.left;
    this.code = snapshot.code;
    this.trouble = snapshot.trouble;
    this.loosened = snapshot.loosened;
    this.stale = true;
    this.pilot?.load(snapshot.pilot);
    [...this.controls.values()].forEach((control, k) => control.load(snapshot.controls[k]));
  }
}

export { Control };
