/** Everything that is seen: the machine and what is around it, moved by outputs. */

import { Raycaster, Vector2 } from "three";

import { nice } from "../numbers.js";
import { THEMES } from "../theme.js";
import { Arrows } from "./arrows.js";
import { Bodies } from "./bodies.js";
import { Rig } from "./camera.js";
import { GhostBodies } from "./ghost.js";
import { Ground } from "./ground.js";
import { Marks } from "./marks.js";
import { Solids } from "./solids.js";
import { Stage } from "./stage.js";
import { Target } from "./target.js";
import { Trace } from "./trace.js";
import { Wake } from "./wake.js";
import { Particles, Surface } from "./water.js";

const NEAR = 2; // of the machine's size: how far away a ghost is still seen with it
const FAR = 3; // of the machine's size: how far away a goal is still seen with it
const REACH = 14; // of the machine's size: how far the ground is seen

/** The 3-D view of a machine. */
export class World {
  /** source: gives the values that the machine has now, for the form of its bodies. */
  constructor(canvas, payload, catalogue, source) {
    const { scene } = payload;
    Object.assign(this, { payload, catalogue, source });
    this.stream = scene.stream ?? null; // velocity of the medium: numbers, or names of parameters
    this.flow = [0, 0, 0]; // the same now [m/s]
    this.drifted = [0, 0, 0];
    this.stage = new Stage(canvas, scene.size);
    this.rig = new Rig(this.stage, scene.view, payload.camera);
    this.bodies = new Bodies(payload, catalogue, source);
    this.arrows = (payload.arrows ?? [])
      .map((spec) => new (spec.edges ? Wake : Arrows)(spec, payload, catalogue, this.bodies))
      .filter((a) => !a.empty);
    this.wakes = this.arrows.filter((arrows) => arrows instanceof Wake);
    this.beside = false; // whether the machine and its ghost get a half each, while there is a ghost
    this.middleNow = null; // where two halves meet [px]
    this.halved = () => {}; // is called when the picture is cut in two, or whole again
    this.past = () => false; // past(time, read): `read(outputs)` of a time that is known; whether it is
    this.trace = new Trace(0.02 * scene.size);
    this.base = catalogue.find("base_position") ?? this.bodies.position;
    this.middle = catalogue.find("com_position");
    this.centre = [0, 0, 0];
    this.aim = [0, 0, 0];
    this.addSurroundings(scene);
    const { pilot } = source;
    this.target = pilot?.spec.goal ? new Target(pilot, pilot.spec.goal.radius, scene.size) : null;
    if (this.target) this.stage.scene.add(this.target.group);
    this.stage.scene.add(this.bodies.group, this.trace.mesh, ...this.arrows.map((a) => a.group));
  }

  /** Ground or floor, water, obstacles, distances. */
  addSurroundings(scene) {
    const { size } = scene;
    const water = scene.water ?? null;
    this.afloat = water !== null && water.surface !== null && water.surface !== undefined;
    this.standing = Boolean(scene.ground);
    this.submerged = water !== null && !this.afloat && !this.standing;
    this.strong = nice(0.45 * size); // between the strong lines of the grid [m]
    this.cell = this.strong / 5;
    this.level = scene.level ?? 0;
    const cover = this.standing ? 0.96 : this.afloat ? 0.45 : this.submerged ? 0.62 : 0.35;
    this.hung = !this.standing && !this.afloat; // the floor hangs below the machine, wherever that is
    if (this.afloat) this.level = water.surface;
    this.ground = new Ground({
      cell: this.cell,
      reach: REACH * size,
      level: this.level,
      cover,
      regions: scene.regions ?? [],
      wet: this.afloat,
      lit: this.submerged,
    });
    this.solids = new Solids(scene);
    this.stage.scene.add(this.ground.mesh, this.solids.group);
    this.surface = this.afloat ? new Surface(water.surface, size, REACH * size) : null;
    this.particles = this.submerged ? new Particles(size, 900) : null;
    this.marks = new Marks(this.strong, 0.13 * this.strong, this.level);
    this.stage.scene.add(this.marks.group);
    if (this.surface) this.stage.scene.add(this.surface.mesh);
    if (this.particles) this.stage.scene.add(this.particles.points);
    if (this.standing || this.afloat) this.rig.lowest = this.standing ? 0.03 : -0.4;
  }

