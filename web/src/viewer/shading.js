/** Normals of a mesh: smooth where faces meet gently, sharp at creases. */

const CREASE = Math.cos((38 * Math.PI) / 180); // faces that meet at a larger angle keep an edge between them

/** Positions and normals corner by corner, for triangles that share nothing: {positions, normals}. */
export function shaded(points, triangles, smooth = true) {
  const corners = triangles.length;
  const positions = new Float32Array(corners * 3);
  for (let k = 0; k < corners; k++) for (let a = 0; a < 3; a++) positions[3 * k + a] = points[3 * triangles[k] + a];
  const flat = faceNormals(positions);
  const normals = new Float32Array(corners * 3);
  const around = smooth ? cornersByPlace(positions) : null;
  for (let k = 0; k < corners; k++) {
    const face = Math.floor(k / 3);
    const sum = [0, 0, 0];
    for (const other of smooth ? around.get(placeOf(positions, k)) : [k]) addIfGentle(sum, flat, face, Math.floor(other / 3));
    const size = Math.hypot(...sum) || 1;
    for (let a = 0; a < 3; a++) normals[3 * k + a] = sum[a] / size;
  }
  return { positions, normals };
}

/** Edges between faces that meet at a crease, and open edges: pairs of points, for lines. */
export function creases(points, triangles) {
  const positions = new Float32Array(triangles.length * 3);
  for (let k = 0; k < triangles.length; k++) for (let a = 0; a < 3; a++) positions[3 * k + a] = points[3 * triangles[k] + a];
  const flat = faceNormals(positions);
  const edges = new Map();
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const ends = [placeOf(positions, k), placeOf(positions, next)];
    const key = ends.sort().join(";");
    const known = edges.get(key);
    if (!known) edges.set(key, { a: k, b: next, faces: [Math.floor(k / 3)] });
    else known.faces.push(Math.floor(k / 3));
  }
  const found = [];
  for (const { a, b, faces } of edges.values()) {
    if (faces.length > 1 && cosine(flat, faces[0], faces[1]) > CREASE) continue;
    for (const k of [a, b]) for (let axis = 0; axis < 3; axis++) found.push(positions[3 * k + axis]);
  }
  return Float32Array.from(found);
}

/** Normals of faces times twice their area. */
function faceNormals(positions) {
  const normals = new Float32Array(positions.length / 3);
  for (let f = 0; f < normals.length; f += 3) {
    const p = positions.subarray(3 * f, 3 * f + 9);
    const ux = p[3] - p[0], uy = p[4] - p[1], uz = p[5] - p[2];
    const vx = p[6] - p[0], vy = p[7] - p[1], vz = p[8] - p[2];
    normals[f] = uy * vz - uz * vy;
    normals[f + 1] = uz * vx - ux * vz;
    normals[f + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/** A name for the place of a corner: equal for corners at one point. */
function placeOf(positions, k) {
  return `${positions[3 * k].toPrecision(5)},${positions[3 * k + 1].toPrecision(5)},${positions[3 * k + 2].toPrecision(5)}`;
}

/** Corners at every place. */
function cornersByPlace(positions) {
  const found = new Map();
  for (let k = 0; k < positions.length / 3; k++) {
    const place = placeOf(positions, k);
    if (!found.has(place)) found.set(place, []);
    found.get(place).push(k);
  }
  return found;
}

/** Cosine of the angle between two faces. */
function cosine(flat, f, g) {
  const a = flat.subarray(3 * f, 3 * f + 3);
  const b = flat.subarray(3 * g, 3 * g + 3);
  const sizes = Math.hypot(...a) * Math.hypot(...b);
  return sizes > 0 ? (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / sizes : 1;
}

/** Add the normal of face `g` to a sum where it meets face `f` gently. */
function addIfGentle(sum, flat, f, g) {
  if (f !== g && cosine(flat, f, g) < CREASE) return;
  for (let a = 0; a < 3; a++) sum[a] += flat[3 * g + a];
}
