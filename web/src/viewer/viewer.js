/** The viewer: a machine, live or replayed, in a 3-D view with controls, sliders, plots and figures. */

import { openMachine } from "../machine.js";
import { dress } from "./dress.js";
import { catalogueOf } from "./fields.js";
import { columnsOf, makeFigures } from "./figures.js";
import { canFilm, Film, GifFilm, savePicture } from "./capture.js";
import { Flat } from "./flat.js";
import { Ghost } from "./ghost.js";
import { Layout } from "./layout.js";
import { periodOf } from "./period.js";
import { keptColumns, rhythmOf, Runner } from "./runner.js";
import { ReplaySource } from "./replay.js";
import { refuseSeek } from "./refusals.js";
import { followAddress, ownSettings, restoreOwn, restoreParameters } from "./sharing.js";
import { read, written } from "./settings.js";
import { World } from "./scene/world.js";
import { steer } from "./scene/pointing.js";
import { hasWebGL } from "./scene/stage.js";
import { Track } from "./track.js";

const PLOTS_EVERY = 90; // ms
const FIGURES_EVERY = 200; // ms
const SLOW = 0.036; // s between pictures, beyond which the graphics are too slow
const PATIENCE = 30; // pictures in a row
const DRAG = 800; // ms: moves of a slider closer than that are one

/** Open a viewer in an element. options: {theme, hash: whether the address holds settings, source: instead of the payload's own}. */
export async function openViewer(element, payload, moduleBytes, options = {}) {
  dress();
  const source =
    options.source ?? (payload.kind === "replay" ? new ReplaySource(payload) : await openMachine(payload.machine, moduleBytes));
  return new Viewer(element, payload, source, { ...options, moduleBytes });
}

/** A viewer that is open; see `web/README.md` for what a payload holds. */
export class Viewer {
  constructor(element, payload, source, options) {
    Object.assign(this, { payload, source, options });
    this.catalogue = source.catalogue ?? catalogueOf(payload);
    const plotted = (payload.plots ?? [])
      .flatMap((plot) => plot.series.map((s) => s.output))
      .filter((name) => this.catalogue.find(name));
    const columns = keptColumns(this.catalogue, [...plotted, ...columnsOf(payload.figures ?? [], this.catalogue)]);
    this.period = periodOf(payload, (name) => source.get(name));
    this.track = source.replayed ? null : new Track(this.catalogue, payload.arrows);
    this.scrubbed = null; // the time of the recorded past that is looked at [s]; null: now
    this.picked = -1; // number of the body that was clicked
    this.runner = new Runner(source, this.catalogue, columns, rhythmOf(payload), undefined, () =>
      this.track?.push(source.time, source.outputs),
    );
    this.figures = this.makeFigures();
    this.timing = { frames: 0, script: 0, worst: 0, first: null, recent: new Float32Array(120) }; // ms; first: from the opening of the page
    this.frame = (now) => this.tick(now);
    this.waiting = true; // nothing is drawn before everything is there
    this.plotting = 0; // ms that the last drawing of the plots took
    this.good = null; // the last settings and state that ran well
    this.layout = new Layout(element, this);
    this.world = this.makeWorld();
    this.layout.fill(this);
    this.begin();
  }

  makeFigures() {
    const { runner, catalogue, source, period } = this;
    const sources = {
      get history() {
        return runner.history;
      },
      catalogue,
      outputs: () => source.outputs,
      period,
    };
    const made = makeFigures(this.payload.figures ?? [], sources);
    for (const figure of made) figure.value(source.time); // balances begin here
    return made;
  }

  /** The 3-D view, or a plain drawing where the browser has no WebGL. */
  makeWorld() {
    const { canvas } = this.layout;
    const made = new (hasWebGL() ? World : Flat)(canvas, this.payload, this.catalogue, this.source);
    if (made instanceof Flat)
      this.layout.note(
        "No 3-D view: this browser has no WebGL, or it is switched off. The machine is drawn in the plane; its numbers run all the same.",
      );
    this.unsteer = steer(canvas, made.rig, {
      changed: () => this.wake(),
      clicked: (x, y) => this.pick(made.bodyAt?.(x, y) ?? -1),
      takes: (x, y) => Boolean(made.takesTarget?.(x, y)),
      drag: (x, y) => {
        made.dragTarget(x, y);
        this.refresh();
      },
    });
    canvas.addEventListener("webglcontextrestored", () => this.refresh()); // phones take the graphics away for a while
    if (this.source.replayed) this.fitTo(made);
    made.past = (time, read) => this.lookBack(time, read);
    made.halved = () => this.layout.halve(made.halves);
    return made;
  }