  setTheme(name) {
    const theme = THEMES[name];
    this.theme = theme;
    for (const part of [this.stage, this.bodies, this.ground, this.solids, this.trace, this.marks, this.surface, this.particles, this.ghost, this.target])
      part?.setTheme(theme);
    this.arrows.forEach((arrows, k) => arrows.setTheme(theme, k));
    this.stage.moved();
  }

  resize(width, height) {
    this.stage.resize(width, height);
    this.trace.resize(width, height);
  }

  /** Begin again: no path yet, the camera comes at once. */
  restart(outputs) {
    this.trace.clear();
    for (const arrows of this.arrows) arrows.forget();
    this.update(outputs);
    if (this.hung) this.sink();
    if (this.rig.following) this.rig.jump(this.centre);
  }

  /** Bodies of a second machine, seen through; hidden until they are shown. */
  addGhost(source) {
    this.ghost = new GhostBodies(this.payload, this.catalogue, source, this.wakes);
    this.stage.scene.add(this.ghost.group);
    return this.ghost;
  }

  /** Whether a pixel is on the goal of a policy; `dragTarget` moves it then. */
  takesTarget(x, y) {
    return Boolean(this.target?.isAt(x, y, this.stage));
  }

  dragTarget(x, y) {
    this.aimRay(x, y);
    this.target.drag(RAY);
  }

  aimRay(x, y) {
    const { width, height, camera } = this.stage;
    POINTER.set((2 * x) / width - 1, 1 - (2 * y) / height);
    RAY.setFromCamera(POINTER, camera);
  }

  /** Number of the body at a pixel of the canvas; -1: none. */
  bodyAt(x, y) {
    if (this.halves && x > this.halves.middle) return -1;
    this.aimRay(x, y);
    const solid = [...this.bodies.meshes, ...this.bodies.rods].filter(Boolean);
    const [hit] = RAY.intersectObjects(solid, false);
    if (!hit) return -1;
    return Math.max(this.bodies.meshes.indexOf(hit.object), this.bodies.rods.indexOf(hit.object));
  }

  /** Let one body stand out; -1: none. */
  mark(k) {
    this.bodies.mark(k);
    this.stage.moved();
  }

  /** Draw the same picture again. */
  redraw() {
    if (this.halves) this.renderHalves();
    else this.stage.render();
  }

  /** Where the halves of the picture are [px]; null while there is one. */
  get halves() {
    return this.stage.halved ? this.stage.halves : null;
  }

  /** Cut the picture in two, or make it whole, as is wanted now. */
  cut() {
    const wanted = Boolean(this.beside && this.ghost?.group.visible);
    const middle = wanted ? this.stage.halves.middle : null;
    if (middle === this.middleNow) return;
    this.middleNow = middle;
    this.ghost?.fill(wanted);
    this.stage.halve(wanted);
    this.halved();
  }

  /** The machine on the left, its ghost with what is around it on the right, both from where the eye stands. */
  renderHalves() {
    const { stage, ghost, rig } = this;
    const own = [this.bodies.group, this.trace.mesh, ...this.arrows.map((a) => a.group), ...(this.target ? [this.target.group] : [])];
    const seen = own.map((part) => part.visible);
    ghost.group.visible = false;
    stage.renderHalf(0);
    const away = rig.goes ? ghost.centre.map((v, a) => v - this.centre[a]) : [0, 0, 0];
    own.forEach((part) => (part.visible = false));
    ghost.group.visible = true;
    this.surround(...this.aim.map((v, a) => v + away[a]), ghost.centre);
    stage.camera.position.set(...stage.camera.position.toArray().map((v, a) => v + away[a]));
    stage.renderHalf(1);
    own.forEach((part, k) => (part.visible = seen[k]));
    this.surround(...this.aim, this.centre);
    rig.apply();
    const { from, middle } = stage.halves;
    stage.aimAt((from + middle) / 2); // what is clicked is in the left half
  }

