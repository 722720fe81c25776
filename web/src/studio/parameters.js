/** The named parameters of the open model as a table beside its text: a value set there is written into the text. */

import { element } from "../viewer/panels/dom.js";
import { short } from "../viewer/numbers.js";

/** The table; `onset(name, value)` when a value was changed. */
export class ParameterTable {
  constructor(onset) {
    this.onset = onset;
    this.body = element("tbody");
    this.count = element("span", { class: "soft" });
    const head = element("tr", {}, ...["parameter", "value", "meaning"].map((text) => element("th", { scope: "col", text })));
    this.element = element("details", { class: "parameters" },
      element("summary", {}, "Parameters ", this.count), element("table", {}, element("thead", {}, head), this.body));
    this.element.hidden = true;
  }

  /** parameters: [{name, default, unit, meaning, bounds, choices}], their values now in `changes`. */
  show(parameters, changes = {}) {
    const rows = [...parameters].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    this.element.hidden = !rows.length;
    this.count.textContent = rows.length ? `(${rows.length})` : "";
    this.body.replaceChildren(...rows.map((own) => this.row(own, changes[own.name])));
  }

  row(own, changed) {
    const value = changed ?? own.default;
    const unit = own.unit && own.unit !== "1" ? own.unit : "";
    const words = [own.meaning, own.bounds].filter(Boolean).join("; ");
    const field = own.choices.length
      ? element("select", { "aria-label": own.name }, ...own.choices.map((word) => element("option", { value: word, text: word, selected: word === value })))
      : element("input", { type: "text", value: typeof value === "number" ? exact(value) : String(value), "aria-label": own.name, title: own.bounds ?? "" });
    field.addEventListener("change", () => this.onset(own.name, own.number ? amount(field.value, unit) : field.value));
    return element("tr", { class: changed === undefined ? "" : "changed" },
      element("td", {}, ...broken(own.name)), element("td", {}, field, unit ? ` ${unit}` : ""), element("td", { class: "soft", text: words }));
  }
}

/** A name that may go on in a new line behind its dots and underscores. */
function broken(name) {
  return name.split(/(?<=[._])/).flatMap((part) => [part, element("wbr")]);
}

/** A number without the noise of its last digits. */
function exact(value) {
  const plain = Number(value.toPrecision(12));
  return Math.abs(plain - value) <= 1e-11 * Math.abs(value) ? String(plain) : short(value);
}

/** What was typed, in the unit that is shown beside the field; a text with a unit of its own as it is. */
function amount(text, unit) {
  const plain = text.trim();
  return unit && /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(plain) ? `${plain} ${unit}` : plain;
}

/** The text of a scenario file with another value of one of its parameters; null where the text does not have it. */
export function withParameter(text, name, value) {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => /^parameters:\s*(#.*)?$/.test(line));
  if (begin < 0) return null;
  const key = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const quoted = /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(value) || /^[\w.-]+$/.test(value) || /^-?[\d.]+(e[-+]?\d+)? (\w|\/)+$/.test(value) ? value : JSON.stringify(value);
  for (let k = begin + 1; k < lines.length && !/^\S/.test(lines[k]); k++) {
    const own = new RegExp(`^(\\s+"?${key}"?:\\s*)(.*)$`).exec(lines[k]);
    if (!own) continue;
    if (own[2].startsWith("{")) {
      const changed = own[2].replace(/([{,]\s*value:\s*)("[^"]*"|[^,}]*)/, (_, head) => `${head}${quoted}`);
      if (changed === own[2] && !own[2].includes("value:")) return null;
      lines[k] = own[1] + changed;
    } else if (own[2].trim() && !own[2].startsWith("#") && !own[2].startsWith("[")) lines[k] = own[1] + own[2].replace(/^("[^"]*"|[^#]*?)(\s*(#.*)?)$/, (_, old, tail) => `${quoted}${tail}`);
    else {
      const indent = /^\s*/.exec(lines[k])[0].length;
      for (let j = k + 1; j < lines.length && /^\s*/.exec(lines[j])[0].length > indent; j++)
        if (/^\s*value:/.test(lines[j])) {
          lines[j] = lines[j].replace(/^(\s*value:\s*)("[^"]*"|[^#]*?)(\s*(#.*)?)$/, (_, head, old, tail) => `${head}${quoted}${tail}`);
          return lines.join("\n");
        }
      return null;
    }
    return lines.join("\n");
  }
  return null;
}
