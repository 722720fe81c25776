/** Where everything stands: the picture fills the element, panels lie over it and fold away. */

import { pressed } from "./keys.js";
import { lasting } from "./numbers.js";
import { themeNow } from "./preferences.js";
import { rhythmOf } from "./runner.js";
import { downloadRun } from "./sharing.js";
import { element, iconButton } from "./panels/dom.js";
import { FigurePanel } from "./panels/figures.js";
import { helpText } from "./panels/help.js";
import { LookPanel } from "./panels/look.js";
import { Message } from "./panels/message.js";
import { PlotPanel } from "./panels/plots.js";
import { SliderPanel } from "./panels/sliders.js";
import { Transport } from "./panels/transport.js";
import { trustOf } from "./panels/trust.js";

const NARROW = 760; // px: below it panels come from the bottom, one at a time
const SHORT = 480; // px of height: likewise
let count = 0;

/** The parts of a viewer on the page. */
export class Layout {
  constructor(host, viewer) {
    this.host = host;
    this.viewer = viewer;
    this.key = `elver-${count++}`;
    this.canvas = this.makeCanvas();
    this.message = new Message();
    this.chosenTheme = "auto";
    this.root = element(
      "div",
      { class: viewer.payload.scene.water && !viewer.payload.scene.ground ? "elver wet" : "elver" },
      this.canvas,
    );
    host.replaceChildren(this.root);
    this.ends = [];
  }

  makeCanvas() {
    const { title } = this.viewer.payload;
    return element("canvas", {
      class: "view",
      tabindex: 0,
      role: "img",
      "aria-label": `3-D view of ${title}: arrow keys turn it, plus and minus come nearer, shift and arrows move it`,
    });
  }

  /** Add all panels. */
  fill(viewer) {
    const { source, payload, runner, world } = viewer;
    this.transport = new Transport(source, rhythmOf(payload), {
      play: () => (runner.playing ? viewer.pause() : viewer.play()),
      step: () => viewer.step(),
      reset: () => viewer.reset(),
      speed: (value) => viewer.setSpeed(value),
      seek: (t) => viewer.seek(t),
      repeat: (on) => (runner.repeat = on),
    });
    const sliders = payload.machine?.sliders ?? [];
    this.sliders = !source.replayed && sliders.length ? new SliderPanel(sliders, (name, value) => viewer.set(name, value)) : null;
    this.plots = new PlotPanel({
      source,
      history: runner.history,
      catalogue: viewer.catalogue,
      key: this.key,
      span: spanFor(rhythmOf(payload)),
      actions: { add: (output) => viewer.addPlot(output), seek: (t) => viewer.seek(t), changed: () => {} },
    });
    this.figures = new FigurePanel(viewer.figures);
    this.look = new LookPanel(world, {
      view: (name) => {
        world.rig.choose(name);
        viewer.wake();
      },
      follow: (on) => {
        world.rig.following = on;
        viewer.wake();
      },
      path: (on) => {
        world.trace.mesh.visible = on;
        viewer.wake();
      },
      arrows: (k, on) => {
        world.arrows[k].group.visible = on;
        viewer.refresh();
      },
      scale: (k, factor) => {
        world.arrows[k].factor = factor;
        viewer.refresh();
      },
    });
    this.place(payload);
    this.addFirst(payload, viewer);
    this.listen(viewer);
  }

  /** Put the panels on the page. */
  place(payload) {
    const about = element(
      "details",
      { class: "about" },
      element("summary", {}, element("h1", { text: payload.title })),
      element("p", { text: payload.about ?? "" }),
      this.credits(payload),
    );
    const left = element(
      "div",
      { class: "left" },
      element(
        "div",
        { class: "card titlecard" },
        ...[about, ...endingOf(this.viewer.source), ...trustOf(payload), this.figures.element, this.look.legend],
      ),
    );
    const right = element("div", { class: "right" });
    this.panels = new Map();
    this.buttons = element("div", { class: "tools", role: "toolbar", "aria-label": "panels and tools" });
    if (this.sliders) this.addPanel("sliders", "Parameters", "sliders", this.sliders.element, left);
    this.addPanel("look", "View and forces", "eye", this.look.element, left);
    this.addPanel("plots", "Plots", "plots", this.plots.element, right);
    this.addPanel("help", "Help", "help", helpText(this.viewer.source.replayed), right);
    this.addTools();
    this.notes = element("div", { class: "notes", role: "status" });
    this.foot = element("div", { class: "bottom" }, this.transport.element, this.buttons);
    this.root.append(left, right, this.foot, this.notes, this.message.element);
    Object.assign(this, { left, right });
  }

