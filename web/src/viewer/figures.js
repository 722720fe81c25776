/** Live figures: single numbers made from the history of a run. */

const GRAVITY = 9.81; // m/s^2, as the figures of a run take it
const HOVERING = 0.02; // of its path: a machine that went no farther has no cost of transport, as in the figures of a run
const LOOKS = 24; // pieces of a path

/** Columns of the history that the figures read. */
export function columnsOf(figures, catalogue) {
  const names = figures.flatMap((f) => [
    f.output,
    f.work,
    f.position,
    ...(f.terms ?? []).map((t) => t.output),
    ...(f.scale ?? []),
  ]);
  return [...new Set(names.filter(Boolean).flatMap((name) => numbersOf(name, catalogue)))];
}

/** Names of the single numbers of an output. */
function numbersOf(name, catalogue) {
  const found = catalogue.find(name);
  if (!found) return [];
  const all = catalogue.numbers(found.field);
  return all.slice(found.start - found.field.place, found.start - found.field.place + found.count);
}

/** The figures with `value(t)`, NaN where there is none yet, and `reset()`.
 *
 * sources: {history, catalogue, outputs, period}; outputs(): the present numbers in full precision, period(): the present one [s].
 * The history may be exchanged for one with more columns after the old ones.
 */
export function makeFigures(figures, sources) {
  const columns = (name) => numbersOf(name ?? "", sources.catalogue).map((n) => sources.history.index.get(n));
  return figures.filter((f) => KINDS[f.kind]).map((f) => ({ reset() {}, ...f, ...KINDS[f.kind](f, sources, columns) }));
}

/** Length by which a vector in some columns moved over the span of time before t. */
function moved(history, columns, t, span) {
  let square = 0;
  for (const c of columns) square += grown(history, c, t, span) ** 2;
  return Math.sqrt(square);
}

/** Length of the path of a place in some columns over the span of time before t. */
function pathLength(history, columns, t, span) {
  let length = 0;
  for (let k = 0; k < LOOKS; k++) length += moved(history, columns, t - (span * k) / LOOKS, span / LOOKS);
  return length;
}

/** Growth of a column over the span of time before t. */
function grown(history, column, t, span) {
  return history.interpolated(t, column) - history.interpolated(t - span, column);
}

/** The span over which means are taken: the present period, or a second. */
function spanOf(period) {
  const now = period();
  return now > 0 ? now : 1;
}

const KINDS = {
  value: (figure, own, columns) => {
    const [c] = columns(figure.output);
    return { value: (t) => (c === undefined ? NaN : own.history.interpolated(t, c)) };
  },
  size: (figure, own, columns) => {
    const all = columns(figure.output);
    return { value: (t) => (all.length ? Math.hypot(...all.map((c) => own.history.interpolated(t, c))) : NaN) };
  },
  speed: (figure, own, columns) => {
    const all = columns(figure.output);
    return { value: (t) => (all.length ? moved(own.history, all, t, spanOf(own.period)) / spanOf(own.period) : NaN) };
  },
  rate: (figure, own, columns) => {
    const [c] = columns(figure.output);
    const factor = figure.factor ?? 1;
    return { value: (t) => (c === undefined ? NaN : (factor * grown(own.history, c, t, spanOf(own.period))) / spanOf(own.period) + 0) };
  },
  cost: (figure, own, columns) => {
    const [work] = columns(figure.work);
    const position = columns(figure.position);
    const value = (t) => {
      const span = spanOf(own.period);
      const way = moved(own.history, position, t, span);
      const went = way > 1e-9 && way > HOVERING * pathLength(own.history, position, t, span);
      return work !== undefined && went ? grown(own.history, work, t, span) / (figure.mass * GRAVITY * way) : NaN;
    };
    return { value };
  },
  balance: makeBalance,
  given: (figure) => ({ value: () => figure.value ?? NaN }),
};

/** Largest error of a balance since the start over what was turned over, from the numbers in full precision. */
function makeBalance(figure, { catalogue, outputs }) {
  const places = (figure.terms ?? []).map((t) => ({ factor: t.factor, place: catalogue.find(t.output)?.start }));
  const terms = places.filter((t) => t.place !== undefined);
  const scales = (figure.scale ?? []).map((name) => catalogue.find(name)?.start).filter((place) => place !== undefined);
  let start = null;
  let largest = 0;
  let worst = 0;
  const reset = () => {
    start = terms.map((t) => outputs()[t.place]); // at once: a script may go far before the next picture
    largest = 0;
    worst = 0;
  };
  const value = () => {
    const now = outputs();
    start ??= terms.map((t) => now[t.place]);
    const error = terms.reduce((sum, t, k) => sum + t.factor * (now[t.place] - start[k]), 0);
    largest = Math.max(
      largest,
      scales.reduce((sum, place) => sum + Math.abs(now[place]), 0),
    );
    worst = Math.max(worst, Math.abs(error));
    return largest > 0 ? worst / largest : NaN;
  };
  return { value, reset };
}
