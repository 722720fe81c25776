/** Pictures and films of the view, as files: the machine before its background, with title, time and arrow scales. */

import { Gif } from "./gif.js";
import { clock } from "./numbers.js";
import { download } from "./panels/dom.js";
import { sentence } from "./words.js";

const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const RATE = 30; // pictures a second of a film
const BITS = 8e6; // a second
const SMALL = 560; // px: most width of a GIF
const PAUSE = 80; // ms at least between two pictures of a GIF
const MOST = 24e6; // bytes of a GIF, which ends itself there

/** A name for a file: that of the machine. */
function fileName(viewer, ending) {
  const name = String(viewer.payload.title ?? "machine").replace(/[^\w.-]+/g, "-").toLowerCase();
  return `${name}.${ending}`;
}

/** Draws what is seen now, without panels, on a canvas of the same size. again: the view itself is drawn anew. */
function compose(viewer, canvas, again = true) {
  const { layout, world, payload } = viewer;
  const view = layout.canvas;
  if (canvas.width !== view.width || canvas.height !== view.height) Object.assign(canvas, { width: view.width, height: view.height });
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(layout.root);
  const colour = (name) => style.getPropertyValue(name).trim();
  const ground = pen.createLinearGradient(0, 0, 0, canvas.height);
  ground.addColorStop(0, colour("--sky"));
  ground.addColorStop(1, colour("--land"));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (again) world.redraw();
  pen.drawImage(view, 0, 0);
  const unit = canvas.height / 40;
  pen.textBaseline = "alphabetic";
  pen.fillStyle = colour("--ink");
  pen.font = `600 ${unit}px system-ui, sans-serif`;
  pen.fillText(sentence(payload.title), unit, 1.8 * unit);
  pen.font = `${0.75 * unit}px system-ui, sans-serif`;
  pen.fillText(clock(viewer.now, layout.transport.period), unit, 3 * unit);
  const scales = [...layout.look.legend.children].map((line) => line.textContent);
  [...scales, payload.version ? `Elver ${payload.version}` : ""].forEach((text, k, all) =>
    pen.fillText(text, unit, canvas.height - unit * (0.8 + 1.1 * (all.length - 1 - k))),
  );
}

/** Offer what is seen now as a PNG file. */
export function savePicture(viewer) {
  const canvas = document.createElement("canvas");
  compose(viewer, canvas);
  return new Promise((done) =>
    canvas.toBlob((blob) => {
      download(fileName(viewer, "png"), [blob], "image/png");
      done(blob);
    }, "image/png"),
  );
}

/** Whether this browser can make films. */
export function canFilm() {
  return typeof MediaRecorder !== "undefined" && typeof HTMLCanvasElement.prototype.captureStream === "function";
}

/** A film that is being made; `frame()` after every picture, `stop()` offers the file. */
export class Film {
  constructor(viewer) {
    this.viewer = viewer;
    this.canvas = document.createElement("canvas");
    compose(viewer, this.canvas);
    const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
    this.recorder = new MediaRecorder(this.canvas.captureStream(RATE), { mimeType, videoBitsPerSecond: BITS });
    this.pieces = [];
    this.recorder.ondataavailable = ({ data }) => data.size && this.pieces.push(data);
    this.ended = new Promise((done) => (this.recorder.onstop = () => done(this.offer())));
    this.recorder.start(500);
  }

  frame() {
    compose(this.viewer, this.canvas, false);
  }

  offer() {
    const kind = this.recorder.mimeType.split(";")[0];
    const blob = new Blob(this.pieces, { type: kind });
    download(fileName(this.viewer, kind === "video/mp4" ? "mp4" : "webm"), [blob], kind);
    return blob;
  }

  /** Ends it: a promise of the file. */
  stop() {
    this.recorder.stop();
    return this.ended;
  }
}

/** A film as a GIF, which any program shows: small, a dozen pictures a second of real time, coded while it runs. */
export class GifFilm {
  constructor(viewer) {
    this.viewer = viewer;
    this.whole = document.createElement("canvas");
    compose(viewer, this.whole);
    const share = Math.min(1, SMALL / this.whole.width);
    const [width, height] = [Math.round(share * this.whole.width), Math.round(share * this.whole.height)];
    this.canvas = Object.assign(document.createElement("canvas"), { width, height });
    this.gif = new Gif(width, height);
    this.take(performance.now());
  }

  /** Keep the picture of now; it is coded once it is known how long it is seen. */
  take(now) {
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(this.whole, 0, 0, this.canvas.width, this.canvas.height);
    this.kept = pen.getImageData(0, 0, this.canvas.width, this.canvas.height).data;
    this.taken = now;
  }

  frame() {
    const now = performance.now();
    if (now - this.taken < PAUSE) return;
    compose(this.viewer, this.whole, false);
    this.gif.add(this.kept, Math.round((now - this.taken) / 10));
    this.take(now);
    if (this.gif.size > MOST) this.viewer.toggleFilm("gif");
  }

  /** Ends it: a promise of the file. */
  stop() {
    this.gif.add(this.kept, PAUSE / 10);
    const blob = new Blob(this.gif.parts, { type: "image/gif" });
    download(fileName(this.viewer, "gif"), [blob], "image/gif");
    return Promise.resolve(blob);
  }
}