  credits(payload) {
    const note = payload.recording?.note;
    const text = [payload.source, ...(payload.machine?.notes ?? []), note, payload.version ? `Elver ${payload.version}` : ""]
      .filter(Boolean)
      .join(" · ");
    return element("p", { class: "credits", text });
  }

  /** A panel with its button. */
  addPanel(name, title, picture, content, side) {
    const close = iconButton("close", `Close ${title}`, () => this.shut(name), { class: "icon small" });
    const panel = element(
      "section",
      { class: `card panel ${name}`, "aria-label": title },
      element("header", {}, element("h2", { text: title }), close),
      content,
    );
    panel.hidden = true;
    const button = iconButton(picture, title, () => this.open(name, panel.hidden), { "aria-expanded": "false" });
    button.append(element("span", { text: title }));
    this.panels.set(name, { panel, button });
    this.buttons.append(button);
    side.append(panel);
  }

  addTools() {
    const theme = iconButton("sun", "Light or dark", () => this.setTheme(this.theme === "dark" ? "light" : "dark"));
    const link = iconButton("link", "Copy a link with these settings", () => this.copyLink());
    const save = iconButton("save", "Download the run as CSV", () => this.download());
    const linked = this.viewer.options.hash && location.protocol !== "about:"; // a frame in a notebook has no address of its own
    this.buttons.append(...(linked ? [link] : []), save, theme);
  }

  /** Open or close a panel; a narrow page shows one at a time. */
  open(name, on) {
    const narrow = this.root.classList.contains("narrow");
    for (const [other, { panel, button }] of this.panels) {
      const shut =
        on && other !== name && (narrow || (other === "help" && name === "plots") || (other === "plots" && name === "help"));
      if (other !== name && !shut) continue;
      panel.hidden = other === name ? !on : true;
      button.setAttribute("aria-expanded", String(!panel.hidden));
    }
    this.resize();
    this.plots.update();
  }

  /** Close a panel and go back to the button that opens it. */
  shut(name) {
    this.open(name, false);
    this.panels.get(name).button.focus();
  }

  /** Panels that a wide page begins with. */
  beginOpen() {
    if (this.isNarrow()) return;
    if (this.sliders) this.open("sliders", true);
    if (this.root.clientWidth > 1000) this.open("plots", true);
  }

