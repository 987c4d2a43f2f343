import { isObject } from '../../../base/is-object.js';
import type { Value } from '../element.js';
import type { Field, Fields, Shape } from '../field.js';
import { isDefault } from './node.js';
import { literalOf, scalarOf } from './scalar.js';

/**
 * Prints values as lines of YAML. Values that fit are on one line, `{ id: shop, name: Shop }`; texts of several lines
 * are literal blocks; a layout has one entry per line, to avoid merge conflicts.
 */

/** A key with its value, ready to be printed. */
export type Pair = readonly [key: string, value: Value, shape?: Shape | undefined];

/** Maximum length of a line with entries, in characters. */
export const WIDTH = 100;
const STEP = '  ';

/** The pairs to print for these fields, in the order of the field table, without defaults. */
export const pairsOfFields = (fields: Readonly<Record<string, Value | undefined>>, table: Fields): Pair[] =>
  Object.entries(table).flatMap(([key, field]): Pair[] => {
    const value = fields[key];
    return value === undefined || value === null || isDefault(value, field.default)
      ? []
      : [[key, canonicalValue(value, field), field.shape]];
  });

/** A value in canonical form: keys in the order of the field table, short forms for entries, other maps sorted by key. */
export function canonicalValue(value: Value, { shape }: Pick<Field, 'shape'>): Value {
  switch (shape.is) {
    case 'texts':
      return isFields(value) ? sorted(value) : value;
    case 'map':
      return isFields(value) ? sorted(value, (it) => canonicalFields(it, shape.of)) : value;
    case 'group':
      return canonicalFields(value, shape.of);
    case 'list':
      return Array.isArray(value) ? value.map((it: Value) => canonicalEntry(it, shape)) : value;
    default:
      return value;
  }
}

function canonicalEntry(entry: Value, { of, short }: Extract<Shape, { is: 'list' }>): Value {
  const tidy = canonicalFields(entry, of);
  if (short === undefined || !isFields(tidy)) return tidy;
  const keys = Object.keys(tidy);
  return keys.length === 1 && keys[0] === short ? (tidy[short] ?? tidy) : tidy;
}

const canonicalFields = (value: Value, table: Fields): Value =>
  isFields(value) ? asFields(pairsOfFields(value, table)) : value;

const isFields = (value: Value): value is Readonly<Record<string, Value | undefined>> => isObject(value);

const asFields = (pairs: readonly Pair[]): Value =>
  Object.fromEntries(pairs.map(([key, value]) => [key, value]));

function sorted(
  value: Readonly<Record<string, Value | undefined>>,
  each = (it: Value): Value => it,
): Record<string, Value> {
  const keys = Object.keys(value).sort();
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = value[key];
      return found === undefined ? [] : [[key, each(found)]];
    }),
  );
}

/** A canonical value on one line, in flow style. */
export function inlineOf(value: Value | undefined): string {
  if (typeof value === 'string') return scalarOf(value, true);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(inlineOf).join(', ')}]`;
  if (value !== undefined && isFields(value)) return inlineMap(Object.entries(value));
  return String(value ?? null);
}

const inlineMap = (pairs: Iterable<readonly [string, Value | undefined, ...unknown[]]>): string => {
  const texts = [...pairs].map(([key, value]) => `${scalarOf(key, true)}: ${inlineOf(value)}`);
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
};

/** Whether a value is always printed in block style, however short it is. */
function needsLines(value: Value, shape: Shape | undefined): boolean {
  if (typeof value === 'string') return literalOf(value, '') !== undefined;
  if (shape?.is === 'group' || shape?.is === 'map') return !isEmpty(value);
  if (shape?.is === 'list' && Array.isArray(value))
    return value.some((it: Value) => typeof it !== 'string' || it.includes('\n'));
  return isObject(value) && Object.values(value).some((it) => typeof it === 'string' && it.includes('\n'));
}

const isEmpty = (value: Value): boolean => isObject(value) && Object.keys(value).length === 0;

/** An entry of a list of elements, on one line if it is short and plain; `below` are the lines that follow it. */
export function entryLines(pairs: readonly Pair[], indent: string, below: readonly string[] = []): string[] {
  if (below.length === 0 && !pairs.some(([, value, shape]) => needsLines(value, shape))) {
    const line = `${indent}- ${inlineMap(pairs)}`;
    if (line.length <= WIDTH) return [line];
  }
  const lines = [...pairs.flatMap((pair) => pairLines(pair, `${indent}${STEP}`)), ...below];
  const [first = ''] = lines;
  return [`${indent}- ${first.slice(indent.length + STEP.length)}`, ...lines.slice(1)];
}

/** YAML requires the colon within 1,024 characters of an implicit key. */
const LONGEST_KEY = 1_000;

/** A pair of a map in block style. */
export function pairLines([key, value, shape]: Pair, indent: string): string[] {
  const text = scalarOf(key, false);
  return text.length > LONGEST_KEY
    ? [`${indent}? ${text}`, ...valueLines(`${indent}:`, value, shape, indent)]
    : valueLines(`${indent}${text}:`, value, shape, indent);
}

/** A value after its key, and in the lines below. */
function valueLines(head: string, value: Value, shape: Shape | undefined, indent: string): string[] {
  if (typeof value === 'string') {
    const literal = literalOf(value, `${indent}${STEP}`);
    return literal ? [`${head} ${literal.head}`, ...literal.lines] : [`${head} ${scalarOf(value, false)}`];
  }
  const line = `${head} ${inlineOf(value)}`;
  if (!isObject(value) && !Array.isArray(value)) return [line];
  if (!needsLines(value, shape) && (line.length <= WIDTH || isEmpty(value))) return [line];
  return [head, ...linesOf(value, shape, `${indent}${STEP}`)];
}

/** The lines of a list or a map below its key. */
export function linesOf(value: Value, shape: Shape | undefined, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((it: Value) => itemLines(it, shape, indent));
  if (!isFields(value)) return [`${indent}${inlineOf(value)}`];
  return Object.entries(value).flatMap(([key, it]) =>
    it === undefined ? [] : pairLines([key, it, shapeBelow(shape, key)], indent),
  );
}

export function itemLines(item: Value, shape: Shape | undefined, indent: string): string[] {
  if (!isFields(item)) return [`${indent}- ${inlineOf(item)}`];
  const table = shape?.is === 'list' ? shape.of : {};
  const pairs = Object.entries(item).flatMap(([key, value]): Pair[] =>
    value === undefined ? [] : [[key, value, table[key]?.shape]],
  );
  return pairs.length === 0 ? [`${indent}- {}`] : entryLines(pairs, indent);
}

/** The shape of the value of a key. */
function shapeBelow(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape?.is === 'group') return shape.of[key]?.shape;
  return shape?.is === 'map' ? { is: 'group', of: shape.of } : undefined;
}
