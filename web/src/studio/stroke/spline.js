/** Periodic cubic B-splines, as elver.drive.PeriodicSpline has them: value, velocity and acceleration over a stroke. */

/** The cardinal cubic B-spline on [0, 4] and its first two derivatives at e >= 0. */
export function bump(e) {
  if (e >= 4) return [0, 0, 0];
  let [value, slope, bend] = [0, 0, 0];
  for (const [knot, weight] of [[0, 1], [1, -4], [2, 6], [3, -4]]) {
    const u = e - knot;
    if (u <= 0) break;
    value += (weight * u * u * u) / 6;
    slope += (weight * u * u) / 2;
    bend += weight * u;
  }
  return [value, slope, bend];
}

/** Value and the first two derivatives by phase of the curve with these control values. */
export function atPhase(points, phase) {
  const count = points.length;
  const x = phase * count;
  const sum = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const e = x - i + 2;
    const weights = bump(e - count * Math.floor(e / count));
    for (let k = 0; k < 3; k++) sum[k] += points[i] * weights[k];
  }
  return [sum[0], sum[1] * count, sum[2] * count * count];
}

/** Phase of a stroke at the share u of its period, and its first two derivatives by u. */
export function warped(u, drive = 0.5, driveEnd = 0.5) {
  const size = (driveEnd - drive) / Math.sin(Math.PI * drive) ** 2;
  const turn = 2 * Math.PI * u;
  return [u + size * Math.sin(Math.PI * u) ** 2, 1 + size * Math.PI * Math.sin(turn), 2 * size * Math.PI ** 2 * Math.cos(turn)];
}

/** Value, velocity and acceleration at the share u of the period [s] of a stroke {points, period, drive, drive_end}. */
export function atShare(stroke, u) {
  const [phase, rate, bend] = warped(u, stroke.drive, stroke.drive_end);
  const [value, slope, curve] = atPhase(stroke.points, phase);
  const period = stroke.period;
  return [value, (slope * rate) / period, (curve * rate * rate + slope * bend) / (period * period)];
}

/** The share of the period at which the stroke reaches a phase in [0, 1]. */
export function shareOf(phase, drive, driveEnd) {
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (warped(middle, drive, driveEnd)[0] < phase) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Curves over one period: {shares, values, velocities, accelerations}, both ends included. */
export function curves(stroke, count = 240) {
  const found = { shares: [], values: [], velocities: [], accelerations: [] };
  for (let k = 0; k <= count; k++) {
    const [value, velocity, acceleration] = atShare(stroke, k / count);
    found.shares.push(k / count);
    found.values.push(value);
    found.velocities.push(velocity);
    found.accelerations.push(acceleration);
  }
  return found;
}
