import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';
import { invalid } from '../refusal.js';

type Tree = { [key: string]: Node };
type Node = string | (string | null)[] | null | Tree;

/** Limits on the nesting depth of a name and on the number of values. Sandbox-specific. */
const DEPTH = 32;
const VALUES = 1_000;

/** Names that would reach an object's prototype (prototype pollution). */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Decodes a query string: `filter[a]=1`, `filter[a][$not]=1`, and lists as repetition or `a[]=1`
 * (docs/service.md#query-encoding). `a[0]=1` becomes the entry `0` of `a`; only the schema decides whether that is a
 * list.
 *
 * @throws HttpError 422 if a key is malformed or nested too deep, or if there are too many values.
 */
export function decodeQuery(search: URLSearchParams): Tree {
  const root: Tree = {};
  if (search.size > VALUES) throw invalid([`query: has more than ${VALUES} values`]);
  for (const [name, value] of search) {
    const keys = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (keys.length === 0 || keys.some((key) => FORBIDDEN.has(key)))
      throw invalid([`${name}: is not a valid parameter`]);
    if (keys.length > DEPTH) throw invalid([`${keys[0]}: is nested more than ${DEPTH} levels deep`]);
    const listed = keys.length > 1 && keys.at(-1) === '';
    insert(root, listed ? keys.slice(0, -1) : keys, value, listed);
  }
  return root;
}

/** Reads an own property, not an inherited one. */
const ownIn = (tree: Tree, key: string): Node | undefined =>
  Object.hasOwn(tree, key) ? tree[key] : undefined;

function insert(root: Tree, keys: readonly string[], value: string, listed: boolean): void {
  let at = root;
  for (const key of keys.slice(0, -1)) {
    const next = ownIn(at, key);
    if (next !== undefined && !isObject(next)) {
      throw invalid([`${keys.join('.')}: is given both as a value and as an object`]);
    }
    const tree: Tree = next ?? {};
    at[key] = tree;
    at = tree;
  }
  const key = keys.at(-1) ?? '';
  const known = ownIn(at, key);
  if (known === undefined) at[key] = listed ? [value] : value;
  else if (typeof known === 'string') at[key] = [known, value];
  else if (Array.isArray(known)) known.push(value);
  else throw invalid([`${keys.join('.')}: is given both as a value and as an object`]);
}

/** A value of the query with two interpretations. */
interface Ambiguity {
  path: readonly string[];
  /** Second interpretation, used if the schema rejects the first. */
  otherwise: Node;
}

/**
 * Validates a decoded query. An empty value and the word `null` mean null if the schema accepts null, and are text
 * otherwise; a top-level parameter that accepts neither counts as missing. Entries with numeric keys are a list if the
 * schema accepts one.
 *
 * @param options `strict` rejects unknown parameters; otherwise they are ignored (docs/service.md#query-encoding).
 *
 * @throws HttpError 422 naming each wrong parameter.
 */
export function readQuery(
  schema: z.ZodMiniType | undefined,
  search: URLSearchParams,
  { strict }: { strict: boolean },
): Record<string, unknown> {
  const model = schema ?? z.strictObject({});
  const tree = decodeQuery(search);
  const indexes = readIndexes(tree, []);
  const nulls = readNulls(tree, []);
  // In reverse order of the readings: nulls were read last, also within lists.
  const fallbacks: Fallback[] = [
    (issues) => {
      if (!strict) for (const issue of issues) dropUnknown(tree, issue);
      reinterpret(tree, nulls, issues);
    },
    (issues) => reinterpret(tree, indexes, issues),
    (issues) => dropEmpty(tree, issues),
  ];
  let outcome = z.safeParse(model, tree, WITHOUT_LOCALE);
  for (const applyFallback of fallbacks) {
    if (outcome.success) break;
    applyFallback(outcome.error.issues);
    outcome = z.safeParse(model, tree, WITHOUT_LOCALE);
  }
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, tree));
  return outcome.data as Record<string, unknown>;
}

/** Changes the values of the tree that the schema rejects to their second interpretation. */
type Fallback = (issues: readonly z.core.$ZodIssue[]) => void;

function reinterpret(
  tree: Tree,
  ambiguities: readonly Ambiguity[],
  issues: readonly z.core.$ZodIssue[],
): void {
  for (const { path, otherwise } of ambiguities)
    if (issues.some((issue) => isOnPath(path, issue.path))) assign(tree, path, otherwise);
}

const isNullWord = (value: Node): boolean => value === '' || value === 'null';

/** Removes null-like top-level parameters that the schema rejects. Filters are unaffected. */
function dropEmpty(tree: Tree, issues: readonly z.core.$ZodIssue[]): void {
  for (const [key = ''] of issues.filter(({ path }) => path.length === 1).map(({ path }) => path.map(String)))
    if (isNullWord(ownIn(tree, key) ?? null)) delete tree[key];
}

/** Interprets null-like values as null. */
function readNulls(tree: Tree, prefix: readonly string[]): Ambiguity[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...prefix, key];
    if (isObject(value)) return readNulls(value, path);
    const isList = Array.isArray(value);
    if (![value].flat().some(isNullWord)) return [];
    tree[key] = isList ? value.map((it) => (isNullWord(it) ? null : it)) : null;
    return [{ path, otherwise: value }];
  });
}

/** Interprets objects with numeric keys as lists. */
function readIndexes(tree: Tree, prefix: readonly string[]): Ambiguity[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (!isObject(value)) return [];
    const path = [...prefix, key];
    const values = Object.values(value).flat();
    const texts = values.filter((it) => typeof it === 'string');
    const isList = Object.keys(value).every((it) => /^\d+$/.test(it)) && texts.length === values.length;
    if (!isList) return readIndexes(value, path);
    tree[key] = texts;
    return [{ path, otherwise: value }];
  });
}

function dropUnknown(tree: Tree, issue: z.core.$ZodIssue): void {
  if (issue.code !== 'unrecognized_keys') return;
  const at = nodeAt(tree, issue.path.map(String));
  if (isObject(at)) for (const key of issue.keys) delete at[key];
}

/** The value at a path; undefined if an earlier step has replaced part of the path. */
function nodeAt(tree: Tree, path: readonly string[]): Node | undefined {
  let at: Node | undefined = tree;
  for (const key of path) at = isObject(at) ? ownIn(at, key) : undefined;
  return at;
}

function assign(tree: Tree, path: readonly string[], value: Node): void {
  const at = nodeAt(tree, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (isObject(at) && Object.hasOwn(at, key)) at[key] = value;
}

function isOnPath(path: readonly string[], issue: readonly PropertyKey[]): boolean {
  const shared = Math.min(path.length, issue.length);
  return path.slice(0, shared).every((key, index) => key === String(issue[index]));
}
