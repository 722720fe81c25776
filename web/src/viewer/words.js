/** Names and units as people read them. */

/** A text as a sentence begins. */
export function sentence(text) {
  const given = String(text ?? "");
  return given.slice(0, 1).toUpperCase() + given.slice(1);
}

/** A name of the machine's own, such as added_mass_surplus, in words. */
export function inWords(name) {
  return String(name).replaceAll("_", " ");
}

/** A unit with its powers written high: m^2 is m². */
export function inPowers(unit) {
  return String(unit ?? "").replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("^4", "⁴");
}

const PEOPLE = {
  rad: { unit: "deg", factor: 180 / Math.PI },
  "rad/s": { unit: "deg/s", factor: 180 / Math.PI },
  "rad/s^2": { unit: "deg/s²", factor: 180 / Math.PI },
};

/** The unit in which a plot is read, and how many of them are in one of the machine's own. */
export function shownUnit(unit) {
  return PEOPLE[unit] ?? { unit: inPowers(unit), factor: 1 };
}
