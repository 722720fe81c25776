/** Where the loader's mistakes stand in a text. */

/** Where an error of the loader (line and column from 1) stands in a text: {from, to}, at least one sign long. */
export function placeOf(lines, error) {
  const number = Math.min(Math.max(error.line ?? 1, 1), lines.length);
  const line = lines[number - 1];
  const column = Math.min(Math.max((error.column ?? 1) - 1, 0), line.text.length);
  const rest = /^[^\s,[\]{}#]+/.exec(line.text.slice(column));
  const from = line.from + column;
  return { from, to: Math.min(from + Math.max(rest ? rest[0].length : 1, 1), Math.max(line.to, from)) };
}
