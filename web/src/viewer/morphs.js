/** Forms of the bodies that go with parameters: the points of a mesh as first drawn, moved as far as every parameter moves them. */

import { floats } from "./decode.js";

/** How far a value stands towards an end: {end, share}; at [low, first, high], straight on both sides of the first value. */
export function shareOf([low, first, high], value) {
  const end = value < first ? "low" : "high";
  const whole = (end === "low" ? low : high) - first;
  return { end, share: whole === 0 ? 0 : (value - first) / whole };
}

/** The morphs of a payload. */
export class Morphs {
  /** points: of every mesh, as first drawn.   seen: name -> the value that the machine has now. */
  constructor(morphs, points, seen) {
    this.points = points;
    this.seen = seen;
    this.list = morphs.map(({ name, at, meshes }) => ({ name, at, value: at[1], meshes: unpack(meshes) }));
  }

  /** Meshes whose points moved since the last call, with their points: a Map, empty where no value changed. */
  changed() {
    const touched = new Map();
    for (const morph of this.list) {
      const value = this.seen(morph.name);
      if (value === morph.value || !Number.isFinite(value)) continue;
      morph.value = value;
      for (const mesh of morph.meshes.keys()) touched.set(mesh, null);
    }
    for (const mesh of touched.keys()) touched.set(mesh, this.pointsOf(mesh));
    return touched;
  }

  /** Points of a mesh at the present values. */
  pointsOf(mesh) {
    const points = Float32Array.from(this.points[mesh]);
    for (const { at, value, meshes } of this.list) {
      const own = meshes.get(mesh);
      if (!own) continue;
      const { end, share } = shareOf(at, value);
      if (share !== 0) for (let k = 0; k < points.length; k++) points[k] += share * own[end][k];
    }
    return points;
  }
}

/** Numbers of the meshes that a morph moves, by the mesh's index. */
function unpack(meshes) {
  return new Map(Object.entries(meshes).map(([mesh, { low, high }]) => [Number(mesh), { low: floats(low), high: floats(high) }]));
}
