/** The page: what the loader unpacked becomes a viewer and `window.elver`. */

import style from "./style.css";
import plotStyle from "uplot/dist/uPlot.min.css";

import { offer } from "./viewer/offer.js";
import { openViewer } from "./viewer/viewer.js";

/** Called by the loader. element: where to draw.   payload: text.   bytes: of the machine's code, empty for a replay. */
globalThis.elverOpen = (element, payload, bytes) => {
  const sheet = document.createElement("style");
  sheet.textContent = plotStyle + style;
  document.head.append(sheet);
  return openViewer(element, JSON.parse(payload), bytes, { hash: true });
};

globalThis.elver = offer(globalThis.elverLoading);
