/** Play, pause, step, reset, speed, and the time line of a replay. */

import { clock, short } from "../numbers.js";
import { element, iconButton, setIcon } from "./dom.js";

const SLOWEST = 0.001;
const FASTEST = 10;

/** Place of a speed on the slider, 0 to 1000, and back: a logarithmic scale with 1x where it belongs. */
export function placeOf(speed) {
  return Math.round((1000 * Math.log(speed / SLOWEST)) / Math.log(FASTEST / SLOWEST));
}

/** A speed of two digits at a place of the slider. */
export function speedAt(place) {
  const speed = SLOWEST * Math.exp((place / 1000) * Math.log(FASTEST / SLOWEST));
  return Number(speed.toPrecision(speed > 0.95 && speed < 1.06 ? 1 : 2));
}

/** The bar at the bottom. actions: {play, step, reset, speed(value), seek(t), repeat(on)}. */
export class Transport {
  constructor(source, period, actions) {
    this.period = period;
    this.actions = actions;
    this.playButton = iconButton("play", "Play (space)", actions.play, { class: "icon main" });
    this.time = element("span", { class: "clock", role: "timer", "aria-label": "time of the machine" });
    this.speed = element("input", { type: "range", min: 0, max: 1000, step: 1, class: "speed", "aria-label": "speed" });
    this.speedText = element("span", { class: "rate" });
    this.speed.addEventListener("input", () => actions.speed(speedAt(Number(this.speed.value))));
    const reset = iconButton("reset", source.replayed ? "To the beginning (r)" : "Start again (r)", actions.reset);
    const parts = [reset, this.playButton, iconButton("step", "One step (.)", actions.step), this.time];
    if (source.replayed) parts.push(this.makeLine(source));
    const box = element("label", { class: "speedbox", title: "speed: machine time over real time" }, this.speed, this.speedText);
    this.element = element("div", { class: source.replayed ? "transport replay" : "transport", role: "group", "aria-label": "run" }, ...parts, box);
  }

  /** The time line, and whether it begins again at its end. */
  makeLine(source) {
    this.line = element("input", {
      type: "range",
      class: "line",
      min: source.start,
      max: source.end,
      step: "any",
      "aria-label": "time line",
    });
    this.line.addEventListener("input", () => this.actions.seek(Number(this.line.value)));
    const repeat = iconButton(
      "repeat",
      "Begin again at the end",
      () => {
        const on = repeat.getAttribute("aria-pressed") !== "true";
        repeat.setAttribute("aria-pressed", String(on));
        this.actions.repeat(on);
      },
      { "aria-pressed": "true" },
    );
    return element("span", { class: "linebox" }, this.line, repeat);
  }

  showPlaying(playing) {
    setIcon(this.playButton, playing ? "pause" : "play");
    this.playButton.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    this.playButton.title = playing ? "Pause (space)" : "Play (space)";
  }

  /** Show the chosen speed, and the one that is reached where the processor is too slow. */
  showSpeed(chosen, reached) {
    this.speed.value = placeOf(chosen);
    this.speed.style.setProperty("--share", `${placeOf(chosen) / 10}%`);
    const slow = reached !== null && reached < 0.9 * chosen;
    const text = slow ? `${short(reached, 2)}× of ${short(chosen, 3)}×` : `${short(chosen, 3)}×`;
    if (text === this.speedText.textContent) return;
    this.speedText.textContent = text;
    this.speedText.title = slow ? "this processor does not run the machine faster" : "";
    this.speed.setAttribute("aria-valuetext", `${short(chosen, 3)} times real time`);
  }

  showTime(t) {
    const text = clock(t, this.period);
    if (text !== this.time.textContent) this.time.textContent = text;
    if (!this.line) return;
    this.line.value = t;
    this.line.style.setProperty("--share", `${(100 * (t - this.line.min)) / (this.line.max - this.line.min || 1)}%`);
  }
}
