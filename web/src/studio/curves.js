/** Curves and summaries of several runs brought together. */

/** Values of several curves {name: {time, values}} on all of their times, linear in between, for a plot. */
export function together(curves) {
  const times = [...new Set(Object.values(curves).flatMap((own) => own.time))].sort((a, b) => a - b);
  return [times, ...Object.values(curves).map((own) => onTimes(times, own.time, own.values))];
}

/** A curve at other times; null beyond its ends and where it has no number. */
export function onTimes(times, at, values) {
  let k = 0;
  return times.map((t) => {
    while (k + 1 < at.length && at[k + 1] <= t) k += 1;
    if (t < at[0] || t > at[at.length - 1]) return null;
    if (at[k] === t || k + 1 >= at.length) return values[k];
    if (values[k] === null || values[k + 1] === null) return null;
    return values[k] + ((values[k + 1] - values[k]) * (t - at[k])) / (at[k + 1] - at[k]);
  });
}

/** Rows of the table: figures that differ in what they are; plain numbers first, the large ones with many parts left out. */
export function rowsOf(summaries) {
  const names = [...new Set(summaries.flatMap((own) => Object.keys(own)))];
  const simple = (value) => value === null || value === undefined || typeof value !== "object";
  return names.filter((name) => summaries.every((own) => simple(own[name])) && summaries.some((own) => own[name] !== null && own[name] !== undefined));
}

/** A unit in brackets; nothing where there is none. */
export function inBrackets(unit) {
  return unit && unit !== "1" ? ` [${unit}]` : "";
}

/** What was asked for otherwise than the model has it: [{name, value, unit}]. */
export function changedIn(asked) {
  const { changes, units, points, dt } = asked ?? {}; // of a file, which may be anyone's
  const found = Object.entries(changes ?? {}).map(([name, value]) => ({ name, value, unit: units?.[name] ?? "" }));
  if (dt !== undefined) found.push({ name: "time step", value: Number(dt), unit: "s" });
  return [...found, ...Object.keys(points ?? {}).map((joint) => ({ name: `stroke of ${joint}`, value: "as drawn", unit: "" }))];
}

/** Parameters that were changed in some run, or that differ between them: [{name, unit, values}], a value per run. */
export function differing(runs, parameters = {}) {
  const changed = runs.map((run) => changedIn(run.asked));
  const all = runs.map((run, k) => ({ ...parameters[run.name], ...Object.fromEntries(changed[k].map((own) => [own.name, own.value])) }));
  const units = Object.assign({}, ...changed.flat().map((own) => ({ [own.name]: own.unit })), ...runs.map((run) => run.asked?.units ?? {}));
  const first = changed.flat().map((own) => own.name);
  const others = [...new Set(all.flatMap(Object.keys))].filter((name) => new Set(all.map((own) => JSON.stringify(own[name]))).size > 1);
  return [...new Set([...first, ...others])].map((name) => ({ name, unit: units[name] ?? "", values: all.map((own) => own[name]) }));
}
