/** The style of the viewer, once a page. */

import plotStyle from "uplot/dist/uPlot.min.css";

import style from "../style.css";

let dressed = false;

/** Add the style to the page, where it is not there yet. */
export function dress() {
  if (dressed) return;
  dressed = true;
  const sheet = document.createElement("style");
  sheet.textContent = plotStyle + style;
  document.head.append(sheet);
}
