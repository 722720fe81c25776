/** The tab Compare: summaries of the ticked runs side by side, and a recorded quantity of all of them over each other. */

import uPlot from "uplot";
import { element } from "../viewer/panels/dom.js";
import { differing, inBrackets, rowsOf, together } from "./curves.js";
import { shown } from "./runs.js";

const COLOURS = ["#2878b5", "#c8553d", "#3a7d44", "#e0a030", "#7b5ea7", "#4aa3a2", "#b56576", "#6c757d"];
const MOST = 8;

/** The panel. */
export class CompareTab {
  constructor(studio) {
    this.studio = studio;
    this.choice = element("select", { id: "quantity", onchange: () => this.draw() });
    this.place = element("div", { class: "plot" });
    this.table = element("div", { class: "list" });
    this.hint = element("p", { class: "soft" });
    const bar = element("div", { class: "bar" }, element("label", { for: "quantity", text: "quantity" }), this.choice);
    this.element = element("div", { class: "tab" }, this.hint, bar, this.place, this.table);
  }

  async open() {
    await this.studio.trying(async () => {
      await this.studio.runs.list();
      this.runs = this.studio.runs.runs.filter((run) => this.studio.runs.ticked.has(run.name)).slice(0, MOST);
      this.hint.textContent = this.runs.length ? "" : "Tick runs in the tab Runs to compare them here.";
      this.table.replaceChildren();
      this.place.replaceChildren();
      this.choice.replaceChildren();
      if (!this.runs.length) return;
      this.fillTable();
      await this.draw();
    });
  }

  /** First what differs between the models, then the summaries. What the files tell (all parameters, units) comes with the first curve. */
  fillTable({ parameters = {}, figures = {} } = {}) {
    const head = element("tr", {}, element("th", { text: "" }), ...this.runs.map((run, k) => element("th", { scope: "col", text: run.name, style: `color:${COLOURS[k]}` })));
    const row = (name, unit, values, title) => element("tr", {},
      element("th", { scope: "row", text: name + inBrackets(unit), title }), ...values.map((value) => element("td", { text: shown(value) })));
    const changed = differing(this.runs, parameters).map((own) => row(own.name, own.unit, own.values, "a parameter of the model"));
    const reached = rowsOf(this.runs.map((run) => run.summary))
      .map((name) => row(name.replaceAll("_", " "), figures[name]?.unit, this.runs.map((run) => run.summary[name]), figures[name]?.meaning));
    this.table.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", { class: "changed" }, ...changed), element("tbody", {}, ...reached)));
  }

  async draw() {
    await this.studio.trying(async () => {
      const told = await this.studio.api.post("series", { runs: this.runs.map((run) => run.name), name: this.choice.value || null });
      if (this.choice.options.length !== told.names.length) {
        this.choice.replaceChildren(...told.names.map((name) => element("option", { value: name, text: name.replaceAll("_", " ") })));
      }
      this.choice.value = told.name;
      this.fillTable(told);
      this.plot(told);
    });
  }

  plot(told) {
    const style = getComputedStyle(this.element);
    const axis = { stroke: style.color, grid: { stroke: style.getPropertyValue("--studio-line") } };
    const series = [{ label: "time [s]" }, ...Object.keys(told.curves).map((name, k) => ({ label: name, stroke: COLOURS[k], width: 1.6 }))];
    const options = { width: Math.max(this.place.clientWidth, 260), height: 260, series, scales: { x: { time: false } }, axes: [axis, { ...axis, label: told.name.replaceAll("_", " ") + inBrackets(told.unit) }] };
    this.place.replaceChildren();
    this.drawn = new uPlot(options, together(told.curves), this.place);
    this.place.setAttribute("role", "img");
    this.place.setAttribute("aria-label", `${told.meaning || told.name} over time of ${Object.keys(told.curves).join(", ")}`);
  }
}
