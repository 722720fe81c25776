/** Wings that were cut into blades, drawn as the one surface that they are. */

import { BufferAttribute, BufferGeometry, LineSegments, Mesh } from "three";

const FACES = [0, 1, 2, 0, 2, 3]; // of the corners of a blade: leading edge from the root, then trailing edge back
const EDGES = [0, 1, 1, 2, 2, 3, 3, 0];
const SHARED = [
  [1, 0],
  [2, 3],
]; // corners of an inner blade, and of the outer one that goes on from there

/** seams: [inner, outer] numbers of bodies. Both blades are drawn up to the points midway between their corners. */
export class Wings {
  constructor(seams, bodies) {
    this.bodies = bodies;
    this.blades = [...new Set(seams.flat())];
    const corners = this.blades.flatMap((body) => [0, 1, 2, 3].map((corner) => `${body} ${corner}`));
    const place = new Map(corners.map((key, k) => [key, k]));
    for (const [inner, outer] of seams)
      for (const [end, begin] of SHARED) place.set(`${outer} ${begin}`, place.get(`${inner} ${end}`));
    this.places = corners.map((key) => place.get(key)); // of every corner of every blade among the points
    this.faces = this.geometry(FACES, corners.length);
    this.edges = this.geometry(EDGES, corners.length);
    this.edges.setAttribute("position", this.faces.attributes.position);
    this.counts = new Uint8Array(corners.length);
    for (const at of this.places) this.counts[at]++;
  }

  geometry(pattern, count) {
    const index = this.blades.flatMap((_, blade) => pattern.map((corner) => this.places[4 * blade + corner]));
    return new BufferGeometry().setIndex(index).setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
  }

  /** The surface as a mesh, which stands in the world. */
  mesh(material, lines) {
    const mesh = new Mesh(this.faces, material);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    const drawn = new LineSegments(this.edges, lines);
    drawn.frustumCulled = false;
    mesh.add(drawn);
    return mesh;
  }

  /** Move the surface to where the blades are. */
  place(outputs) {
    const { position } = this.faces.attributes;
    const points = position.array.fill(0);
    this.blades.forEach((body, blade) => {
      const own = this.bodies.pointsOf(body);
      for (let corner = 0; corner < 4; corner++) {
        const at = this.places[4 * blade + corner];
        this.bodies.point(outputs, body, own.subarray(3 * corner, 3 * corner + 3), POINT);
        for (let a = 0; a < 3; a++) points[3 * at + a] += POINT[a] / this.counts[at];
      }
    });
    position.needsUpdate = true;
    this.faces.computeVertexNormals();
  }
}

const POINT = [0, 0, 0];
