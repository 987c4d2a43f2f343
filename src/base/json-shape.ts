/**
 * JSON of people and services that nobody answers for: what is nested without end overflows whoever walks it, and a
 * few bytes of text become a hundred in memory. Both are looked for before anything is done with it.
 */

/** Lists and objects within each other that are accepted. */
export const MAX_DEPTH = 200;
/** Values that are accepted in one text; each takes up to 100 bytes of memory. */
const MAX_VALUES = 4_000_000;

/** Characters up to which a text is parsed without a look at it; its values are fewer than half as many. */
const SURELY_SHORT = 2_000_000;

/** What a text holds: a value, or why that is not taken, as the end of a sentence. */
export type ReadJson = { value: unknown; excess?: undefined } | { excess: string };

/** The value of a JSON text, unless it is too deep or too much; undefined where the text is no JSON. */
export function readJson(text: string): ReadJson | undefined {
  // Looked at first where it is long, since parsing is what takes the memory, and depth takes time.
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
  // A level takes two characters. The parser itself counts on no stack.
  return text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH) ? { excess: TOO_DEEP } : { value };
}

export const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Whether lists and objects of a value lie deeper within each other than so many. */
export const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' && value !== null && reaches(value, most);

/** By hand, and nothing made for it: of a large list, most is walked through before V8 has compiled any of this. */
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
  /** Lists and objects within each other, at the deepest place. */
  depth: number;
  /** Values, names of fields not counted; a few more where lists are empty. */
  values: number;
  /** Characters that one line for each value, two blanks in for each level, would add. */
  indentation: number;
}

/** Measures a JSON text without parsing it; below `deepest` it looks no further. */
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

/** Position of the quote that ends the string begun at `start`; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
