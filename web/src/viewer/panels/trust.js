/** What a reader should know before the numbers are believed. */

import { element } from "./dom.js";

/** What is known against the numbers of a run: the doubts in a line, the findings on demand. */
export function trustOf(trust) {
  const { doubts = [], warnings = [], of = "" } = trust ?? {};
  if (!doubts.length && !warnings.length) return [];
  const head = doubts.length ? "Not to be trusted" : warnings.length > 1 ? `${warnings.length} warnings` : "A warning";
  const first = doubts.slice(0, 1).map((text) => element("span", { text: `: ${text}` }));
  const summary = element("summary", {}, element("b", { text: head }), ...first);
  const texts = [...doubts.slice(1), ...warnings, `Looked at: ${of}.`].map((text) => element("p", { text }));
  return [element("details", { class: doubts.length ? "ending trust" : "trust" }, summary, element("div", {}, ...texts))];
}
