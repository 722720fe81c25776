/** What the user's system asks for. */

/** "light" or "dark", as the system says. */
export function themeNow() {
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