  /** `read(outputs)` of a time that was recorded; whether it was. */
  lookBack(time, read) {
    const { source, track } = this;
    const [from, to] = source.replayed ? [source.start, source.end] : [track.oldest, track.newest];
    if (!(time >= from && time <= to)) return false;
    const now = source.time;
    if (source.replayed) source.seek(time);
    read(source.replayed ? source.outputs : track.at(time));
    if (source.replayed) source.seek(now);
    return true;
  }

  /** A recording is known from its start: the scale of its arrows, and how much room the machine takes. */
  fitTo(world) {
    for (const arrows of world.arrows) arrows.fit(this.source);
    for (const time of this.source.times) {
      this.source.seek(time);
      world.measure(this.source.outputs);
    }
    this.source.reset();
  }

  begin() {
    this.waiting = false;
    this.watch();
    const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    this.world.restart(this.source.outputs);
    this.layout.setTheme(this.options.theme ?? "auto");
    if (this.options.hash) followAddress(this);
    this.layout.resize();
    this.world.rig.jump(this.world.centre);
    if (this.options.play ?? !calm) this.play();
    else this.pause();
    this.wake();
  }

  /** Nothing runs while the viewer is scrolled out of sight, as in a long notebook. */
  watch() {
    this.watcher = new IntersectionObserver((entries) => {
      this.unseen = !entries[entries.length - 1].isIntersecting;
      this.last = undefined;
      this.wake();
    });
    this.watcher.observe(this.layout.root);
  }

  /** Draw again soon. */
  wake() {
    if (this.waiting || this.closed || this.unseen) return;
    this.waiting = true;
    requestAnimationFrame(this.frame);
  }

  /** One picture. Only while something moves another follows. */
  tick(now) {
    this.waiting = false;
    if (this.closed) return;
    const started = performance.now();
    const seconds = this.last === undefined ? 1 / 60 : Math.min((now - this.last) / 1000, 0.5);
    const fresh = this.runner.playing;
    if (fresh && this.scrubbed !== null) this.playPast(seconds);
    else if (fresh) this.run(seconds);
    if (fresh || this.stale) this.world.update(this.outputs);
    this.stale = false;
    this.note(performance.now() - started, fresh);
    const moving = this.world.draw(seconds, this.now);
    this.film?.frame();
    this.timing.first ??= performance.now();
    this.show(now, fresh);
    if (fresh && this.last !== undefined) this.pace(seconds);
    this.last = this.runner.playing || moving ? now : undefined;
    if (this.runner.playing || moving) this.wake();
  }

  /** Where pictures come slowly for long, fewer pixels are drawn. */
  pace(seconds) {
    this.slow = seconds > SLOW ? (this.slow ?? 0) + 1 : 0;
    if (this.slow < PATIENCE) return;
    this.slow = 0;
    this.world.stage.coarsen?.();
  }

  /** The time that is looked at [s], and the outputs then. */
  get now() {
    return this.scrubbed ?? this.source.time;
  }

  get outputs() {
    return this.scrubbed === null ? this.source.outputs : this.track.at(this.scrubbed);
  }

  /** Go on in the recorded past; from its end on the machine runs again. */
  playPast(seconds) {
    this.scrubbed += Math.min(seconds, 0.1) * this.runner.speed;
    if (this.scrubbed >= this.source.time) this.live();
  }

  /** Look at the machine as it is now. */
  live() {
    if (this.scrubbed === null) return;
    this.scrubbed = null;
    this.ghost?.show(this.ghosted);
    this.world.trace.mesh.visible = this.layout.look.pathShown;
    this.refresh();
  }

  run(seconds) {
    if (!this.runner.advance(seconds)) this.fail();
    else if (this.ghost?.shown) this.ghost.follow(this.source.time);
    if (!this.runner.playing) this.layout.transport.showPlaying(false);
  }

  /** How long the script of a picture took (machine, outputs, scene). */
  note(took, fresh) {
    if (!fresh) return;
    const { timing } = this;
    timing.recent[timing.frames % timing.recent.length] = took;
    timing.frames++;
    timing.script += (took - timing.script) / Math.min(timing.frames, 120);
    timing.worst = timing.frames > 30 ? Math.max(timing.worst, took) : 0;
  }

