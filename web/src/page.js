/** The page: what the loader unpacked becomes a viewer and `window.elver`. */

import { offer } from "./viewer/offer.js";
import { openViewer } from "./viewer/viewer.js";

const shareable = location.protocol !== "about:"; // a page inside a notebook has no address of its own

/** Called by the loader. element: where to draw.   payload: text.   bytes: of the machine's code, empty for a replay. */
globalThis.elverOpen = (element, payload, bytes) => {
  const { ready } = globalThis.elver;
  const opening = openViewer(element, JSON.parse(payload), bytes, { hash: shareable });
  globalThis.elver = offer(opening, ready);
  return opening;
};
