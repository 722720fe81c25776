/** What may stand at a place of a scenario file, by the schema that `elver schema` prints: for completion and for help at a word. */

const KEY = /^(\s*)(?:- )?("[^"]*"|[\w.\-/ ]+?)\s*:(?=\s|$)/;
const OPEN = { "{": "}", "[": "]" };

/** Where a position is: {path, within, key, typed, from}.
 *
 * path: names from the root to the mapping around the position, "[]" for an entry of a list.   key: of the value that is written
 * there, null where a name is.   within: the text of that mapping, by which its type is known.   typed: the word so far; from: its start.
 */
export function contextAt(text, pos) {
  const before = text.slice(0, pos).split("\n");
  const line = before[before.length - 1];
  const blocks = blockPath(before);
  const inLine = flowPath(line);
  const typed = /[\w.\-]*$/.exec(line)[0];
  const end = text.indexOf("\n", pos);
  const rest = text.slice(pos, end < 0 ? undefined : end);
  const within = inLine.path.length ? line.slice(inLine.start) + rest.split("}")[0] : siblings(text, before.length - 1);
  return { path: [...blocks, ...inLine.path], key: inLine.key, within, typed, from: pos - typed.length };
}

/** Names of the lines that the last line is indented below. */
function blockPath(lines) {
  let indent = /^\s*(?:- )?/.exec(lines[lines.length - 1])[0].length;
  const path = [];
  if (/^\s*- /.test(lines[lines.length - 1])) path.unshift("[]");
  for (let k = lines.length - 2; k >= 0 && indent > 0; k--) {
    const found = KEY.exec(lines[k]);
    if (!found || lines[k].trimStart().startsWith("#") || found[1].length >= indent) continue;
    path.unshift(unquoted(found[2]));
    indent = found[1].length;
  }
  return path;
}

/** Names within the line, whose brackets are open: {path, key, start: of the innermost bracket}. */
function flowPath(line) {
  const stack = [];
  let key = null;
  let word = "";
  for (let k = 0; k < line.length; k++) {
    const sign = line[k];
    if (sign === "#" && (k === 0 || line[k - 1] === " ")) return { path: [], key: "#", start: 0 };
    if (sign in OPEN) {
      stack.push({ names: [...(key === null ? [] : [key]), ...(sign === "[" ? ["[]"] : [])], start: k });
      [key, word] = [null, ""];
    } else if (sign === "}" || sign === "]") {
      stack.pop();
      [key, word] = [null, ""];
    } else if (sign === "," && stack.length) [key, word] = [null, ""];
    else if (sign === ":" && (k + 1 === line.length || line[k + 1] === " ")) [key, word] = [unquoted(word.replace(/^\s*- /, "").trim()), ""];
    else word += sign;
  }
  return { path: stack.flatMap((own) => own.names), key, start: stack.length ? stack[stack.length - 1].start : 0 };
}

/** The lines of the block that a line is in, as deep as it is. */
function siblings(text, number) {
  const lines = text.split("\n");
  const depth = (line) => /^\s*(?:- )?/.exec(line)[0].length;
  const own = depth(lines[number]);
  const found = [lines[number]];
  for (const step of [-1, 1])
    for (let k = number + step; k >= 0 && k < lines.length; k += step) {
      if (!lines[k].trim()) continue;
      if (depth(lines[k]) < own) break;
      if (depth(lines[k]) === own) found.push(lines[k]);
    }
  return found.join("\n");
}

function unquoted(word) {
  return word.startsWith('"') ? word.slice(1, -1) : word;
}

/** Looks into a JSON schema. */
export class Schema {
  constructor(schema) {
    this.schema = schema;
  }

  /** A schema as the plain ones that it stands for. */
  plain(node, depth = 0) {
    if (!node || typeof node !== "object" || depth > 12) return [];
    const all = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((own) => this.plain(own, depth + 1));
    const meant = node.$ref ? this.plain(this.schema.$defs?.[node.$ref.split("/").pop()], depth + 1) : [];
    const told = node.description ? [...all, ...meant].map((own) => ({ description: node.description, ...own })) : [...all, ...meant];
    return node.properties || node.type || node.const !== undefined || node.enum || node.additionalProperties ? [node, ...told] : told;
  }

  /** The schemas of what stands at a path; within: the text of the innermost mapping, which may name its type. */
  at(path, within = "") {
    let found = [this.schema];
    path.forEach((name) => {
      found = found.flatMap((node) => this.plain(node)).flatMap((node) => child(node, name));
    });
    const plain = found.flatMap((node) => this.plain(node));
    const type = /(?:^|[\s{,])type:\s*([\w-]+)/.exec(within)?.[1];
    const typed = type ? plain.filter((node) => typesOf(node).includes(type)) : [];
    return typed.length ? typed : plain;
  }

  /** Names that a mapping may have: [{name, description}], sorted; `have` are there already. */
  names(path, within = "") {
    const found = new Map();
    for (const node of this.at(path, within))
      for (const [name, own] of Object.entries(node.properties ?? {})) if (!found.has(name)) found.set(name, this.told(own));
    return [...found].map(([name, description]) => ({ name, description })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Words that a value may be: [{name, description}]. */
  words(path, key, within = "") {
    const nodes = key === "type" ? this.at(path) : this.at(path, within);
    const found = new Map();
    for (const node of nodes.flatMap((own) => child(own, key)).flatMap((own) => this.plain(own))) {
      for (const word of node.enum ?? (node.const !== undefined ? [node.const] : [])) found.set(String(word), "");
      const listed = /^one of ([\w-]+(?:, [\w-]+)*)/.exec(node.description ?? "");
      for (const word of listed?.[1].split(", ") ?? []) found.set(word, "");
    }
    if (key === "type") for (const node of nodes) for (const word of typesOf(node)) if (node.description) found.set(word, node.description);
    return [...found].map(([name, description]) => ({ name, description })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What a schema says of itself, with its bounds. */
  told(node) {
    const all = [node, ...this.plain(node)];
    const words = all.find((own) => own.description)?.description ?? "";
    const number = all.find((own) => own.type === "number" || own.type === "integer") ?? {};
    const bounds = [];
    if (number.minimum !== undefined) bounds.push(`at least ${number.minimum}`);
    if (number.exclusiveMinimum !== undefined) bounds.push(`above ${number.exclusiveMinimum}`);
    if (number.maximum !== undefined) bounds.push(`at most ${number.maximum}`);
    const usual = all.find((own) => own.default !== undefined)?.default;
    if (usual !== undefined) bounds.push(`usually ${usual}`);
    return [words, ...bounds].filter(Boolean).join("; ");
  }

  /** Help for a name at a path. */
  help(path, key, within = "") {
    const found = this.at(path, within).flatMap((node) => child(node, key));
    return found.map((node) => this.told(node)).find(Boolean) ?? "";
  }
}

/** What a schema says of one of its parts. */
function child(node, name) {
  if (name === "[]") return node.items && typeof node.items === "object" ? [node.items] : [];
  if (node.properties?.[name]) return [node.properties[name]];
  return node.additionalProperties && typeof node.additionalProperties === "object" ? [node.additionalProperties] : [];
}

/** The words by which a mapping is known. */
function typesOf(node) {
  const type = node.properties?.type;
  return type ? [...(type.enum ?? []), ...(type.const === undefined ? [] : [type.const])] : [];
}
