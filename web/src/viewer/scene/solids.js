/** Obstacles and walls: outlines drawn up to their height. */

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshPhongMaterial,
  ShapeUtils,
  Vector2,
} from "three";

import { shaded } from "../shading.js";

/** Points and triangles of a prism over an outline in the plane. */
export function prism(outline, low, high) {
  let rim = outline.map(([x, y]) => new Vector2(x, y));
  if (rim.length > 1 && rim[0].distanceTo(rim[rim.length - 1]) < 1e-12) rim = rim.slice(0, -1);
  if (ShapeUtils.area(rim) < 0) rim.reverse();
  const n = rim.length;
  const points = [...rim.flatMap((p) => [p.x, p.y, low]), ...rim.flatMap((p) => [p.x, p.y, high])];
  const triangles = [];
  for (const [a, b, c] of ShapeUtils.triangulateShape(rim, [])) triangles.push(n + a, n + b, n + c, c, b, a);
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    triangles.push(k, next, n + next, k, n + next, n + k);
  }
  return { points: Float32Array.from(points), triangles };
}

/** All obstacles and walls of a scene. */
export class Solids {
  constructor(scene) {
    this.group = new Group();
    this.material = new MeshPhongMaterial({ specular: 0x0a0a0a, shininess: 8 });
    this.lines = new LineBasicMaterial({ transparent: true, opacity: 0.3 });
    for (const solid of [...(scene.obstacles ?? []), ...(scene.walls ?? [])]) this.add(solid, scene);
  }

  add(solid, scene) {
    const outline = solid.outline.filter((p) => Number.isFinite(p[0]));
    if (outline.length < 3) return;
    const low = solid.base ?? scene.level ?? 0;
    const { points, triangles } = prism(outline, low, low + (solid.height ?? 0.12 * scene.size));
    const { positions, normals, lines } = shaded(points, triangles);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    const mesh = new Mesh(geometry, this.material);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.add(new LineSegments(new BufferGeometry().setAttribute("position", new BufferAttribute(lines, 3)), this.lines));
    this.group.add(mesh);
  }

  setTheme(theme) {
    this.material.color.set(theme.obstacle);
    this.lines.color.set(theme.crease);
  }
}
