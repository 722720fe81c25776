/** The page: what the loader unpacked becomes a viewer and `window.elver`. */

import { offer } from "./viewer/offer.js";
import { openViewer } from "./viewer/viewer.js";

/** Called by the loader. element: where to draw.   payload: text.   bytes: of the machine's code, empty for a replay. */
globalThis.elverOpen = (element, payload, bytes) => {
  const { ready } = globalThis.elver;
  const opening = openViewer(element, JSON.parse(payload), bytes, { hash: true });
  globalThis.elver = offer(opening, ready);
  return opening;
};
