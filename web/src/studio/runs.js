/** The tab Runs: native runs of the open model, their figures, and their replay in the picture. */

import { short } from "../viewer/numbers.js";
import { element } from "../viewer/panels/dom.js";
import { changedIn } from "./curves.js";
import { JobList } from "./jobs.js";

const HEADLINES = {
  status: "", duration: "s", mean_speed: "m/s", mean_forward_speed: "m/s", cost_of_transport: "", work: "J", ledger_closure: "", realtime_factor: "",
}; // with their units

/** The panel; the runs that are ticked are compared. */
export class RunsTab {
  constructor(studio) {
    this.studio = studio;
    this.ticked = new Set();
    this.jobs = new JobList(studio, () => this.list());
    this.duration = number("as in the model");
    this.dt = number("as in the model");
    const form = element("form", { class: "bar", onsubmit: (event) => this.start(event) },
      field("duration [s]", this.duration), field("time step [s]", this.dt), element("button", { class: "main", text: "Run" }));
    this.table = element("div", { class: "list" });
    this.details = element("div", { class: "details" });
    this.addresses = [];
    const note = element("p", { class: "soft", text: "Runs by native code: every step recorded, with ledger and figures, in the folder runs." });
    this.element = element("div", { class: "tab" }, note, form, this.jobs.element, this.table, this.details);
  }

  async open() {
    await this.studio.trying(async () => {
      await Promise.all([this.list(), this.jobs.look()]);
    });
  }

  async start(event) {
    event.preventDefault();
    await this.studio.trying(() => this.jobs.start("run", this.studio.model.opened.title, { ...this.studio.sourceNow(), duration: this.duration.value, dt: this.dt.value }));
  }

  /** Read the list of runs again. */
  async list() {
    const runs = await this.studio.api.get("runs");
    this.runs = runs;
    const rows = runs.map((run) => this.row(run));
    const head = element("tr", {}, ...["compare", "run", "changed", "simulated", "mean speed", "written"].map((text) => element("th", { scope: "col", text })));
    const empty = element("p", { class: "soft", text: "No runs yet." });
    this.table.replaceChildren(runs.length ? element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)) : empty);
  }

  row(run) {
    const tick = element("input", { type: "checkbox", checked: this.ticked.has(run.name), "aria-label": `compare ${run.name}` });
    tick.addEventListener("change", () => (tick.checked ? this.ticked.add(run.name) : this.ticked.delete(run.name)));
    const name = element("button", { type: "button", class: "text", text: run.name, onclick: () => this.show(run) });
    const { summary } = run;
    const cells = [tick, name, changedWords(run.asked), `${short(summary.duration ?? NaN)} s`, speed(summary), new Date(1000 * run.time).toLocaleString()];
    return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
  }

  /** Headlines, figures and ways to go on of one run. */
  async show(run) {
    this.addresses.forEach((address) => URL.revokeObjectURL(address));
    this.addresses = [];
    const rows = Object.entries(HEADLINES).filter(([name]) => run.summary[name] !== undefined && run.summary[name] !== null)
      .map(([name, unit]) => element("tr", {}, element("th", { scope: "row", text: name.replaceAll("_", " ") }), element("td", { text: `${shown(run.summary[name])} ${unit}` })));
    const buttons = element("div", { class: "bar" },
      element("button", { type: "button", class: "main", text: "Replay", onclick: () => this.replay(run) }),
      element("button", { type: "button", text: "Open its model", onclick: () => this.openModel(run) }));
    const pictures = element("div", { class: "pictures" });
    this.details.replaceChildren(element("h3", { text: run.name }), buttons, element("table", {}, ...rows), pictures);
    for (const name of run.figures) {
      const address = await this.studio.api.picture("figure", { run: run.name, name }).catch(() => null);
      if (!address) continue;
      this.addresses.push(address);
      pictures.append(element("img", { src: address, alt: `${name.replace(/\.\w+$/, "")} of ${run.name}`, loading: "lazy" }));
    }
  }

  async replay(run) {
    await this.studio.trying(async () => {
      this.studio.say(`reading ${run.name} ...`);
      await this.studio.picture.show(await this.studio.api.get("replay", { run: run.name }));
      this.studio.say(`${run.name} is replayed. Apply in the tab Model goes back to the machine.`);
    });
  }

  async openModel(run) {
    await this.studio.trying(async () => {
      const { asked, text } = await this.studio.api.get("run", { name: run.name });
      await this.studio.openAsked(asked, text, run.summary.scenario);
    });
  }
}

/** A field for a number that may stay empty. */
export function number(hint) {
  return element("input", { type: "text", inputmode: "decimal", placeholder: hint, size: 13 });
}

/** A field under its label. */
export function field(text, own) {
  own.setAttribute("aria-label", text); // else the options of a choice would be read as a part of it
  return element("label", { class: "field" }, element("span", { text }), own);
}

/** What was changed for a run, in words; nothing is known of a run that was not made in the studio. */
export function changedWords(asked) {
  if (!asked || !("changes" in asked)) return "-";
  return changedIn(asked).map(({ name, value, unit }) => `${name} = ${shown(value)}${unit && unit !== "1" ? ` ${unit}` : ""}`).join(", ") || "nothing";
}

function speed(summary) {
  return summary.mean_speed === undefined || summary.mean_speed === null ? "-" : `${short(summary.mean_speed)} m/s`;
}

/** A figure of a summary in words. */
export function shown(value) {
  if (typeof value === "number") return short(value);
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (value && typeof value === "object") return Object.entries(value).map(([name, own]) => `${name} ${shown(own)}`).join(", ");
  return value === null || value === undefined ? "-" : String(value);
}
