/** The drawing of a stroke: control polygon and curve, velocity and acceleration below, over one period. */

import { short } from "../../viewer/numbers.js";
import { curves, shareOf } from "./spline.js";

const SPACE = "http://www.w3.org/2000/svg";
const WIDTH = 460;
const LEFT = 52;
const RIGHT = 12;
const ROWS = [
  { name: "motion", top: 22, height: 200, of: "values", class: "curve" },
  { name: "velocity", top: 248, height: 90, of: "velocities", class: "velocity" },
  { name: "acceleration", top: 364, height: 90, of: "accelerations", class: "acceleration" },
];
const HEIGHT = 478;
const MARGIN = 0.12; // of the range, above and below

/** An SVG element with attributes. */
function shape(tag, attributes = {}, text = "") {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

/** A chart in which control points are dragged; `onmove(index, value, done)` is called while and when one is moved. */
export class StrokeChart {
  constructor(onmove) {
    this.onmove = onmove;
    this.element = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "stroke-chart", role: "group", "aria-label": "control polygon of the stroke" });
    this.back = shape("g");
    this.lines = new Map(ROWS.map((row) => [row.name, shape("path", { class: row.class })]));
    this.polygon = shape("path", { class: "polygon" });
    this.marker = shape("line", { class: "marker", y1: ROWS[0].top, y2: HEIGHT - 24 });
    this.handles = shape("g");
    this.element.append(this.back, this.polygon, ...this.lines.values(), this.marker, this.handles);
    this.dragged = null;
    this.listen();
  }

  /** Draw a stroke {points, period, drive, drive_end, unit}; `ranges` is kept while a point is dragged. */
  draw(stroke) {
    this.stroke = stroke;
    const found = curves(stroke);
    if (this.dragged === null) this.ranges = new Map(ROWS.map((row) => [row.name, this.rangeOf(row, found)]));
    this.drawAxes();
    for (const row of ROWS) this.lines.get(row.name).setAttribute("d", this.path(row, found.shares, found[row.of]));
    const shares = this.shares();
    this.polygon.setAttribute("d", this.path(ROWS[0], shares, [...stroke.points, stroke.points[0]]));
    this.placeHandles(shares);
  }

  /** Places of the control points in time; the first stands at both ends. */
  shares() {
    const { points, drive, drive_end: end } = this.stroke;
    return [...points.map((_, k) => shareOf(k / points.length, drive, end)), 1];
  }

  rangeOf(row, found) {
    const values = row.name === "motion" ? [...found.values, ...this.stroke.points] : [...found[row.of], 0];
    const limits = row.name === "motion" ? [this.stroke.low, this.stroke.high].filter(Number.isFinite) : [];
    const low = Math.min(...values);
    const high = Math.max(...values);
    const room = (high - low || 1) * MARGIN;
    const near = limits.filter((v) => v > low - 4 * room && v < high + 4 * room);
    return [Math.min(low - room, ...near), Math.max(high + room, ...near)];
  }

  x(share) {
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  y(row, value) {
    const [low, high] = this.ranges.get(row.name);
    return row.top + row.height * (1 - (value - low) / (high - low));
  }

  path(row, shares, values) {
    return shares.map((u, k) => `${k ? "L" : "M"}${this.x(u).toFixed(1)} ${this.y(row, values[k]).toFixed(1)}`).join("");
  }

  drawAxes() {
    const parts = [];
    for (const row of ROWS) {
      const [low, high] = this.ranges.get(row.name);
      parts.push(shape("rect", { class: "frame", x: LEFT, y: row.top, width: WIDTH - LEFT - RIGHT, height: row.height }));
      for (const value of [low + (high - low) * 0.1, low + (high - low) * 0.9]) {
        parts.push(shape("text", { x: LEFT - 5, y: this.y(row, value) + 4, class: "tick end" }, short(value)));
      }
      if (low < 0 && high > 0) parts.push(shape("line", { class: "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: this.y(row, 0), y2: this.y(row, 0) }));
      const unit = this.stroke.unit + { motion: "", velocity: "/s", acceleration: "/s²" }[row.name];
      parts.push(shape("text", { x: LEFT, y: row.top - 6, class: "name" }, `${row.name} [${unit}]`));
    }
    for (const limit of [this.stroke.low, this.stroke.high].filter(Number.isFinite)) parts.push(this.limitLine(limit));
    for (const share of [0, 0.5, 1]) {
      const words = `${short(share * this.stroke.period)}${share === 1 ? " s" : ""}`;
      parts.push(shape("text", { x: this.x(share), y: HEIGHT - 8, class: `tick ${share === 1 ? "end" : share ? "middle" : ""}` }, words));
    }
    this.back.replaceChildren(...parts.filter(Boolean));
  }

  limitLine(limit) {
    const [low, high] = this.ranges.get("motion");
    if (limit < low || limit > high) return null;
    const y = this.y(ROWS[0], limit);
    return shape("line", { class: "limit", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y });
  }

  placeHandles(shares) {
    const points = this.stroke.points;
    const count = points.length + 1;
    while (this.handles.childNodes.length > count) this.handles.lastChild.remove();
    while (this.handles.childNodes.length < count) this.handles.append(shape("circle", { r: 7, class: "handle" }));
    shares.forEach((share, k) => {
      const own = this.handles.childNodes[k];
      const index = k % points.length;
      const last = k === points.length;
      const facts = {
        cx: this.x(share).toFixed(1), cy: this.y(ROWS[0], points[index]).toFixed(1), "data-index": index, role: "slider", tabindex: last ? -1 : 0,
        "aria-label": `control point ${index + 1} of ${points.length}`, "aria-valuenow": points[index], "aria-valuetext": `${short(points[index])} ${this.stroke.unit}`,
        "aria-orientation": "vertical",
      };
      for (const [name, value] of Object.entries(facts)) own.setAttribute(name, value);
      if (last) own.setAttribute("aria-hidden", "true");
    });
  }

  /** Show where in its stroke the machine is: share of the period, null for nowhere. */
  mark(share) {
    this.marker.style.display = share === null ? "none" : "";
    if (share === null) return;
    const x = this.x(share).toFixed(1);
    this.marker.setAttribute("x1", x);
    this.marker.setAttribute("x2", x);
  }

  listen() {
    const svg = this.element;
    svg.addEventListener("pointerdown", (event) => {
      const handle = event.target.closest?.(".handle");
      if (!handle || event.button > 0) return;
      this.dragged = Number(handle.dataset.index);
      svg.setPointerCapture(event.pointerId);
      handle.focus({ preventScroll: true });
      event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => this.dragged !== null && this.onmove(this.dragged, this.valueAt(event), false));
    for (const kind of ["pointerup", "pointercancel"]) {
      svg.addEventListener(kind, (event) => {
        if (this.dragged === null) return;
        const index = this.dragged;
        this.dragged = null;
        this.onmove(index, kind === "pointerup" ? this.valueAt(event) : this.stroke.points[index], true);
      });
    }
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** The value at the height of a pointer, within the joint's range. */
  valueAt(event) {
    const box = this.element.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const [low, high] = this.ranges.get("motion");
    return this.allowed(low + (high - low) * (1 - (y - ROWS[0].top) / ROWS[0].height));
  }

  allowed(value) {
    return Math.min(Math.max(value, this.stroke.low ?? -Infinity), this.stroke.high ?? Infinity);
  }

  /** Arrows up and down move a point, left and right go to its neighbours. */
  key(event) {
    const handle = event.target.closest?.(".handle");
    if (!handle) return;
    const index = Number(handle.dataset.index);
    const [low, high] = this.ranges.get("motion");
    const step = ((high - low) / 100) * (event.shiftKey ? 10 : 1);
    const moves = { ArrowUp: step, ArrowDown: -step, PageUp: 10 * step, PageDown: -10 * step };
    const turns = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in moves) this.onmove(index, this.allowed(this.stroke.points[index] + moves[event.key]), true);
    else if (event.key in turns) this.handles.childNodes[(index + turns[event.key] + this.stroke.points.length) % this.stroke.points.length].focus();
    else return;
    event.preventDefault();
  }
}
