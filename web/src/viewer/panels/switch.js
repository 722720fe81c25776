/** A switch between two laws, in the card with the title: what is on now, and what the other one did. */

import { sentence } from "../words.js";
import { element } from "./dom.js";

/** spec: {name, title, words, trust} of the payload.   onset(name, value): called when it is switched. */
export class SwitchPanel {
  constructor(spec, onset) {
    this.spec = spec;
    this.buttons = spec.words.map((word, k) =>
      element("button", { type: "button", text: sentence(word), "aria-pressed": "false", onclick: () => onset(spec.name, k) }),
    );
    this.element = element(
      "div",
      { class: "switch", role: "group", "aria-label": sentence(spec.title) },
      element("span", { text: sentence(spec.title) }),
      element("div", {}, ...this.buttons),
    );
  }

  show(value) {
    this.buttons.forEach((button, k) => button.setAttribute("aria-pressed", String(k === Math.round(value))));
  }
}
