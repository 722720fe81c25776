/** Distances written on the ground, beside the machine's way. */

import { CanvasTexture, Group, LinearFilter, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";

import { short } from "../numbers.js";

const COUNT = 7;

/** Labels along x at the strong lines of the grid near the machine; drawn again only when one comes to another line. */
export class Marks {
  /** spacing: of the strong lines [m].   height: of the letters [m].   level: z of the ground. */
  constructor(spacing, height, level) {
    Object.assign(this, { spacing, level });
    this.group = new Group();
    this.labels = Array.from({ length: COUNT }, () => makeLabel(height));
    for (const label of this.labels) this.group.add(label.mesh);
    this.colour = "#555";
  }

  setTheme(theme) {
    this.colour = theme.label;
    for (const label of this.labels) label.text = null;
  }

  /** Write the distances around a place. */
  follow(x, y) {
    const middle = Math.round(x / this.spacing);
    const row = (Math.round(y / this.spacing) - 1) * this.spacing;
    for (let k = 0; k < COUNT; k++) {
      const n = middle + k - (COUNT - 1) / 2;
      const label = this.labels[((n % COUNT) + COUNT) % COUNT];
      label.mesh.position.set(n * this.spacing, row, this.level + 1e-3 * this.spacing);
      const text = `${short(n * this.spacing, 6)} m`;
      if (label.text !== text) write(label, text, this.colour);
    }
  }
}

/** A label that lies on the ground, read from the south. */
function makeLabel(height) {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 64;
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false });
  const mesh = new Mesh(new PlaneGeometry(4 * height, height).translate(2.2 * height, 0.6 * height, 0), material);
  mesh.renderOrder = -1;
  return { mesh, canvas, texture, text: null };
}

/** Draw a label's text. */
function write(label, text, colour) {
  label.text = text;
  const pen = label.canvas.getContext("2d");
  pen.clearRect(0, 0, 256, 64);
  pen.font = "500 44px system-ui, sans-serif";
  pen.fillStyle = colour;
  pen.textBaseline = "middle";
  pen.fillText(text, 4, 34);
  label.texture.needsUpdate = true;
}
