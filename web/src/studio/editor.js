/** The text editor: YAML with line numbers, search, and mistakes shown at their line. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { placeOf } from "./places.js";
import { contextAt } from "./schema.js";

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: [tags.definition(tags.propertyName)], color: "var(--code-name)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.keyword, tags.atom, tags.bool, tags.number], color: "var(--code-number)" },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: "var(--code-sign)" },
]);
const LOOK = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--studio-paper)", color: "var(--studio-ink)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--studio-paper)", color: "var(--studio-soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--studio-line)" },
  ".cm-cursor": { borderLeftColor: "var(--studio-ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--studio-select)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--studio-panel)", color: "var(--studio-ink)", borderColor: "var(--studio-line)" },
});

/** The editor; `onchange(text)` after every change, `onrun()` on Ctrl-Enter, `onsave()` on Ctrl-S. */
export class Editor {
  constructor(parent, { onchange, onrun, onsave }) {
    this.quiet = false;
    this.schema = null; // until it is here there is neither completion nor help
    const own = [
      { key: "Mod-Enter", run: () => (onrun(), true), preventDefault: true },
      { key: "Mod-s", run: () => (onsave(), true), preventDefault: true },
    ];
    const heard = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.quiet) onchange(this.text);
    });
    this.extensions = [
      keymap.of(own), lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(),
      highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), yaml(), syntaxHighlighting(COLOURS), LOOK, heard,
      autocompletion({ override: [(at) => this.complete(at)] }), hoverTooltip((view, pos) => this.help(view.state, pos)),
      keymap.of([...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "scenario file; Escape then Tab leaves the editor" }),
    ];
    this.view = new EditorView({ parent, state: this.stateOf("") });
  }

  stateOf(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Names or words that may stand at the cursor. */
  complete(at) {
    if (!this.schema) return null;
    const { path, key, within, typed, from } = contextAt(at.state.doc.toString(), at.pos);
    if (key === "#" || (!typed && !at.explicit)) return null;
    const found = key === null ? this.schema.names(path, within) : this.schema.words(path, key, within);
    const have = key === null ? new Set([...within.matchAll(/(?:^|[\s{,])([\w.-]+)\s*:/g)].map((own) => own[1])) : new Set();
    const options = found.filter(({ name }) => name === typed || !have.has(name)).map(({ name, description }) => ({
      label: name, info: description || undefined, type: key === null ? "property" : "enum", apply: key === null ? `${name}: ` : name,
    }));
    return options.length ? { from, options, validFor: /^[\w.-]*$/ } : null;
  }

  /** What the name under the pointer means. */
  help(state, pos) {
    if (!this.schema) return null;
    const line = state.doc.lineAt(pos);
    const inside = pos - line.from;
    const word = [...line.text.matchAll(/[\w.-]+/g)].find((own) => own.index <= inside && inside <= own.index + own[0].length);
    if (!word || !/^\s*:/.test(line.text.slice(word.index + word[0].length))) return null;
    const { path, within } = contextAt(state.doc.toString(), line.from + word.index);
    const words = this.schema.help(path, word[0], within);
    if (!words) return null;
    const dom = Object.assign(document.createElement("div"), { className: "meaning", textContent: words });
    return { pos: line.from + word.index, end: line.from + word.index + word[0].length, above: true, create: () => ({ dom }) };
  }

  /** Another document; its changes begin anew. */
  open(text) {
    this.quiet = true;
    this.view.setState(this.stateOf(text));
    this.quiet = false;
  }

  /** The same document with another text, as one change that can be undone; the place in it is kept. */
  replace(text) {
    this.quiet = true;
    const place = Math.min(this.view.state.selection.main.head, text.length);
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: place } });
    this.quiet = false;
  }

  /** Show mistakes [{line, column, message}] and hints [{message}] at their lines. */
  mark(errors) {
    const doc = this.view.state.doc;
    const lines = Array.from({ length: doc.lines }, (_, k) => doc.line(k + 1));
    const found = errors.map((error) => ({ ...placeOf(lines, error), severity: "error", message: error.message }));
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Bring a line into view; the cursor stays where it is. */
  look(line) {
    const found = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines));
    const { top, bottom } = this.view.scrollDOM.getBoundingClientRect();
    const place = this.view.coordsAtPos(found.from);
    if (!place || place.top < top || place.bottom > bottom) this.view.dispatch({ effects: EditorView.scrollIntoView(found.from, { y: "center" }) });
  }

  /** Bring a line into view and put the cursor there. */
  goTo(line, column = 1) {
    const found = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines));
    const anchor = Math.min(found.from + column - 1, found.to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
