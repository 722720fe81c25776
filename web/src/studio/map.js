/** The map of a sweep on a canvas: colours over two parameters, points and lines over one. Cases are chosen by click or key. */

import { short } from "../viewer/numbers.js";
import { element } from "../viewer/panels/dom.js";

const HELP = "map of the sweep: arrows move, Enter opens the case";
const LEFT = 64;
const BOTTOM = 46;
const TOP = 14;
const RIGHT = 92;
const SHADES = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/** A colour between dark violet (0) and yellow (1). */
export function shade(share) {
  const x = Math.min(Math.max(share, 0), 1) * (SHADES.length - 1);
  const k = Math.min(Math.floor(x), SHADES.length - 2);
  return `rgb(${SHADES[k].map((from, i) => Math.round(from + (SHADES[k + 1][i] - from) * (x - k))).join(",")})`;
}

/** Number of the case at places along the axes; the last axis runs fastest. */
export function caseAt(axes, places) {
  return axes.reduce((number, axis, k) => number * axis.values.length + places[k], 0);
}

/** Values of the varied parameters of a case: {name: value}. */
export function valuesOf(axes, places) {
  return Object.fromEntries(axes.map((axis, k) => [axis.name, axis.values[places[k]]]));
}

/** What a case is in words, in the units that people wrote: `angle = 18 deg, links = 4`. */
export function wordsOf(axes, places) {
  const said = (axis, value) => axis.name + " = " + (typeof value === "number" ? short(value) : value) + (axis.unit && axis.unit !== "1" ? ` ${axis.unit}` : "");
  return axes.map((axis, k) => said(axis, (axis.shown ?? axis.values)[places[k]])).join(", ");
}

/** Smallest and largest number; a little room where they are equal. */
export function spanOf(values) {
  const known = values.filter((v) => v !== null && Number.isFinite(v));
  if (!known.length) return [0, 1];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low < high ? [low, high] : [low - 0.5 * (Math.abs(low) || 1), high + 0.5 * (Math.abs(high) || 1)];
}

/** A canvas with one figure of a sweep; `onchoose(places)` looks at a case, `onopen(places)` opens it. */
export class SweepMap {
  constructor(onchoose, onopen) {
    Object.assign(this, { onchoose, onopen, places: [0, 0] });
    this.canvas = element("canvas", { tabindex: 0, class: "map", role: "application", "aria-label": HELP });
    this.canvas.addEventListener("pointermove", (event) => this.look(event));
    this.canvas.addEventListener("click", (event) => {
      this.look(event);
      this.onopen(this.places);
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.element = this.canvas;
  }

  /** Draw a figure of a sweep {axes, figures, trusted, status}. */
  draw(sweep, name) {
    Object.assign(this, { sweep, name, axes: sweep.axes.slice(0, 2) });
    this.places = this.axes.map((axis, k) => Math.min(this.places[k] ?? 0, axis.values.length - 1));
    const width = Math.max(this.canvas.parentElement?.clientWidth || 460, 280);
    const height = Math.round(width * 0.72);
    const scale = window.devicePixelRatio || 1;
    Object.assign(this, { width, height });
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    this.canvas.style.height = `${height}px`;
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(scale, scale);
    this.style = getComputedStyle(this.canvas);
    this.pen.font = "12px system-ui, sans-serif";
    this.span = spanOf(sweep.figures[name].values);
    if (this.axes.length === 2) this.drawMap();
    else this.drawLine();
  }

  get box() {
    return { x: LEFT, y: TOP, width: this.width - LEFT - (this.axes.length === 2 ? RIGHT : 16), height: this.height - TOP - BOTTOM };
  }

  /** Name the chosen case, for the pointer that rests on it and for those who listen. */
  tell(words) {
    this.canvas.title = words;
    this.canvas.setAttribute("aria-label", `${HELP}. ${words}`);
  }

  /** The figure with its unit. */
  get words() {
    const { unit } = this.sweep.figures[this.name];
    return this.name.replaceAll("_", " ") + (unit && unit !== "1" ? ` [${unit}]` : "");
  }

  value(places) {
    return this.sweep.figures[this.name].values[caseAt(this.axes, places)];
  }

  trusted(places) {
    return this.sweep.trusted?.[caseAt(this.axes, places)] !== false;
  }

  drawMap() {
    const { box, axes, pen } = this;
    const [nx, ny] = axes.map((axis) => axis.values.length);
    const [w, h] = [box.width / nx, box.height / ny];
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        const value = this.value([i, j]);
        const corner = [box.x + i * w, box.y + (ny - 1 - j) * h];
        if (value === null) this.hatch(...corner, w, h);
        else {
          pen.fillStyle = shade((value - this.span[0]) / (this.span[1] - this.span[0]));
          pen.fillRect(...corner, w + 0.5, h + 0.5);
        }
        if (value !== null && !this.trusted([i, j])) this.cross(corner[0] + w / 2, corner[1] + h / 2);
      }
    }
    this.axis(axes[0], false, (k) => box.x + (k + 0.5) * w);
    this.axis(axes[1], true, (k) => box.y + (ny - 0.5 - k) * h);
    this.legend();
    const [i, j] = this.places;
    this.frame(box.x + i * w, box.y + (ny - 1 - j) * h, w, h);
  }

  /** A case without a number. */
  hatch(x, y, w, h) {
    const { pen } = this;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    pen.strokeStyle = this.style.getPropertyValue("--studio-soft");
    pen.beginPath();
    for (let d = -h; d < w; d += 8) {
      pen.moveTo(x + d, y + h);
      pen.lineTo(x + d + h, y);
    }
    pen.stroke();
    pen.restore();
  }

