/** The tabs Fit and Learn: begin a study in the background, and look at what it and earlier ones gave. */

import { element } from "../viewer/panels/dom.js";
import { JobList } from "./jobs.js";
import { field, number } from "./runs.js";

/** What both have in common: a form, the work under way, the results. kind: of the job.   fields: of the form. */
class StudyTab {
  constructor(studio, kind, { note, verb, empty, fields }) {
    Object.assign(this, { studio, kind, empty, addresses: [] });
    this.jobs = new JobList(studio, (job) => job.kind === kind && this.list(job.result?.name));
    this.button = element("button", { class: "main", text: verb });
    const form = element("form", { class: "bar", onsubmit: (event) => this.start(event) }, ...fields, this.button);
    this.choice = element("select", { onchange: () => this.show() });
    this.bar = element("div", { class: "bar" }, field("result", this.choice));
    this.details = element("div", { class: "details" });
    this.element = element("div", { class: "tab" }, element("p", { class: "soft", text: note }), form, this.jobs.element, this.bar, this.details);
  }

  async open() {
    await this.studio.trying(async () => {
      await Promise.all([this.fill(), this.list(), this.jobs.look()]);
    });
  }

  async start(event) {
    event.preventDefault();
    await this.studio.trying(async () => {
      const { title, ...asked } = this.asked();
      await this.jobs.start(this.kind, title, asked);
    });
  }

  /** Read the results again; `name`: the one to show. */
  async list(name = this.choice.value) {
    await this.studio.trying(async () => {
      this.studies = await this.studio.api.get("studies", { kind: this.kind });
      this.choice.replaceChildren(...this.studies.map((own) => element("option", { value: own.name, text: `${own.name}: ${own.of}` })));
      if (this.studies.some((own) => own.name === name)) this.choice.value = name;
      this.bar.hidden = !this.studies.length;
      await this.show();
    });
  }

  /** What a study says, its tables and its pictures. */
  async show() {
    const study = this.studies.find((own) => own.name === this.choice.value);
    this.addresses.splice(0).forEach((address) => URL.revokeObjectURL(address));
    if (!study) {
      this.details.replaceChildren(element("p", { class: "soft", text: this.empty }));
      return;
    }
    const pictures = element("div", { class: "pictures" });
    this.details.replaceChildren(
      ...study.says.map((text) => element("p", { text })), ...study.tables.map(tableOf),
      element("p", { class: "soft", text: `In the folder runs/${study.name}: ${study.report}` }), pictures);
    for (const name of study.figures) {
      const address = await this.studio.api.picture("figure", { run: study.name, name });
      if (this.choice.value !== study.name) return;
      this.addresses.push(address);
      pictures.append(element("img", { src: address, alt: `${name.replace(/\.\w+$/, "")} of ${study.name}`, loading: "lazy" }));
    }
  }
}

/** A fit of unknown parameters to recordings. */
export class FitTab extends StudyTab {
  constructor(studio) {
    const file = element("select");
    const starts = number("1");
    const seed = number("0");
    super(studio, "fit", {
      note: "Unknown parameters from recordings: a fit file of the working folder (elver fit NAME.yaml --new writes one).",
      verb: "Fit", empty: "No fits yet.", fields: [field("fit file", file), field("places to begin from", starts), field("seed", seed)],
    });
    Object.assign(this, { file, starts, seed });
  }

  async fill() {
    const files = (await this.studio.api.get("fits")).sort();
    const before = this.file.value;
    this.file.replaceChildren(...files.map((name) => element("option", { value: name, text: name })));
    if (files.includes(before)) this.file.value = before;
    this.button.disabled = !files.length;
  }

  asked() {
    return { title: this.file.value, path: this.file.value, starts: this.starts.value, seed: this.seed.value };
  }
}

/** A policy that learns a task. */
export class LearnTab extends StudyTab {
  constructor(studio) {
    const task = element("select");
    const seconds = number("as the lesson says");
    const seed = number("0");
    super(studio, "learn", {
      note: "A policy learns a task by PPO on many machines at once; Stop keeps the best one so far.",
      verb: "Learn", empty: "No policies yet.", fields: [field("task", task), field("time [s]", seconds), field("seed", seed)],
    });
    Object.assign(this, { task, seconds, seed });
    task.addEventListener("change", () => this.propose());
  }

  async fill() {
    if (this.tasks) return;
    this.tasks = await this.studio.api.get("tasks");
    this.task.replaceChildren(...this.tasks.map((own) => element("option", { value: own.name, text: own.name, title: own.title })));
    this.propose();
  }

  propose() {
    this.seconds.placeholder = `${this.tasks.find((own) => own.name === this.task.value)?.seconds ?? ""}`;
  }

  asked() {
    return { title: this.task.value, task: this.task.value, seconds: this.seconds.value, seed: this.seed.value };
  }
}

function tableOf({ title, headers, rows }) {
  const cells = (kind, row) => row.map((text) => element(kind, kind === "th" ? { scope: "col", text: String(text) } : { text: String(text) }));
  return element("div", { class: "list" }, element("h3", { text: title }),
    element("table", {}, element("thead", {}, element("tr", {}, ...cells("th", headers))), element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells("td", row))))));
}
