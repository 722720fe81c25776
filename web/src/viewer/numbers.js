/** Numbers for people: short, with the digits that matter. */

/** A number with so many significant digits, without needless zeros; a dash where there is none. */
export function short(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4 ? value.toExponential(Math.max(digits - 2, 0)) : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−");
}

/** A number with a fixed count of significant digits, so that it does not jump while it changes. */
export function steady(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(digits - 1).replace(/-/g, "−");
  const before = size > 0 ? Math.floor(Math.log10(size)) + 1 : 1;
  return value.toFixed(Math.min(Math.max(digits - before, 0), digits + 1)).replace("-", "−");
}

/** The number nearest to a value on a logarithmic scale among 1, 2, 5, 10, ... */
export function nice(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const share = value / power;
  const best = [1, 2, 5, 10].reduce((a, b) => (Math.abs(Math.log(b / share)) < Math.abs(Math.log(a / share)) ? b : a));
  return best * power;
}

/** A length with a unit that suits it: 0.05 m is 5 cm. */
export function metres(value) {
  const size = Math.abs(value);
  if (size >= 1000) return `${short(value / 1000)} km`;
  if (size >= 1 || size === 0) return `${short(value)} m`;
  if (size >= 0.01) return `${short(value * 100)} cm`;
  return `${short(value * 1000)} mm`;
}

/** A clock that shows what changes: 0.0123 s for a moth, 1:02:03 for hours. */
export function clock(seconds, period) {
  if (!Number.isFinite(seconds)) return "–";
  if (period && period < 0.2) return `${seconds.toFixed(4)} s`;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${minutes}` : `${minutes}.${Math.floor((seconds - whole) * 10)}`;
}

/** A length of time in words: 12 s, 3 min, 2.5 h. */
export function lasting(seconds) {
  if (seconds < 1) return `${short(seconds * 1000, 3)} ms`;
  if (seconds < 120) return `${short(seconds, 3)} s`;
  if (seconds < 7200) return `${short(seconds / 60, 3)} min`;
  return `${short(seconds / 3600, 3)} h`;
}
