/** Work in the background, shown: how far each run and sweep is, and a way to stop it. */

import { element } from "../viewer/panels/dom.js";

const OFTEN = 500; // ms between two looks while something is done
const LATER = 5000; // and after a look that was not answered
const SHOWN = 6;

/** The list of jobs; `onend(job)` when one has ended. */
export class JobList {
  constructor(studio, onend) {
    Object.assign(this, { studio, onend, known: new Map(), timer: 0 });
    this.element = element("ul", { class: "jobs", "aria-label": "work in the background" });
  }

  /** Start a run or a sweep. */
  async start(kind, title, body) {
    await this.studio.api.post("jobs", { kind, title, ...body });
    await this.look();
  }

  /** Look how far they are; again soon while something is done. */
  async look() {
    clearTimeout(this.timer);
    const jobs = await this.studio.api.get("jobs");
    this.show(jobs);
    for (const job of jobs) {
      const before = this.known.get(job.number);
      this.known.set(job.number, job.state);
      if (before && before !== job.state && isEnded(job)) this.onend(job);
    }
    if (jobs.some((job) => !isEnded(job))) this.timer = setTimeout(() => this.watch(), OFTEN);
  }

  /** Look again; one look that fails is told and is not the last. */
  async watch() {
    try {
      await this.look();
    } catch (error) {
      this.studio.say(error.message);
      this.timer = setTimeout(() => this.watch(), LATER);
    }
  }

  show(jobs) {
    this.element.replaceChildren(...jobs.slice(0, SHOWN).map((job) => this.row(job)));
  }

  row(job) {
    const { done, total, unit } = job.progress;
    const words = isEnded(job) ? `${job.state}: ${job.message}` : total ? `${round(done)} of ${round(total)} ${unit}` : `${job.state}${job.progress.label ? `: ${job.progress.label}` : ""} ...`;
    const bar = isEnded(job) ? null : element("progress", { max: total || 1, value: total ? done : undefined, "aria-label": job.title });
    const stop = isEnded(job) ? null : element("button", { type: "button", class: "text", text: "Stop", "aria-label": `stop ${job.title}`, onclick: () => this.stop(job) });
    return element("li", { class: job.state }, element("span", { text: job.title }), bar, element("span", { class: "soft", text: words }), stop);
  }

  async stop(job) {
    await this.studio.trying(async () => {
      await this.studio.api.post("stop", { number: job.number });
      await this.look();
    });
  }
}

/** Whether nothing more comes of a job. */
export function isEnded(job) {
  return ["done", "stopped", "failed"].includes(job.state);
}

function round(value) {
  return Number(value.toPrecision(4));
}
