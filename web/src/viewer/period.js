/** The period of the gait while sliders change it. */

const MEASURES = {
  s: (v) => v,
  "rad/s": (v) => (2 * Math.PI) / v,
  Hz: (v) => 1 / v,
  "1/s": (v) => 1 / v,
  "1/min": (v) => 60 / v,
};
const EQUAL = 1e-6;

/** A function that gives the present period [s], 0 for none; `get(name)`: the present value of a slider.
 *
 * A slider belongs to the period where its first value, in its unit, is the first period.
 */
export function periodOf(payload, get) {
  const first = payload.period ?? 0;
  if (!(first > 0)) return () => 0;
  const found = (payload.machine?.sliders ?? []).find(
    ({ unit, value }) => MEASURES[unit] && Math.abs(MEASURES[unit](value) / first - 1) < EQUAL,
  );
  if (!found) return () => first;
  return () => {
    const now = MEASURES[found.unit](get(found.name));
    return now > 0 && Number.isFinite(now) ? now : first;
  };
}
