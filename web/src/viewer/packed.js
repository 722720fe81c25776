/** Curves of a recording, packed as differences of differences (src/elver/page/arrays.py packs them). */

import { bytesOf, floats } from "./decode.js";

/** Numbers of a field, sample after sample: {data, low, step, shape: [time, ...]}; plain 32-bit numbers where it has no low. */
export function unpacked(field) {
  if (field.low === undefined) return floats(field.data);
  const bytes = bytesOf(field.data);
  const low = floats(field.low);
  const step = floats(field.step);
  const rows = field.shape[0];
  const count = low.length;
  const total = rows * count;
  const found = new Float32Array(total);
  for (let curve = 0; curve < count; curve++) {
    let value = 0;
    let rate = 0;
    for (let row = 0; row < rows; row++) {
      const at = curve * rows + row;
      rate = (rate + (bytes[at] | (bytes[total + at] << 8))) & 0xffff;
      value = (value + rate) & 0xffff;
      found[row * count + curve] = low[curve] + step[curve] * ((value << 16) >> 16);
    }
  }
  return found;
}
