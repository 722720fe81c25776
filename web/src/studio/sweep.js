/** The tab Sweep: vary one or two parameters, look at the map, open a case. */

import { short } from "../viewer/numbers.js";
import { element } from "../viewer/panels/dom.js";
import { failureLines, reasonOf } from "./failures.js";
import { JobList } from "./jobs.js";
import { SweepMap, caseAt, valuesOf, wordsOf } from "./map.js";
import { field, number } from "./runs.js";

const USUAL = ["mean_speed", "mean_forward_speed", "cost_of_transport", "work"];
const NONE = "(none)";
const AROUND = 0.5; // of a value, below and above, where a parameter has no bounds

/** A range for a parameter to begin with, as text first:last:count. */
export function proposed(parameter, count) {
  const low = parameter.low ?? -Infinity;
  const high = parameter.high ?? Infinity;
  const half = AROUND * (Math.abs(parameter.default) || 1);
  const [from, to] = [Math.max(parameter.default - half, low), Math.min(parameter.default + half, high)];
  return `${Number(from.toPrecision(4))}:${Number(to.toPrecision(4))}:${count}`;
}

/** The panel. */
export class SweepTab {
  constructor(studio) {
    this.studio = studio;
    this.jobs = new JobList(studio, (job) => this.ended(job));
    this.rows = [0, 1].map((k) => this.axisRow(k));
    this.duration = number("as in the model");
    const form = element("form", { class: "sweep-form", onsubmit: (event) => this.start(event) },
      ...this.rows.map((row) => row.element), element("div", { class: "bar" }, field("duration [s]", this.duration), element("button", { class: "main", text: "Sweep" })));
    this.choice = element("select", { onchange: () => this.load(this.choice.value) });
    this.figure = element("select", { onchange: () => this.draw() });
    this.map = new SweepMap((places) => this.tell(places), (places) => this.openCase(places));
    this.read = element("p", { class: "state", role: "status", "aria-live": "polite" });
    this.failures = element("ul", { class: "problems told", "aria-label": "cases that did not finish" });
    const bar = element("div", { class: "bar" }, field("sweep", this.choice), field("figure", this.figure));
    this.shown = element("div", { class: "map-place" }, bar, this.map.element, this.read, this.failures);
    this.shown.hidden = true;
    const note = element("p", { class: "soft", text: "Many runs at once, by native code. A click on the map opens the case beside it." });
    this.element = element("div", { class: "tab" }, note, form, this.jobs.element, this.shown);
  }

  axisRow(k) {
    const name = element("select", { onchange: () => this.propose(k) });
    const range = element("input", { type: "text", placeholder: "first:last:count", size: 18 });
    return { name, range, element: element("div", { class: "bar" }, field(`parameter ${k + 1}`, name), field(`range ${k + 1}, as first:last:count`, range)) };
  }

  async open() {
    await this.studio.trying(async () => {
      this.fill();
      await Promise.all([this.list(), this.jobs.look()]);
    });
  }

  /** Parameters of the open model. */
  fill() {
    const numbers = (this.studio.model.about?.parameters ?? []).filter((p) => p.number);
    this.parameters = numbers.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    this.rows.forEach((row, k) => {
      const before = row.name.value;
      const names = [...(k ? [NONE] : []), ...this.parameters.map((p) => p.name)];
      row.name.replaceChildren(...names.map((name) => element("option", { value: name, text: name })));
      row.name.value = names.includes(before) ? before : names[0];
      if (!names.includes(before)) this.propose(k);
    });
  }

  propose(k) {
    const row = this.rows[k];
    const found = this.parameters.find((p) => p.name === row.name.value);
    row.range.disabled = !found;
    row.range.value = found ? proposed(found, k ? 5 : 7) : "";
  }

  async start(event) {
    event.preventDefault();
    if (!this.studio.model.document) return;
    const vary = Object.fromEntries(this.rows.filter((row) => row.name.value && row.name.value !== NONE).map((row) => [row.name.value, row.range.value]));
    await this.studio.trying(async () => {
      const source = this.studio.sourceNow();
      const changes = Object.fromEntries(Object.entries(source.changes ?? {}).filter(([name]) => !(name in vary)));
      const title = `${this.studio.model.opened.title}: ${Object.keys(vary).join(", ")}`;
      await this.jobs.start("sweep", title, { ...source, changes, vary, duration: this.duration.value });
    });
  }

  async ended(job) {
    await this.studio.trying(async () => {
      await this.list();
      if (job.state === "done") await this.load(job.result.name);
    });
  }

  async list() {
    const sweeps = await this.studio.api.get("sweeps");
    const before = this.choice.value;
    this.choice.replaceChildren(...sweeps.map((s) => element("option", { value: s.name, text: `${s.name}: ${Object.keys(s.asked.vary ?? {}).join(", ")}` })));
    if (sweeps.some((s) => s.name === before)) this.choice.value = before;
    this.shown.hidden = !sweeps.length;
    if (sweeps.length && !this.sweep) await this.load(this.choice.value);
  }

  async load(name) {
    await this.studio.trying(async () => {
      this.sweep = await this.studio.api.get("sweep", { name });
      this.choice.value = name;
      const names = Object.keys(this.sweep.figures).sort();
      this.figure.replaceChildren(...names.map((own) => element("option", { value: own, text: own.replaceAll("_", " ") })));
      this.figure.value = USUAL.find((own) => names.includes(own)) ?? names[0] ?? "";
      this.draw();
    });
  }

  draw() {
    this.failures.replaceChildren(...failureLines(this.sweep).map((text) => element("li", { text })));
    this.map.element.hidden = !this.figure.value;
    if (!this.figure.value) {
      this.read.textContent = "No case of this sweep finished.";
      return;
    }
    this.map.draw(this.sweep, this.figure.value);
    this.tell(this.map.places);
  }

  /** Say what a case is. */
  tell(places) {
    const place = caseAt(this.map.axes, places);
    const { values, unit } = this.sweep.figures[this.figure.value];
    const reason = reasonOf(this.sweep, place);
    const value = values[place] === null ? reason || "no number" : `${short(values[place])} ${unit === "1" ? "" : unit}`;
    const cause = reason || "its ledger does not close";
    const doubt = values[place] !== null && this.sweep.trusted[place] === false ? ` (not to be trusted: ${cause})` : "";
    this.read.textContent = `${wordsOf(this.map.axes, places)}: ${value}${doubt}`;
    this.map.tell(this.read.textContent);
  }

  async openCase(places) {
    const { asked, text, model } = this.sweep;
    const values = valuesOf(this.sweep.axes, places);
    await this.studio.openAsked({ ...asked, changes: { ...asked.changes, ...values } }, text, model);
  }
}
