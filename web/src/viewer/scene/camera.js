/** A camera that looks at the machine: turned by mouse, touch and keys, and going along with it. */

const VIEWS = {
  free: { azimuth: -0.9, elevation: 0.55 },
  top: { azimuth: -Math.PI / 2, elevation: Math.PI / 2 - 0.001 },
  side: { azimuth: -Math.PI / 2, elevation: 0.06 },
};
const STARTS = {
  xy: { azimuth: -1.05, elevation: 0.8 },
  xz: { azimuth: -1.15, elevation: 0.22 },
  yz: { azimuth: -0.35, elevation: 0.3 },
  "3d": { azimuth: -0.85, elevation: 0.42 },
};
const FARTHEST = 1e5; // numbers of a link beyond it make no sense
const LAZY = 0.35; // s: how softly the camera follows

/** Where the camera stands: angles and distance about a point that follows the machine. */
export class Rig {
  /** camera: of the payload, where the scenario says from where it is seen: {azimuth, elevation, zoom, room, centre}. */
  constructor(stage, view, camera = {}) {
    this.stage = stage;
    this.focus = [0, 0, 0];
    this.offset = [0, 0, 0]; // by which the user moved the point that is looked at
    this.lowest = -1.5;
    this.room = stage.size; // length that should fit into the picture [m]; it follows what the machine takes
    this.taken = stage.size;
    this.goal = null; // where a story lets the eye go
    this.start = { zoom: 1, ...(STARTS[view] ?? STARTS["3d"]), ...camera };
    this.choose("start");
  }

  /** Whether the eye goes with the machine; else it stands, or looks at a place that the scenario names. */
  get following() {
    return this.goes;
  }

  set following(on) {
    this.goes = on;
    this.fixed = null;
  }

  /** Take angles and distance of a camera, and what it looks at. */
  take({ azimuth, elevation, zoom, room, centre }) {
    this.azimuth = azimuth ?? this.azimuth;
    this.elevation = elevation ?? this.elevation;
    this.zoom = zoom ?? 1;
    this.wanted = room ?? null; // length that should fit into the picture, whatever the machine takes [m]
    this.goes = !centre;
    this.fixed = centre ?? null;
  }

  /** Let the eye go to another camera within a second or two. */
  go(camera) {
    const [azimuth, elevation, zoom] = [this.azimuth, this.elevation, this.zoom];
    this.view = "own";
    this.take({ ...this.start, ...camera });
    this.goal = { azimuth: near(this.azimuth, azimuth), elevation: this.elevation, zoom: this.zoom };
    Object.assign(this, { azimuth, elevation, zoom });
    this.offset.fill(0);
  }

  /** Distance at which the machine fits into what panels leave free. */
  get distance() {
    const { width, height } = this.stage.clear;
    const half = Math.tan((this.stage.camera.fov * Math.PI) / 360);
    const across = (half * width) / this.stage.height;
    const up = (half * height) / this.stage.height;
    const size = this.room;
    return Math.max((0.56 * size) / across, (0.5 * size) / up) / this.zoom;
  }

  choose(view) {
    this.view = view;
    this.goal = null;
    if (view === "start") this.take(this.start);
    else Object.assign(this, VIEWS[view], { zoom: 1 });
    this.offset.fill(0);
  }

  /** Turn by angles [rad]. */
  turn(right, up) {
    this.goal = null;
    this.azimuth -= right;
    this.elevation = Math.min(Math.max(this.elevation + up, this.lowest), Math.PI / 2 - 0.001);
    this.view = "own";
  }

  scale(factor) {
    this.goal = null;
    this.zoom = Math.min(Math.max(this.zoom * factor, 0.08), 25);
  }

  /** Move what is looked at by pixels of the screen. */
  shift(dx, dy) {
    const a = (2 * Math.tan((this.stage.camera.fov * Math.PI) / 360) * this.distance) / this.stage.height;
    const { azimuth, elevation } = this;
    const right = [-Math.sin(azimuth), Math.cos(azimuth), 0];
    const up = [-Math.sin(elevation) * Math.cos(azimuth), -Math.sin(elevation) * Math.sin(azimuth), Math.cos(elevation)];
    for (let k = 0; k < 3; k++) this.offset[k] += a * (-dx * right[k] + dy * up[k]);
  }

  /** Make room for a machine that reaches so far from its middle [m]. */
  make(reach) {
    if (Number.isFinite(reach)) this.taken = Math.max(this.taken, Math.min(1.9 * reach, 3 * this.stage.size));
  }

  /** Come to where the machine is at once. */
  jump(centre) {
    const at = this.fixed ?? centre;
    this.room = this.wanted ?? this.taken;
    for (let k = 0; k < 3; k++) this.focus[k] = at[k];
  }

  /** Follow the machine for so many seconds of real time; whether anything moved. */
  follow(centre, seconds) {
    const share = 1 - Math.exp(-seconds / LAZY);
    const room = this.wanted ?? this.taken;
    let moved = Math.abs(room - this.room) > 0.01 * this.room ? 1 : 0;
    this.room += share * (room - this.room);
    if (this.goal) moved += this.approach(share);
    const at = this.fixed ?? (this.goes ? centre : null);
    if (!at) return moved > 0;
    for (let k = 0; k < 3; k++) {
      const step = share * (at[k] - this.focus[k]);
      if (Number.isFinite(step)) this.focus[k] += step;
      moved += Math.abs(step);
    }
    return moved > 1e-4 * this.stage.size;
  }

  /** Come nearer to the goal of a story; 0 once it is reached. */
  approach(share) {
    let left = 0;
    for (const name of ["azimuth", "elevation", "zoom"]) {
      const gap = this.goal[name] - this[name];
      this[name] += 0.6 * share * gap;
      left = Math.max(left, Math.abs(gap));
    }
    if (left > 1e-3) return 1;
    this.goal = null;
    return 0;
  }

  /** Write the camera's place. */
  apply() {
    const { camera } = this.stage;
    const far = this.distance;
    const flat = far * Math.cos(this.elevation);
    const [x, y, z] = this.aim(AIM);
    camera.position.set(x + flat * Math.cos(this.azimuth), y + flat * Math.sin(this.azimuth), z + far * Math.sin(this.elevation));
    camera.up.set(0, 0, 1);
    camera.near = 0.02 * far;
    camera.far = far + 80 * this.stage.size;
    camera.lookAt(x, y, z);
    camera.updateProjectionMatrix();
  }

  /** The point that is looked at. */
  aim(into) {
    for (let k = 0; k < 3; k++) into[k] = this.focus[k] + this.offset[k];
    return into;
  }

  /** The rig as text for the address, and back. */
  get text() {
    return [
      this.azimuth.toFixed(3),
      this.elevation.toFixed(3),
      this.zoom.toFixed(3),
      ...this.offset.map((v) => v.toPrecision(3)),
      this.following ? 1 : 0,
    ].join(",");
  }

  set text(value) {
    const parts = value.split(",").map(Number);
    if (parts.length !== 7 || !parts.every((part) => Math.abs(part) < FARTHEST)) return;
    this.azimuth = parts[0];
    this.elevation = Math.min(Math.max(parts[1], this.lowest), Math.PI / 2 - 0.001);
    this.zoom = Math.min(Math.max(parts[2], 0.08), 25);
    this.offset = parts.slice(3, 6);
    this.following = parts[6] === 1;
    this.view = "own";
  }
}

const AIM = [0, 0, 0];

/** The angle that is the same direction as `angle` and nearest to another one. */
function near(angle, other) {
  return angle - 2 * Math.PI * Math.round((angle - other) / (2 * Math.PI));
}
