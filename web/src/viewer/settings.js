/** Settings of the page in its address: a readable hash such as #gait.amplitude=0.08&speed=0.5. */

const OWN = "~"; // keys of the viewer start so; all others are parameters

/** Text of a hash for parameters {name: number} and settings of the viewer {key: text}. */
export function written(parameters, own) {
  const parts = [];
  for (const [name, value] of Object.entries(parameters)) parts.push(`${escaped(name)}=${Number(value.toPrecision(9))}`);
  for (const [key, value] of Object.entries(own)) parts.push(`${OWN}${escaped(key)}=${escaped(String(value))}`);
  return parts.join("&");
}

/** What a hash says: {parameters, own}; what cannot be read is left out. */
export function read(hash) {
  const parameters = {};
  const own = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const cut = part.indexOf("=");
    if (cut < 1) continue;
    const key = unescaped(part.slice(0, cut));
    const value = unescaped(part.slice(cut + 1));
    if (key === null || value === null) continue;
    if (key.startsWith(OWN)) own[key.slice(1)] = value;
    else if (value !== "" && Number.isFinite(Number(value))) parameters[key] = Number(value);
  }
  return { parameters, own };
}

/** Text with what has a meaning in a hash escaped, points and brackets left readable. */
function escaped(text) {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%20", "+");
}

/** The text again, or null where the escapes make no sense. */
function unescaped(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return null;
  }
}
