/** The ground, or a floor far below a swimmer: a grid without end, with regions along x in their colours. */

import { CircleGeometry, Color, Mesh, MeshLambertMaterial, Vector2, Vector3, Vector4 } from "three";

const REGIONS = 4; // at most
const FAR = 1e9;

const GRID = `
float lineAt(vec2 place, float cell, float width) {
  vec2 scaled = place / cell;
  vec2 wide = fwidth(scaled);
  vec2 near = abs(fract(scaled - 0.5) - 0.5) / max(wide, vec2(1e-6));
  vec2 ink = clamp(width + 0.5 - near, 0.0, 1.0) * (1.0 - smoothstep(0.25, 0.6, wide));
  return max(ink.x, ink.y);
}
`;

/** Light that ripples of the surface gather on the floor, and grains of sand. Both repeat after five cells, as the place does. */
const WET = `
float ripple(vec2 p, float t) {
  float a = sin(p.x + 1.6 * sin(p.y + 0.7 * t)) + sin(2.0 * p.y + 1.4 * sin(p.x - 0.6 * t));
  return exp(-5.0 * abs(a));
}
float caustics(vec2 p, float t) {
  return ripple(p, t) * (0.4 + ripple(vec2(p.y + 3.0, -2.0 * p.x), 0.8 * t)) + 0.35 * ripple(vec2(2.0 * p.y, 3.0 * p.x) + 1.0, 0.6 * t);
}
float grain(vec2 p) {
  return fract(sin(dot(mod(floor(p), 200.0), vec2(12.9898, 78.233))) * 43758.5453);
}
`;

const PAINT = `
vec2 place = vLocal + uOffset;
vec3 paint = diffuse;
float alongX = vLocal.x + uFocus.x;
float lit = uCaustics;
for (int k = 0; k < ${REGIONS}; k++) {
  vec4 region = uRegions[k];
  if (alongX >= region.x && alongX < region.y) {
    paint = uColours[k];
    lit = max(lit, region.z);
    vec2 sand = place / (0.025 * uCell);
    float fineness = 1.0 - smoothstep(0.3, 1.2, length(fwidth(sand)));
    paint *= 1.0 - region.w * fineness * 0.16 * grain(sand);
    float edge = min(alongX - region.x, region.y - alongX);
    paint = mix(paint, uLine, 0.1 * region.w * (1.0 - smoothstep(0.0, 1.5 * uCell, edge)));
  }
}
if (lit > 0.0) {
  float near = 1.0 - smoothstep(0.05, 0.4, length(vLocal) / uReach);
  paint += lit * near * uGlow * caustics(place / uCell * 1.2566371, uTime);
}
float fine = lineAt(place, uCell, 0.6) * 0.22;
float strong = lineAt(place, uCell * 5.0, 0.9) * 0.5;
paint = mix(paint, uLine, max(fine, strong));
float away = length(vLocal) / uReach;
diffuseColor.rgb = paint;
diffuseColor.a = uCover * (1.0 - smoothstep(0.25, 1.0, away)) ;
diffuseColor.a = max(diffuseColor.a, max(fine, strong) * 0.8 * (1.0 - smoothstep(0.2, 0.9, away)));
`;

/** A floor that follows the machine; its pattern stands still in the world. */
export class Ground {
  /** cell: width of the grid [m].   reach: how far it is seen [m].   cover: how much it hides, 0 to 1.   wet: it is the surface of water.
   * lit: light comes to it through water. */
  constructor({ cell, reach, level, cover, regions, wet, lit }) {
    this.cell = cell;
    this.level = level;
    this.wet = wet;
    this.regions = regions.slice(0, REGIONS);
    this.uniforms = {
      uCell: { value: cell },
      uReach: { value: reach },
      uCover: { value: cover },
      uOffset: { value: new Vector2() },
      uFocus: { value: new Vector2() },
      uLine: { value: new Color() },
      uGlow: { value: new Vector3() },
      uTime: { value: 0 },
      uCaustics: { value: lit ? 1 : 0 },
      uRegions: { value: Array.from({ length: REGIONS }, (_, k) => bounds(this.regions[k])) },
      uColours: { value: Array.from({ length: REGIONS }, () => new Color()) },
    };
    this.material = new MeshLambertMaterial({ transparent: true, depthWrite: cover > 0.9 });
    this.material.onBeforeCompile = (shader) => this.addGrid(shader);
    this.mesh = new Mesh(new CircleGeometry(reach, 64), this.material);
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = wet ? 2 : -2;
  }

  addGrid(shader) {
    Object.assign(shader.uniforms, this.uniforms);
    shader.vertexShader =
      "varying vec2 vLocal;\n" +
      shader.vertexShader.replace("#include <begin_vertex>", "#include <begin_vertex>\nvLocal = position.xy;");
    const names = `varying vec2 vLocal; uniform float uCell, uReach, uCover, uTime, uCaustics; uniform vec2 uOffset, uFocus; uniform vec3 uLine, uGlow;
uniform vec4 uRegions[${REGIONS}]; uniform vec3 uColours[${REGIONS}];\n`;
    shader.fragmentShader =
      names + GRID + WET + shader.fragmentShader.replace("#include <color_fragment>", "#include <color_fragment>\n" + PAINT);
  }

  setTheme(theme) {
    this.material.color.set(this.wet ? theme.shallow : this.uniforms.uCaustics.value ? theme.bed : theme.ground);
    this.uniforms.uLine.value.set(theme.strong);
    this.uniforms.uGlow.value.set(...theme.glow);
    const named = { land: theme.land, water: theme.water };
    this.regions.forEach((region, k) => this.uniforms.uColours.value[k].set(named[region.name] ?? theme.region));
  }

  /** Go below the point that is looked at. */
  follow(x, y, time) {
    this.uniforms.uTime.value = time % 628.3185307;
    this.mesh.position.set(x, y, this.level);
    const wide = 5 * this.cell;
    this.uniforms.uOffset.value.set(x - wide * Math.floor(x / wide), y - wide * Math.floor(y / wide));
    this.uniforms.uFocus.value.set(x, y);
  }
}

/** Ends of a region along x, whether it is lit through water, and whether it has grains; empty where there is none. */
function bounds(region) {
  if (!region) return new Vector4(FAR, -FAR, 0, 0);
  return new Vector4(region.from ?? -FAR, region.to ?? FAR, region.name === "water" ? 1 : 0, region.name === "water" ? 0 : 1);
}
