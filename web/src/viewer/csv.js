/** A run as a table for other programs. */

/** A name as a field of a CSV file. */
export function quoted(text) {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Pieces of text of a CSV file: what it is, the names, then a row a sample; only `columns` where they are given.
 *
 * about: lines of the head, each after a '#'.   Pieces of some thousand rows keep the longest text short.
 */
export function* csvOf(history, about = [], columns = history.names.map((_, k) => k)) {
  yield about.map((line) => `# ${line.replace(/[\r\n]+/g, " ")}\n`).join("") +
    ["time", ...columns.map((c) => quoted(history.names[c]))].join(",") +
    "\n";
  let lines = [];
  for (let k = 0; k < history.count; k++) {
    const row = [String(Number(history.time(k).toPrecision(12)))];
    for (const c of columns) {
      const value = history.value(k, c);
      row.push(Number.isFinite(value) ? String(Number(value.toPrecision(8))) : "");
    }
    lines.push(row.join(","));
    if (lines.length === 2000) {
      yield lines.join("\n") + "\n";
      lines = [];
    }
  }
  if (lines.length) yield lines.join("\n") + "\n";
}
