/** A policy that steers a machine: it observes, decides by a small network, and sets the inputs, once every interval. */

import { floats } from "./viewer/decode.js";

const CUT = 10; // standard deviations at which a normalised observation is cut
const SEED = 20;

const OPERATIONS = {
  assign: (a) => a,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  exp: Math.exp,
  log: Math.log,
  pow: Math.pow,
  constpow: Math.pow,
  sqrt: Math.sqrt,
  sq: (a) => a * a,
  twice: (a) => 2 * a,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  fabs: Math.abs,
  sign: Math.sign,
  fmin: Math.min,
  fmax: Math.max,
  inv: (a) => 1 / a,
  atan2: Math.atan2,
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  not: (a) => Number(!a),
  and: (a, b) => Number(Boolean(a) && Boolean(b)),
  or: (a, b) => Number(Boolean(a) || Boolean(b)),
  if_else_zero: (a, b) => (a ? b : 0),
};

/** A function that was written out as a list of steps over a work array. */
export class Graph {
  /** {work, results, steps}: `elver.learn.live.graph_as_data`. */
  constructor({ work, results, steps }) {
    this.work = new Float64Array(work);
    this.results = new Float64Array(results);
    this.steps = steps.map(([name, into, a, b]) => ({ name, into, a, b, of: OPERATIONS[name] }));
  }

  /** The results for arguments, arrays of numbers each. */
  run(...given) {
    const { work, results } = this;
    for (const { name, into, a, b, of } of this.steps) {
      if (name === "const") work[into] = a;
      else if (name === "input") work[into] = given[a][b];
      else if (name === "output") results[into] = work[a];
      else work[into] = of(work[a], work[b]);
    }
    return results;
  }
}

/** Layers with tanh between them. */
export class Network {
  constructor(layers) {
    this.layers = layers.map(({ inputs, outputs, weights, bias }) => ({
      inputs,
      outputs,
      weights: floats(weights),
      bias: floats(bias),
    }));
  }

  run(given) {
    let x = given;
    this.layers.forEach(({ inputs, outputs, weights, bias }, k) => {
      const y = Float64Array.from(bias);
      for (let i = 0; i < inputs; i++) for (let j = 0; j < outputs; j++) y[j] += x[i] * weights[i * outputs + j];
      x = k < this.layers.length - 1 ? y.map(Math.tanh) : y;
    });
    return x;
  }
}

export class Pilot {
  /** spec: `pilot` of the machine's description. */
  constructor(machine, spec) {
    Object.assign(this, { machine, spec });
    this.graph = new Graph(spec.observation);
    this.network = new Network(spec.layers);
    this.every = Math.max(1, Math.round(spec.interval / machine.dt));
    this.goal = new Float64Array(spec.goal?.size ?? 0);
    this.placed = false; // whether somebody put the goal where it is
    this.begin();
  }

  /** A new episode: the inputs are at rest. */
  begin() {
    for (const { name, middle, half, rest } of this.spec.inputs) this.machine.control(name).value = middle + half * rest;
    this.action = Float64Array.from(this.spec.inputs, ({ rest }) => rest);
    this.reached = 0;
    this.random = SEED;
    this.decided = -1;
  }

  /** Steps until the next decision. */
  get left() {
    return this.every - (this.machine.done % this.every);
  }

  /** What is recorded and observed, one quantity behind the other. */
  read() {
    const { outputs } = this.machine;
    return this.spec.reads.flatMap(([place, count]) => [...outputs.subarray(place, place + count)]);
  }

  observe() {
    return this.graph.run(this.read(), [this.machine.time], this.action, this.goal);
  }

  /** Look, decide, and set the inputs; nothing within an interval, or where it decided at this step already. */
  decide() {
    const { machine, spec } = this;
    if (machine.done % this.every !== 0 || this.decided === machine.done) return;
    this.decided = machine.done;
    machine.frame();
    this.aim();
    const seen = this.observe();
    const x = spec.layers.length === 0 ? seen : seen.map((value, k) => Math.min(Math.max((value - spec.mean[k]) / spec.spread[k], -CUT), CUT));
    const wanted = this.network.run(x);
    spec.inputs.forEach(({ name, middle, half }, k) => {
      const action = Math.min(Math.max(wanted[k], -1), 1);
      this.action[k] += spec.share * (action - this.action[k]);
      machine.control(name).set(middle + half * this.action[k], true, machine.clockTime(), machine.done > 0);
    });
  }

  /** Where the machine is, in the plane. */
  get place() {
    const { place } = this.machine.fields.get("base_position");
    return [this.machine.outputs[place], this.machine.outputs[place + 1]];
  }

  /** Put the goal where it begins, or farther on where it was reached. */
  aim() {
    if (!this.spec.goal) return;
    const { first, radius } = this.spec.goal;
    const [x, y] = this.place;
    if (this.machine.done === 0 && !this.placed) this.goal.set([x - first[0], y + first[1]]);
    if (Math.hypot(this.goal[0] - x, this.goal[1] - y) >= radius) return;
    this.reached += 1;
    const { near, far } = this.spec.goal;
    const away = Math.sqrt(near * near + (far * far - near * near) * this.chance());
    const bearing = 2 * Math.PI * this.chance();
    this.goal.set([x + away * Math.cos(bearing), y + away * Math.sin(bearing)]);
  }

  /** A number from 0 to 1 by chance, the same ones in every episode. */
  chance() {
    this.random = (this.random * 16807) % 2147483647;
    return this.random / 2147483647;
  }

  /** Put the goal somewhere else. */
  moveGoal(x, y) {
    this.goal.set([x, y]);
    this.placed = true;
  }

  save() {
    const { action, goal, reached, random, decided, placed } = this;
    return { action: action.slice(), goal: goal.slice(), reached, random, decided, placed };
  }

  load({ action, goal, ...more }) {
    Object.assign(this, more, { action: action.slice(), goal: goal.slice() });
  }
}

