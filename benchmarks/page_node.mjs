/** Real-time factor of live machines in Node: `node page_node.mjs MACHINE.js FOLDER SECONDS`; prints one JSON object. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { factor } from "./page_factor.mjs";

const [, , file, folder, least] = process.argv;
const { openMachine } = await import(pathToFileURL(file));
const found = {};
for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".json"))) {
  const stem = name.slice(0, -5);
  const machine = await openMachine(JSON.parse(readFileSync(join(folder, name))), readFileSync(join(folder, `${stem}.wasm`)));
  factor(machine, 1.0); // the engine has compiled it then
  found[stem] = factor(machine, Number(least));
}
console.log(JSON.stringify(found));
