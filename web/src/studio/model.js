/** The tab Model: choose, edit, save, and see the machine go on with what was written. */

import { element } from "../viewer/panels/dom.js";
import { RefusedError } from "./api.js";
import { OpenDocument, openDocument } from "./document.js";
import { Editor } from "./editor.js";
import { ParameterTable, withParameter } from "./parameters.js";
import { Schema } from "./schema.js";
import { ask, choose } from "./asking.js";

const PAUSE = 700; // ms without a key after which the text is looked at
const LONG = 8000; // ms after which a compilation is said to take long

/** The panel; `studio` is the whole: api, picture, say(words), scenarios. */
export class ModelTab {
  constructor(studio) {
    this.studio = studio;
    this.document = null;
    this.count = 0; // of compilations that were asked for
    this.looks = 0; // for mistakes alone
    this.loads = 0; // of documents
    this.busy = null; // the compilation under way
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
    this.parameters = new ParameterTable((name, value) => this.change(name, value));
    this.element = element("div", { class: "tab model" }, bar, place, this.problems, this.parameters.element, run, this.state);
  }

  /** The open document; before there is one, words for the user. */
  get opened() {
    if (!this.document) throw new RefusedError(0, { error: "no model is open yet: choose one in the tab Model." });
    return this.document;
  }

