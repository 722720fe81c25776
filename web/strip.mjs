/** What the page never uses of three.js is left out of the bundles: shaders of other materials, virtual reality, environment maps. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

const SHADERS = ["meshlambert", "meshphong", "meshbasic", "depth"]; // of the materials and shadows in src/viewer/scene
const ALWAYS = ["colorspace_pars_fragment", "colorspace_fragment"]; // asked for by every program, and by our own shaders
const INCLUDE = /#include <(\w+)>/g;

const STUBS = {
  "renderers/webxr/WebXRManager.js": `export class WebXRManager {
    constructor() { this.enabled = this.isPresenting = false; }
    addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {} getEnvironmentBlendMode() {}
  }`,
  "extras/PMREMGenerator.js": "export class PMREMGenerator { dispose() {} }",
  "renderers/shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};

/** Names of all pieces that some shaders include, by their files under three/src/renderers/shaders. */
async function included(folder) {
  const found = new Set(ALWAYS);
  const open = [...SHADERS.map((name) => `ShaderLib/${name}`), ...ALWAYS.map((name) => `ShaderChunk/${name}`)];
  while (open.length) {
    const text = await readFile(join(folder, `${open.pop()}.glsl.js`), "utf8");
    for (const [, name] of text.matchAll(INCLUDE)) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(`ShaderChunk/${name}`);
    }
  }
  return found;
}

/** A shader's text without remarks and indents; lines stay, since they matter to its preprocessor. */
export function short(text) {
  return text
    .replace(/\/\*(?! glsl)[\s\S]*?\*\//g, "")
    .replace(/[ \t]*\/\/[^\n`]*/g, "")
    .replace(/\n\s+/g, "\n")
    .replace(/[ \t]+\n/g, "\n");
}

/** A plugin of esbuild. web: the folder with node_modules. */
export function strip(web) {
  const three = join(web, "node_modules", "three", "src");
  const shaders = join(three, "renderers", "shaders");
  const setup = async (build) => {
    const needed = await included(shaders);
    build.onResolve({ filter: /^three$/ }, () => ({ path: join(three, "Three.js"), sideEffects: false }));
    build.onLoad({ filter: /three\/src\/.*\.glsl\.js$/ }, async ({ path }) => {
      const [, kind, name] = /(ShaderLib|ShaderChunk)\/(\w+)\.glsl\.js$/.exec(path);
      const kept = kind === "ShaderLib" ? SHADERS.includes(name) : needed.has(name);
      if (!kept) return { contents: kind === "ShaderLib" ? 'export const vertex = "", fragment = "";' : 'export default "";' };
      return { contents: short(await readFile(path, "utf8")) };
    });
    for (const [file, contents] of Object.entries(STUBS)) {
      build.onLoad({ filter: new RegExp(file.replaceAll(".", "\\.") + "$") }, () => ({ contents }));
    }
  };
  return { name: "strip", setup };
}