  cross(x, y) {
    const { pen } = this;
    pen.strokeStyle = "#fff";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x - 4, y - 4);
    pen.lineTo(x + 4, y + 4);
    pen.moveTo(x + 4, y - 4);
    pen.lineTo(x - 4, y + 4);
    pen.stroke();
  }

  frame(x, y, w, h) {
    this.pen.strokeStyle = this.style.color;
    this.pen.lineWidth = 2.5;
    this.pen.strokeRect(x + 1, y + 1, w - 2, h - 2);
  }

  drawLine() {
    const { box, pen } = this;
    const axis = this.axes[0];
    const [low, high] = this.span;
    const x = this.lineX();
    const y = (value) => box.y + box.height * (1 - (value - low) / (high - low));
    pen.strokeStyle = this.style.getPropertyValue("--studio-line");
    pen.strokeRect(box.x, box.y, box.width, box.height);
    pen.strokeStyle = this.style.getPropertyValue("--studio-accent");
    pen.lineWidth = 2;
    pen.beginPath();
    let open = false;
    axis.values.forEach((_, k) => {
      const value = this.value([k]);
      if (value !== null) pen[open ? "lineTo" : "moveTo"](x(k), y(value));
      open = value !== null;
    });
    pen.stroke();
    axis.values.forEach((_, k) => this.value([k]) !== null && this.dot(x(k), y(this.value([k])), k === this.places[0], this.trusted([k])));
    this.axis(axis, false, x);
    this.scale(y);
  }

  /** Place of the k-th value along one parameter: by its number, or evenly for words. */
  lineX() {
    const { box } = this;
    const values = this.axes[0].values;
    const [low, high] = spanOf(values.filter((v) => typeof v === "number"));
    const even = values.some((v) => typeof v !== "number") || values.length < 2;
    return (k) => box.x + 10 + (box.width - 20) * (even ? (k + 0.5) / values.length : (values[k] - low) / (high - low));
  }

  dot(x, y, chosen, trusted) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, chosen ? 6 : 4, 0, 2 * Math.PI);
    pen.fillStyle = trusted ? this.style.getPropertyValue("--studio-accent") : this.style.getPropertyValue("--studio-paper");
    pen.fill();
    pen.stroke();
  }

  axis(axis, upright, place) {
    const { pen, box } = this;
    pen.fillStyle = this.style.color;
    const every = Math.max(1, Math.ceil(axis.values.length / (upright ? 8 : 6)));
    (axis.shown ?? axis.values).forEach((value, k) => {
      if (k % every) return;
      const text = typeof value === "number" ? short(value) : String(value);
      pen.textAlign = upright ? "right" : "center";
      pen.fillText(text, upright ? box.x - 6 : place(k), upright ? place(k) + 4 : box.y + box.height + 16);
    });
    const words = axis.name + (axis.unit && axis.unit !== "1" ? ` [${axis.unit}]` : "");
    pen.save();
    pen.textAlign = "center";
    if (upright) {
      pen.translate(13, box.y + box.height / 2);
      pen.rotate(-Math.PI / 2);
      pen.fillText(words, 0, 0);
    } else pen.fillText(words, box.x + box.width / 2, box.y + box.height + 36);
    pen.restore();
  }

  /** Numbers at the left of a line plot. */
  scale(y) {
    this.pen.fillStyle = this.style.color;
    this.pen.textAlign = "right";
    for (const value of this.span) this.pen.fillText(short(value), this.box.x - 6, Math.min(Math.max(y(value) + 4, TOP + 8), this.height));
    this.pen.save();
    this.pen.textAlign = "center";
    this.pen.translate(13, this.box.y + this.box.height / 2);
    this.pen.rotate(-Math.PI / 2);
    this.pen.fillText(this.words, 0, 0);
    this.pen.restore();
  }

  /** What the colours mean. */
  legend() {
    const { pen, box } = this;
    const x = box.x + box.width + 16;
    for (let k = 0; k < box.height; k++) {
      pen.fillStyle = shade(1 - k / box.height);
      pen.fillRect(x, box.y + k, 12, 1.5);
    }
    pen.fillStyle = this.style.color;
    pen.textAlign = "left";
    pen.fillText(short(this.span[1]), x + 16, box.y + 10);
    pen.fillText(short(this.span[0]), x + 16, box.y + box.height);
    pen.save(); // name and unit beside the bar
    pen.translate(x + 34, box.y + box.height / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(this.words, 0, 0);
    pen.restore();
  }

  look(event) {
    const area = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - area.left) / area.width) * this.width;
    const y = ((event.clientY - area.top) / area.height) * this.height;
    this.choose(this.placesAt(x, y));
  }

  placesAt(x, y) {
    const { box } = this;
    const [nx, ny] = [this.axes[0].values.length, this.axes[1]?.values.length ?? 1];
    if (this.axes.length === 1) {
      const at = this.lineX();
      return [this.axes[0].values.reduce((best, _, k) => (Math.abs(at(k) - x) < Math.abs(at(best) - x) ? k : best), 0)];
    }
    const inside = (value, count) => Math.min(Math.max(Math.floor(value), 0), count - 1);
    return [inside(((x - box.x) / box.width) * nx, nx), inside((1 - (y - box.y) / box.height) * ny, ny)];
  }

  choose(places) {
    if (places.every((p, k) => p === this.places[k])) return;
    this.places = places;
    this.draw(this.sweep, this.name);
    this.onchoose(places);
  }

  key(event) {
    const moves = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Enter") this.onopen(this.places);
    else if (event.key in moves) {
      const to = this.places.map((p, k) => Math.min(Math.max(p + moves[event.key][k], 0), this.axes[k].values.length - 1));
      this.choose(to);
    } else return;
    event.preventDefault();
  }
}