  addFirst(payload, viewer) {
    for (const spec of payload.plots ?? []) if (spec.shown) viewer.showPlot(spec);
    this.firstPlots = this.plots.plots.map((plot) => this.plotKey(plot.spec)).join(",");
    viewer.world.arrows.forEach((arrows, k) => arrows.spec.shown && this.showArrows(k, true));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.root);
    for (const { panel } of this.panels.values()) this.observer.observe(panel);
    this.beginOpen();
  }

  showArrows(k, on) {
    this.viewer.world.arrows[k].group.visible = on;
    this.look.press(k, on);
  }

  /** A short name of a plot for the address: its number in the payload, or the outputs. */
  plotKey(spec) {
    const known = (this.viewer.payload.plots ?? []).indexOf(spec);
    return known >= 0 ? `p${known}` : `o:${spec.title}`;
  }

  addByKey(key, viewer) {
    const known = /^p\d+$/.test(key) ? viewer.payload.plots?.[Number(key.slice(1))] : null;
    if (known) viewer.showPlot(known);
    else if (key.startsWith("o:")) viewer.addPlot(key.slice(2));
  }

  /** The history is another one now: it has more columns. */
  renewHistory(viewer) {
    if (!this.plots) return;
    this.plots.history = viewer.runner.history;
    for (const plot of this.plots.plots) plot.columns = plot.series.map((s) => viewer.runner.history.index.get(s.output));
  }

  /** Keys of the whole viewer, and the theme of the system. */
  listen(viewer) {
    const keys = (event) => pressed(event, viewer);
    const scheme = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
    const changed = () => this.chosenTheme === "auto" && this.setTheme("auto");
    this.root.ownerDocument.addEventListener("keydown", keys);
    scheme?.addEventListener("change", changed);
    this.ends.push(
      () => this.root.ownerDocument.removeEventListener("keydown", keys),
      () => scheme?.removeEventListener("change", changed),
    );
  }

  setTheme(name) {
    this.chosenTheme = name;
    this.theme = name === "auto" ? themeNow() : name;
    this.root.dataset.theme = this.theme;
    this.viewer.world.setTheme(this.theme);
    this.plots.setTheme(this.theme);
    this.look.update();
    this.viewer.refresh();
  }

  /** Offer the run as a table, and say what of it is there. */
  download() {
    const { history } = this.viewer.runner;
    downloadRun(this.viewer);
    if (history.dropped)
      this.note(
        `The table holds the last ${lasting(history.newest - history.oldest)}: earlier samples make room for new ones.`,
        8000,
      );
  }

  async copyLink() {
    const { viewer } = this;
    const address = `${location.href.split("#")[0]}#${viewer.hash}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      this.note("The link with these settings is copied, and stands in the address.", 4000);
    } catch {
      this.note("The link with these settings stands in the address of the page.", 4000);
    }
  }

  /** A line over the picture; it goes after so many milliseconds. */
  note(text, milliseconds = 0) {
    const line = element("p", { text });
    const close = iconButton("close", "Close", () => line.remove(), { class: "icon small" });
    line.append(close);
    if (!this.notes) this.notesLater = [...(this.notesLater ?? []), [text, milliseconds]];
    else this.notes.append(line);
    if (milliseconds) setTimeout(() => line.remove(), milliseconds);
  }

  isNarrow() {
    return this.root.clientWidth < NARROW || this.root.clientHeight < SHORT;
  }

  /** What panels cover of a wide page [px]. */
  wideInsets() {
    const open = (side) => [...side.children].some((child) => child.classList.contains("panel") && !child.hidden);
    return {
      left: open(this.left) ? this.left.offsetWidth : 0,
      right: open(this.right) ? this.right.offsetWidth : 0,
      top: 0,
      bottom: this.foot.offsetHeight,
    };
  }

  /** What they cover of a narrow page: a sheet from below, or from the right where the page is short. */
  narrowInsets(width) {
    const sheet = [...this.panels.values()].find(({ panel }) => !panel.hidden)?.panel;
    if (width >= NARROW) return { left: 0, right: sheet?.offsetWidth ?? 0, top: 20, bottom: this.foot.offsetHeight };
    return {
      left: 0,
      right: 0,
      top: this.left.firstChild.offsetHeight + 8,
      bottom: this.foot.offsetHeight + (sheet?.offsetHeight ?? 0),
    };
  }

  /** Fit the picture; what panels cover is left out of its middle. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height || !this.viewer.world) return;
    const narrow = this.isNarrow();
    this.root.classList.toggle("narrow", narrow);
    this.root.classList.toggle("short", narrow && width >= NARROW);
    if (this.notesLater && this.notes) for (const [text, wait] of this.notesLater.splice(0)) this.note(text, wait);
    const insets = narrow ? this.narrowInsets(width) : this.wideInsets();
    this.root.style.setProperty("--foot", `${this.foot.offsetHeight}px`);
    this.viewer.world.stage.setInsets(insets);
    this.viewer.world.resize(width, height);
    this.viewer.wake();
  }

  close() {
    for (const end of this.ends) end();
    this.observer?.disconnect();
    this.root.remove();
  }
}

/** What is said of a recorded run that did not finish, always in sight; nothing of one that did. */
function endingOf({ replayed, status }) {
  if (!replayed || status.word === "finished") return [];
  const head = element("b", { text: `This run did not finish: ${status.word}` });
  return [element("div", { class: "ending", role: "alert" }, head, element("p", { text: status.text }))];
}

/** How much time plots show at first: some periods of the gait. */
function spanFor(period) {
  return period > 0 && period < 0.2 ? 0.2 : 10;
}
