/** Curves over time: linked, thinned, chosen from everything that is recorded. */

import uPlot from "uplot";

import { thinned } from "../history.js";
import { short, steady } from "../numbers.js";
import { inWords, sentence, shownUnit } from "../words.js";
import { indexBefore } from "../replay.js";
import { element, iconButton } from "./dom.js";

const POINTS = 700; // of a curve at most: more than a panel has pixels
const COLOURS = {
  light: ["#1f6fae", "#b8432b", "#2f7440", "#8a5a00", "#6a4a9c", "#0f7b7a", "#1b2a41", "#9c3f55", "#5b6570"],
  dark: ["#6db8f0", "#ff9077", "#7fd08f", "#f0bd5c", "#c4a4f0", "#67d3d1", "#dfe7f2", "#f29cb1", "#aab4c0"],
};
const SPIKE = 8; // a peak so many times what is usual is cut off, and told
const SIZES = [];
const INKS = { light: { text: "#3d4a5c", grid: "#0000001a" }, dark: { text: "#b6c3d4", grid: "#ffffff1c" } };

/** One plot: a title, its curves, a cursor that all plots share. */
class Plot {
  constructor(spec, panel) {
    this.spec = spec;
    this.panel = panel;
    this.columns = spec.series.map((s) => panel.history.index.get(s.output)).filter((c) => c !== undefined);
    this.series = spec.series.filter((s) => panel.history.index.has(s.output));
    this.times = new Float64Array(POINTS);
    this.lines = this.columns.map(() => new Float32Array(POINTS));
    this.peak = null;
    this.box = element("div", { class: "canvas" });
    const title = sentence(inWords(spec.title));
    const close = iconButton("close", `Remove the plot ${title}`, () => panel.remove(this), { class: "icon small" });
    const own = shownUnit(spec.unit);
    this.factor = own.factor;
    const unit = own.unit && own.unit !== "1" ? ` [${own.unit}]` : "";
    this.legend = element("div", { class: "keys" });
    this.element = element(
      "section",
      { class: "plot", "aria-label": title },
      element("header", {}, element("h3", { text: title + unit }), close),
      this.legend,
      this.box,
    );
  }

