/** Words over the picture: what went wrong, and the ways back. */

import { element } from "./dom.js";

/** A message with buttons; it takes the focus and goes when one is pressed. */
export class Message {
  constructor() {
    this.element = element("div", { class: "message", role: "alertdialog", "aria-labelledby": "elver-says", tabindex: -1 });
    this.element.hidden = true;
  }

  /** buttons: [[label, action], ...]. */
  show(title, text, buttons) {
    const made = buttons.map(([label, action], k) =>
      element("button", {
        type: "button",
        class: k ? "" : "main",
        text: label,
        onclick: () => {
          this.hide();
          action();
        },
      }),
    );
    this.element.replaceChildren(
      element("h2", { id: "elver-says", text: title }),
      element("p", { text }),
      element("div", { class: "buttons" }, ...made),
    );
    this.element.hidden = false;
    (made[0] ?? this.element).focus({ preventScroll: true });
  }

  hide() {
    this.element.hidden = true;
  }

  get shown() {
    return !this.element.hidden;
  }
}
