/** A story in steps: a caption, and what is moved for it. */

import { element, iconButton } from "./dom.js";

/** steps: of the payload.   actions: {go(step), end()}. */
export class StoryPanel {
  constructor(steps, actions) {
    Object.assign(this, { steps, actions });
    this.at = -1;
    this.count = element("span", { class: "count" });
    this.text = element("p", { "aria-live": "polite" });
    this.back = element("button", { type: "button", class: "text", text: "Back", onclick: () => this.go(this.at - 1) });
    this.next = element("button", { type: "button", class: "text main", onclick: () => this.onward() });
    const close = iconButton("close", "End the story", () => this.end(), { class: "icon small" });
    const foot = element("div", { class: "storyfoot" }, this.count, this.back, this.next);
    this.element = element("section", { class: "card story", "aria-label": "Story" }, this.text, close, foot);
    this.element.hidden = true;
  }

  onward() {
    if (this.at + 1 < this.steps.length) this.go(this.at + 1);
    else this.end();
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    const step = this.steps[this.at];
    this.text.textContent = step.text;
    this.count.textContent = `${this.at + 1} of ${this.steps.length}`;
    this.back.disabled = this.at === 0;
    this.next.textContent = this.at + 1 < this.steps.length ? "Next" : "Done";
    const opening = this.element.hidden;
    this.element.hidden = false;
    this.actions.go(step, opening);
    if (opening) this.next.focus({ preventScroll: true });
  }

  end() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.actions.end();
  }
}
