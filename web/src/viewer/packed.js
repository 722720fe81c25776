/** Curves of a recording, packed as differences of differences (src/elver/viz/page/geometry.py packs them). */

import { bytesOf, floats } from "./decode.js";

/** Numbers of a field, sample after sample: {data, low, step, shape: [time, ...]}; plain 32-bit numbers where it has no low.
 *
 * Two or three bytes a number; a negative one is a gap.
 */
export function unpacked(field) {
  if (field.low === undefined) return floats(field.data);
  const bytes = bytesOf(field.data);
  const low = floats(field.low);
  const step = floats(field.step);
  const rows = field.shape[0];
  const count = low.length;
  const total = rows * count;
  const found = new Float32Array(total);
  const wide = bytes.length > 2 * total;
  const spare = wide ? 8 : 16; // bits of 32 that a number does not have
  for (let curve = 0; curve < count; curve++) {
    let value = 0;
    let rate = 0;
    for (let row = 0; row < rows; row++) {
      const at = curve * rows + row;
      rate += bytes[at] | (bytes[total + at] << 8) | (wide ? bytes[2 * total + at] << 16 : 0);
      value = ((value + rate) << spare) >> spare;
      found[row * count + curve] = value < 0 ? NaN : low[curve] + step[curve] * value;
    }
  }
  return found;
}
