/** Animated GIF files (GIF89a): up to 255 colours a picture, and only pixels whose colour changed are stored. */

const BITS = 8; // of a number in the pictures
const COLOURS = 255; // of a picture; the last number is "as before"
const SAME = 255;
const KINDS = 1 << 15; // colours are told apart by five bits of red, green and blue

/** A film that grows picture by picture. */
export class Gif {
  constructor(width, height) {
    Object.assign(this, { width, height });
    this.before = null; // kinds of the last picture's pixels
    this.pieces = [Uint8Array.of(...letters("GIF89a"), ...word(width), ...word(height), 0x70, 0, 0)];
    this.pieces.push(Uint8Array.of(0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0)); // again and again
  }

  /** Add a picture that is shown for so many hundredths of a second. pixels: red, green, blue and any fourth number, row by row. */
  add(pixels, hundredths) {
    const count = this.width * this.height;
    const kinds = new Uint16Array(count);
    for (let k = 0, p = 0; k < count; k++, p += 4) kinds[k] = ((pixels[p] >> 3) << 10) | ((pixels[p + 1] >> 3) << 5) | (pixels[p + 2] >> 3);
    const { palette, numbers } = chosen(pixels, kinds, this.before);
    const indices = new Uint8Array(count);
    for (let k = 0; k < count; k++) indices[k] = this.before && this.before[k] === kinds[k] ? SAME : numbers[kinds[k]];
    this.before = kinds;
    this.pieces.push(Uint8Array.of(0x21, 0xf9, 4, 0x05, ...word(hundredths), SAME, 0)); // stays as it is; one number is transparent
    this.pieces.push(Uint8Array.of(0x2c, 0, 0, 0, 0, ...word(this.width), ...word(this.height), 0x80 | (BITS - 1)));
    this.pieces.push(palette, Uint8Array.of(BITS), compressed(indices));
  }

  /** How many bytes there are. */
  get size() {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** The parts of the file. */
  get parts() {
    return [...this.pieces, Uint8Array.of(0x3b)];
  }
}

function letters(text) {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function word(number) {
  return [number & 255, number >> 8];
}

/** The colours of a picture, and which of them every kind of colour becomes. Median cut: the box with most pixels times width is halved. */
function chosen(pixels, kinds, before) {
  const amounts = new Uint32Array(KINDS);
  const sums = new Float64Array(3 * KINDS);
  for (let k = 0, p = 0; k < kinds.length; k++, p += 4) {
    const kind = kinds[k];
    if (before && before[k] === kind) continue;
    amounts[kind]++;
    for (let a = 0; a < 3; a++) sums[3 * kind + a] += pixels[p + a];
  }
  const all = [];
  for (let kind = 0; kind < KINDS; kind++) if (amounts[kind]) all.push(kind);
  const boxes = [boxOf(all, amounts)];
  while (boxes.length < COLOURS) {
    const place = boxes.reduce((best, box, k) => (box.weight > boxes[best].weight ? k : best), 0);
    if (!(boxes[place].weight > 0)) break;
    boxes.splice(place, 1, ...halves(boxes[place], amounts));
  }
  const palette = new Uint8Array(3 << BITS);
  const numbers = new Uint8Array(KINDS);
  boxes.forEach(({ own, amount }, k) => {
    for (const kind of own) numbers[kind] = k;
    for (let a = 0; a < 3; a++) palette[3 * k + a] = Math.round(own.reduce((sum, kind) => sum + sums[3 * kind + a], 0) / Math.max(amount, 1));
  });
  return { palette, numbers };
}

/** One of the three parts of a kind of colour. */
const part = (kind, axis) => (kind >> (10 - 5 * axis)) & 31;

/** Kinds of colours that lie together: the axis along which they are widest, and how much it matters. */
function boxOf(own, amounts) {
  const low = [31, 31, 31];
  const high = [0, 0, 0];
  let amount = 0;
  for (const kind of own) {
    amount += amounts[kind];
    for (let a = 0; a < 3; a++) {
      low[a] = Math.min(low[a], part(kind, a));
      high[a] = Math.max(high[a], part(kind, a));
    }
  }
  const widths = high.map((v, a) => v - low[a]);
  const axis = widths.indexOf(Math.max(...widths));
  return { own, amount, axis, weight: own.length > 1 ? widths[axis] * Math.sqrt(amount) : 0 };
}

/** A box cut where half of its pixels lie on either side. */
function halves({ own, amount, axis }, amounts) {
  own.sort((one, two) => part(one, axis) - part(two, axis));
  let sum = 0;
  let cut = own.findIndex((kind) => (sum += amounts[kind]) * 2 >= amount) + 1;
  cut = Math.min(Math.max(cut, 1), own.length - 1);
  return [boxOf(own.slice(0, cut), amounts), boxOf(own.slice(cut), amounts)];
}

/** Numbers of eight bits by Lempel, Ziv and Welch's method, in blocks of at most 255 bytes. */
function compressed(indices) {
  const clear = 1 << BITS;
  const words = new Int16Array(4096 * 256).fill(-1); // word behind which a number makes another word
  const out = [];
  let bits = 0;
  let held = 0;
  let width = BITS + 1;
  let next = clear + 2;
  const put = (code) => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255);
  };
  put(clear);
  let prefix = indices[0];
  for (let k = 1; k < indices.length; k++) {
    const place = (prefix << 8) | indices[k];
    if (words[place] >= 0) {
      prefix = words[place];
      continue;
    }
    put(prefix);
    if (next < 4096) {
      if (next === 1 << width) width++;
      words[place] = next++;
    } else {
      put(clear);
      words.fill(-1);
      width = BITS + 1;
      next = clear + 2;
    }
    prefix = indices[k];
  }
  put(prefix);
  if (next === 1 << width && width < 12) width++;
  put(clear + 1);
  if (bits > 0) out.push(held & 255);
  const blocks = new Uint8Array(out.length + Math.ceil(out.length / 255) + 1);
  for (let from = 0, to = 0; from < out.length; from += 255) {
    const length = Math.min(255, out.length - from);
    blocks[to++] = length;
    for (let k = 0; k < length; k++) blocks[to++] = out[from + k];
  }
  return blocks;
}
