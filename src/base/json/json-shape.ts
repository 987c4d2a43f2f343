/**
 * Limits for untrusted JSON: deep nesting overflows the stack of its readers, and a few bytes of text can need a
 * hundred times the memory. Both are checked before anything else.
 */

/** Maximum nesting depth of arrays and objects. */
export const MAX_DEPTH = 200;
/** Maximum number of values in one text; each takes up to 100 bytes of memory. */
const MAX_VALUES = 4_000_000;

/** Texts up to this length cannot exceed the limits and are parsed without a check. */
const SURELY_SHORT = 2_000_000;

/** A parsed value, or the reason why it was rejected, as the end of a sentence. */
export type ReadJson = { value: unknown; excess?: undefined } | { excess: string };

/** Parses JSON and checks the limits; undefined if the text is not JSON. */
export function readJson(text: string): ReadJson | undefined {
  // Checks long texts before parsing, which takes the memory.
  if (text.length > SURELY_SHORT) {
    const { depth, values } = jsonShape(text, MAX_DEPTH);
    if (depth > MAX_DEPTH) return { excess: TOO_DEEP };
    if (values > MAX_VALUES) return { excess: `holds more than ${MAX_VALUES / 1e6} million values` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A level needs two characters, so short texts cannot be too deep. `JSON.parse` itself is iterative.
  return text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH) ? { excess: TOO_DEEP } : { value };
}

export const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Whether a value is nested more than `most` levels deep. */
export const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' && value !== null && reaches(value, most);

/** A plain loop without allocations: most of a large list is visited before V8 optimizes this function. */
function reaches(value: object, most: number): boolean {
  if (most === 0) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const one: unknown = value[at];
      if (typeof one === 'object' && one !== null && reaches(one, most - 1)) return true;
    }
    return false;
  }
  const fields: Readonly<{ [name: string]: unknown }> = Object(value);
  for (const name in fields) {
    const one = fields[name];
    if (typeof one === 'object' && one !== null && reaches(one, most - 1)) return true;
  }
  return false;
}

export interface JsonShape {
  /** Maximum nesting depth. */
  depth: number;
  /** Number of values, without field names; slightly too high for empty arrays. */
  values: number;
  /** Number of characters that pretty-printing would add. */
  indentation: number;
}

/** Measures a JSON text without parsing it; stops when the depth exceeds `deepest`. */
export function jsonShape(text: string, deepest = Number.POSITIVE_INFINITY): JsonShape {
  const shape = { depth: 0, values: 1, indentation: 0 };
  let level = 0;
  for (let at = 0; at < text.length && shape.depth <= deepest; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case LIST:
      case OBJECT:
        level += 1;
        shape.values += 1;
        shape.indentation += 2 * level + 1;
        if (level > shape.depth) shape.depth = level;
        break;
      case COMMA:
        shape.values += 1;
        shape.indentation += 2 * level + 1;
        break;
      case LIST_END:
      case OBJECT_END:
        level -= 1;
        shape.indentation += 2 * level + 1;
        break;
    }
  }
  return shape;
}

const [QUOTE, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Position of the quote that ends the string at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