  /** (Re)make the picture, for another width or theme. */
  draw(width, theme) {
    this.chart?.destroy();
    const ink = INKS[theme];
    const axis = {
      stroke: ink.text,
      grid: { stroke: ink.grid, width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    const curves = this.series.map((s, k) => ({
      label: s.label,
      stroke: COLOURS[theme][k % 9],
      width: 1.5,
      points: { show: false },
    }));
    const options = {
      width,
      height: 118,
      legend: { show: false },
      padding: [6, 14, 0, 0],
      cursor: {
        sync: { key: this.panel.key, setSeries: false },
        drag: { setScale: false, x: false, y: false },
        points: { size: 5 },
      },
      scales: { x: { time: false, range: () => this.panel.window() }, y: { range: (_, low, high) => this.range(low, high) } },
      axes: [
        { ...axis, size: 22, gap: 2, values: (_, at) => at.map((v) => short(v, 6)) },
        { ...axis, size: 46, gap: 3, space: 26, values: (_, at) => at.map((v) => short(v, 4)) },
      ],
      series: [{}, ...curves],
      hooks: { setCursor: [() => this.showKeys()], drawSeries: [], draw: [(chart) => this.drawNow(chart, ink)] },
    };
    this.chart = new uPlot(options, this.data(), this.box);
    this.chart.over.addEventListener("click", () => this.panel.clicked(this.chart.posToVal(this.chart.cursor.left, "x")));
    this.theme = theme;
    this.makeKeys();
  }

  /** The curves of the window that is shown. */
  data() {
    const [from, to] = this.panel.window();
    const count = thinned(this.panel.history, this.columns, from, to, this.times, this.lines);
    if (this.factor !== 1) for (const line of this.lines) for (let k = 0; k < count; k++) line[k] *= this.factor;
    return [this.times.subarray(0, count), ...this.lines.map((line) => line.subarray(0, count))];
  }

  /** Lowest and highest value shown: all of them, but for a spike that would flatten the rest. */
  range(low, high) {
    const usual = usualSize(this.chart?.data ?? [[]]);
    const spike = Math.max(Math.abs(low), Math.abs(high));
    const clipped = usual > 0 && spike > SPIKE * usual;
    this.peak = clipped ? spike : null;
    return clipped ? padded(Math.max(low, -1.6 * usual), Math.min(high, 1.6 * usual)) : padded(low, high);
  }

  update() {
    this.chart?.setData(this.data());
    this.showKeys();
  }

  /** What is cut off, and a line at the present time of a replay. */
  drawNow(chart, ink) {
    if (this.peak !== null) this.tellPeak(chart, ink);
    const { source } = this.panel;
    const now = this.panel.actions.now();
    if (!source.replayed && now === source.time) return;
    const x = Math.round(chart.valToPos(now, "x", true)) + 0.5;
    const pen = chart.ctx;
    pen.save();
    pen.strokeStyle = ink.text;
    pen.beginPath();
    pen.moveTo(x, chart.bbox.top);
    pen.lineTo(x, chart.bbox.top + chart.bbox.height);
    pen.stroke();
    pen.restore();
  }

  tellPeak(chart, ink) {
    chart.ctx.save();
    chart.ctx.fillStyle = ink.text;
    chart.ctx.font = `${10 * (globalThis.devicePixelRatio || 1)}px system-ui, sans-serif`;
    chart.ctx.textAlign = "right";
    chart.ctx.textBaseline = "top";
    chart.ctx.fillText(`peak ${short(this.peak, 3)} not shown`, chart.bbox.left + chart.bbox.width - 4, chart.bbox.top + 2);
    chart.ctx.restore();
  }

  makeKeys() {
    this.values = this.series.map(() => element("b"));
    const keys = this.series.map((s, k) =>
      element(
        "span",
        { class: "key" },
        element("i", { style: `background:${COLOURS[this.theme][k % 9]}` }),
        inWords(s.label),
        " ",
        this.values[k],
      ),
    );
    this.legend.replaceChildren(...keys);
    this.legend.hidden = this.series.length > 9;
  }

  /** Number of the point at the present time. */
  present(times) {
    const now = this.panel.actions.now();
    return times[times.length - 1] <= now ? times.length - 1 : times.length ? indexBefore(times, now) : -1;
  }

  /** Numbers at the cursor, or at the present time. */
  showKeys() {
    if (!this.chart || this.legend.hidden) return;
    const at = this.chart.cursor.idx;
    const now = at ?? this.present(this.chart.data[0]);
    this.values.forEach((value, k) => {
      const text = now >= 0 ? steady(this.chart.data[k + 1][now]) : "";
      if (value.textContent !== text) value.textContent = text;
    });
  }
}

/** The size that nearly all numbers of some curves stay below, from a tenth of them. */
function usualSize([times, ...lines]) {
  SIZES.length = 0;
  for (const line of lines) for (let k = 0; k < times.length; k += 10) if (line[k] === line[k]) SIZES.push(Math.abs(line[k]));
  return SIZES.length > 20 ? SIZES.sort((a, b) => a - b)[Math.floor(0.96 * SIZES.length)] : 0;
}

/** Room above and below the curves. */
function padded(low, high) {
  if (low === null || !Number.isFinite(low + high)) return [-1, 1];
  const room = 0.08 * (high - low) || 0.1 * Math.abs(high) || 1;
  return [low - room, high + room];
}

/** All plots, with a list to add more. */
export class PlotPanel {
  /** actions: {add(output) -> spec: records it from now on, seek(t), changed()}. */
  constructor({ source, history, catalogue, key, span, actions }) {
    Object.assign(this, { source, history, catalogue, key, span, actions });
    this.plots = [];
    this.theme = "light";
    this.list = element("div", { class: "list" });
    this.element = element("div", { class: "plots" }, this.makeBar(), this.list);
    this.width = 0;
    new ResizeObserver(() => this.resize()).observe(this.list);
  }

  /** The choice of what to add, and of how much time is seen. */
  makeBar() {
    const choice = element("select", { "aria-label": "Add a plot" }, element("option", { value: "", text: "Add a plot …" }));
    const sorted = [...this.catalogue.fields].sort((a, b) => a.name.localeCompare(b.name));
    for (const field of sorted) choice.append(this.optionsOf(field));
    choice.addEventListener("change", () => {
      if (choice.value) this.actions.add(choice.value);
      choice.value = "";
    });
    if (this.source.replayed) return element("div", { class: "bar" }, choice);
    const spans = [...new Set([2, 5, 10, 30, 120, 600].map((n) => n * this.unit()))];
    const time = element(
      "select",
      { "aria-label": "Time shown" },
      ...spans.map((s) => element("option", { value: s, text: `last ${short(s, 3)} s` })),
    );
    time.value = spans.includes(this.span) ? this.span : spans[2];
    this.span = Number(time.value);
    time.addEventListener("change", () => {
      this.span = Number(time.value);
      this.update();
    });
    return element("div", { class: "bar" }, choice, time);
  }

  /** Seconds are too long a measure for a moth. */
  unit() {
    return this.span < 1 ? 0.02 : 1;
  }

  /** A field as one choice (all its numbers) and each number. */
  optionsOf(field) {
    const { unit } = shownUnit(field.unit);
    const group = element("optgroup", { label: `${sentence(inWords(field.name))}${unit && unit !== "1" ? ` [${unit}]` : ""}` });
    const numbers = this.catalogue.numbers(field);
    if (numbers.length > 1 && numbers.length <= 9)
      group.append(element("option", { value: field.name, text: `${sentence(inWords(field.name))}: all` }));
    if (numbers.length <= 120) for (const name of numbers) group.append(element("option", { value: name, text: name }));
    return group;
  }

  /** Whether a plot of that title is there. */
  has(title) {
    return this.plots.some((plot) => plot.spec.title === title);
  }

  add(spec) {
    const plot = new Plot(spec, this);
    this.plots.push(plot);
    this.list.append(plot.element);
    if (this.width) plot.draw(this.width, this.theme);
    return plot;
  }

  remove(plot) {
    plot.chart?.destroy();
    plot.element.remove();
    this.plots = this.plots.filter((p) => p !== plot);
    this.actions.changed();
  }

  clear() {
    for (const plot of [...this.plots]) this.remove(plot);
  }

  setTheme(theme) {
    this.theme = theme;
    if (this.width) for (const plot of this.plots) plot.draw(this.width, theme);
  }

  resize() {
    const width = this.list.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    for (const plot of this.plots) plot.draw(width, this.theme);
  }

  /** First and last time shown. */
  window() {
    if (this.source.replayed) return [this.source.start, this.source.end];
    const now = this.actions.now();
    const end = Math.max(this.source.time, this.span);
    const last = now < end - this.span ? Math.max(now + 0.5 * this.span, this.span) : end; // the past that is looked at is in sight
    return [last - this.span, last];
  }

  clicked(t) {
    if (Number.isFinite(t)) this.actions.seek(t);
  }

  /** Draw the newest data; nothing where no one sees it. */
  update() {
    if (!this.list.clientWidth) return;
    if (this.list.clientWidth !== this.width) this.resize();
    for (const plot of this.plots) plot.update();
  }

  /** Only the line at the present time of a replay. */
  showTime() {
    if (!this.list.clientWidth) return;
    for (const plot of this.plots) {
      plot.chart?.redraw(false);
      plot.showKeys();
    }
  }
}
