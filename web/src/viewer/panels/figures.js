/** Live figures as a row of names and numbers. */

import { steady } from "../numbers.js";
import { sentence } from "../words.js";
import { element } from "./dom.js";

/** Shows the figures; `update(t)` writes their values. */
export class FigurePanel {
  constructor(figures) {
    this.rows = figures.map((figure) => ({
      figure,
      value: element("b", { text: "–" }),
      was: element("i", { class: "was", hidden: true }),
    }));
    const cells = this.rows.map(({ figure, value, was }) =>
      element(
        "div",
        { class: "figure", title: figure.meaning },
        element("span", { text: sentence(figure.title) }),
        element("span", { class: "number" }, value, " ", element("small", { text: figure.unit === "1" ? "" : figure.unit }), was),
      ),
    );
    this.element = element("div", { class: "figures", role: "group", "aria-label": "figures" }, ...cells);
    this.element.hidden = cells.length === 0;
  }

  /** ghost: a machine with other settings whose figures stand beside; null: none. */
  update(t, ghost = null) {
    this.rows.forEach(({ figure, value, was }, k) => {
      const text = steady(figure.value(t), 3);
      if (text !== value.textContent) value.textContent = text;
      was.hidden = !ghost;
      if (!ghost) return;
      const other = steady(ghost.figures[k].value(t), 3);
      if (other !== was.textContent) was.textContent = other;
    });
  }
}
