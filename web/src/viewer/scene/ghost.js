/** A machine drawn as a ghost: the same bodies, seen through. */

import { Bodies } from "./bodies.js";
import { Wake } from "./wake.js";

const OPACITY = 0.3;

export class GhostBodies {
  /** wakes: of the machine; the ghost leaves its own behind, to the same scale. */
  constructor(payload, catalogue, source, wakes = []) {
    this.bodies = new Bodies(payload, catalogue, source);
    this.middle = catalogue.find("com_position");
    this.centre = [0, 0, 0];
    this.group = this.bodies.group;
    this.group.visible = false;
    this.group.traverse((part) => (part.castShadow = part.receiveShadow = false));
    for (const material of this.bodies.materials.values()) Object.assign(material, { transparent: true, opacity: OPACITY, depthWrite: false });
    this.bodies.lines.opacity = 0.2;
    this.past = () => false; // past(time, read): as in `World`
    this.wakes = wakes.map((like) => Object.assign(new Wake(like.spec, payload, catalogue, this.bodies), { like }));
    for (const wake of this.wakes) this.group.add(wake.group);
  }

  /** Begin again: nothing is left behind yet. */
  forget() {
    for (const wake of this.wakes) wake.forget();
  }

  /** Draw what it left behind until a time. flow: of the stream [m/s]. */
  follow(time, flow) {
    if (!this.group.visible) return;
    for (const wake of this.wakes) {
      wake.group.visible = wake.like.group.visible;
      wake.follow(time, this.past, flow, this.centre);
    }
  }

  /** Drawn as solid as the machine, where it has a picture of its own; else seen through. */
  fill(solid) {
    if (solid === this.solid) return;
    this.solid = solid;
    for (const material of this.bodies.materials.values())
      Object.assign(material, { transparent: !solid, opacity: solid ? 1 : OPACITY, depthWrite: solid, needsUpdate: true });
  }

  setTheme(theme) {
    for (const material of this.bodies.materials.values()) material.color.set(theme.ghost);
    this.bodies.lines.color.set(theme.crease);
    for (const wake of this.wakes) wake.material.color.set(theme.ghost);
  }

  show(on) {
    this.group.visible = on;
  }

  place(outputs) {
    if (!this.group.visible) return;
    this.bodies.form();
    this.bodies.place(outputs);
    this.bodies.middle(outputs);
    const from = this.middle ? this.middle.start : -1;
    for (let a = 0; a < 3; a++) this.centre[a] = from >= 0 ? outputs[from + a] : this.bodies.centre[a];
  }
}
