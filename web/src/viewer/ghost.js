/** A second machine beside the one that is looked at, with the settings of before: it runs along and is drawn as a ghost. */

import { openMachine } from "../machine.js";
import { columnsOf, makeFigures } from "./figures.js";
import { periodOf } from "./period.js";
import { copyRows, keptColumns, rhythmOf, Runner } from "./runner.js";

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
    this.runner = new Runner(machine, catalogue, columns, rhythmOf(payload), BUDGET);
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
    this.drawn = viewer.world.addGhost?.(machine);
    this.shown = false;
  }

  /** Begin where a snapshot of the machine stands, with its settings. */
  begin(snapshot) {
    this.machine.load(snapshot);
    this.machine.frame();
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
