/** What scripts may not ask of a page, in words. */

/** Refuses a time that is no number. */
export function refuseSeek(t) {
  if (typeof t !== "number" || !Number.isFinite(t)) throw new RangeError(`seek(${t}): give seconds as a number.`);
}
