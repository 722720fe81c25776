/** Questions to the user in a dialog of the page's own: yes or no, or a text. */

import { element } from "../viewer/panels/dom.js";

/** Ask; with `text`, the answer is a text, else true. Null where the user does not want to. */
export function ask(question, yes, text) {
  return new Promise((answer) => {
    const field = text === undefined ? null : element("input", { type: "text", value: text, "aria-label": question, required: true });
    const form = element("form", { method: "dialog" },
      element("p", { text: question }), field,
      element("div", { class: "bar" }, element("button", { class: "main", value: "yes", text: yes }),
        element("button", { value: "no", text: "Cancel", formnovalidate: true })));
    const dialog = element("dialog", { class: "studio-dialog", "aria-label": question }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue !== "yes" ? null : field ? field.value.trim() || null : true);
    });
    document.body.append(dialog);
    dialog.showModal();
    field?.select();
  });
}
