/** What a run did so far: rows of numbers in a ring of fixed size, so that hours of running need no more memory than minutes. */

/** Rows of `names.length` numbers with their times; the oldest are dropped when it is full. */
export class History {
  /** names: of the columns.   budget: how many numbers are kept in all. */
  constructor(names, budget = 6e6) {
    this.names = names;
    this.index = new Map(names.map((name, k) => [name, k]));
    this.width = names.length;
    this.capacity = Math.max(256, Math.floor(budget / (names.length + 2)));
    this.times = new Float64Array(this.capacity);
    this.values = new Float32Array(this.capacity * this.width);
    this.clear();
  }

  clear() {
    this.first = 0;
    this.count = 0;
    this.dropped = 0;
    this.changes = (this.changes ?? 0) + 1;
  }

  /** Place in the ring of the k-th row, the oldest first. */
  at(k) {
    return (this.first + k) % this.capacity;
  }

  /** Time of the k-th row. */
  time(k) {
    return this.times[this.at(k)];
  }

  /** Number of a column in the k-th row. */
  value(k, column) {
    return this.values[this.at(k) * this.width + column];
  }

  get newest() {
    return this.count ? this.time(this.count - 1) : NaN;
  }

  get oldest() {
    return this.count ? this.time(0) : NaN;
  }

  /** Begin a new row at a time; fill what is returned. A row at or before the newest one replaces it and all after it. */
  push(time) {
    while (this.count && this.newest >= time) this.count--;
    if (this.count === this.capacity) {
      this.first = (this.first + 1) % this.capacity;
      this.count--;
      this.dropped++;
    }
    const place = this.at(this.count);
    this.count++;
    this.times[place] = time;
    this.changes++;
    return this.values.subarray(place * this.width, (place + 1) * this.width);
  }

  /** Number of the last row whose time is not after t; -1: none. */
  before(t) {
    if (!this.count || this.time(0) > t) return -1;
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time(middle) <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A column at a time, between its rows; NaN before the first, the newest after the last. */
  interpolated(t, column) {
    const k = this.before(t);
    if (k < 0) return NaN;
    if (k === this.count - 1) return this.value(k, column);
    const share = (t - this.time(k)) / (this.time(k + 1) - this.time(k));
    return this.value(k, column) * (1 - share) + this.value(k + 1, column) * share;
  }
}

/** Lines for a plot: the rows of some columns between two times, thinned so that every extreme stays.
 *
 * Each bucket of rows gives its lowest and its highest value of the first column at two times, the other columns likewise.
 * times, lines: arrays that are filled.   Returns how many points they hold.
 */
export function thinned(history, columns, from, to, times, lines) {
  const first = Math.max(history.before(from), 0);
  const last = history.before(to);
  const rows = last - first + 1;
  if (last < 0 || rows <= 0) return 0;
  if (rows <= times.length) {
    for (let k = 0; k < rows; k++) {
      times[k] = history.time(first + k);
      for (let c = 0; c < columns.length; c++) lines[c][k] = history.value(first + k, columns[c]);
    }
    return rows;
  }
  const wide = 2 * Math.ceil(rows / times.length); // rows of a bucket; two points each; buckets stay at fixed rows, or lines would flicker
  const offset = (history.dropped + first) % wide;
  let points = 0;
  for (let start = first - offset; start <= last && points + 2 <= times.length; start += wide) {
    points = bucket(history, columns, Math.max(start, first), Math.min(start + wide - 1, last), times, lines, points);
  }
  return points;
}

/** Two points for the rows from `a` to `b`: the earlier of the two extremes of each column first. */
function bucket(history, columns, a, b, times, lines, point) {
  times[point] = history.time(a);
  times[point + 1] = a === b ? history.time(a) + 1e-9 : history.time(b);
  for (let c = 0; c < columns.length; c++) {
    extremes(history, columns[c], a, b);
    lines[c][point] = FOUND.lowFirst ? FOUND.low : FOUND.high;
    lines[c][point + 1] = FOUND.lowFirst ? FOUND.high : FOUND.low;
  }
  return point + 2;
}

const FOUND = { low: 0, high: 0, lowFirst: true };

/** Lowest and highest value of a column in the rows from `a` to `b`, and which comes first, into FOUND: no object a bucket. */
function extremes(history, column, a, b) {
  const { values, width, capacity } = history;
  let row = history.at(a);
  let low = values[row * width + column];
  let high = low;
  let lowAt = a;
  let highAt = a;
  for (let k = a + 1; k <= b; k++) {
    row = row + 1 === capacity ? 0 : row + 1;
    const value = values[row * width + column];
    if (value < low) {
      low = value;
      lowAt = k;
    } else if (value > high) {
      high = value;
      highAt = k;
    }
  }
  FOUND.low = low;
  FOUND.high = high;
  FOUND.lowFirst = lowAt <= highAt;
}