  /** Numbers and curves, seldom enough that no one waits for them. */
  show(now, fresh) {
    const { transport, plots, figures, look } = this.layout;
    const range = this.track ? { from: this.track.oldest || 0, to: this.source.time } : null;
    transport.showTime(this.now, range, this.scrubbed !== null);
    if (now - (this.plotted ?? -1e9) > Math.max(PLOTS_EVERY, 12 * this.plotting) || !fresh) {
      this.plotted = now;
      const started = performance.now();
      if (this.source.replayed) plots.showTime();
      else plots.update();
      this.plotting = performance.now() - started;
    }
    if (now - (this.figured ?? -1e9) > FIGURES_EVERY || !fresh) {
      this.figured = now;
      figures.update(this.now, this.ghost?.shown ? this.ghost : null);
      this.layout.picked?.update(this.outputs);
      look?.update();
      this.layout.tellPilot();
      transport.showSpeed(this.runner.speed, this.runner.playing ? this.runner.reached : null);
    }
  }

  /** Something changed while it stood still. */
  refresh() {
    this.stale = true;
    this.wake();
  }

  play() {
    if (this.failed) return;
    if (this.source.replayed && this.source.time >= this.source.end) this.source.reset();
    this.runner.playing = true;
    this.last = undefined;
    this.layout.transport.showPlaying(true);
    this.wake();
  }

  pause() {
    this.runner.playing = false;
    this.layout.transport.showPlaying(false);
    this.wake();
  }

  /** One sample forward, standing still. */
  step() {
    this.pause();
    this.live();
    this.advance(this.runner.interval);
  }

  /** Go on by seconds of the machine at once, whatever the clock says; returns the status. */
  advance(seconds) {
    this.live();
    const well = this.source.replayed ? this.source.advance(seconds).code === 0 : this.runner.forward(seconds);
    if (!well) this.fail();
    else if (this.ghost?.shown) this.ghost.follow(this.source.time);
    this.refresh();
    return this.source.status;
  }

  /** Go to a time of a recording, or of what a live machine has done so far. */
  seek(t) {
    refuseSeek(t);
    if (this.source.replayed) this.source.seek(t);
    else if (t >= this.source.time) this.live();
    else {
      this.scrubbed = Math.max(t, this.track.oldest);
      this.ghost?.show(false); // of the ghost no past is kept
      this.world.trace.mesh.visible = false;
    }
    this.refresh();
  }

  /** Start again with the present parameters. */
  reset() {
    this.failed = false;
    this.live();
    this.layout.message.hide();
    this.track?.clear();
    this.runner.restart();
    if (this.ghost?.shown) this.ghost.restart();
    this.restartFigures();
    this.world.restart(this.source.outputs);
    if (this.source.status.code !== 0) this.fail();
    this.refresh();
  }

  /** Balances begin at the present state. */
  restartFigures() {
    for (const figure of this.figures) {
      figure.reset();
      figure.value(this.source.time);
    }
  }

  setSpeed(speed) {
    this.runner.speed = speed;
    this.runner.reached = null;
    this.layout.transport.showSpeed(speed, null);
  }

  /** Set a parameter; smoothly unless told otherwise. */
  set(name, value, how = {}) {
    this.live();
    this.remember();
    this.source.set(name, value, how);
    this.layout.showSetting(name, value);
    this.options.onset?.(name, value);
    this.refresh();
  }

  /** Keep the present state as one to come back to, before a slider moves; one state for all moves of a drag. */
  remember() {
    if (this.source.replayed || this.failed || this.source.status.code !== 0) return;
    const now = performance.now();
    if (now - (this.moved ?? -1e9) > DRAG) {
      this.good = this.source.save();
      if (this.ghosted) this.haunt(this.good);
    }
    this.moved = now;
  }

  /** Compare with the settings of before from now on, or no longer. */
  compare(on) {
    if (this.source.replayed || Boolean(this.ghosted) === on) return;
    this.ghosted = on;
    if (!on) this.besides(false);
    this.layout.showComparing(on);
    if (on) this.haunt(this.source.save());
    else this.ghost?.show(false);
    this.refresh();
  }

  /** Show the machine and its ghost side by side, each in a half of its own, or in one picture again. */
  besides(on) {
    if (this.source.replayed || !this.world.addGhost || this.world.beside === on) return;
    if (on) this.compare(true);
    this.world.beside = on;
    this.layout.showBeside(on);
    this.refresh();
  }

