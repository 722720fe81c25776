/** Bundles the page: `node build.mjs` writes, `node build.mjs --check` compares with what is there. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { strip } from "./strip.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "src", "elver", "viz", "page", "assets");
const bundles = [
  ["viewer.js", "src/page.js"],
  ["studio.js", "src/studio/studio.js"],
].filter(([, entry]) => existsSync(join(here, entry)));

/** Texts of all files under a folder, by path with forward slashes. */
async function texts(folder) {
  const found = {};
  for (const entry of (await readdir(join(here, folder), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, await texts(path));
    else found[path] = await readFile(join(here, path));
  }
  return found;
}

/** Digest of everything that the bundles are made from: path, zero, bytes, zero, in the order of the paths. */
async function digest() {
  const all = {
    ...(await texts("src")),
    "build.mjs": await readFile(join(here, "build.mjs")),
    "strip.mjs": await readFile(join(here, "strip.mjs")),
    "package-lock.json": await readFile(join(here, "package-lock.json")),
  };
  const sum = createHash("sha256");
  for (const path of Object.keys(all).sort()) sum.update(path).update("\0").update(all[path]).update("\0");
  return sum.digest("hex");
}

/** One script from an entry, with everything it needs inside; and the packages that are in it. */
async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022"],
    legalComments: "none",
    write: false,
    metafile: true,
    absWorkingDir: here,
    loader: { ".css": "text" },
    lineLimit: 400,
    charset: "utf8",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
    plugins: [strip(here)],
  });
  const packages = Object.keys(result.metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter(Boolean);
  return { text: result.outputFiles[0].text, packages: [...new Set(packages)] };
}

/** Licences of packages, for the wheel and the page's readers. */
async function licences(packages) {
  const parts = [];
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((f) => /^licen[cs]e/i.test(f));
    const text = file ? (await readFile(join(folder, file), "utf8")).trim() : `License: ${about.license}`;
    parts.push(`${name} ${about.version} (${about.license})\n\n${text}\n`);
  }
  return `Packages inside the bundles of this folder, and their licences.\n\n${parts.join("\n" + "-".repeat(78) + "\n\n")}`;
}

/** Every file of the assets as text. */
async function make() {
  const made = {};
  const packages = new Set();
  for (const [name, entry] of bundles) {
    const { text, packages: own } = await bundle(entry);
    made[name] = text;
    own.forEach((p) => packages.add(p));
  }
  const loader = await build({ entryPoints: [join(here, "src/loader.js")], minify: true, target: ["es2015"], write: false });
  made["loader.js"] = loader.outputFiles[0].text.trim();
  made["shell.html"] = await readFile(join(here, "src/shell.html"), "utf8");
  made["licenses.txt"] = await licences(packages);
  made["digest.txt"] = (await digest()) + "\n";
  return made;
}

const made = await make();
let stale = 0;
await mkdir(assets, { recursive: true });
for (const [name, text] of Object.entries(made)) {
  const path = join(assets, name);
  if (!process.argv.includes("--check")) await writeFile(path, text);
  else if (!existsSync(path) || (await readFile(path, "utf8")) !== text) {
    console.error(`${name} is not what the sources make: run \`make page\`.`);
    stale = 1;
  }
}
process.exitCode = stale;
console.log(
  Object.entries(made)
    .map(([name, text]) => `${name}: ${(text.length / 1000).toFixed(1)} kB`)
    .join("\n"),
);
