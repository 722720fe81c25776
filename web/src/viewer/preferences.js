/** What the user's system asks for, and which keys open which panel. */

/** "light" or "dark", as the system says. */
export function themeNow() {
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const PANEL_KEYS = { s: "sliders", p: "plots", v: "look", h: "help", "?": "help" };
