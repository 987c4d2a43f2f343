import { nearest } from '../../../base/text/suggest.js';
import type { Place, Places, Value } from '../element.js';
import type { Fields, Shape } from '../field.js';
import { errorFinding, type Finding } from '../finding.js';
import { type LocatedText, placesIn } from './places.js';
import {
  isAlias,
  isList,
  isMap,
  isNode,
  isScalar,
  type MapNode,
  type SyntaxNode,
  visitNodes,
} from './tree.js';

/** Converts nodes of a YAML syntax tree to values of the expected shape. */

/**
 * Maximum number of characters that the aliases of a file may expand to: a few lines of aliases can expand to
 * gigabytes.
 */
const MAX_ALIASED = 1_000_000;

/** A file that is being read. */
export interface Reading {
  source: LocatedText;
  /** Root node; null for an empty file. */
  root: SyntaxNode | null;
  findings: Finding[];
  /** Remaining budget for alias expansion. */
  aliased: number;
  /** Whether a field without a value counts as absent, as in the import format. */
  allowsNull?: true;
  /** Target of each alias; built on first use. */
  targets?: ReadonlyMap<SyntaxNode, SyntaxNode>;
  /** Copies of the texts, by themselves: most ids occur several times. */
  copies: Map<string, string>;
}

export const readingOf = (
  { path, text }: Pick<LocatedText, 'path' | 'text'>,
  root: SyntaxNode | null,
  findings: Finding[],
): Reading => ({
  source: { path, text },
  root,
  findings,
  aliased: MAX_ALIASED,
  copies: new Map(),
});

/** Shapes of values in messages. */
const SHAPES: Record<Shape['is'], string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  choice: 'a text',
  reference: 'an id',
  references: 'a list of ids',
  texts: 'texts by key',
  list: 'a list',
  map: 'entries by id',
  group: 'fields',
};

export function placeOf({ source }: Reading, node: unknown): Place {
  const [from, to] = (isNode(node) ? node.range : undefined) ?? [0, 0];
  return { file: source.path, from, to };
}

/** Adds an error at a node. */
export function report(reading: Reading, node: unknown, rule: string, message: string, hint?: string): void {
  reading.findings.push(errorFinding(rule, message, placeOf(reading, node), hint));
}

/** A node with aliases resolved; undefined for an empty one. */
export function resolveAlias(reading: Reading, node: unknown): SyntaxNode | undefined {
  if (!isAlias(node)) return isNode(node) ? node : undefined;
  reading.targets ??= targetsOf(reading.root);
  const target = reading.targets.get(node);
  const [from, to] = target?.range ?? [0, 0];
  if (reading.aliased < 0) return undefined;
  reading.aliased -= to - from + 1;
  if (reading.aliased >= 0) return target;
  report(reading, node, 'yaml/aliases', 'The expanded aliases of this file exceed the size limit.');
  return undefined;
}

/** Resolves each alias to the last preceding node with its anchor. */
function targetsOf(root: SyntaxNode | null): ReadonlyMap<SyntaxNode, SyntaxNode> {
  const anchors = new Map<string, SyntaxNode>();
  const targets = new Map<SyntaxNode, SyntaxNode>();
  visitNodes(root, (node) => {
    const target = isAlias(node) ? anchors.get(node.source) : undefined;
    if (target) targets.set(node, target);
    if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
  });
  return targets;
}

/** Whether a value is absent, or empty as in `caption:`. */
export const isEmpty = (node: SyntaxNode | undefined): boolean =>
  node === undefined || (isScalar(node) && node.value === null);

/** Pairs of a map, with keys as texts. */
export function* pairsOf(
  reading: Reading,
  map: MapNode,
): Generator<[key: string, value: unknown, node: SyntaxNode]> {
  const seen = new Set<string>();
  for (const pair of map.items) {
    if (!isScalar(pair.key)) {
      report(reading, pair.key, 'schema/key', 'A key must be a text.');
      continue;
    }
    const key = String(pair.key.value);
    if (seen.has(key)) {
      report(reading, pair.key, 'yaml/duplicate-key', `${key} occurs twice in this map.`);
      continue;
    }
    seen.add(key);
    yield [key, pair.value, pair.key];
  }
}

/**
 * Maps in a list, each with its name for messages; none for a list without a value. Reports a value that is not a list,
 * and items that are not maps.
 */
export function* mapsIn(
  reading: Reading,
  written: unknown,
  what: string,
): Generator<{ map: MapNode; what: string }> {
  const node = resolveAlias(reading, written);
  if (isEmpty(node)) return;
  if (!isList(node)) {
    report(reading, node, 'schema/shape', `${what} must be a list.`);
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolveAlias(reading, item);
    if (isMap(map)) yield { map, what: `${what}[${at}]` };
    else report(reading, item, 'schema/shape', `${what}[${at}] must have fields.`);
  }
}

/** Reads the value of a node; undefined if it is absent or does not have the expected shape. */
export function readValue(reading: Reading, shape: Shape, written: unknown, what: string): Value | undefined {
  if (written === undefined) return undefined;
  const node = resolveAlias(reading, written);
  if (isEmpty(node)) return refuseNull(reading, shape, written, what);
  const value = READERS[shape.is](reading, shape as never, node as SyntaxNode, what);
  if (value === undefined) report(reading, written, 'schema/shape', `${what} must be ${SHAPES[shape.is]}.`);
  return value;
}

