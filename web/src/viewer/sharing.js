/** What can be taken along: the settings of the viewer as a link, the run as a table. */

import { csvOf } from "./csv.js";
import { lasting } from "./numbers.js";
import { download } from "./panels/dom.js";

const FACTORS = [0.03, 32]; // by which arrows can be drawn longer
const MOST_PLOTS = 24; // that a link can ask for

/** The viewer's own settings as texts. */
export function ownSettings(viewer) {
  const { world, runner, layout } = viewer;
  const own = { camera: world.rig.text };
  own.speed = String(runner.speed);
  const shown = world.arrows.map((a, k) => (a.group.visible ? `${k}:${a.factor.toPrecision(3)}` : null)).filter(Boolean);
  if (world.arrows.length) own.arrows = shown.join(",");
  if (layout.chosenTheme !== "auto") own.theme = layout.chosenTheme;
  const plots = layout.plots.plots.map((plot) => layout.plotKey(plot.spec));
  if (plots.join(",") !== layout.firstPlots) own.plots = plots.join(",");
  return own;
}

/** Set parameters, as far as their sliders go, and start with them. */
export function restoreParameters(viewer, parameters) {
  for (const [name, value] of Object.entries(parameters)) {
    const own = viewer.payload.machine?.sliders?.find((slider) => slider.name === name);
    if (!own) continue;
    const within = Math.min(Math.max(value, own.low), own.high);
    viewer.set(name, own.words ? Math.round(within) : within, { smooth: false }); // links come from anybody: as far as sliders go
  }
  if (Object.keys(parameters).length) viewer.reset();
}

/** Put settings back; what makes no sense is left out. */
export function restoreOwn(viewer, own) {
  const { world, layout } = viewer;
  if (own.camera) world.rig.text = own.camera;
  const speed = Number(own.speed);
  if (speed >= 0.001 && speed <= 10) viewer.setSpeed(speed);
  if (["light", "dark"].includes(own.theme)) layout.setTheme(own.theme);
  if (own.arrows !== undefined) world.arrows.forEach((_, k) => layout.showArrows(k, false));
  for (const part of (own.arrows ?? "").split(",")) {
    const [k, factor] = part.split(":").map(Number);
    if (!world.arrows[k] || !(factor > 0)) continue;
    layout.showArrows(k, true);
    world.arrows[k].factor = Math.min(Math.max(factor, FACTORS[0]), FACTORS[1]);
  }
  if (own.plots !== undefined) {
    layout.plots.clear();
    for (const key of [...new Set(own.plots.split(","))].slice(0, MOST_PLOTS)) layout.addByKey(key, viewer);
  }
}

/** Take the settings of the address, now and when another link is put there. */
export function followAddress(viewer) {
  viewer.restore(location.hash);
  const changed = () => {
    viewer.layout.firstSettings();
    viewer.restore(location.hash);
    viewer.refresh();
  };
  globalThis.addEventListener("hashchange", changed);
  viewer.layout.ends.push(() => globalThis.removeEventListener("hashchange", changed));
}

/** Units of the columns of a table, a field once. */
export function unitsOf(names, catalogue) {
  const fields = new Set(names.map((name) => catalogue.find(name)?.field).filter(Boolean));
  return [...fields].map((field) => `${field.name} [${field.unit || "1"}]`).join(", ");
}

/** Offer the run as a CSV file. */
export function downloadRun(viewer) {
  const { history } = viewer.runner;
  const { payload } = viewer;
  const about = [
    `${payload.title}: ${payload.about ?? ""}`,
    `made by Elver ${payload.version ?? ""}`,
    `units: time [s], ${unitsOf(history.names, viewer.catalogue)}`,
  ];
  const changed = Object.entries(viewer.layout.changedSettings());
  if (changed.length) about.push(`parameters at the end: ${changed.map(([name, value]) => `${name} = ${value}`).join(", ")}`);
  if (history.dropped)
    about.push(
      `the first ${history.dropped} samples were dropped: the page keeps the last ${lasting(history.newest - history.oldest)}`,
    );
  const name = String(payload.title ?? "run")
    .replace(/[^\w.-]+/g, "-")
    .toLowerCase();
  download(`${name}.csv`, [...csvOf(history, about)], "text/csv");
}