  /** Let a ghost go on from a snapshot, with its settings; a promise. The snapshot of the last call counts. */
  async haunt(snapshot) {
    this.haunting = snapshot;
    this.ghost ??= await (this.opening ??= Ghost.of(this, this.options.moduleBytes));
    if (this.haunting !== snapshot || this.closed) return;
    this.ghost.begin(snapshot);
    this.ghost.follow(this.source.time);
    this.ghost.drawn?.setTheme(this.world.theme);
    if (!this.ghosted || this.scrubbed !== null) this.ghost.show(false);
    this.layout.tellGhost();
    this.refresh();
  }

  /** Switch between two laws; what the machine did until now goes on as a ghost. */
  switchTo(name, value) {
    if (this.source.get(name) === value) return;
    this.moved = undefined;
    if (!this.ghosted) this.compare(true);
    this.set(name, value);
  }

  /** Show what is known of a body; -1: of none. */
  pick(k) {
    this.picked = k;
    this.world.mark?.(k);
    this.layout.showPicked(k);
    this.refresh();
  }

  /** One step of a story: settings, camera, speed. */
  tell(step) {
    if (step.camera) this.world.rig.go?.(step.camera);
    if (step.speed) this.setSpeed(step.speed);
    const moves = Object.entries(step.set ?? {});
    if (moves.some(([name, value]) => this.source.get(name) !== value)) this.compare(true);
    for (const [name, value] of moves) {
      if (this.layout.switches.has(name)) this.switchTo(name, value);
      else this.set(name, value);
    }
    if (step.again) this.reset();
    this.play();
  }

  /** What is seen now, as a PNG file: a promise of it. */
  savePicture() {
    return savePicture(this);
  }

  /** Begin a film (kind: "film" or "gif"), or end the one that is made and offer it: then a promise of the file. */
  toggleFilm(kind = "film") {
    if (kind === "film" && !this.film && !canFilm()) {
      this.layout.note("This browser cannot make films: it has no MediaRecorder.", 6000);
      return null;
    }
    const { film } = this;
    this.film = film ? null : kind === "gif" ? new GifFilm(this) : new Film(this);
    this.layout.showFilming(film ? null : kind);
    if (!film) this.play();
    return film ? film.stop() : null;
  }

  /** The machine broke off: say why, and offer ways back. */
  fail() {
    if (this.failed) return;
    this.failed = true;
    this.pause();
    const { word, text, time } = this.source.status;
    const ways = this.good ? [["Back to the last good settings", () => this.back()]] : [];
    this.layout.message.show(`The machine stopped: ${word}`, `At ${time.toPrecision(6)} s: ${text}.`, [
      ...ways,
      ["Start again with the first settings", () => this.first()],
    ]);
  }

  /** The settings and the state before the last slider moved. */
  back() {
    this.failed = false;
    this.source.load(this.good);
    for (const name of this.source.names.parameters) this.layout.showSetting(name, this.source.get(name));
    this.source.frame();
    this.runner.record();
    this.restartFigures();
    this.refresh();
    this.play();
  }

  first() {
    this.failed = false;
    this.layout.firstSettings();
    this.reset();
    this.play();
  }

  /** Show another number or field from now on. unit: of a number whose field has none that holds for all. */
  addPlot(output, unit = null) {
    const found = this.catalogue.find(output);
    if (!found) return;
    const all = this.catalogue.numbers(found.field);
    const names = all.slice(found.start - found.field.place, found.start - found.field.place + found.count);
    const series = names.map((name) => ({ label: names.length > 1 ? name.slice(output.length + 1) : name, output: name }));
    if (this.layout.plots.has(output)) return;
    this.showPlot({ title: output, unit: unit ?? found.field.unit, series, shown: true });
  }

  /** Add a plot; what it needs is kept from now on. */
  showPlot(spec) {
    const missing = spec.series
      .map((s) => s.output)
      .filter((name) => this.catalogue.find(name) && !this.runner.history.index.has(name));
    if (missing.length) this.keepMore(missing);
    this.layout.plots.add(spec);
    this.refresh();
  }

  keepMore(names) {
    this.runner.keep([...this.runner.history.names, ...names]);
    this.layout.renewHistory(this);
  }

  /** The settings as a hash for the address, and back. */
  get hash() {
    return written(this.layout.changedSettings(), ownSettings(this));
  }

  restore(hash) {
    const { parameters, own } = read(hash);
    restoreParameters(this, parameters);
    restoreOwn(this, own);
  }

  /** End it and give everything back. */
  close() {
    this.closed = true;
    if (this.film) this.toggleFilm();
    this.watcher.disconnect();
    this.unsteer?.();
    this.layout.close();
    this.world.dispose();
  }
}
