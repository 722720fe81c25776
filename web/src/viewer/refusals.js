/** What scripts may not ask of a page, in words. */

/** Refuses a time that a recording cannot go to, and any time of a machine that runs. */
export function refuseSeek(source, t) {
  if (!source.replayed) {
    throw new RangeError(`seek(${t}): this page runs the machine, and only a recorded run can be sought. Use reset() and advance(seconds).`);
  }
  if (typeof t !== "number" || !Number.isFinite(t)) throw new RangeError(`seek(${t}): give seconds as a number.`);
}
