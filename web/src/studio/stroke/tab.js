/** The tab Stroke: the periodic B-splines of the machine's gait, drawn by dragging their control polygons. */

import { element } from "../../viewer/panels/dom.js";
import { ask } from "../asking.js";
import { StrokeChart } from "./chart.js";
import { History } from "./history.js";

const SAME = 1e-6;

/** The panel: one joint at a time; every drag moves the machine at once. */
export class StrokeTab {
  constructor(studio) {
    this.studio = studio;
    this.strokes = [];
    this.choice = element("select", { id: "joint", "aria-label": "joint", onchange: () => this.draw() });
    this.chart = new StrokeChart((index, value, done) => this.moved(index, value, done));
    const button = (text, onclick) => element("button", { type: "button", text, onclick });
    this.undoButton = button("Undo", () => this.go("undo"));
    this.redoButton = button("Redo", () => this.go("redo"));
    this.firstButton = button("As at first", () => this.first());
    this.saveButton = element("button", { type: "button", class: "main", text: "Save", onclick: () => this.save() });
    const bar = element("div", { class: "bar" }, this.choice, this.undoButton, this.redoButton, this.firstButton, this.saveButton);
    this.hint = element("p", { class: "soft" });
    this.body = element("div", {}, bar, this.chart.element);
    this.element = element("div", { class: "tab stroke" }, this.hint, this.body);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.frame = 0;
  }

  /** The tab is shown: the machine is compiled with its control points free where it was not. */
  async open() {
    if (!this.studio.strokeWanted) {
      this.studio.strokeWanted = true;
      if (this.studio.model.document) await this.studio.model.apply();
    }
    this.follow();
  }

  close() {
    cancelAnimationFrame(this.frame);
  }

  /** Another machine is shown. */
  use(strokes) {
    this.strokes = strokes;
    this.history = new History(Object.fromEntries(strokes.map((s) => [s.joint, [...s.points]])));
    const before = this.choice.value;
    this.choice.replaceChildren(...strokes.map((s) => element("option", { value: s.joint, text: s.joint })));
    if (strokes.some((s) => s.joint === before)) this.choice.value = before;
    this.body.hidden = !strokes.length;
    this.hint.textContent = strokes.length
      ? "Drag the points, or use the arrow keys. The curve is periodic: the last point is the first one."
      : "This machine has no stroke. A gait of the type spline (see scenario_words.md) and the published scull have one.";
    this.draw();
  }

  get stroke() {
    return this.strokes.find((s) => s.joint === this.choice.value);
  }

  draw(points = this.history.now) {
    const own = this.stroke;
    if (own) this.chart.draw({ ...own, points: points[own.joint] });
    this.undoButton.disabled = !this.history.canUndo;
    this.redoButton.disabled = !this.history.canRedo;
    const drawnBefore = Object.keys(this.studio.model.document?.points ?? {}).length > 0;
    this.firstButton.disabled = !this.changed.length;
    this.saveButton.disabled = this.firstButton.disabled && !drawnBefore;
  }

  /** Joints whose stroke differs from the model's. */
  get changed() {
    return this.strokes.filter((s) => s.points.some((v, k) => v !== this.history.now[s.joint][k])).map((s) => s.joint);
  }

  /** A point is being dragged, or was let go. */
  moved(index, value, done) {
    const own = this.stroke;
    const points = { ...this.history.now, [own.joint]: this.history.now[own.joint].map((v, k) => (k === index ? value : v)) };
    this.studio.picture.set(own.parameters[index], value);
    if (done) this.history.add(points);
    this.draw(points);
  }

  /** Undo or redo: the machine follows. */
  go(way) {
    this.put(this.history[way]());
  }

  first() {
    this.history.add(Object.fromEntries(this.strokes.map((s) => [s.joint, [...s.points]])));
    this.put(this.history.now);
  }

  put(points) {
    for (const own of this.strokes) points[own.joint].forEach((value, k) => this.studio.picture.set(own.parameters[k], value));
    this.draw();
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    this.go(event.shiftKey ? "redo" : "undo");
    event.preventDefault();
  }

  /** The marker follows the machine while the tab is shown. */
  follow() {
    cancelAnimationFrame(this.frame);
    const step = () => {
      const own = this.stroke;
      const { time, period } = this.studio.picture;
      const steady = period === null || Math.abs(period - own?.period) < SAME * period; // else the phase is not known here
      if (own && time !== null && steady) {
        const u = (time - own.start) / own.period;
        this.chart.mark(u - Math.floor(u));
      } else this.chart.mark(null);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Control points by joint, of the strokes that were changed. */
  get points() {
    const own = this.strokes.filter((s) => this.changed.includes(s.joint));
    return Object.fromEntries(own.flatMap((s) => s.joints.map((joint) => [joint, this.history.now[s.joint]])));
  }

  /** Save: into the open file where it holds the control points; else as a stroke of its own. */
  async save() {
    const { model } = this.studio;
    await this.studio.trying(async () => {
      const { text, path } = { path: null, ...model.opened.written };
      const own = model.opened;
      const told = await this.studio.api.post("stroke", { text, path, points: { ...own.points, ...this.points } });
      Object.assign(own, { text: told.text, points: {} });
      model.editor.replace(told.text);
      await model.save();
      await model.apply();
    }, async (error) => {
      this.studio.say(error.message);
      if (error.status === 422) await this.saveAlone();
    });
  }

  /** Write a JSON file of all strokes (elver.drive.load_spline reads it). */
  async saveAlone() {
    const path = await ask("Save the stroke in the working folder as", "Save", "stroke.json");
    if (!path) return;
    const first = this.strokes[0];
    const points = Object.fromEntries(this.strokes.flatMap((s) => s.joints.map((joint) => [joint, this.history.now[s.joint]])));
    const stroke = { period: first.period, drive: first.drive, drive_end: first.drive_end, start: first.start, points };
    const { text } = await this.studio.api.post("stroke", { stroke });
    const told = await this.studio.api.get("file", { path }).catch(() => null);
    if (told && !(await ask(`"${path}" exists. Replace it?`, "Replace it"))) return;
    await this.studio.api.post("file", { path, text, digest: told?.digest ?? null });
    this.studio.say(`${path} saved`);
  }
}
