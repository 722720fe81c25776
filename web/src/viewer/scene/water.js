/** Water: its surface where the machine floats, drifting particles where it swims below. */

import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  DoubleSide,
  Mesh,
  Points,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";

const SURFACE_VERTEX = `
varying vec2 vLocal; varying vec3 vView;
void main() {
  vLocal = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vView = -seen.xyz;
  gl_Position = projectionMatrix * seen;
}`;

const SURFACE_FRAGMENT = `
varying vec2 vLocal; varying vec3 vView;
uniform vec2 uOffset; uniform float uWave, uReach, uTime; uniform vec3 uShallow, uDeep;
vec2 slope(vec2 p) {
  vec2 s = vec2(0.0);
  p += 0.35 * vec2(sin(p.y * 1.8850 + 1.0), cos(p.x * 2.5133));
  s += vec2(0.6, 0.8) * cos(dot(p, vec2(0.7, 0.9)) * 6.2832 + uTime * 1.1);
  s += vec2(-0.9, 0.4) * cos(dot(p, vec2(-1.1, 0.5)) * 6.2832 + uTime * 1.4);
  s += vec2(0.9, -0.5) * 0.6 * cos(dot(p, vec2(2.3, -1.2)) * 6.2832 + uTime * 2.0);
  s += vec2(-0.3, 0.9) * 0.5 * cos(dot(p, vec2(-0.9, 2.9)) * 6.2832 + uTime * 2.6);
  return s;
}
void main() {
  vec2 place = (vLocal + uOffset) / uWave;
  float away = length(vLocal) / uReach;
  float wide = length(fwidth(place));
  float calm = (1.0 - smoothstep(0.1, 0.45, wide)) * (1.0 - smoothstep(0.02, 0.3, away));
  vec2 s = slope(place) * 0.055 * calm;
  vec3 up = normalize((viewMatrix * vec4(-s, 1.0, 0.0)).xyz);
  vec3 view = normalize(vView);
  float facing = abs(dot(up, view));
  float glance = pow(1.0 - facing, 3.0);
  vec3 sun = normalize((viewMatrix * vec4(-0.6, -0.2, 1.15, 0.0)).xyz);
  float spark = pow(max(dot(reflect(-sun, up), view), 0.0), 60.0);
  vec3 colour = mix(uDeep, uShallow, clamp(0.3 + glance + 1.9 * (s.x + s.y), 0.0, 1.0)) + 0.22 * spark;
  float alpha = mix(0.34, 0.7, glance) * (1.0 - smoothstep(0.3, 1.0, away));
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}`;

/** The surface of the water as a translucent, rippled plane that follows the machine; ripples stand in the world. */
export class Surface {
  constructor(level, size, reach) {
    this.level = level;
    this.wave = 10 * 0.09 * size; // the pattern repeats after ten waves
    this.uniforms = {
      uOffset: { value: new Vector2() },
      uWave: { value: 0.09 * size },
      uReach: { value: reach },
      uTime: { value: 0 },
      uShallow: { value: new Color() },
      uDeep: { value: new Color() },
    };
    const material = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: SURFACE_VERTEX,
      fragmentShader: SURFACE_FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(new CircleGeometry(reach, 64), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
  }

  setTheme(theme) {
    this.uniforms.uShallow.value.set(theme.shallow);
    this.uniforms.uDeep.value.set(theme.deep);
  }

  follow(x, y, time) {
    this.mesh.position.set(x, y, this.level);
    this.uniforms.uOffset.value.set(x - this.wave * Math.floor(x / this.wave), y - this.wave * Math.floor(y / this.wave));
    this.uniforms.uTime.value = time % 628.3185307; // a hundred turns
  }
}

const COUNT = 420;

const DRIFT_VERTEX = `
uniform vec3 uFocus; uniform float uBox, uDot; varying float vFade;
void main() {
  vec3 place = mod(position - uFocus + 0.5 * uBox, uBox) - 0.5 * uBox;
  vFade = 1.0 - smoothstep(0.25, 0.5, length(place) / uBox);
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uDot / -seen.z, 1.0, 7.0);
}`;

const DRIFT_FRAGMENT = `
uniform vec3 uColour; varying float vFade;
void main() {
  float away = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(uColour, 0.55 * vFade * (1.0 - smoothstep(0.25, 0.5, away)));
  #include <colorspace_fragment>
}`;

/** Small particles that stand still in the water or go with its stream, so that motion is seen; always as many around the machine. */
export class Particles {
  constructor(size, height) {
    this.box = 4 * size;
    const places = new Float32Array(COUNT * 3);
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let k = 0; k < places.length; k++) places[k] = next() * this.box;
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
    this.uniforms = {
      uFocus: { value: new Vector3() },
      uBox: { value: this.box },
      uDot: { value: 0.012 * size * height },
      uColour: { value: new Color() },
    };
    const material = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: DRIFT_VERTEX,
      fragmentShader: DRIFT_FRAGMENT,
      transparent: true,
      depthWrite: false,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
  }

  setTheme(theme) {
    this.uniforms.uColour.value.set(theme.particle);
  }

  /** drifted: how far the water has carried them. */
  follow(x, y, z, drifted) {
    const inside = (v) => v - this.box * Math.floor(v / this.box);
    this.points.position.set(x, y, z);
    this.uniforms.uFocus.value.set(inside(x - drifted[0]), inside(y - drifted[1]), inside(z - drifted[2]));
  }
}
