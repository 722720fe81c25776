/** The tab Model: choose, edit, save, and see the machine go on with what was written. */

import { element } from "../viewer/panels/dom.js";
import { OpenDocument, openDocument } from "./document.js";
import { Editor } from "./editor.js";
import { ask } from "./asking.js";

const PAUSE = 700; // ms without a key after which the text is looked at

/** The panel; `studio` is the whole: api, picture, say(words), scenarios. */
export class ModelTab {
  constructor(studio) {
    this.studio = studio;
    this.document = null;
    this.count = 0;
    this.timer = 0;
    this.choice = element("select", { id: "model", onchange: () => this.chosen() });
    this.auto = element("input", { type: "checkbox", id: "auto", checked: true });
    const button = (text, title, onclick) => element("button", { type: "button", text, title, onclick });
    this.saveButton = button("Save", "Ctrl-S", () => this.save());
    const bar = element("div", { class: "bar" },
      element("label", { for: "model", class: "unseen", text: "model" }), this.choice,
      button("New", "a commented file to begin with", () => this.begin()), this.saveButton,
      button("Save as", "under another name", () => this.saveAs()));
    const run = element("div", { class: "bar" },
      element("button", { type: "button", class: "main", text: "Apply", title: "Ctrl-Enter", onclick: () => this.apply() }),
      element("label", { class: "check" }, this.auto, "after a pause in writing"));
    this.state = element("p", { class: "state", role: "status", "aria-live": "polite" });
    this.problems = element("ul", { class: "problems", "aria-label": "mistakes" });
    const place = element("div", { class: "editor" });
    this.editor = new Editor(place, { onchange: (text) => this.changed(text), onrun: () => this.apply(), onsave: () => this.save() });
    this.element = element("div", { class: "tab model" }, bar, place, this.problems, run, this.state);
  }

  /** Fill the list of scenarios and files. */
  async list() {
    const [scenarios, files] = await Promise.all([this.studio.api.get("scenarios"), this.studio.api.get("files")]);
    this.studio.scenarios = scenarios;
    const options = scenarios.map((s) => element("option", { value: `scenario:${s.name}`, text: s.name, title: s.title }));
    const own = files.filter((f) => f.model).map((f) => element("option", { value: `file:${f.path}`, text: f.path }));
    const groups = [element("optgroup", { label: "scenarios" }, ...options)];
    if (own.length) groups.push(element("optgroup", { label: "files" }, ...own));
    this.choice.replaceChildren(...groups);
    if (this.document) this.choose();
  }

  /** Show which document is open in the list. */
  choose() {
    const value = `${this.document.kind}:${this.document.name}`;
    this.choice.querySelector(".loose")?.remove();
    this.choice.value = value;
    if (this.choice.value !== value) {
      this.choice.prepend(element("option", { class: "loose", value, text: this.document.title }));
      this.choice.value = value;
    }
    this.saveButton.disabled = this.document.kind === "file" && !this.document.edited;
    document.title = `${this.document.edited ? "• " : ""}${this.document.name} - Elver studio`;
  }

  /** Another model was chosen. */
  async chosen() {
    const cut = this.choice.value.indexOf(":");
    const [kind, name] = [this.choice.value.slice(0, cut), this.choice.value.slice(cut + 1)];
    if (this.document?.edited && !(await ask(`"${this.document.name}" has changes that were not saved. Leave them?`, "Leave them"))) {
      this.choose();
      return;
    }
    await this.open(name, kind === "file");
  }

  /** Open a scenario or a file and let it run; changes: of named parameters. */
  async open(name, isFile, changes = {}) {
    await this.studio.trying(async () => {
      this.use(await openDocument(this.studio.api, name, isFile), changes);
      if (this.document.why) this.studio.say(`This scenario cannot be written as a file: ${this.document.why}`);
      await this.apply();
    });
  }

  /** Open a text that is no file (of an earlier run or sweep) and let it run. */
  async openText(name, text, changes = {}) {
    await this.studio.trying(async () => {
      this.use(Object.assign(new OpenDocument("scenario", name, text), { first: null }), changes);
      await this.apply();
    });
  }

  use(opened, changes) {
    clearTimeout(this.timer);
    this.document = Object.assign(opened, { changes });
    this.editor.open(opened.text);
    this.problems.replaceChildren();
    this.choose();
  }

  changed(text) {
    this.document.text = text;
    this.choose();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.auto.checked ? this.apply() : this.studio.trying(() => this.check())), PAUSE);
  }

  /** Look for mistakes; whether there are none. */
  async check() {
    const mine = ++this.count;
    const told = await this.studio.api.post("check", this.document.source);
    if (mine !== this.count) return false;
    this.show(told.errors);
    if (!told.errors.length) this.about = told.about;
    return !told.errors.length;
  }

  /** Compile, and show the machine from its start; or the mistakes. */
  async apply() {
    clearTimeout(this.timer);
    if (!this.document) return;
    await this.studio.trying(async () => {
      const began = performance.now();
      const mine = ++this.count;
      this.state.textContent = "compiling ...";
      const made = await this.studio.api.post("compile", { ...this.document.source, stroke: this.studio.strokeWanted });
      if (mine !== this.count) return;
      this.show(made.errors);
      if (made.errors.length) return;
      this.about = made.about;
      await this.studio.picture.show(made);
      const seconds = (performance.now() - began) / 1000;
      const changed = Object.entries(this.document.changes).map(([name, value]) => `${name} = ${value}`);
      this.state.textContent = `${this.document.title} runs; ready in ${seconds.toFixed(1)} s${changed.length ? `; ${changed.join(", ")}` : ""}`;
      if (made.notes?.length) this.studio.say(made.notes.join(" "));
    }, (error) => {
      this.state.textContent = "";
      this.studio.say(error.message);
    });
  }

  show(errors) {
    this.editor.mark(errors.filter((error) => error.line));
    const rows = errors.map((error) => element("li", {}, error.line ? element("button", {
      type: "button", class: "text", text: `line ${error.line}: ${error.message}`, onclick: () => this.editor.goTo(error.line, error.column),
    }) : element("span", { text: error.message })));
    this.problems.replaceChildren(...rows);
    if (errors.length) this.state.textContent = "the machine goes on as it was";
  }

  /** Save where it was read from; a scenario needs a name first. */
  async save() {
    if (!this.document) return undefined;
    if (this.document.kind !== "file") return this.saveAs();
    return this.write(this.document.name, this.document.digest);
  }

  async saveAs() {
    if (!this.document) return;
    const path = await ask("Save in the working folder as", "Save", this.document.proposed);
    if (path) await this.write(path, path === this.document.name ? this.document.digest : null);
  }

  /** Write the text; where somebody else wrote meanwhile, ask first. */
  async write(path, digest) {
    await this.studio.trying(async () => {
      const text = this.document.text;
      const told = await this.studio.api.post("file", { path, text, digest });
      this.document.saved(path, told.digest);
      await this.list();
      this.studio.say(`${path} saved`);
    }, async (error) => {
      if (error.status === 409 && (await ask(error.message, "Replace it"))) await this.write(path, error.told.digest);
      else if (error.status !== 409) this.studio.say(error.message);
    });
  }

  /** A new file from the commented example. */
  async begin() {
    const path = await ask("A new file in the working folder, called", "Create", "fish.yaml");
    if (!path) return;
    await this.studio.trying(async () => {
      const { text } = await this.studio.api.get("example", { name: path });
      await this.studio.api.post("file", { path, text, digest: null });
      await this.list();
      await this.open(path, true);
    });
  }
}
