/** Numbers that travel as text: base64 of little-endian arrays. */

/** Bytes of a base64 text. */
export function bytesOf(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let k = 0; k < packed.length; k++) bytes[k] = packed.charCodeAt(k);
  return bytes;
}

/** 32-bit floating-point numbers of a base64 text, or of a plain list. */
export function floats(given) {
  return typeof given === "string" ? new Float32Array(bytesOf(given).buffer) : Float32Array.from(given);
}

/** 64-bit floating-point numbers of a base64 text, or of a plain list. */
export function doubles(given) {
  return typeof given === "string" ? new Float64Array(bytesOf(given).buffer) : Float64Array.from(given);
}

/** Points and triangles of a mesh of the payload. */
export function meshOf(mesh) {
  const bytes = typeof mesh.triangles === "string" ? bytesOf(mesh.triangles) : null;
  const triangles = bytes
    ? mesh.wide
      ? new Uint32Array(bytes.buffer)
      : new Uint16Array(bytes.buffer)
    : Uint32Array.from(mesh.triangles.flat());
  return { points: floats(mesh.points), triangles, smooth: mesh.smooth !== false, thin: Boolean(mesh.thin) };
}
