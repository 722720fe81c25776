/** What is seen and how: views, path, arrows and their scale. */

import { metres, nice, short } from "../numbers.js";
import { inWords, sentence } from "../words.js";
import { element, toggle } from "./dom.js";

const VIEWS = [
  ["start", "Usual"],
  ["free", "Free"],
  ["top", "Top"],
  ["side", "Side"],
];

/** Choices of the view. actions: {view(name), follow(on), path(on), arrows(k, on), scale(k, factor)}. */
export class LookPanel {
  constructor(world, actions) {
    this.world = world;
    const views = VIEWS.map(([name, label]) =>
      element("button", { type: "button", class: "chip", text: label, onclick: () => actions.view(name) }),
    );
    this.followButton = toggle("Follow", world.rig.following, actions.follow);
    this.pathShown = true;
    this.pathButton = toggle("Path", true, (on) => {
      this.pathShown = on;
      actions.path(on);
    });
    this.legend = element("div", { class: "legend", "aria-label": "scale of the arrows" });
    this.rows = world.arrows.map((arrows, k) => this.arrowRow(arrows, k, actions));
    this.element = element(
      "div",
      { class: "look" },
      element("div", { class: "chips", role: "group", "aria-label": "view" }, ...views, this.followButton, this.pathButton),
      ...this.rows.map((row) => row.element),
      element("p", { class: "note", text: `Grid: ${metres(world.cell)}` }),
    );
  }

  /** One kind of arrows: on or off, how long. */
  arrowRow(arrows, k, actions) {
    const dot = element("i", { class: "dot" });
    const title = sentence(inWords(arrows.spec.title ?? arrows.spec.name));
    const button = toggle(title, false, (on) => {
      actions.arrows(k, on);
      this.update();
    });
    button.prepend(dot);
    const scale = element("input", {
      type: "range",
      min: -30,
      max: 30,
      step: 1,
      value: 0,
      "aria-label": `length of the arrows: ${title}`,
    });
    scale.addEventListener("input", () => {
      actions.scale(k, 10 ** (Number(scale.value) / 20));
      this.update();
    });
    const text = element("span", { class: "note wide" });
    return { arrows, button, dot, scale, text, element: element("div", { class: "arrowrow" }, button, scale, text) };
  }

  /** Say what the arrows' lengths mean. */
  update() {
    for (const { arrows, dot, text, scale } of this.rows) {
      dot.style.background = `#${(arrows.colour ?? 0).toString(16).padStart(6, "0")}`;
      scale.disabled = !arrows.group.visible;
      const shown = arrows.shown;
      const length = nice(0.1 * this.world.stage.size);
      const told = arrows.group.visible && shown > 0 ? `${metres(length)} = ${short(length / shown, 3)} ${arrows.spec.unit}` : "";
      if (told !== text.textContent) text.textContent = told;
    }
    this.showLegend();
  }

  /** Name and scale of the arrows that are seen, beside the picture. */
  showLegend() {
    const lines = this.rows
      .filter(({ text }) => text.textContent)
      .map(({ arrows, text }) => `${sentence(inWords(arrows.spec.name))}: ${text.textContent}`);
    if (lines.join() === this.told) return;
    this.told = lines.join();
    const shown = this.rows.filter(({ text }) => text.textContent);
    this.legend.replaceChildren(...shown.map(({ dot }, k) => element("span", {}, dot.cloneNode(), lines[k])));
  }

  /** Press or release the button of a kind of arrows. */
  press(k, on) {
    this.rows[k].button.setAttribute("aria-pressed", String(on));
  }
}
