/** Live figures as a row of names and numbers. */

import { steady } from "../numbers.js";
import { element } from "./dom.js";

/** Shows the figures; `update(t)` writes their values. */
export class FigurePanel {
  constructor(figures) {
    this.rows = figures.map((figure) => ({ figure, value: element("b", { text: "–" }) }));
    const cells = this.rows.map(({ figure, value }) =>
      element(
        "div",
        { class: "figure", title: figure.meaning },
        element("span", { text: figure.title }),
        element("span", { class: "number" }, value, " ", element("small", { text: figure.unit === "1" ? "" : figure.unit })),
      ),
    );
    this.element = element("div", { class: "figures", role: "group", "aria-label": "figures" }, ...cells);
    this.element.hidden = cells.length === 0;
  }

  update(t) {
    for (const { figure, value } of this.rows) {
      const text = steady(figure.value(t), 3);
      if (text !== value.textContent) value.textContent = text;
    }
  }
}
