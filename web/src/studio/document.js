/** What the studio works on: a published scenario or a file, its text, and what was changed since it was read. */

/** The open document. kind: `scenario` or `file`; an edited scenario is a text without a file until it is saved.
 *
 * shown: what is changed of a scenario that is shown to people; its text says it already.
 * points: control points by joint, drawn in place of the text's own.   place: of the file that the text once was, where others lie beside it.
 */
export class OpenDocument {
  constructor(kind, name, text, digest = null) {
    Object.assign(this, { kind, name, text, digest, first: text, changes: {}, shown: {}, points: {}, place: null });
  }

  get edited() {
    return this.text !== this.first;
  }

  /** What the server is told about the model: the name of a scenario as it is, else the text with its place. */
  get source() {
    const changes = Object.keys(this.changes).length ? { changes: this.changes } : {};
    const points = Object.keys(this.points).length ? { points: this.points } : {};
    if (this.kind !== "scenario" || this.edited) return { ...this.written, ...points, ...changes };
    const shown = { ...this.shown, ...this.changes };
    return { scenario: this.name, ...points, ...(Object.keys(shown).length ? { changes: shown } : {}) };
  }

  /** The text as it would be written, with its place where it has one. */
  get written() {
    const path = this.kind === "file" ? this.name : this.place;
    return path ? { text: this.text, path } : { text: this.text };
  }

  /** What it is called in the page. */
  get title() {
    return this.kind === "file" ? this.name : this.edited ? `${this.name} (edited, not saved)` : this.name;
  }

  /** The name under which it is saved first. */
  get proposed() {
    return this.kind === "file" ? this.name : `${this.name.replace(/\.ya?ml$/i, "")}.yaml`;
  }

  /** This text of it has been saved as a file; it may have become another one meanwhile. */
  saved(path, digest, text) {
    Object.assign(this, { kind: "file", name: path, digest, first: text });
  }
}

/** Open a scenario by its name, or a file by its path. shown: a scenario as it is shown to people, not as it was published. */
export async function openDocument(api, name, isFile, shown = true) {
  if (isFile) {
    const file = await api.get("file", { path: name });
    return new OpenDocument("file", name, file.text, file.digest);
  }
  const told = await api.get("scenario", { name, shown });
  return Object.assign(new OpenDocument("scenario", name, told.text), { why: told.why, shown: told.changes ?? {} });
}
