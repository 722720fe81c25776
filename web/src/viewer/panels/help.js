/** Keys and gestures, in words. */

import { element } from "./dom.js";

const KEYS = [
  ["space", "play, pause"],
  [".", "one step"],
  ["r", "start again"],
  ["s  v  p  h", "parameters, view, plots, help"],
  ["1  2  3  0", "free view, top, side, usual"],
  ["c", "compare: a ghost keeps the settings of before"],
  ["b", "the machine and its ghost side by side"],
  ["l", "large type, for lectures"],
  ["f", "follow the machine"],
  ["arrows", "turn the view (when it has the focus)"],
  ["shift arrows", "move the view"],
  ["+  −", "nearer, farther"],
];

/** A table of the keys. */
export function helpText(replayed) {
  const rows = KEYS.map(([keys, text]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, ...keys.split("  ").map((k) => element("kbd", { text: k }))),
      element("td", { text }),
    ),
  );
  const motion =
    "Drag to turn the view, drag with shift or the right button (two fingers) to move it, wheel or pinch to come nearer. Click a body to see its forces.";
  const kind = replayed
    ? "This page replays a recorded run: drag the time line, or click into a plot."
    : "The machine is computed in this page while you look. A slider moves its parameter smoothly; the machine never jumps. Drag the time line to look back.";
  return element(
    "div",
    { class: "help", tabindex: 0, role: "group", "aria-label": "Keys and gestures" },
    element("p", { text: kind }),
    element("p", { text: motion }),
    element("table", {}, ...rows),
  );
}
