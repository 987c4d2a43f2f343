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
import { isObject } from '../../base/is-object.js';
import { isSame } from '../compare/same.js';
import type { Value } from './element.js';
import type { Field, Fields, Shape } from './field.js';
import { itemLines, pairLines, tidied } from './print.js';
import { keyOf, nodeOf, pairAt } from './yaml-file.js';

/** Changes what a tree says of fields, and nothing besides: what stays keeps its comments, its quotes and its place. */

type Values = Readonly<Record<string, Value | undefined>>;

/** Makes the fields of a map `after`; `keys` is the order in which they stand. */
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

/** People choose keys of labels: `constructor` is none that every map has. */
const own = (values: Values, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Takes a key away, with its comments. */
export function removeKey(map: YAMLMap, key: string): void {
  map.items = map.items.filter((it) => keyOf(it.key) !== key);
}

/** Gives a key a value, where it stands or behind those that come before it in the order of keys. */
export function setKey(
  map: YAMLMap,
  key: string,
  value: Value,
  field: Pick<Field, 'shape'>,
  keys: readonly string[] = [],
): void {
  const made = pairOf(key, value, field.shape);
  const there = pairAt(map, key);
  if (there) keepComments(there, made);
  else insertPair(map, made, keys);
}

/** Puts a pair behind those that come before it in an order of keys. */
export function insertPair(map: YAMLMap, pair: Pair, keys: readonly string[]): void {
  const rank = keys.indexOf(keyOf(pair.key) ?? '');
  const at = map.items.findLastIndex((it) => {
    const other = isPair(it) ? keys.indexOf(keyOf(it.key) ?? '') : -1;
    return rank === -1 || (other !== -1 && other < rank);
  });
  map.items.splice(at + 1, 0, pair);
}

/** A pair as it is written anew. */
function pairOf(key: string, value: Value, shape: Shape): Pair {
  const map = nodeOf(pairLines([key, tidied(value, { shape }), shape], ''));
  const [pair] = isMap(map) ? map.items : [];
  if (!pair) throw new TypeError(`${key} was not written as a pair.`);
  return pair;
}

/** Gives a pair the value of another; what was said about the old one stays. */
function keepComments(pair: Pair, made: Pair): void {
  const [old, value] = [pair.value as Node | null, made.value as Node];
  if (old && !isLines(value)) {
    if (old.comment) value.comment = old.comment;
    if (old.commentBefore) value.commentBefore = old.commentBefore;
  }
  pair.value = value;
}

/** Whether a comment behind a value would be taken for a part of it. */
const isLines = (node: Node): boolean => isScalar(node) && node.type === 'BLOCK_LITERAL';

function editValue(pair: Pair, field: Pick<Field, 'shape'>, before: Value, after: Value): void {
  const { shape } = field;
  const { value: node } = pair;
  if (isMap(node) && isObject(before) && isObject(after)) {
    const table = tableOf(shape, [...Object.keys(before), ...Object.keys(after)]);
    const isEmptied = Object.keys(after).length === 0;
    if (table && !isEmptied) {
      editFields(node as YAMLMap, table, before as Values, after as Values);
      return;
    }
  }
  const lists = Array.isArray(before) && Array.isArray(after) && after.length > 0;
  if (lists && isSeq(node) && node.items.length === before.length && hasItems(shape)) {
    editItems(node as YAMLSeq, shape, before as Value[], after as Value[]);
    return;
  }
  const made = pairOf(keyOf(pair.key) ?? '', after, shape);
  if (isScalar(node) && isScalar(made.value)) keepQuotes(node, made.value);
  keepComments(pair, made);
}

type Items = Extract<Shape, { is: 'references' | 'list' }>;

const hasItems = (shape: Shape): shape is Items => shape.is === 'references' || shape.is === 'list';

/** The fields of a map of this shape; every key is a field where people choose the keys. */
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

function keepQuotes(old: Scalar, made: Scalar): void {
  const { type } = old;
  const isQuoted = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
  if (isQuoted && made.type === Scalar.PLAIN) made.type = type;
}

/** Makes the items of a list others: what begins and ends it alike stays, and of the rest what is about the same. */
function editItems(list: YAMLSeq, shape: Items, before: readonly Value[], after: readonly Value[]): void {
  const nodes = list.items;
  const keyed = new Map(before.map((it, at) => [nameOf(it, at), at]));
  if (shape.is === 'list' && isInOrder(shape)) {
    list.items = inOrder(nodes, shape, before, after);
    return;
  }
  const wanted = new Set(after.map(nameOf));
  const kept = before.flatMap((it, at) => {
    const name = nameOf(it, at);
    const to = after.find((other, place) => nameOf(other, place) === name);
    return !wanted.has(name) || to === undefined ? [] : [edited(nodes[at], shape, it, to)];
  });
  const added = after.filter((it, at) => !keyed.has(nameOf(it, at))).map((it) => itemOf(it, shape));
  list.items = [...kept, ...added];
}

/** What is drawn stands in no order, nor do ids. */
const isInOrder = ({ of }: Extract<Shape, { is: 'list' }>): boolean =>
  !('object' in of || 'connection' in of);

/** By what an item of a list without order is known. */
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
  const [old, made] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const middle = made.map((it, at) => {
    const from = old[at];
    return from === undefined ? itemOf(it, shape) : edited(nodes[start + at], shape, from, it);
  });
  return [...nodes.slice(0, start), ...middle, ...nodes.slice(nodes.length - end)];
}

/** An item that stays, with other fields. */
function edited(node: unknown, shape: Items, before: Value, after: Value): unknown {
  if (JSON.stringify(before) === JSON.stringify(after)) return node;
  if (shape.is === 'list' && isMap(node) && isObject(before) && isObject(after)) {
    editFields(node as YAMLMap, shape.of, before as Values, after as Values);
    return node;
  }
  return itemOf(after, shape);
}

/** An item as it is written anew. */
function itemOf(item: Value, shape: Items): unknown {
  const [tidy] = tidied([item], { shape }) as Value[];
  const list = nodeOf(itemLines(tidy ?? item, shape, ''));
  return isSeq(list) ? list.items[0] : list;
}
