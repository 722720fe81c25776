/** Prints what the page's spline gives for strokes read from standard input, as JSON. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { atShare, shareOf, warped } = await import(pathToFileURL(process.argv[2]).href);
const cases = JSON.parse(readFileSync(0, "utf8"));
const found = cases.map(({ stroke, shares }) => shares.map((u) => [...atShare(stroke, u), shareOf(warped(u, stroke.drive, stroke.drive_end)[0], stroke.drive, stroke.drive_end)]));
console.log(JSON.stringify(found));
