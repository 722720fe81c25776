/**
 * Parameters of a machine that may be set while it runs, each in the way of its kind: `smooth` (the equations hold a filter), `followed`
 * (filtered here, with the clocks of gaits moved so that their phase goes on), `direct`, and `table` (numbers of the scene).
 */

const STILL = 1e-9; // of the way: beyond it a value that is followed has arrived

/** All controls by name: the sliders of a description, and free parameters without one. */
export function controlsOf(description, numbers) {
  const found = new Map();
  const { p, x } = description.addresses;
  const parameters = new Map(description.parameters.map((entry) => [entry.name, entry]));
  const clockNames = new Set((description.sliders ?? []).flatMap((slider) => (slider.clocks ?? []).map((clock) => clock.name)));
  const addressOf = (name) => p / 8 + parameters.get(name).place;
  const clocksOf = (own) => (own?.clocks ?? []).map((clock) => ({ ...clock, at: x / 8 + clock.state }));
  for (const slider of description.sliders ?? []) {
    const own = parameters.get(slider.name);
    const targets =
      slider.kind === "table"
        ? slider.places.map((place) => ({ at: description.tables[place.name].address / 8 + place.index, factor: place.factor }))
        : [{ at: addressOf(slider.name), factor: 1 }];
    const states = (own?.states ?? []).map((place) => x / 8 + place);
    const clocks = (slider.clocks ?? []).map((clock) => ({ ...clock, at: addressOf(clock.name) }));
    found.set(slider.name, new Control({ ...slider, allowed: own ? own.allowed : slider.allowed }, numbers, targets, states, [...clocks, ...clocksOf(own)]));
  }
  for (const own of parameters.values()) {
    if (found.has(own.name)) continue;
    const states = own.states.map((place) => x / 8 + place);
    const control = new Control(own, numbers, [{ at: addressOf(own.name), factor: 1 }], states, clocksOf(own));
    control.internal = clockNames.has(own.name);
    found.set(own.name, control);
  }
  return found;
}

/** One parameter: what it was set to, and where that goes. */
export class Control {
  /** targets: places in memory with factors.   states: of the filter in the equations.   clocks: {at, power, base}, parameters or states. */
  constructor(entry, numbers, targets, states, clocks) {
    this.name = entry.name;
    this.kind = entry.kind;
    this.lag = entry.lag ?? 0;
    this.restart = entry.restart ?? false; // it acts from the next start on
    this.words = entry.words ?? null; // of a switch, which is 0 or 1
    this.allowed = entry.allowed ?? {}; // {low, high, above}: beyond them there is no machine
    this.numbers = numbers;
    this.targets = targets;
    this.states = states;
    this.clocks = clocks;
    this.value = entry.value;
    this.seen = [entry.value, 0, 0]; // value, rate, acceleration of a value that is followed here
    this.moving = false;
    this.internal = false;
  }

  /** Refuses a value that native code would refuse. */
  check(value) {
    if (this.words && value !== 0 && value !== 1) {
      throw new RangeError(`${this.name} = ${value} is not allowed. Give 0 (${this.words[0]}) or 1 (${this.words[1]}).`);
    }
    const { low, high, above } = this.allowed;
    const told = [low === undefined ? "" : `at least ${low}`, above === undefined ? "" : `more than ${above}`, high === undefined ? "" : `at most ${high}`];
    if (value < low || value > high || value <= above) {
      throw new RangeError(`${this.name} = ${value} is not allowed. Give ${told.filter(Boolean).join(" and ")}.`);
    }
  }

  /** Sets the value at time `time` of the machine's clock; one that has not begun to move has no phase to keep. */
  set(value, smooth, time, begun = true) {
    this.value = value;
    if (this.restart && smooth) return;
    if (this.kind === "followed" && this.lag > 0) {
      this.moving = smooth;
      if (!smooth) this.see([value, 0, 0], time, begun);
      return;
    }
    this.write(value);
    if (!smooth && this.states.length) {
      if (begun) this.keepPhase(this.numbers[this.states[0]], value, time);
      [value, 0, 0].forEach((number, k) => (this.numbers[this.states[k]] = number));
    }
  }

  /** Goes on with the filter for so many seconds: three equal lags, exactly. */
  follow(seconds, time) {
    const w = 3 / this.lag;
    const [value, rate, acceleration] = this.seen;
    const gap = value - this.value;
    const slope = rate + w * gap;
    const bend = acceleration + 2 * w * rate + w * w * gap;
    const decay = Math.exp(-w * seconds);
    const inner = slope + bend * seconds;
    const left = decay * (gap + slope * seconds + (bend * seconds * seconds) / 2);
    const leftRate = decay * inner - w * left;
    const leftAcceleration = decay * (bend - w * inner) - w * leftRate;
    const size = Math.max(Math.abs(this.value), Math.abs(gap), Number.MIN_VALUE);
    this.moving = Math.max(Math.abs(left), Math.abs(leftRate) / w, Math.abs(leftAcceleration) / (w * w)) > STILL * size;
    this.see(this.moving ? [this.value + left, leftRate, leftAcceleration] : [this.value, 0, 0], time);
  }

  /** Lets the machine see another value; clocks of gaits whose period goes with it keep their phase. */
  see(seen, time, begun = true) {
    if (begun) this.keepPhase(this.seen[0], seen[0], time);
    this.seen = seen;
    this.write(seen[0]);
  }

  /** Moves the clocks of gaits whose period goes with the value, so that their phase stays when it changes at once. */
  keepPhase(before, after, time) {
    if (!(before > 0 && after > 0)) return;
    for (const clock of this.clocks) {
      const since = time + this.numbers[clock.at] + clock.base;
      this.numbers[clock.at] += since * ((after / before) ** clock.power - 1);
    }
  }

  /** The value that the equations have now. */
  get present() {
    const [{ at, factor }] = this.targets;
    return this.states.length ? this.numbers[this.states[0]] : this.numbers[at] / factor;
  }

  /** Writes a value to all its places. */
  write(value) {
    for (const { at, factor } of this.targets) this.numbers[at] = factor * value;
  }

  /** The machine sees what was set, as if it had been so for long; for a start. */
  settle() {
    this.moving = false;
    this.seen = [this.value, 0, 0];
    for (const clock of this.clocks) this.numbers[clock.at] = 0;
    this.write(this.value);
  }

  /** What is not in the module's memory. */
  save() {
    return { value: this.value, seen: [...this.seen], moving: this.moving };
  }

  /** Back to what `save` gave. */
  load({ value, seen, moving }) {
    Object.assign(this, { value, seen: [...seen], moving });
  }
}
