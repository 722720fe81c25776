/** The studio: tabs beside the picture of the machine, served by `elver studio`. */

import { element } from "../viewer/panels/dom.js";
import { Api, tokenOf } from "./api.js";
import { CompareTab } from "./compare.js";
import { ModelTab } from "./model.js";
import { RunsTab } from "./runs.js";
import { Picture } from "./shown.js";
import { StrokeTab } from "./stroke/tab.js";
import { FitTab, LearnTab } from "./studies.js";
import { SweepTab } from "./sweep.js";
import plotStyle from "uplot/dist/uPlot.min.css";
import viewerStyle from "../style.css";
import style from "./studio.css";

const HEARTBEAT = 30000; // ms
const NAMES = { model: "Model", stroke: "Stroke", runs: "Runs", compare: "Compare", sweep: "Sweep", fit: "Fit", learn: "Learn" };
const SAID = 8000; // ms that a note stays
const AGAIN = [2000, 5000, 15000]; // ms after which a first answer that did not come is asked for again

/** Whether the same question may be answered a little later: nobody there, too busy, or a worker that died. */
function mayPass({ status }) {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

/** The whole: what the tabs share. */
class Studio {
  constructor(place, api) {
    Object.assign(this, { api, scenarios: [], strokeWanted: false, shownTab: "" });
    this.note = element("div", { class: "note", role: "status", "aria-live": "polite" });
    this.note.hidden = true;
    this.host = element("section", { class: "picture", "aria-label": "the machine" });
    this.picture = new Picture(this.host, () => this.stroke.use(this.picture.strokes));
    this.model = new ModelTab(this);
    this.stroke = new StrokeTab(this);
    this.runs = new RunsTab(this);
    this.compare = new CompareTab(this);
    this.sweep = new SweepTab(this);
    this.fit = new FitTab(this);
    this.learn = new LearnTab(this);
    this.stroke.use([]);
    this.panels = element("div", { class: "panels" });
    this.buttons = new Map(Object.entries(NAMES).map(([name, text], k, all) => [name, this.tabButton(name, text, all)]));
    const tabs = element("div", { class: "tabs", role: "tablist", "aria-label": "studio" }, ...this.buttons.values());
    const fold = element("button", { type: "button", class: "fold", "aria-label": "fold the panel away", "aria-expanded": "true", text: "‹", onclick: () => this.fold(fold) });
    this.side = element("aside", { class: "side", "aria-label": "studio" }, tabs, this.panels);
    this.grip = element("div", { class: "grip", role: "separator", "aria-orientation": "vertical", "aria-label": "width of the panel", tabindex: 0 });
    this.listenGrip();
    this.root = element("div", { class: "studio" }, this.side, this.grip, this.host, fold, this.note);
    place.replaceChildren(this.root);
  }

  tabButton(name, text, all) {
    const button = element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false", text, tabindex: -1, onclick: () => this.show(name) });
    button.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!turn) return;
      const names = all.map(([own]) => own);
      const next = names[(names.indexOf(name) + turn + names.length) % names.length];
      this.show(next);
      this.buttons.get(next).focus();
    });
    return button;
  }

  /** Show a tab. */
  show(name) {
    if (this.shownTab === name) return;
    this[this.shownTab]?.close?.();
    this.shownTab = name;
    for (const [own, button] of this.buttons) {
      button.setAttribute("aria-selected", String(own === name));
      button.tabIndex = own === name ? 0 : -1;
    }
    const panel = this[name].element;
    Object.assign(panel, { id: `panel-${name}` });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    this.panels.replaceChildren(panel);
    if (name !== "model") this[name].open();
  }

  fold(button) {
    const folded = this.root.classList.toggle("folded");
    button.setAttribute("aria-expanded", String(!folded));
    button.textContent = folded ? "›" : "‹";
    window.dispatchEvent(new Event("resize"));
  }

  /** The panel's width, by pointer or by arrow keys. */
  listenGrip() {
    const set = (width) => {
      this.root.style.setProperty("--side", `${Math.min(Math.max(width, 300), window.innerWidth - 260)}px`);
      window.dispatchEvent(new Event("resize"));
    };
    this.grip.addEventListener("pointerdown", (event) => {
      this.grip.setPointerCapture(event.pointerId);
      const move = (own) => set(own.clientX);
      this.grip.addEventListener("pointermove", move);
      this.grip.addEventListener("pointerup", () => this.grip.removeEventListener("pointermove", move), { once: true });
      event.preventDefault();
    });
    this.grip.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 24, ArrowLeft: -24 }[event.key];
      if (turn) set(this.side.getBoundingClientRect().width + turn);
    });
  }

  /** Words below the panels, where they cover nothing; they go by themselves. */
  say(words) {
    clearTimeout(this.silence);
    this.note.textContent = words;
    this.note.hidden = !words;
    this.silence = setTimeout(() => (this.note.hidden = true), SAID);
  }

  /** Do something; what goes wrong is said. */
  async trying(deed, failed = (error) => this.say(error.message)) {
    try {
      return await deed();
    } catch (error) {
      if (!("status" in error)) console.error(error);
      await failed(error);
      return undefined;
    }
  }

  /** The open model with the values that its sliders have now, for runs and sweeps. */
  sourceNow() {
    const { source } = this.model.opened;
    const own = new Map((this.model.about?.parameters ?? []).map((p) => [p.name, p.default]));
    const moved = {};
    for (const slider of this.picture.payload?.machine?.sliders ?? []) {
      const value = this.picture.value(slider.name);
      if (own.has(slider.name) && Number.isFinite(value) && value !== slider.value) moved[slider.name] = value;
    }
    const points = { ...source.points, ...this.stroke.points };
    const drawn = Object.keys(points).length ? { points } : {};
    return { ...source, ...drawn, changes: { ...source.changes, ...moved } };
  }

  /** Open what an earlier run or sweep was made from. */
  async openAsked(asked, text, name) {
    if (text) await this.model.openText(name, text, asked);
    else await this.model.open(asked.scenario ?? name, false, { changes: {}, ...asked });
  }

  /** Begin: lists, the first model, and the sign of life. */
  async begin() {
    this.show("model");
    setInterval(() => this.api.get("alive").catch((error) => this.say(error.message)), HEARTBEAT);
    await this.first(0);
  }

  /** The lists and the first model. Where no answer comes it is told and asked for again, unless something was opened meanwhile. */
  async first(tries) {
    if (this.model.document) return;
    this.model.busyWith("starting ...");
    try {
      const { begin, folder } = await this.api.get("start");
      this.root.dataset.folder = folder;
      await this.model.list();
      if (!this.model.document) await this.model.load(begin, /\.ya?ml$/i.test(begin));
    } catch (error) {
      if (!("status" in error)) console.error(error);
      this.model.busyWith("");
      const wait = mayPass(error) ? AGAIN[tries] : undefined;
      const timer = wait && setTimeout(() => this.first(tries + 1), wait);
      this.model.tell(`The studio could not begin: ${error.message}`, () => {
        clearTimeout(timer);
        this.first(0);
      });
    }
  }
}

document.head.append(element("style", { text: plotStyle + viewerStyle + style }));
const studio = new Studio(document.querySelector("#studio"), new Api(tokenOf(location.href)));
window.elverStudio = studio;
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "s" || event.defaultPrevented) return;
  event.preventDefault();
  studio.model.save();
});
window.addEventListener("beforeunload", (event) => studio.model.document?.edited && event.preventDefault());
studio.begin();
