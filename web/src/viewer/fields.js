/** Names of recorded quantities and their places in the output vector. */

/** Number of entries of a shape. */
export function sizeOf(shape) {
  return shape.reduce((product, n) => product * n, 1);
}

/** What a machine records: fields in the order of the output vector, and labels along their dimensions. */
export class Catalogue {
  /** fields: [{name, dims, unit, meaning, shape, place}]; place: index of the first entry.   labels: {dim: names}. */
  constructor(fields, labels) {
    this.labels = labels;
    this.fields = [];
    this.byName = new Map();
    let next = 0;
    for (const field of fields) {
      const place = field.place ?? next;
      const own = { ...field, dims: field.dims ?? [], shape: field.shape ?? [], place, count: sizeOf(field.shape ?? []) };
      next = place + own.count;
      this.fields.push(own);
      this.byName.set(own.name, own);
    }
    this.size = next;
  }

  /** Names along a dimension of a field. */
  names(field, axis) {
    const known = this.labels[field.dims[axis]];
    return known ?? Array.from({ length: field.shape[axis] }, (_, k) => String(k));
  }

  /** Place of "field" or "field.label.label" (labels may hold points themselves): {field, start, count, axis}, or null. */
  find(name) {
    for (const field of this.fields) {
      if (name !== field.name && !name.startsWith(field.name + ".")) continue;
      const found = this.follow(field, 0, name.slice(field.name.length + 1), field.place);
      if (found) return found;
    }
    return null;
  }

  /** Place within a field of what is left of a name, from dimension `axis` on. */
  follow(field, axis, rest, start) {
    if (rest === "") return { field, start, count: sizeOf(field.shape.slice(axis)), axis };
    if (axis >= field.dims.length) return null;
    const names = this.names(field, axis);
    const stride = sizeOf(field.shape.slice(axis + 1));
    for (let k = 0; k < names.length; k++) {
      if (rest !== names[k] && !rest.startsWith(names[k] + ".")) continue;
      const found = this.follow(field, axis + 1, rest.slice(names[k].length + 1), start + k * stride);
      if (found) return found;
    }
    return null;
  }

  /** Full name of every number of a field, in order. */
  numbers(field) {
    let found = [field.name];
    for (let axis = 0; axis < field.dims.length; axis++) {
      const names = this.names(field, axis);
      found = found.flatMap((start) => names.map((name) => `${start}.${name}`));
    }
    return found;
  }

  /** Name of every number that can be plotted. */
  all() {
    return this.fields.flatMap((field) => this.numbers(field));
  }
}

/** The catalogue of a payload, live or replayed. */
export function catalogueOf(payload) {
  if (payload.kind === "replay") {
    const entries = Object.entries(payload.recording.fields);
    const labels = {};
    for (const [, field] of entries) Object.assign(labels, field.labels ?? {});
    return new Catalogue(
      entries.map(([name, field]) => ({ ...field, name, shape: field.shape.slice(1), data: undefined })),
      labels,
    );
  }
  const outputs = payload.machine.outputs ?? payload.machine;
  return new Catalogue(outputs.fields, outputs.labels ?? payload.machine.labels ?? {});
}
