/** Real-time factor of live machines in Node: `node page_node.mjs MACHINE.js FOLDER SECONDS`; prints one JSON object. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { factor } from "./page_factor.mjs";

const [, , file, folder, least] = process.argv;
const { openMachine } = await import(pathToFileURL(file));
const ROUNDS = 3; // in turns: what else runs on this computer disturbs all alike
const machines = {};
for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".json"))) {
  const stem = name.slice(0, -5);
  machines[stem] = await openMachine(JSON.parse(readFileSync(join(folder, name))), readFileSync(join(folder, `${stem}.wasm`)));
  factor(machines[stem], 1.0); // the engine has compiled it then
}
const found = Object.fromEntries(Object.keys(machines).map((stem) => [stem, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [stem, machine] of Object.entries(machines)) found[stem].push(factor(machine, Number(least) / ROUNDS));
}
for (const rates of Object.values(found)) rates.sort((a, b) => a - b);
console.log(JSON.stringify(Object.fromEntries(Object.entries(found).map(([stem, rates]) => [stem, rates[ROUNDS >> 1]]))));
