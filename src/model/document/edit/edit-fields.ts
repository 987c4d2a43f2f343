import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isObject } from '../../../base/is-object.js';
import { isSame } from '../../compare/same.js';
import type { Value } from '../element.js';
import type { Field, Fields, Shape } from '../field.js';
import { canonicalValue, itemLines, pairLines } from '../yaml/print.js';
import { keyOf, nodeOf, pairAt } from '../yaml/yaml-file.js';

/** Edits the fields of a syntax tree in place, so that unchanged parts keep their comments, quotes and positions. */

type Values = Readonly<Record<string, Value | undefined>>;

/** Changes the fields of a map from `before` to `after`; new keys are inserted in the order of `keys`. */
export function editFields(
  map: YAMLMap,
  table: Fields,
  before: Values,
  after: Values,
  keys: readonly string[] = Object.keys(table),
): void {
  for (const [key, field] of Object.entries(table)) {
    const [from, to] = [own(before, key), own(after, key)];
    if (from === to || isSame(from, to, field)) continue;
    const pair = pairAt(map, key);
    if (to === undefined) removeKey(map, key);
    else if (pair && from !== undefined) editValue(pair, field, from, to);
    else setKey(map, key, to, field, keys);
  }
}

/** Own properties only: users choose the keys of labels, and may choose `constructor`. */
const own = (values: Values, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Removes a key and its comments. */
export function removeKey(map: YAMLMap, key: string): void {
  map.items = map.items.filter((it) => keyOf(it.key) !== key);
}

/** Sets the value of a key in place; a new key is inserted after those that precede it in the order of keys. */
export function setKey(
  map: YAMLMap,
  key: string,
  value: Value,
  field: Pick<Field, 'shape'>,
  keys: readonly string[] = [],
): void {
  const replacement = pairOf(key, value, field.shape);
  const there = pairAt(map, key);
  if (there) keepComments(there, replacement);
  else insertPair(map, replacement, keys);
}

/** Inserts a pair after those that precede it in an order of keys. */
export function insertPair(map: YAMLMap, pair: Pair, keys: readonly string[]): void {
  const rank = keys.indexOf(keyOf(pair.key) ?? '');
  const at = map.items.findLastIndex((it) => {
    const other = isPair(it) ? keys.indexOf(keyOf(it.key) ?? '') : -1;
    return rank === -1 || (other !== -1 && other < rank);
  });
  map.items.splice(at + 1, 0, pair);
}

/** A new pair in the standard format. */
function pairOf(key: string, value: Value, shape: Shape): Pair {
  const map = nodeOf(pairLines([key, canonicalValue(value, { shape }), shape], ''));
  const [pair] = isMap(map) ? map.items : [];
  if (!pair) throw new TypeError(`${key} was not written as a pair.`);
  return pair;
}

/** Replaces the value of a pair and keeps its comments. */
function keepComments(pair: Pair, replacement: Pair): void {
  const [old, value] = [pair.value as Node | null, replacement.value as Node];
  if (old && !isLines(value)) {
    if (old.comment) value.comment = old.comment;
    if (old.commentBefore) value.commentBefore = old.commentBefore;
  }
  pair.value = value;
}

/** Whether a comment after the value would become part of it. */
const isLines = (node: Node): boolean => isScalar(node) && node.type === 'BLOCK_LITERAL';

function editValue(pair: Pair, field: Pick<Field, 'shape'>, before: Value, after: Value): void {
  const { shape } = field;
  const { value: node } = pair;
  if (isMap(node) && isObject(before) && isObject(after)) {
    const table = tableOf(shape, [...Object.keys(before), ...Object.keys(after)]);
    const isEmptied = Object.keys(after).length === 0;
    if (table && !isEmptied) {
      const keys = Object.keys(table);
      // A new position has its place in alphabetical order.
      if (shape.is === 'map') keys.sort();
      editFields(node as YAMLMap, table, before as Values, after as Values, keys);
      return;
    }
  }
  const lists = Array.isArray(before) && Array.isArray(after) && after.length > 0;
  if (lists && isSeq(node) && node.items.length === before.length && hasItems(shape)) {
    editItems(node as YAMLSeq, shape, before as Value[], after as Value[]);
    return;
  }
  const replacement = pairOf(keyOf(pair.key) ?? '', after, shape);
  if (isScalar(node) && isScalar(replacement.value)) keepQuotes(node, replacement.value);
  keepComments(pair, replacement);
}

type Items = Extract<Shape, { is: 'references' | 'list' }>;

const hasItems = (shape: Shape): shape is Items => shape.is === 'references' || shape.is === 'list';

/** The field table for a map of this shape; if users choose the keys, every key is a field. */
function tableOf(shape: Shape, keys: readonly string[]): Fields | undefined {
  if (shape.is === 'group') return shape.of;
  const field: Field | undefined =
    shape.is === 'texts'
      ? { shape: { is: 'text' }, about: '' }
      : shape.is === 'map'
        ? { shape: { is: 'group', of: shape.of }, about: '' }
        : undefined;
  return field && Object.fromEntries([...new Set(keys)].map((key) => [key, field]));
}

function keepQuotes(old: Scalar, replacement: Scalar): void {
  const { type } = old;
  const isQuoted = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
  if (isQuoted && replacement.type === Scalar.PLAIN) replacement.type = type;
}

/** Edits the items of a list. The common prefix and suffix stay; the remaining items are matched by identity. */
function editItems(list: YAMLSeq, shape: Items, before: readonly Value[], after: readonly Value[]): void {
  const nodes = list.items;
  const keyed = new Map(before.map((it, at) => [nameOf(it, at), at]));
  if (shape.is === 'list' && isInOrder(shape)) {
    list.items = inOrder(nodes, shape, before, after);
    return;
  }
  const wanted = new Set(after.map(nameOf));
  const remaining = before.flatMap((it, at) => {
    const name = nameOf(it, at);
    const to = after.find((other, place) => nameOf(other, place) === name);
    return !wanted.has(name) || to === undefined ? [] : [edited(nodes[at], shape, it, to)];
  });
  const added = after.filter((it, at) => !keyed.has(nameOf(it, at))).map((it) => itemOf(it, shape));
  list.items = [...remaining, ...added];
}

/** Drawn entries and ids have no order. */
const isInOrder = ({ of }: Extract<Shape, { is: 'list' }>): boolean =>
  !('object' in of || 'connection' in of);

/** The identity of an item in a list without order. */
function nameOf(item: Value, at: number): string {
  if (!isObject(item)) return JSON.stringify(item);
  return JSON.stringify(item.id ?? item.object ?? item.connection ?? at);
}

function inOrder(
  nodes: readonly unknown[],
  shape: Extract<Shape, { is: 'list' }>,
  before: readonly Value[],
  after: readonly Value[],
): unknown[] {
  const same = (a: Value | undefined, b: Value | undefined) =>
    a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const [old, replacement] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ];
  const middle = replacement.map((it, at) => {
    const from = old[at];
    return from === undefined ? itemOf(it, shape) : edited(nodes[start + at], shape, from, it);
  });
  return [...nodes.slice(0, start), ...middle, ...nodes.slice(nodes.length - end)];
}

function edited(node: unknown, shape: Items, before: Value, after: Value): unknown {
  if (JSON.stringify(before) === JSON.stringify(after)) return node;
  if (shape.is === 'list' && isMap(node) && isObject(before) && isObject(after)) {
    editFields(node as YAMLMap, shape.of, before as Values, after as Values);
    return node;
  }
  return itemOf(after, shape);
}

/** A new item in the standard format. */
function itemOf(item: Value, shape: Items): unknown {
  const [tidy] = canonicalValue([item], { shape }) as Value[];
  const list = nodeOf(itemLines(tidy ?? item, shape, ''));
  return isSeq(list) ? list.items[0] : list;
}
