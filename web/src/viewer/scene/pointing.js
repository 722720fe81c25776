/** Mouse, touch and keys on the 3-D view. */

const TURN = 0.0075; // rad a pixel
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const STILL = 5; // px: a pointer that went no farther has clicked
const embedded = globalThis.self !== globalThis.top; // a page in a frame of another one

/** Let a canvas steer a rig; `changed()` is called after every change, `clicked(x, y)` for a click at pixels of the canvas.
 *
 * takes(x, y): whether something there is dragged instead of the view, which `drag(x, y)` does.
 * Over an embedded page the wheel belongs to the document around it; it zooms only with Ctrl, or while the view has the focus.
 * Returns a function that ends it.
 */
export function steer(canvas, rig, { changed, clicked, takes = () => false, drag = () => {} }) {
  const held = new Map(); // pointers on the canvas: id -> [x, y]
  let spread = 0;
  let begun = null; // where the only pointer went down
  let taken = false; // whether it drags something
  const at = ({ clientX, clientY }) => {
    const box = canvas.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };
  const down = (event) => {
    taken = !held.size && event.button === 0 && takes(...at(event));
    begun = held.size || taken ? null : [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.clientX, event.clientY]);
    spread = between(held);
  };
  const move = (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    if (taken) {
      drag(...at(event));
      return void changed();
    }
    if (begun && Math.hypot(event.clientX - begun[0], event.clientY - begun[1]) > STILL) begun = null;
    if (begun && held.size === 1) return;
    const dx = event.clientX - before[0];
    const dy = event.clientY - before[1];
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size === 2) {
      const now = between(held);
      if (spread > 0) rig.scale(now / spread);
      spread = now;
      rig.shift(dx / 2, dy / 2);
    } else if (event.buttons & 6 || event.shiftKey) rig.shift(dx, dy);
    else rig.turn(TURN * dx, TURN * dy);
    changed();
  };
  const up = (event) => {
    held.delete(event.pointerId);
    if (begun && event.type === "pointerup" && event.button === 0) clicked(...at(event));
    begun = null;
    taken = false;
  };
  const wheel = (event) => {
    if (embedded && !event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    rig.scale(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0012)));
    changed();
  };
  const menu = (event) => event.preventDefault();
  const key = (event) => steerByKey(event, rig, changed);
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, contextmenu: menu, keydown: key };
  for (const [name, listener] of Object.entries(listeners)) canvas.addEventListener(name, listener);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(listeners)) canvas.removeEventListener(name, listener);
    canvas.removeEventListener("wheel", wheel);
  };
}

/** Arrows turn, with shift they move, plus and minus come nearer and go away. */
function steerByKey(event, rig, changed) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const way = KEYS[event.key];
  if (way && event.shiftKey) rig.shift(-30 * way[0], 30 * way[1]);
  else if (way) rig.turn(-0.1 * way[0], 0.1 * way[1]);
  else if (event.key === "+" || event.key === "=") rig.scale(1.15);
  else if (event.key === "-") rig.scale(1 / 1.15);
  else return;
  event.preventDefault();
  changed();
}

/** Distance of two pointers [px]; 0 for fewer. */
function between(held) {
  if (held.size !== 2) return 0;
  const [a, b] = held.values();
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