  /** Let ground, marks, water and light be where the eye looks. */
  surround(x, y, z, centre) {
    this.ground.follow(x, y, this.drawnAt);
    this.marks.follow(x, y);
    this.surface?.follow(x, y, this.drawnAt);
    this.particles?.follow(x, y, z, this.drifted);
    this.stage.lightAt(...centre);
  }

  /** Put a floor below a machine that stands on none. */
  sink() {
    const declared = this.payload.camera?.floor;
    if (declared !== undefined) return void (this.level = this.ground.level = this.marks.level = declared);
    this.level = this.ground.level = this.marks.level = this.centre[2] - 0.38 * this.stage.size;
  }

  /** Find the middle of the machine, and how far its bodies reach from it. */
  measure(outputs) {
    const from = this.middle ? this.middle.start : -1;
    this.bodies.middle(outputs);
    for (let a = 0; a < 3; a++) this.centre[a] = from >= 0 ? outputs[from + a] : this.bodies.centre[a];
    if (this.ghost?.group.visible && !this.beside) this.between();
    this.rig.make(this.bodies.reach(outputs, this.centre));
    if (this.target) this.seeTarget();
  }

  /** A machine with a goal is seen with it: both in one picture. */
  seeTarget() {
    const [x, y] = this.target.pilot.goal;
    const apart = Math.hypot(x - this.centre[0], y - this.centre[1]);
    if (apart > FAR * this.stage.size) return;
    this.centre[0] += 0.35 * (x - this.centre[0]);
    this.centre[1] += 0.35 * (y - this.centre[1]);
    this.rig.make(0.65 * apart + 0.3 * this.stage.size);
  }

  /** The middle between the machine and its ghost, while the ghost is near enough to be seen with it. */
  between() {
    const { centre } = this.ghost;
    const apart = Math.hypot(...centre.map((v, a) => v - this.centre[a]));
    if (apart < NEAR * this.stage.size) for (let a = 0; a < 3; a++) this.centre[a] = 0.5 * (this.centre[a] + centre[a]);
  }

  /** The outputs are these now. */
  update(outputs) {
    this.bodies.form();
    this.bodies.place(outputs);
    this.measure(outputs);
    this.stage.moved();
    this.trace.add(outputs[this.base.start], outputs[this.base.start + 1], outputs[this.base.start + 2]);
    for (const arrows of this.arrows) arrows.place(outputs, this.centre);
  }

  /** How far the stream has carried the particles by now: they go with it as long as it flows. */
  drift(time) {
    const since = time - (this.drawn ?? time);
    this.drawn = time;
    this.stream.forEach((part, a) => (this.flow[a] = typeof part === "string" ? this.source.seen(part) : part));
    if (since > 0 && since < 1) for (let a = 0; a < 3; a++) this.drifted[a] += since * this.flow[a];
  }

  /** Draw; `seconds` of real time went by, the clock of the machine stands at `time`. Whether it should be drawn again. */
  draw(seconds, time) {
    this.cut();
    const moving = this.rig.follow(this.centre, seconds);
    if (this.stream) this.drift(time);
    for (const wake of this.wakes) wake.follow(time, this.past, this.flow, this.centre);
    this.ghost?.follow(time, this.flow);
    const [x, y, z] = this.rig.aim(this.aim);
    if (this.hung && Math.abs(this.centre[2] - this.level) > 1.5 * this.stage.size) this.sink();
    this.drawnAt = time;
    this.surround(x, y, z, this.centre);
    this.target?.follow(this.centre[2]);
    this.rig.apply();
    this.redraw();
    return moving;
  }

  dispose() {
    this.stage.dispose();
  }
}

const RAY = new Raycaster();
const POINTER = new Vector2();
