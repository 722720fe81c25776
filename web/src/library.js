/**
 * Functions that a machine's module asks for by name. Sine, cosine and tangent are not among them: the module brings its own, which
 * give the same bits in every browser. Those of `Math` may differ by their last bit from one browser to the next.
 */

const { abs, exp, sign, sqrt } = Math;
const LARGEST = Number.MAX_VALUE;
const SMALL = 2 ** -1021; // below it half of a number is rounded
const SERIES_END = 2.5; // of the error function: below it a series, above it a continued fraction
const TERMS = 60;

/** IEEE 754 remainder: x less the multiple of y that is nearest, the even one of two. */
export function remainder(x, y) {
  const size = abs(y);
  if (!Number.isFinite(x) || Number.isNaN(y) || size === 0) return NaN;
  let rest = size <= LARGEST / 2 ? abs(x) % (2 * size) : abs(x);
  const beyond = size < SMALL ? rest + rest > size : rest > size / 2;
  if (beyond) {
    rest -= size;
    if (size < SMALL ? rest + rest >= size : rest >= size / 2) rest -= size;
  }
  return x < 0 || Object.is(x, -0) ? -rest : rest;
}

/** The error function, to a few units of the last digit. */
export function erf(x) {
  if (Number.isNaN(x)) return x;
  const size = abs(x);
  if (size > 6) return sign(x);
  return size < SERIES_END ? bySeries(x) : sign(x) * (1 - complement(size));
}

/** erf by a series of positive terms: 2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (1 3 5 .. (2n+1)). */
function bySeries(x) {
  let term = x;
  let sum = x;
  for (let n = 1; n < TERMS; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / sqrt(Math.PI)) * exp(-x * x) * sum;
}

/** 1 - erf by its continued fraction, from behind. */
function complement(x) {
  let tail = x;
  for (let n = TERMS; n > 0; n -= 1) tail = x + n / 2 / tail;
  return exp(-x * x) / (sqrt(Math.PI) * tail);
}

export const library = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atan2: Math.atan2,
  atanh: Math.atanh,
  cosh: Math.cosh,
  erf,
  exp: Math.exp,
  expm1: Math.expm1,
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  log: Math.log,
  log1p: Math.log1p,
  pow: Math.pow,
  remainder,
  sinh: Math.sinh,
  tanh: Math.tanh,
};
