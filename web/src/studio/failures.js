/** Cases of a sweep that gave no result, and why. */

const MOST = 6; // reasons that are told

/** How a case ended where it did not finish, in words; empty where it did. */
export function reasonOf({ status, detail }, place) {
  if (status[place] === "finished") return "";
  return `${status[place]}: ${detail[place] || "no reason is known"}`;
}

/** The same sentence with other numbers is the same reason. */
function kindOf(reason) {
  return reason.replace(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi, "#");
}

/** Reasons with the number of their cases, the most frequent first: [{reason, count, same}]; same: with the same numbers too. */
export function reasonsOf(sweep) {
  const found = new Map();
  sweep.status.forEach((_, place) => {
    const reason = reasonOf(sweep, place);
    if (!reason) return;
    const own = found.get(kindOf(reason)) ?? { reason, count: 0, same: true };
    found.set(kindOf(reason), { reason: own.reason, count: own.count + 1, same: own.same && own.reason === reason });
  });
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Lines for the user: how many cases did not finish, then the reasons; none where all did. */
export function failureLines(sweep) {
  const reasons = reasonsOf(sweep);
  if (!reasons.length) return [];
  const sum = reasons.reduce((total, own) => total + own.count, 0);
  const lines = reasons.slice(0, MOST).map(({ reason, count, same }) => `${count} ${reason}${same ? "" : " (and alike, with other numbers)"}`);
  const more = reasons.length > MOST ? [`and ${reasons.length - MOST} other reasons`] : [];
  return [`${sum} of ${sweep.status.length} cases did not finish:`, ...lines, ...more];
}
