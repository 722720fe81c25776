/** Normals of a mesh: smooth where faces meet gently, sharp at creases. */

const CREASE = Math.cos((38 * Math.PI) / 180); // faces that meet at a larger angle keep an edge between them
const SAME = 1e-5; // of the mesh's size: points closer than that are one

/** Positions and normals corner by corner, for triangles that share nothing, and crease lines: {positions, normals, lines}. */
export function shaded(points, triangles, smooth = true) {
  const flat = faceNormals(points, triangles);
  const places = placesOf(points);
  const positions = new Float32Array(triangles.length * 3);
  for (let k = 0; k < triangles.length; k++) for (let a = 0; a < 3; a++) positions[3 * k + a] = points[3 * triangles[k] + a];
  const normals = smooth ? smoothNormals(flat, triangles, places) : spread(flat, triangles.length);
  return { positions, normals, lines: creases(points, triangles, flat, places) };
}

/** Edges between faces that meet at a crease, and open edges: pairs of points, for lines. */
export function creases(points, triangles, flat = faceNormals(points, triangles), places = placesOf(points)) {
  const edges = new Map();
  const many = points.length;
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const a = places[triangles[k]];
    const b = places[triangles[next]];
    const key = a < b ? a * many + b : b * many + a;
    const known = edges.get(key);
    if (known) known.other = Math.floor(k / 3);
    else edges.set(key, { a, b, face: Math.floor(k / 3), other: -1 });
  }
  const found = [];
  for (const { a, b, face, other } of edges.values()) {
    if (other >= 0 && cosine(flat, face, other) > CREASE) continue;
    for (const p of [a, b]) found.push(points[3 * p], points[3 * p + 1], points[3 * p + 2]);
  }
  return Float32Array.from(found);
}

/** Normals of faces times twice their area. */
function faceNormals(points, triangles) {
  const normals = new Float32Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    const a = 3 * triangles[f],
      b = 3 * triangles[f + 1],
      c = 3 * triangles[f + 2];
    const ux = points[b] - points[a],
      uy = points[b + 1] - points[a + 1],
      uz = points[b + 2] - points[a + 2];
    const vx = points[c] - points[a],
      vy = points[c + 1] - points[a + 1],
      vz = points[c + 2] - points[a + 2];
    normals[f] = uy * vz - uz * vy;
    normals[f + 1] = uz * vx - ux * vz;
    normals[f + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/** For every point the number of the first point at its place. */
function placesOf(points) {
  let size = 0;
  for (const value of points) size = Math.max(size, Math.abs(value));
  const grain = SAME * size || 1;
  const known = new Map();
  const places = new Int32Array(points.length / 3);
  for (let k = 0; k < places.length; k++) {
    const key = `${Math.round(points[3 * k] / grain)},${Math.round(points[3 * k + 1] / grain)},${Math.round(points[3 * k + 2] / grain)}`;
    if (!known.has(key)) known.set(key, k);
    places[k] = known.get(key);
  }
  return places;
}

/** The normal of its face for every corner. */
function spread(flat, corners) {
  const normals = new Float32Array(corners * 3);
  for (let k = 0; k < corners; k++) write(normals, k, flat, [Math.floor(k / 3)]);
  return normals;
}

/** For every corner the mean normal of the faces around it that meet its own gently. */
function smoothNormals(flat, triangles, places) {
  const around = new Map();
  for (let k = 0; k < triangles.length; k++) {
    const place = places[triangles[k]];
    if (!around.has(place)) around.set(place, []);
    around.get(place).push(Math.floor(k / 3));
  }
  const normals = new Float32Array(triangles.length * 3);
  for (let k = 0; k < triangles.length; k++) {
    const face = Math.floor(k / 3);
    write(
      normals,
      k,
      flat,
      around.get(places[triangles[k]]).filter((other) => other === face || cosine(flat, face, other) >= CREASE),
    );
  }
  return normals;
}

/** Write the mean normal of some faces as that of a corner. */
function write(normals, corner, flat, faces) {
  let x = 0,
    y = 0,
    z = 0;
  for (const f of faces) ((x += flat[3 * f]), (y += flat[3 * f + 1]), (z += flat[3 * f + 2]));
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  ((normals[3 * corner] = x / size), (normals[3 * corner + 1] = y / size), (normals[3 * corner + 2] = z / size));
}

/** Cosine of the angle between two faces; 1 where one of them has no area. */
function cosine(flat, f, g) {
  const ax = flat[3 * f],
    ay = flat[3 * f + 1],
    az = flat[3 * f + 2];
  const bx = flat[3 * g],
    by = flat[3 * g + 1],
    bz = flat[3 * g + 2];
  const sizes = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  return sizes > 0 ? (ax * bx + ay * by + az * bz) / sizes : 1;
}
