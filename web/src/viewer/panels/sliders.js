/** Sliders for the machine's parameters, in their groups. */

import { short } from "../numbers.js";
import { inPowers, sentence } from "../words.js";
import { element, iconButton, toggle } from "./dom.js";

const STEPS = 400; // places of a slider without a step of its own

/** All sliders; `onset(name, value)` is called when one moves. actions: {compare(on), beside(on)}. */
export class SliderPanel {
  constructor(sliders, onset, actions) {
    this.onset = onset;
    this.rows = new Map();
    const groups = new Map();
    for (const slider of sliders) {
      const name = slider.group || "parameters";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(slider);
    }
    const parts = [...groups].map(([name, own]) => this.makeGroup(name, own, groups.size > 1));
    const all = element("button", { type: "button", class: "text", text: "Reset all", onclick: () => this.first() });
    this.compare = toggle("Compare", false, actions.compare);
    this.compare.title = "A ghost keeps the settings of before (c)";
    this.beside = toggle("Side by side", false, actions.beside);
    this.beside.title = "The machine and its ghost in a half each (b)";
    this.element = element("div", { class: "sliders" }, ...parts, element("div", { class: "foot" }, all, this.compare, this.beside));
  }

  makeGroup(name, sliders, named) {
    const rows = sliders.map((slider) => this.makeRow(slider));
    if (!named) return element("div", {}, ...rows);
    return element("fieldset", {}, element("legend", { text: name }), ...rows);
  }

  makeRow(slider) {
    const id = `slider-${slider.name.replace(/[^\w-]/g, "-")}`;
    const label = shortLabel(slider);
    const hint = slider.meaning ? `${slider.meaning} (${slider.name})` : slider.name;
    const shown = slider.restart ? `${label} (after Reset)` : label;
    const { unit: told, factor, step } = shownIn(slider);
    const range = element("input", {
      type: "range",
      id,
      min: tidy(slider.low / factor),
      max: tidy(slider.high / factor),
      step,
      "aria-label": `${label} [${told || "1"}]`,
    });
    const number = element("input", {
      type: "number",
      step: "any",
      min: tidy(slider.low / factor),
      max: tidy(slider.high / factor),
      "aria-label": `${label}, number [${told || "1"}]`,
    });
    const back = iconButton("reset", `Reset ${label}`, () => this.change(slider, slider.value), { class: "icon small" });
    range.addEventListener("input", () => this.change(slider, Number(range.value) * factor));
    number.addEventListener("change", () => this.typed(slider, number));
    const unit = element("span", { class: "unit", text: told === "1" ? "" : told });
    const head = element("div", { class: "head" }, element("label", { for: id, text: shown, title: hint }), number, unit, back);
    const row = element("div", { class: "row" }, head, range);
    this.rows.set(slider.name, { slider, range, number, back, row });
    this.show(slider.name, slider.value);
    return row;
  }

  showComparing(on) {
    this.compare.setAttribute("aria-pressed", String(on));
  }

  showBeside(on) {
    this.beside.setAttribute("aria-pressed", String(on));
  }

  /** A number typed in: kept within what is allowed. */
  typed(slider, number) {
    const value = Number(number.value) * shownIn(slider).factor;
    if (number.value.trim() === "" || !Number.isFinite(value)) this.show(slider.name, this.value(slider.name));
    else this.change(slider, Math.min(Math.max(value, slider.low), slider.high));
  }

  change(slider, value) {
    this.show(slider.name, value);
    this.onset(slider.name, value);
  }

  /** Show a value without setting it. */
  show(name, value) {
    const row = this.rows.get(name);
    if (!row) return;
    row.current = value;
    const { unit, factor } = shownIn(row.slider);
    row.range.value = tidy(value / factor);
    row.number.value = Number((value / factor).toPrecision(5));
    const share = (value - row.slider.low) / (row.slider.high - row.slider.low || 1);
    row.range.style.setProperty("--share", `${100 * Math.min(Math.max(share, 0), 1)}%`);
    row.range.setAttribute("aria-valuetext", `${short(value / factor)} ${unit === "1" ? "" : unit}`);
    const changed = Math.abs(value - row.slider.value) > 1e-9 * (Math.abs(row.slider.value) + 1e-9);
    row.row.classList.toggle("changed", changed);
    row.back.style.visibility = changed ? "visible" : "hidden";
  }

  value(name) {
    return this.rows.get(name).current;
  }

  /** Values that differ from the first ones: {name: value}. */
  changed() {
    const found = {};
    for (const [name, row] of this.rows) if (row.row.classList.contains("changed")) found[name] = row.current;
    return found;
  }

  /** All sliders back to where they began. */
  first() {
    for (const { slider } of this.rows.values()) if (this.value(slider.name) !== slider.value) this.change(slider, slider.value);
  }
}

/** How a slider is shown and typed: its unit, how many of the machine's own are in one, and the step there. */
function shownIn(slider) {
  const step = slider.step > 0 ? slider.step : (slider.high - slider.low) / STEPS;
  const own = slider.shown ?? { unit: slider.unit, factor: 1, step };
  const places = Math.max(1, Math.round((slider.high - slider.low) / own.factor / own.step)); // so many steps reach the very end
  return { ...own, unit: inPowers(own.unit), step: ((1 - 1e-9) * (slider.high - slider.low)) / own.factor / places };
}

/** A number without the rounding of a factor. */
function tidy(value) {
  return Number(value.toPrecision(12));
}

/** The last part of a name without its group: "gait.amplitude" in the group gait is "amplitude". */
function shortLabel(slider) {
  const name = slider.label ?? slider.name;
  const start = `${slider.group}.`;
  return sentence((name.startsWith(start) ? name.slice(start.length) : name).replaceAll("_", " ").replaceAll(".", " · "));
}
