/** Where everything stands: the picture fills the element, panels lie over it and fold away. */

import { pressed } from "./keys.js";
import { lasting, short } from "./numbers.js";
import { themeNow } from "./preferences.js";
import { rhythmOf } from "./runner.js";
import { downloadRun } from "./sharing.js";
import { element, iconButton } from "./panels/dom.js";
import { FigurePanel } from "./panels/figures.js";
import { helpText } from "./panels/help.js";
import { LookPanel } from "./panels/look.js";
import { Message } from "./panels/message.js";
import { PickedPanel } from "./panels/picked.js";
import { PlotPanel } from "./panels/plots.js";
import { SliderPanel } from "./panels/sliders.js";
import { StoryPanel } from "./panels/story.js";
import { SwitchPanel } from "./panels/switch.js";
import { Transport } from "./panels/transport.js";
import { trustOf } from "./panels/trust.js";
import { inWords, sentence } from "./words.js";

const NARROW = 760; // px: below it panels come from the bottom, one at a time
const SHORT = 480; // px of height: likewise
const GAP = 8; // px between cards and the machine
const LOW = 860; // px of height: below it the left column holds one panel besides the title
const FLOATING = ["help", "show"]; // panels that lie over the picture beside the others
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
      live: () => viewer.live(),
      repeat: (on) => (runner.repeat = on),
    });
    const sliders = (payload.machine?.sliders ?? []).filter((slider) => !slider.words);
    this.sliders =
      !source.replayed && sliders.length
        ? new SliderPanel(sliders, (name, value) => viewer.set(name, value), { compare: (on) => viewer.compare(on), beside: (on) => viewer.besides(on) })
        : null;
    const switched = (name, value) => viewer.switchTo(name, value);
    this.switches = new Map((payload.switches ?? []).map((spec) => [spec.name, new SwitchPanel(spec, switched)]));
    this.story = new StoryPanel(payload.story ?? [], {
      go: (step, opening) => {
        if (opening) this.beginStory();
        viewer.tell(step);
      },
      end: () => this.endStory(),
    });
    this.picked = new PickedPanel(payload, viewer.catalogue, {
      plot: (output, unit) => {
        this.open("plots", true);
        viewer.addPlot(output, unit);
      },
      close: () => viewer.pick(-1),
    });
    this.plots = new PlotPanel({
      source,
      history: runner.history,
      catalogue: viewer.catalogue,
      key: this.key,
      span: spanFor(rhythmOf(payload)),
      actions: { add: (output) => viewer.addPlot(output), seek: (t) => viewer.seek(t), changed: () => {}, now: () => viewer.now },
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
        world.trace.mesh.visible = on && viewer.scrubbed === null;
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
      element("summary", {}, element("h1", { text: sentence(payload.title) })),
      element("p", { text: sentence(payload.about ?? "") }),
      payload.advice ? element("p", { class: "advice" }, element("b", { text: "Try: " }), payload.advice) : null,
      ...this.links(payload),
      this.credits(payload),
    );
    this.trust = element("div", {});
    this.ghostWords = element("p", { class: "ghostwords", hidden: true, role: "status" });
    this.pilotWords = element("p", { class: "pilotwords", hidden: true });
    const steps = payload.story?.length ?? 0;
    this.tour =
      steps && !this.viewer.source.replayed
        ? element("button", { type: "button", class: "text tour", text: `Take the tour: ${steps} steps`, onclick: () => this.story.go(0) })
        : null;
    const left = element(
      "div",
      { class: "left" },
      element(
        "div",
        { class: "card titlecard" },
        ...[about, ...endingOf(this.viewer.source), ...[...this.switches.values()].map((s) => s.element), this.trust],
        ...[this.figures.element, this.pilotWords, this.ghostWords, this.look.legend, this.tour].filter(Boolean),
      ),
    );
    const right = element("div", { class: "right" });
    this.panels = new Map();
    this.buttons = element("div", { class: "tools", role: "toolbar", "aria-label": "panels and tools" });
    if (this.sliders) this.addPanel("sliders", "Parameters", "sliders", this.sliders.element, left);
    this.addPanel("look", "View and forces", "eye", this.look.element, left);
    this.addPanel("plots", "Plots", "plots", this.plots.element, right);
    this.addPanel("help", "Help", "help", helpText(this.viewer.source.replayed), null);
    this.addPanel("show", "Show and save", "more", this.makeShow(), null);
    right.prepend(this.picked.element);
    this.addTools();
    this.notes = element("div", { class: "notes", role: "status" });
    this.halves = element("div", { class: "halves", hidden: true }, element("span", { text: "Now" }), element("span", { text: "Before" }));
    this.foot = element("div", { class: "bottom" }, this.transport.element, this.buttons);
    const floating = ["help", "show"].map((name) => this.panels.get(name).panel);
    this.root.append(this.halves, left, right, ...floating, this.story.element, this.foot, this.notes, this.message.element);
    Object.assign(this, { left, right });
    for (const name of this.switches.keys()) this.showSetting(name, this.viewer.source.get(name));
    if (!this.switches.size) this.trust.replaceChildren(...trustOf(payload.trust));
    for (const box of this.root.querySelectorAll(".panel>div")) this.cue(box);
  }

  /** Say at the end of a box that scrolls that there is more of it. */
  cue(box) {
    const look = () => box.parentElement.classList.toggle("more", box.scrollHeight - box.scrollTop - box.clientHeight > 6);
    box.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    this.ends.push(() => observer.disconnect());
  }

  /** What to read: titles with their addresses. */
  links(payload) {
    return (payload.links ?? []).map(({ title, address }) => {
      const link = { href: address, target: "_blank", rel: "noopener noreferrer", text: title };
      return element("p", {}, /^https?:/.test(address) ? element("a", link) : title);
    });
  }

  /** Ways to show the page to others, and to take pictures along. */
  makeShow() {
    const { viewer } = this;
    const button = (text, action) => element("button", { type: "button", class: "text", text, onclick: action });
    this.films = { film: button("Make a film", () => viewer.toggleFilm("film")), gif: button("Make a GIF", () => viewer.toggleFilm("gif")) };
    this.showFilming(null);
    this.lectureButton = button("Large type", () => this.lecture(!this.lecturing));
    this.lectureButton.setAttribute("aria-pressed", "false");
    const full = this.root.requestFullscreen ? button("Full screen", () => this.fullScreen()) : null;
    const picture = button("Save a picture (PNG)", () => viewer.savePicture());
    return element("div", { class: "show" }, picture, this.films.film, this.films.gif, full, this.lectureButton);
  }

  fullScreen() {
    const { fullscreenElement } = document;
    const done = fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen();
    done.catch(() => this.note("This frame may not fill the screen: open the page by itself.", 6000));
  }

  /** Large type, for a room full of people. */
  lecture(on) {
    this.lecturing = on;
    this.root.classList.toggle("lecture", on);
    this.lectureButton.setAttribute("aria-pressed", String(on));
    this.resize();
  }

  /** kind: of the film that is made, null: none. */
  showFilming(kind) {
    this.root.classList.toggle("filming", kind !== null);
    for (const [own, button] of Object.entries(this.films)) {
      const word = own === "gif" ? "GIF" : "film";
      button.textContent = own === kind ? `Stop and save the ${word}` : `Make a ${word}`;
      button.setAttribute("aria-pressed", String(own === kind));
      button.disabled = kind !== null && own !== kind;
    }
  }

  /** A story needs the room of the panels; they come back when it ends. */
  beginStory() {
    this.before = [...this.panels].filter(([, { panel }]) => !panel.hidden).map(([name]) => name);
    for (const name of this.before) this.open(name, false);
    this.root.classList.add("telling");
    this.resize();
  }

  endStory() {
    this.root.classList.remove("telling");
    for (const name of this.before ?? []) this.open(name, true);
    this.tour?.focus({ preventScroll: true });
    this.resize();
  }

  /** Show the value of a parameter where it is moved. */
  showSetting(name, value) {
    this.sliders?.show(name, value);
    const own = this.switches.get(name);
    own?.show(value);
    if (own) this.trust.replaceChildren(...trustOf(own.spec.trust[Math.round(value)]));
    if (own) this.resize();
    this.tellGhost();
  }

  /** Parameters that differ from the first ones: {name: value}. */
  changedSettings() {
    const found = this.sliders?.changed() ?? {};
    for (const { name, value } of this.viewer.payload.machine?.sliders ?? [])
      if (this.switches.has(name) && this.viewer.source.get(name) !== value) found[name] = this.viewer.source.get(name);
    return found;
  }

  /** All parameters back to where they began. */
  firstSettings() {
    this.sliders?.first();
    for (const { name, value } of this.viewer.payload.machine?.sliders ?? [])
      if (this.switches.has(name) && this.viewer.source.get(name) !== value) this.viewer.set(name, value);
  }

  showComparing(on) {
    this.sliders?.showComparing(on);
    this.root.classList.toggle("comparing", on);
    this.tellGhost();
  }

  showBeside(on) {
    this.sliders?.showBeside(on);
    this.resize();
  }

  /** A line between two halves, with what is in each. middle: where it stands [px], from and to: ends of the halves; null: one picture. */
  halve(halves) {
    this.halves.hidden = !halves;
    if (!halves) return;
    const { from, middle, to } = halves;
    const [mine, before] = this.halves.children;
    Object.assign(this.halves.style, { left: `${middle}px` });
    mine.style.maxWidth = `${middle - from - 16}px`;
    before.style.maxWidth = `${to - middle - 16}px`;
  }

  /** Say in words with which settings the ghost runs. */
  tellGhost() {
    const { viewer } = this;
    if (!this.ghostWords) return;
    this.ghostWords.hidden = !viewer.ghosted;
    if (!viewer.ghosted) return;
    const rows = new Map((viewer.payload.machine?.sliders ?? []).map((row) => [row.name, row]));
    const told = (viewer.ghost?.differing ?? []).map((name) => {
      const value = viewer.ghost.machine.get(name);
      const own = this.switches.get(name);
      if (own) return own.spec.words[Math.round(value)];
      const row = rows.get(name);
      const { unit, factor } = row?.shown ?? { unit: row?.unit ?? "", factor: 1 };
      return `${inWords(name)} ${short(value / factor, 3)} ${unit}`.trim();
    });
    const text = told.length ? `Ghost: ${told.join(", ")}` : "Ghost: the settings of now; move a slider";
    if (this.ghostWords.textContent !== text) this.ghostWords.textContent = text;
  }

  /** Who steers, and how often the goal was reached. */
  tellPilot() {
    const { pilot } = this.viewer.source;
    this.pilotWords.hidden = !pilot;
    if (!pilot) return;
    const goals = pilot.spec.goal ? ` ${pilot.reached} goals reached; drag the ring.` : "";
    const text = `${sentence(pilot.spec.name)} steers.${goals}`;
    if (this.pilotWords.textContent !== text) this.pilotWords.textContent = text;
  }

  showPicked(k) {
    this.picked.show(k);
    this.picked.update(this.viewer.outputs);
    this.resize();
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
    side?.append(panel);
  }

  addTools() {
    const theme = iconButton("sun", "Light or dark", () => this.setTheme(this.theme === "dark" ? "light" : "dark"));
    const link = iconButton("link", "Copy a link with these settings", () => this.copyLink());
    const save = iconButton("save", "Download the run as CSV", () => this.download());
    const linked = this.viewer.options.hash && location.protocol !== "about:"; // a frame in a notebook has no address of its own
    this.buttons.append(...(linked ? [link] : []), save, theme);
  }

  /** Open or close a panel; a narrow page shows one at a time, and so does a column in which two would be crushed. */
  open(name, on) {
    const narrow = this.root.classList.contains("narrow");
    const low = this.root.clientHeight < LOW;
    for (const [other, { panel, button }] of this.panels) {
      const rival = FLOATING.includes(other) ? FLOATING.includes(name) : low && !FLOATING.includes(name) && other !== "plots" && name !== "plots";
      const shut = on && other !== name && (narrow || rival);
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
    for (const box of [this.left.firstChild, this.foot, this.story.element, this.picked.element]) this.observer.observe(box);
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
    this.viewer.ghost?.drawn?.setTheme(this.viewer.world.theme);
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
    const box = this.root.getBoundingClientRect();
    const seen = (panels) => panels.filter((panel) => !panel.hidden).map((panel) => panel.getBoundingClientRect());
    const right = seen([...this.right.children]);
    const below = seen([this.story.element, this.foot]);
    return {
      left: Math.max(...seen([...this.left.children]).map((r) => r.right - box.left)) + GAP,
      right: right.length ? box.right - Math.min(...right.map((r) => r.left)) + GAP : GAP,
      top: GAP,
      bottom: box.bottom - Math.min(...below.map((r) => r.top)) + GAP,
    };
  }

  /** What they cover of a narrow page: a sheet from below, or from the right where the page is short. */
  narrowInsets(width) {
    const panels = [...this.panels.values()].map(({ panel }) => panel);
    const sheet = [...panels, this.picked.element].find((panel) => !panel.hidden);
    const told = this.story.element.hidden ? 0 : this.story.element.offsetHeight;
    const bottom = this.foot.offsetHeight + told + GAP;
    if (width >= NARROW) return { left: this.left.firstChild.offsetWidth + 2 * GAP, right: sheet?.offsetWidth ?? 0, top: GAP, bottom };
    return { left: 0, right: 0, top: this.left.firstChild.offsetHeight + 2 * GAP, bottom: bottom + (sheet?.offsetHeight ?? 0) };
  }

  /** Fit the picture; what panels cover is left out of its middle. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height || !this.viewer.world) return;
    const narrow = this.isNarrow();
    this.root.classList.toggle("narrow", narrow);
    this.root.classList.toggle("short", narrow && width >= NARROW);
    if (this.notesLater && this.notes) for (const [text, wait] of this.notesLater.splice(0)) this.note(text, wait);
    this.root.style.setProperty("--foot", `${this.foot.getBoundingClientRect().height}px`);
    const insets = narrow ? this.narrowInsets(width) : this.wideInsets();
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