/** Reports a field without a value, except after aliases beyond the limit, which are reported already. */
function refuseNull(reading: Reading, { is }: Shape, node: unknown, what: string): undefined {
  if (reading.allowsNull || reading.aliased < 0) return;
  const hint = 'Write a value, or remove the field.';
  report(reading, node, 'schema/shape', `${what} must be ${SHAPES[is]}, but has no value.`, hint);
}

type Reader<Is extends Shape['is']> = (
  reading: Reading,
  shape: Extract<Shape, { is: Is }>,
  node: SyntaxNode,
  what: string,
) => Value | undefined;

/** Source text of a scalar; YAML numbers and booleans stay as written: `1.10` is not 1.1. */
export function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

/** V8 represents part of a text as a reference to the whole text from this length on. */
const SHORTEST_SLICE = 13;

/** Copies the text of a scalar, so that elements do not keep the texts of their files in memory. */
function copyOf({ copies }: Reading, node: SyntaxNode): string | undefined {
  const text = textOf(node);
  if (text === undefined || text.length < SHORTEST_SLICE) return text;
  const known = copies.get(text);
  if (known !== undefined) return known;
  const copy: string = JSON.parse(JSON.stringify(text));
  copies.set(copy, copy);
  return copy;
}

const READERS: { [Is in Shape['is']]: Reader<Is> } = {
  text: (reading, _, node) => copyOf(reading, node),
  number: (_, __, node) =>
    isScalar(node) && typeof node.value === 'number' && Number.isFinite(node.value) ? node.value : undefined,
  boolean: (_, __, node) => (isScalar(node) && typeof node.value === 'boolean' ? node.value : undefined),
  reference: (reading, _, node) => copyOf(reading, node),
  choice(reading, { of }, node, what) {
    const text = copyOf(reading, node);
    if (text !== undefined && !of.includes(text))
      report(
        reading,
        node,
        'schema/choice',
        `${what} cannot be "${text}".`,
        `Valid values: ${of.join(', ')}.`,
      );
    return text;
  },
  references(reading, _, node, what) {
    if (!isList(node)) return undefined;
    const ids = node.items.flatMap((item, at) => {
      const id = readValue(reading, { is: 'text' }, item, `${what}[${at}]`);
      return typeof id === 'string' ? [id] : [];
    });
    return [...new Set(ids)];
  },
  texts(reading, _, node, what) {
    if (!isMap(node)) return undefined;
    return Object.fromEntries(
      [...pairsOf(reading, node)].flatMap(([key, value]) => {
        const text = readValue(reading, { is: 'text' }, value, `${what}.${key}`);
        return text === undefined ? [] : [[key, text]];
      }),
    );
  },
  list(reading, { of, short }, node, what) {
    if (!isList(node)) return undefined;
    return node.items.flatMap((item, at) => {
      const here = resolveAlias(reading, item);
      const text =
        short !== undefined && here !== undefined && !isEmpty(here) ? copyOf(reading, here) : undefined;
      if (text !== undefined) return [{ [short as string]: text }];
      const entry = entryOf(reading, of, item, `${what}[${at}]`);
      return entry ? [entry] : [];
    });
  },
  map(reading, { of }, node, what) {
    if (!isMap(node)) return undefined;
    return Object.fromEntries(
      [...pairsOf(reading, node)].flatMap(([id, value]) => {
        const entry = entryOf(reading, of, value, `${what}.${id}`);
        return entry ? [[id, entry]] : [];
      }),
    );
  },
  group: (reading, { of }, node, what) => (isMap(node) ? fieldsOf(reading, of, node, `${what}.`) : undefined),
};

function entryOf(reading: Reading, of: Fields, item: unknown, what: string) {
  const node = resolveAlias(reading, item);
  if (isMap(node)) return fieldsOf(reading, of, node, `${what}.`);
  report(reading, item, 'schema/shape', `${what} must have fields.`);
  return undefined;
}

/** Reads the fields of a map. Missing fields and those that equal their defaults are left out. */
export function fieldsOf(
  reading: Reading,
  fields: Fields,
  map: MapNode,
  prefix: string,
  known: readonly string[] = [],
): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [key, written, node] of pairsOf(reading, map)) {
    if (known.includes(key)) continue;
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      const meant = nearest(key, [...known, ...Object.keys(fields)]);
      const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
      report(reading, node, 'schema/unknown-key', `${prefix}${key} is not a known field.`, hint);
      continue;
    }
    // A key without a colon has no node for its value: `{ name }`.
    const value = readValue(reading, field.shape, written ?? undefined, `${prefix}${key}`);
    if (written === null) refuseNull(reading, field.shape, node, `${prefix}${key}`);
    if (value !== undefined && !isDefault(value, field.default)) found[key] = value;
  }
  for (const [key, { required }] of Object.entries(fields)) {
    if (!required || map.has(key)) continue;
    report(reading, map, 'schema/required', `${prefix}${key} is required.`);
  }
  return found;
}

/** Whether a value equals the default. The default of lists and maps is always empty. */
export function isDefault(value: Value, usual: Value | undefined): boolean {
  if (usual === undefined) return false;
  if (Array.isArray(usual)) return Array.isArray(value) && value.length === 0;
  if (typeof usual === 'object' && usual !== null)
    return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === usual;
}

/** Source locations of the element that a map describes; `isNesting` as in `placesIn`. */
export const placesOf = (reading: Reading, map: MapNode, isNesting = false): Places =>
  placesIn(reading.source, placeOf(reading, map.get('id', true) ?? map), map, isNesting);
