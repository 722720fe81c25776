/** The picture beside the panels: one viewer at a time, of a live machine or of a recorded run. */

import { offer } from "../viewer/offer.js";
import { openViewer } from "../viewer/viewer.js";
import { bytesOf } from "./api.js";

/** Holds the viewer; `onchange()` when another machine is shown. */
export class Picture {
  constructor(host, onchange) {
    Object.assign(this, { host, onchange, viewer: null, payload: null, strokes: [], theme: "auto" });
  }

  /** Show what the server made: {payload, module}. A machine that cannot be opened leaves the one before. */
  async show(made) {
    const bytes = made.module ? bytesOf(made.module) : new Uint8Array();
    const place = document.createElement("div");
    place.className = "viewer-place";
    this.host.append(place);
    let viewer;
    try {
      viewer = await openViewer(place, made.payload, bytes, { theme: this.theme });
    } catch (error) {
      place.remove();
      throw error;
    }
    this.close();
    this.host.replaceChildren(place);
    Object.assign(this, { viewer, payload: made.payload, strokes: made.payload.strokes ?? [] });
    window.elver = offer(viewer);
    this.watchTheme();
    this.onchange();
  }

  /** Words over the picture while another machine is being made; none when it is there. */
  busyWith(words) {
    this.host.setAttribute("aria-busy", String(Boolean(words)));
    this.sign ??= Object.assign(document.createElement("p"), { className: "busy" });
    this.sign.textContent = words;
    this.sign.hidden = !words;
    if (words && !this.sign.isConnected) this.host.after(this.sign);
  }

  /** The panels take the theme that is chosen in the viewer. */
  watchTheme() {
    const { layout } = this.viewer;
    const follow = () => {
      this.theme = layout.chosenTheme;
      document.documentElement.dataset.theme = layout.theme;
    };
    this.watching?.disconnect();
    this.watching = new MutationObserver(follow);
    this.watching.observe(layout.root, { attributes: true, attributeFilter: ["data-theme"] });
    follow();
  }

  /** Whether a machine runs here, not a recording. */
  get live() {
    return this.payload?.kind === "live";
  }

  /** Seconds of the machine, null where there is none. */
  get time() {
    return this.viewer ? this.viewer.source.time : null;
  }

  /** Seconds of the gait's period as its sliders are now; null where it has none. */
  get period() {
    return this.viewer?.period?.() || null;
  }

  /** A parameter's value; undefined where it is not known. */
  value(name) {
    return this.live && this.viewer.source.names.parameters.includes(name) ? this.viewer.source.get(name) : undefined;
  }

  /** Move a parameter; the machine follows smoothly. */
  set(name, value) {
    if (this.live) this.viewer.set(name, value);
  }

  close() {
    this.viewer?.close();
    this.viewer = null;
    this.payload = null;
  }
}
