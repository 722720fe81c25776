/** Canvas, camera and light of the 3-D view. */

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";

const SUN = [-0.6, -0.2, 1.15]; // where the light comes from, seen from the machine
const SHADOW = 1024; // pixels along an edge of the shadow map

/** Whether the browser can draw in space. */
export function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext(); // a browser has few of them
  return Boolean(context);
}

/** What is drawn, and with what. `size`: length of the machine [m]; everything else is measured in it. */
export class Stage {
  constructor(canvas, size) {
    this.size = size;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // only when the machine moved
    this.sharpness = 2; // pixels of the picture a pixel of the page, at most
    this.renderer.setClearColor(new Color(0), 0);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(36, 1, 0.01 * size, 400 * size);
    this.camera.up.set(0, 0, 1);
    this.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    this.addLights();
  }

  addLights() {
    this.sky = new HemisphereLight(0xffffff, 0x888888, 1);
    this.sky.position.set(0, 0, 1);
    this.sun = new DirectionalLight(0xffffff, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW, SHADOW);
    const reach = 1.25 * this.size;
    Object.assign(this.sun.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.1 * this.size,
      far: 8 * this.size,
    });
    this.sun.shadow.normalBias = 0.004 * this.size;
    this.sun.shadow.radius = 3;
    this.scene.add(this.sky, this.sun, this.sun.target);
  }

  setTheme(theme) {
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.earth);
    this.sky.intensity = theme.hemisphere;
    this.sun.color.set(theme.sun);
    this.sun.intensity = theme.sunlight;
    this.sun.shadow.intensity = Math.min(1, 2 * theme.shadow);
  }

  /** Let light and shadow go with the machine. */
  lightAt(x, y, z) {
    this.sun.target.position.set(x, y, z);
    this.sun.position.set(x + 3 * this.size * SUN[0], y + 3 * this.size * SUN[1], z + 3 * this.size * SUN[2]);
  }

  /** Fit the canvas into its element; `insets`: what panels cover [px], the machine stands in the middle of the rest. */
  resize(width, height) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, this.sharpness));
    this.renderer.setSize(this.width, this.height, false);
    this.frameAll();
  }

  setInsets(insets) {
    Object.assign(this.insets, insets);
    this.frameAll();
  }

  /** Width and height of what no panel covers [px], of one half where there are two. */
  get clear() {
    const { left, right, top, bottom } = this.insets;
    const width = (this.width - left - right) / (this.halved ? 2 : 1);
    return { width: Math.max(width, 80), height: Math.max(this.height - top - bottom, 80) };
  }

  /** Draw two pictures side by side from now on, or one. */
  halve(on) {
    this.halved = on;
    this.frameAll();
  }

  /** Where two halves begin, meet and end [px]. */
  get halves() {
    const { left, right } = this.insets;
    return { from: left, middle: (left + this.width - right) / 2, to: this.width - right };
  }

  /** Draw one half, 0 or 1: the machine stands in its middle. */
  renderHalf(k) {
    const { from, middle, to } = this.halves;
    const [a, b] = k === 0 ? [0, middle] : [middle, this.width];
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(a, 0, b - a, this.height);
    this.aimAt(k === 0 ? (from + middle) / 2 : (middle + to) / 2);
    this.moved();
    this.render();
    this.renderer.setScissorTest(false);
  }

  /** Let the middle of the picture be at so many pixels from the left. */
  aimAt(x) {
    const { top, bottom } = this.insets;
    this.camera.setViewOffset(this.width, this.height, this.width / 2 - x, (bottom - top) / 2, this.width, this.height);
    this.camera.updateProjectionMatrix();
  }

  frameAll() {
    if (!this.width) return;
    const { left, right } = this.insets;
    this.camera.aspect = this.width / this.height;
    this.aimAt((left + this.width - right) / 2);
  }

  /** Draw fewer pixels where the graphics are slow; whether that was possible. */
  coarsen() {
    const now = this.renderer.getPixelRatio();
    if (now <= 1) return false;
    this.sharpness = Math.max(1, now - 0.5);
    this.resize(this.width, this.height);
    return true;
  }

  /** The machine or the light moved: shadows too. */
  moved() {
    this.renderer.shadowMap.needsUpdate = true;
  }

  render() {
    this.renderer.render(this.scene, this.camera);
  }

  dispose() {
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // else the browser keeps it until it clears up, and it has few of them
  }
}
