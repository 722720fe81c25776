/** `window.elver`: the machine of the page for scripts and tests. */

/** The offer of a viewer that will be open; loading: a promise of it.   ready: a promise that was given out before. */
export function offer(loading, ready = null) {
  let viewer = null;
  const open = () => {
    if (!viewer) throw new Error("the page is not ready: await elver.ready first.");
    return viewer;
  };
  const opening = Promise.resolve(loading).then((opened) => {
    viewer = opened;
    return true;
  });
  opening.catch(() => {}); // who waits is told, and the page says it in words
  return {
    ready: ready ?? opening,
    get viewer() {
      return open();
    },
    get names() {
      return open().source.names;
    },
    get time() {
      return open().source.time;
    },
    get status() {
      return open().source.status;
    },
    get timing() {
      return open().timing;
    },
    advance: (seconds) => open().advance(seconds),
    set: (name, value, how = {}) => open().set(name, value, how),
    get: (name) => open().source.get(name),
    state: () => open().source.state(),
    output: (name) => open().source.output(name),
    reset: () => open().reset(),
    pause: () => open().pause(),
    play: () => open().play(),
    seek: (t) => open().seek(t),
  };
}