  /** Fill the list of scenarios and files. */
  async list() {
    const [scenarios, files] = await Promise.all([this.studio.api.get("scenarios"), this.studio.api.get("files")]);
    const byName = (a, b) => a.localeCompare(b, "en", { numeric: true });
    scenarios.sort((a, b) => byName(a.name, b.name));
    files.sort((a, b) => byName(a.path, b.path));
    this.studio.scenarios = scenarios;
    const options = scenarios.map((s) => element("option", { value: `scenario:${s.name}`, text: s.name, title: s.title }));
    const own = files.filter((f) => f.model).map((f) => element("option", { value: `file:${f.path}`, text: f.path }));
    const groups = [element("optgroup", { label: "scenarios" }, ...options)];
    if (own.length) groups.push(element("optgroup", { label: "files" }, ...own));
    this.choice.replaceChildren(...groups);
    if (this.document) this.choose();
    this.editor.schema ??= new Schema(await this.studio.api.get("schema"));
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

  /** Open a scenario or a file and let it run; asked: {changes, points}, of named parameters and of strokes. */
  async open(name, isFile, asked = {}) {
    await this.studio.trying(() => this.load(name, isFile, asked), (error) => {
      if (this.document) this.choose();
      this.tell(error.message, () => this.open(name, isFile, asked));
    });
  }

  /** As `open`; what goes wrong before it is open is thrown. */
  async load(name, isFile, asked = {}) {
    const mine = ++this.loads;
    this.busyWith(`opening ${name} ...`);
    const opened = await openDocument(this.studio.api, name, isFile, !asked.changes).finally(() => mine === this.loads && this.busyWith(""));
    if (mine !== this.loads) return; // another was chosen meanwhile
    this.use(opened, asked);
    if (this.document.why) this.studio.say(`This scenario cannot be written as a file: ${this.document.why}`);
    await this.apply();
  }

  /** Say at once that something goes on, here and over the picture; nothing when it is over. */
  busyWith(words) {
    if (words) this.state.textContent = words;
    this.element.setAttribute("aria-busy", String(Boolean(words)));
    this.studio.picture.busyWith(words);
  }

  /** A parameter was set in the table: in the text where it stands there, else beside it. */
  change(name, value) {
    if (!this.document) return;
    const text = withParameter(this.document.text, name, value);
    if (text !== null) {
      this.editor.replace(text);
      this.document.text = text;
      this.choose();
    } else this.document.changes = { ...this.document.changes, [name]: value };
    this.apply();
  }

  /** Words that stay, where mistakes stand, with a way to try again. */
  tell(words, again) {
    this.state.textContent = "";
    const button = element("button", { type: "button", text: "Try again", onclick: () => {
      this.problems.replaceChildren();
      again();
    } });
    this.problems.replaceChildren(element("li", { role: "alert" }, element("span", { text: `${words} ` }), button));
  }

  /** Open a text that is no file (of an earlier run or sweep) and let it run. */
  async openText(name, text, asked = {}) {
    await this.studio.trying(async () => {
      this.use(Object.assign(new OpenDocument("scenario", name, text), { first: null, place: asked.path ?? null }), asked);
      await this.apply();
    });
  }

  use(opened, { changes, points }) {
    clearTimeout(this.timer);
    this.document = Object.assign(opened, { changes: changes ?? {}, points: points ?? {} });
    this.editor.open(opened.text);
    this.problems.replaceChildren();
    this.choose();
  }

  changed(text) {
    if (!this.document) return;
    this.document.text = text;
    this.choose();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.auto.checked ? this.apply() : this.studio.trying(() => this.check())), PAUSE);
  }

  /** Look for mistakes; whether there are none. */
  async check() {
    const mine = ++this.looks;
    const told = await this.studio.api.post("check", this.opened.source);
    if (mine !== this.looks || this.busy) return false;
    this.show(told.errors);
    if (!told.errors.length) this.about = told.about;
    return !told.errors.length;
  }

  /** Compile, and show the machine from its start; or the mistakes. While one compilation is under way the next waits, and only the last. */
  async apply() {
    clearTimeout(this.timer);
    this.count += 1;
    this.busy ??= this.compileAll().finally(() => (this.busy = null));
    return this.busy;
  }

  /** Compile until nothing newer is asked for. */
  async compileAll() {
    for (let done = 0; done !== this.count; ) {
      done = this.count;
      await this.studio.trying(() => this.compile(done), (error) => {
        if (done === this.count) this.tell(error.message, () => this.apply());
      });
    }
  }

  async compile(mine) {
    const own = this.opened;
    const began = performance.now();
    this.busyWith(`compiling ${own.name} ...`);
    const late = setTimeout(() => this.busyWith(`compiling ${own.name} ... this takes long: the computer is busy, or the machine large`), LONG);
    const made = await this.studio.api.post("compile", { ...own.source, stroke: this.studio.strokeWanted }).finally(() => {
      clearTimeout(late);
      this.busyWith("");
    });
    if (mine !== this.count) return;
    this.show(made.errors);
    if (made.errors.length) return;
    this.about = made.about;
    this.parameters.show(made.about.parameters, { ...(own.edited ? {} : own.shown), ...own.changes });
    await this.studio.picture.show(made);
    const seconds = (performance.now() - began) / 1000;
    const changed = Object.entries({ ...(own.edited ? {} : own.shown), ...own.changes }).map(([name, value]) => `${name} = ${value}`);
    if (Object.keys(own.points).length) changed.push("strokes as they were drawn");
    this.state.textContent = `${own.title} runs; ready in ${seconds.toFixed(1)} s${changed.length ? `; ${changed.join(", ")}` : ""}`;
    if (made.notes?.length) this.studio.say(made.notes.join(" "));
  }

  /** All mistakes, in the order of their lines; the first is brought into view. */
  show(found) {
    const errors = [...found].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    this.editor.mark(errors.filter((error) => error.line));
    const rows = errors.map((error) => element("li", {}, error.line ? element("button", {
      type: "button", class: "text", text: `line ${error.line}: ${error.message}`, onclick: () => this.editor.goTo(error.line, error.column),
    }) : element("span", { text: error.message })));
    this.problems.replaceChildren(...rows);
    const first = Math.min(...errors.map((error) => error.line ?? Infinity));
    if (Number.isFinite(first)) this.editor.look(first);
    if (errors.length) this.state.textContent = `${errors.length} mistake${errors.length > 1 ? "s" : ""}; the machine goes on as it was`;
  }

  /** Save where it was read from; a scenario needs a name first. */
  async save() {
    await this.studio.trying(async () => {
      const own = this.opened;
      await (own.kind === "file" ? this.write(own, own.name, own.digest) : this.saveAs());
    });
  }

  async saveAs() {
    await this.studio.trying(async () => {
      const own = this.opened;
      const path = await ask("Save in the working folder as", "Save", own.proposed);
      if (path) await this.write(own, path, path === own.name ? own.digest : null);
    });
  }

  /** Write the text of a document; where somebody else wrote meanwhile, ask first. What is typed while it is written stays unsaved. */
  async write(own, path, digest) {
    await this.studio.trying(async () => {
      const { text } = own;
      const told = await this.studio.api.post("file", { path, text, digest });
      own.saved(path, told.digest, text);
      await this.list();
      this.studio.say(`${path} saved`);
    }, async (error) => {
      if (error.status === 409) await this.meet(own, path, error);
      else this.studio.say(error.message);
    });
  }

  /** A file was written by somebody else: what now? */
  async meet(own, path, error) {
    const again = own.kind === "file" && path === own.name ? { read: "Read it again" } : {};
    const chosen = await choose(error.message, { ...again, as: "Save as ...", replace: "Replace it" });
    if (chosen === "read") await this.open(path, true);
    else if (chosen === "as") await this.saveAs();
    else if (chosen === "replace") await this.write(own, path, error.told.digest);
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
