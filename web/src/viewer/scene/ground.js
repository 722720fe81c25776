/** The ground, or a floor far below a swimmer: a grid without end, with regions along x in their colours. */

import { CircleGeometry, Color, Mesh, MeshLambertMaterial, Vector2, Vector4 } from "three";

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

const PAINT = `
vec2 place = vLocal + uOffset;
vec3 paint = diffuse;
float alongX = vLocal.x + uFocus.x;
for (int k = 0; k < ${REGIONS}; k++) {
  vec4 region = uRegions[k];
  if (alongX >= region.x && alongX < region.y) paint = uColours[k];
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
  /** cell: width of the grid [m].   reach: how far it is seen [m].   cover: how much it hides, 0 to 1.   wet: it is the surface of water. */
  constructor({ cell, reach, level, cover, regions, wet }) {
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
    const names = `varying vec2 vLocal; uniform float uCell, uReach, uCover; uniform vec2 uOffset, uFocus; uniform vec3 uLine;
uniform vec4 uRegions[${REGIONS}]; uniform vec3 uColours[${REGIONS}];\n`;
    shader.fragmentShader =
      names + GRID + shader.fragmentShader.replace("#include <color_fragment>", "#include <color_fragment>\n" + PAINT);
  }

  setTheme(theme) {
    this.material.color.set(this.wet ? theme.shallow : theme.ground);
    this.uniforms.uLine.value.set(theme.strong);
    const named = { land: theme.land, water: theme.water };
    this.regions.forEach((region, k) => this.uniforms.uColours.value[k].set(named[region.name] ?? theme.region));
  }

  /** Go below the point that is looked at. */
  follow(x, y) {
    this.mesh.position.set(x, y, this.level);
    const wide = 5 * this.cell;
    this.uniforms.uOffset.value.set(x - wide * Math.floor(x / wide), y - wide * Math.floor(y / wide));
    this.uniforms.uFocus.value.set(x, y);
  }
}

/** Ends of a region along x; empty where there is none. */
function bounds(region) {
  return region ? new Vector4(region.from ?? -FAR, region.to ?? FAR, 0, 0) : new Vector4(FAR, -FAR, 0, 0);
}
