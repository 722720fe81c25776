/** What was changed, to be undone and done again. */

const MOST = 200;

/** States one after the other; `now` is the present one. A state is any value that is not changed afterwards. */
export class History {
  constructor(first) {
    this.states = [first];
    this.place = 0;
  }

  get now() {
    return this.states[this.place];
  }

  get canUndo() {
    return this.place > 0;
  }

  get canRedo() {
    return this.place + 1 < this.states.length;
  }

  /** A new state; what had been undone is gone. */
  add(state) {
    this.states = [...this.states.slice(0, this.place + 1), state].slice(-MOST);
    this.place = this.states.length - 1;
  }

  undo() {
    if (this.canUndo) this.place -= 1;
    return this.now;
  }

  redo() {
    if (this.canRedo) this.place += 1;
    return this.now;
  }
}
