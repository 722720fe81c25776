/** Questions to the user in a dialog of the page's own: yes or no, or a text. */

import { element } from "../viewer/panels/dom.js";

/** Ask; with `text`, the answer is a text, else true. Null where the user does not want to. */
export function ask(question, yes, text) {
  return new Promise((answer) => {
    const field = text === undefined ? null : element("input", { type: "text", value: text, "aria-label": question, required: true });
    const cancel = element("button", { value: "no", text: "Cancel", formnovalidate: true });
    const form = element("form", { method: "dialog" },
      element("p", { text: question }), field,
      element("div", { class: "bar" }, element("button", { class: "main", value: "yes", text: yes }), cancel));
    open(form, question, (given) => answer(given !== "yes" ? null : field ? field.value.trim() || null : true));
    if (field) field.select();
    else cancel.focus(); // a key pressed too soon does no harm
  });
}

/** Let the user choose: `choices` by what they are called. The name of one of them, null where the user wants none. */
export function choose(question, choices) {
  return new Promise((answer) => {
    const cancel = element("button", { value: "", text: "Cancel" });
    const buttons = Object.entries(choices).map(([value, text]) => element("button", { value, text }));
    const form = element("form", { method: "dialog" }, element("p", { text: question }), element("div", { class: "bar" }, cancel, ...buttons));
    open(form, question, (given) => answer(given || null));
    cancel.focus();
  });
}

/** Show a form in a dialog; `closed(value)` with that of the button. */
function open(form, question, closed) {
  const dialog = element("dialog", { class: "studio-dialog", "aria-label": question }, form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
}
