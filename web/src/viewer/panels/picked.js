/** The body that was clicked: what it is, what acts on it, and curves of that. */

import { steady } from "../numbers.js";
import { inWords, sentence, shownUnit } from "../words.js";
import { element, iconButton } from "./dom.js";

/** actions: {plot(output), close()}. */
export class PickedPanel {
  constructor(payload, catalogue, actions) {
    Object.assign(this, { payload, catalogue, actions });
    this.title = element("h2", {});
    this.table = element("table", {});
    const close = iconButton("close", "Close the body", () => actions.close(), { class: "icon small" });
    this.element = element(
      "section",
      { class: "card panel picked", "aria-label": "Body" },
      element("header", {}, this.title, close),
      element("div", {}, this.table),
    );
    this.element.hidden = true;
  }

  /** Show body k; -1: none. */
  show(k) {
    this.element.hidden = k < 0;
    if (k < 0) return;
    const body = this.payload.bodies[k];
    this.title.textContent = sentence(inWords(body.name));
    this.rows = [];
    if (body.mass > 0) this.rows.push({ label: "Mass", unit: "kg", value: () => body.mass });
    for (const arrows of this.payload.arrows ?? []) if (!arrows.edges) this.addForce(arrows, body.name);
    for (const joint of body.joints ?? []) this.addJoint(joint);
    this.table.replaceChildren(...this.rows.map((row) => this.line(row)));
  }

  /** The size of one kind of force on the body. */
  addForce(arrows, name) {
    const output = `${arrows.field}.${name}`;
    const found = this.catalogue.find(output);
    if (!found || found.count > 3) return;
    const value = (outputs) => Math.hypot(...outputs.slice(found.start, found.start + found.count));
    this.rows.push({ label: `Force of ${inWords(arrows.name)}`, unit: "N", value, output });
  }

  /** Angle and torque of a joint that carries it. */
  addJoint(joint) {
    const turns = joint.unit === "rad";
    const wanted = [
      ["joint_torque", turns ? "Torque of" : "Force of", joint.effort],
      ["joint_position", turns ? "Angle of" : "Length of", joint.unit],
    ];
    for (const [field, word, own] of wanted) {
      const output = `${field}.${joint.name}`;
      const found = this.catalogue.find(output);
      if (!found) continue;
      const { unit, factor } = shownUnit(own);
      this.rows.push({ label: `${word} ${inWords(joint.name)}`, unit, own, value: (outputs) => factor * outputs[found.start], output });
    }
  }

  line(row) {
    row.cell = element("b", { text: "–" });
    const button = row.output
      ? element("button", {
          type: "button",
          class: "text",
          text: "Plot",
          "aria-label": `Plot this: ${row.label}`,
          onclick: () => this.actions.plot(row.output, row.own),
        })
      : null;
    return element(
      "tr",
      {},
      element("th", { scope: "row", text: row.label }),
      element("td", {}, row.cell, " ", element("small", { text: row.unit })),
      element("td", {}, button),
    );
  }

  update(outputs) {
    if (this.element.hidden) return;
    for (const row of this.rows) {
      const text = steady(row.value(outputs), 3);
      if (text !== row.cell.textContent) row.cell.textContent = text;
    }
  }
}
