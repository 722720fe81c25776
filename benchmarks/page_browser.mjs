/** Pages in headless Chromium: `node page_browser.mjs PLAYWRIGHT FOLDER SECONDS BROWSER`; prints one JSON object by page. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { factor } from "./page_factor.mjs";

const [, , playwright, folder, least, executablePath] = process.argv;
const { chromium } = await import(pathToFileURL(playwright));
const OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const FRAMES = 60;
const WAIT = 120000; // ms
const PATIENCE = 20000; // ms

/** Whether so many pictures were drawn; after some patience one will do: software drawing is slow. */
const enough = ([count, patience]) => window.elver.timing.frames >= count || (window.elver.timing.frames > 0 && performance.now() > patience);

/** What one page takes: first picture [ms], script a picture [ms, median], real-time factor. */
async function measured(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => window.elver, null, { timeout: WAIT });
  await page.evaluate(() => window.elver.ready);
  await page.evaluate(() => window.elver.play());
  await page.waitForFunction(enough, [FRAMES, PATIENCE], { timeout: WAIT });
  const seen = await page.evaluate(() => {
    window.elver.pause();
    const { first, recent, frames } = window.elver.timing;
    const own = [...recent.slice(0, Math.min(frames, recent.length))].sort((a, b) => a - b);
    return { first, script: own[own.length >> 1], least: own[0] };
  });
  const fast = await page.evaluate(`(${factor})(window.elver.viewer.source, ${Number(least)})`);
  await page.close();
  return { ...seen, factor: fast, errors };
}

const browser = await chromium.launch({ executablePath, args: OPTIONS });
const found = {};
try {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".html"))) {
    found[name.slice(0, -5)] = await measured(browser, join(folder, name));
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(found));
