/** A machine that runs: a WebAssembly module with its description. The page and the tests in Node use this very file. */

import { Control, controlsOf } from "./controls.js";
import { library } from "./library.js";

const CHUNK = 0.004; // s: how long a value that is followed from outside stays the same
const RUNNING = 0;
const NEARLY = 1e-6; // of a step: rounding of the time asked for
const LOOSEST = 1e4; // times its tolerance a contact problem is solved at least, where it cannot be solved better

/** Opens a module: `description` and bytes as `elver.live.live_module` made them. */
export async function openMachine(description, bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { library });
  return new Machine(description, instance.exports);
}

export class Machine {
  /** Starts at the parameters that the module was made with. */
  constructor(description, exports) {
    this.description = description;
    this.exports = exports;
    this.numbers = new Float64Array(exports.memory.buffer);
    this.dt = description.dt;
    const codeOf = (word) => Number(Object.entries(description.statuses).find(([, status]) => status.word === word)[0]);
    this.failed = codeOf("failed");
    this.unsolved = codeOf("contact not converged");
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

  /** The model's own start at the present parameters, at time 0. */
  reset() {
    for (const control of this.controls.values()) control.settle();
    this.asked = 0;
    this.loosened = 0;
    this.stale = true;
    this.run(() => this.exports.start());
    return this.status;
  }

  /** Whole steps up to `seconds` further; what is left of a step is carried on. A machine that failed stays where it is. */
  advance(seconds) {
    if (!(seconds >= 0 && seconds < Infinity)) {
      throw new RangeError(`advance(${seconds}): give seconds, 0 or more.`);
    }
    if (this.code !== RUNNING) return this.status;
    this.asked += seconds;
    this.take(Math.floor(this.asked / this.dt + NEARLY) - this.done);
    return this.status;
  }

  /** Takes the status from a call of the module; one that breaks off has failed. */
  run(call) {
    this.trouble = "";
    try {
      this.code = call();
    } catch (error) {
      this.code = this.failed;
      this.trouble = `the module broke off: ${error.message}`;
    }
  }

  /** So many steps; in short chunks while a value is followed from outside. */
  take(steps) {
    const moving = () => [...this.controls.values()].filter((control) => control.moving);
    const chunk = Math.max(1, Math.round(CHUNK / this.dt));
    const goal = this.done + steps;
    while (this.done < goal && this.code === RUNNING) {
      const followed = moving();
      const left = goal - this.done;
      const now = followed.length ? Math.min(chunk, left) : left;
      for (const control of followed) control.follow(now * this.dt, this.clockTime());
      this.run(() => this.exports.advance(now));
      if (this.code === this.unsolved) this.loosen();
    }
    this.stale = true;
    if (this.code !== RUNNING) this.asked = this.time;
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

  /** Sets a parameter; smooth: the machine follows without a jump where it can. A machine that failed may try again. */
  set(name, value, { smooth = true } = {}) {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new RangeError(`${name} = ${value} is not allowed. Give a number.`);
    this.control(name).set(number, smooth, this.clockTime());
    this.code = RUNNING;
    this.trouble = "";
    this.stale = true;
  }

  /** The value that a parameter was set to. */
  get(name) {
    return this.control(name).value;
  }

  /** A copy of the state, in the order of names.states. */
  state() {
    return Float64Array.from(this.places, (place) => this.numbers[place]);
  }

  /** Computes all outputs of the present state. */
  frame() {
    this.exports.frame();
    this.stale = false;
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
    return { memory: this.numbers.slice(), asked: this.asked, code: this.code, trouble: this.trouble, loosened: this.loosened, controls };
  }

  /** Back to a snapshot that `save` made. */
  load(snapshot) {
    this.numbers.set(snapshot.memory);
    this.asked = snapshot.asked;
    this.code = snapshot.code;
    this.trouble = snapshot.trouble;
    this.loosened = snapshot.loosened;
    this.stale = true;
    [...this.controls.values()].forEach((control, k) => control.load(snapshot.controls[k]));
  }
}

export { Control };
