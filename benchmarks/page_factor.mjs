/** How fast a machine runs; read by Node, and handed to a page as text: it must need nothing from outside. */

/** Machine seconds a second of real time: the median over pieces of about a millisecond, so that what else runs on this computer disturbs it
 * little. source: a machine.   seconds: of real time, in all. */
export function factor(source, seconds) {
  const piece = 1; // ms
  const trial = 200; // steps
  source.reset();
  const start = performance.now();
  source.advance(trial * source.dt);
  const steps = Math.max(1, Math.round((piece * trial) / Math.max(performance.now() - start, 1e-3)));
  const rates = [];
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    if (source.status.code !== 0) source.reset();
    const before = source.time;
    const began = performance.now();
    source.advance(steps * source.dt);
    const took = performance.now() - began;
    if (took > 0) rates.push((1000 * (source.time - before)) / took);
  }
  rates.sort((a, b) => a - b);
  return rates[rates.length >> 1];
}
