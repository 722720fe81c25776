/** Keys of the whole viewer: run, panels, views. */

const PANELS = { s: "sliders", p: "plots", v: "look", h: "help", "?": "help", e: "show" };
const VIEWS = { 0: "start", 1: "free", 2: "top", 3: "side" };

/** Act on a key, where it is meant for this viewer and nobody is typing. */
export function pressed(event, viewer) {
  const { root, message } = viewer.layout;
  const own = event.target === document.body || root.contains(event.target);
  if (!own || event.ctrlKey || event.metaKey || event.altKey || (message.shown && event.key !== "r")) return;
  const writing = event.target.matches?.("input:not([type=range]), select, textarea");
  const pressing = event.target.matches?.("button, summary");
  const action = runKey(event.key, viewer) ?? panelKey(event.key, viewer.layout) ?? viewKey(event.key, viewer);
  if (!action || (writing && event.key !== "Escape") || (pressing && event.key === " ")) return;
  event.preventDefault();
  action();
}

/** Space, point and r: play or pause, one step, start again. */
function runKey(key, viewer) {
  if (key === " ") return () => (viewer.runner.playing ? viewer.pause() : viewer.play());
  if (key === ".") return () => viewer.step();
  if (key === "c" && !viewer.source.replayed) return () => viewer.compare(!viewer.ghosted);
  if (key === "b" && !viewer.source.replayed) return () => viewer.besides(!viewer.world.beside);
  if (key === "l") return () => viewer.layout.lecture(!viewer.layout.lecturing);
  return key === "r" ? () => viewer.reset() : null;
}

/** Letters that open panels; escape closes the one that has the focus. */
function panelKey(key, layout) {
  const inside = [...layout.panels].find(([, { panel }]) => panel.contains(document.activeElement));
  if (key === "Escape") return inside ? () => layout.shut(inside[0]) : null;
  const name = PANELS[key];
  return layout.panels.has(name) ? () => layout.open(name, layout.panels.get(name).panel.hidden) : null;
}

/** Numbers that choose views, and f to follow. */
function viewKey(key, viewer) {
  if (key === "f") return () => viewer.layout.look.followButton.click();
  if (!VIEWS[key]) return null;
  return () => {
    viewer.world.rig.choose(VIEWS[key]);
    viewer.wake();
  };
}
