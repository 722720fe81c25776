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
    const parts = [reset, this.playButton, iconButton("step", "One step (.)", actions.step), this.time, this.makeLine(source)];
    const box = element("label", { class: "speedbox", title: "speed: machine time over real time" }, this.speed, this.speedText);
    this.slow = element("p", { class: "slow", role: "status", hidden: true });
    const kind = source.replayed ? "transport replay" : "transport";
    this.element = element("div", { class: kind, role: "group", "aria-label": "run" }, ...parts, box, this.slow);
  }

  /** The time line: of a recording with a button that lets it begin again, of a live machine with one that goes back to now. */
  makeLine(source) {
    this.line = element("input", {
      type: "range",
      class: "line",
      min: source.start ?? 0,
      max: source.end ?? 1,
      value: source.start ?? 0,
      step: "any",
      "aria-label": "time line",
    });
    this.line.addEventListener("input", () => this.actions.seek(Number(this.line.value)));
    if (!source.replayed) {
      this.back = element("button", { type: "button", class: "text now", text: "Now", onclick: () => this.actions.live() });
      this.back.title = "Back to the machine as it is now";
      this.back.hidden = true;
      return element("span", { class: "linebox" }, this.line, this.back);
    }
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
    const text = `${short(slow ? reached : chosen, slow ? 2 : 3)}×`;
    this.slow.hidden = !slow;
    if (text === this.speedText.textContent) return;
    this.speedText.textContent = text;
    this.slow.textContent = slow ? `${text}, this computer is too slow for ${short(chosen, 3)}×` : "";
    this.speed.setAttribute("aria-valuetext", `${short(chosen, 3)} times real time`);
  }

  /** t: the time that is looked at.   range: {from, to} of the time line, where it grows.   past: whether t is no longer now. */
  showTime(t, range = null, past = false) {
    const text = clock(t, this.period);
    if (text !== this.time.textContent) this.time.textContent = text;
    if (range) Object.assign(this.line, { min: range.from, max: Math.max(range.to, range.from + 1e-6) });
    if (this.back) this.back.hidden = !past;
    this.line.value = t;
    this.line.style.setProperty("--share", `${(100 * (t - this.line.min)) / (this.line.max - this.line.min || 1)}%`);
  }
}
