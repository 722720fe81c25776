/** A second machine beside the one that is looked at, with the settings of before: it runs along and is drawn as a ghost. */

import { openMachine } from "../machine.js";
import { columnsOf, makeFigures } from "./figures.js";
import { periodOf } from "./period.js";
import { copyRows, keptColumns, rhythmOf, Runner } from "./runner.js";
import { Track } from "./track.js";

const BUDGET = 4e5; // numbers of its history: the figures look a period back

/** The ghost of a viewer; hidden until `begin`. */
export class Ghost {
  /** Opens the same module once more: a promise. */
  static async of(viewer, bytes) {
    return new Ghost(viewer, await openMachine(viewer.payload.machine, bytes));
  }

  constructor(viewer, machine) {
    Object.assign(this, { viewer, machine });
    const { payload, catalogue } = viewer;
    const columns = keptColumns(catalogue, columnsOf(payload.figures ?? [], catalogue));
    this.drawn = viewer.world.addGhost?.(machine);
    const wakes = this.drawn?.wakes.map((wake) => wake.spec) ?? [];
    this.track = wakes.length ? new Track(catalogue, wakes.flatMap((spec) => spec.edges)) : null; // of what it leaves behind
    if (this.track) this.drawn.past = (time, read) => this.lookBack(time, read);
    const push = () => this.track?.push(machine.time, machine.outputs);
    this.runner = new Runner(machine, catalogue, columns, rhythmOf(payload), BUDGET, push);
    const runner = this.runner;
    const sources = {
      get history() {
        return runner.history;
      },
      catalogue,
      outputs: () => machine.outputs,
      period: periodOf(payload, (name) => machine.get(name)),
    };
    this.figures = makeFigures(payload.figures ?? [], sources);
    this.shown = false;
  }

  /** `read(outputs)` of a time that is remembered; whether it is. */
  lookBack(time, read) {
    const { track } = this;
    if (!(time >= track.oldest && time <= track.newest)) return false;
    read(track.at(time));
    return true;
  }

  /** Nothing is left behind it yet. */
  forget() {
    this.track?.clear();
    this.drawn?.forget();
  }

  /** Begin where a snapshot of the machine stands, with its settings. */
  begin(snapshot) {
    this.machine.load(snapshot);
    this.machine.frame();
    this.forget();
    this.runner.history.clear();
    copyRows(this.viewer.runner.history, this.runner.history);
    this.runner.record();
    this.restartFigures();
    this.show(true);
  }

  show(on) {
    this.shown = on;
    this.drawn?.show(on);
    if (on) this.drawn?.place(this.machine.outputs);
  }

  /** From the start, as the machine does. */
  restart() {
    this.forget();
    this.runner.restart();
    this.restartFigures();
    this.drawn?.place(this.machine.outputs);
  }

  restartFigures() {
    for (const figure of this.figures) {
      figure.reset();
      figure.value(this.machine.time);
    }
  }

  /** Come to the time of the machine. A ghost that breaks off goes. */
  follow(time) {
    const ahead = time - this.machine.time;
    if (ahead > 0.5 * this.machine.dt && !this.runner.forward(ahead)) this.show(false);
    this.drawn?.place(this.machine.outputs);
  }

  /** Settings in which it differs: names. */
  get differing() {
    const { source } = this.viewer;
    return source.names.parameters.filter((name) => source.get(name) !== this.machine.get(name));
  }
}
