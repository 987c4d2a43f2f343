import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { describeIssues } from '../../contract/issues.js';
import { invalid } from '../refusal.js';

type Tree = { [key: string]: Node };
type Node = string | string[] | null | Tree;

/** Deepest nesting of brackets in a name, and most values of a query. The sandbox's own choices. */
const DEPTH = 32;
const VALUES = 1_000;

/** Names that would reach an object's prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Decodes a query string: `filter[a]=1`, `filter[a][$not]=1`, and lists as repetition, `a[]=1` or `a[0]=1`
 * (docs/service.md#query-encoding).
 * @throws HttpError 422 for a key that is no such name or nested too deep, and for too many of them.
 */
function decodeQuery(search: URLSearchParams): Tree {
  const root: Tree = {};
  if (search.size > VALUES) throw invalid([`query: has more than ${VALUES} values`]);
  for (const [name, value] of search) {
    const keys = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (keys.length === 0 || keys.some((key) => FORBIDDEN.has(key)))
      throw invalid([`${name}: is no such parameter`]);
    if (keys.length > DEPTH) throw invalid([`${keys[0]}: is nested more than ${DEPTH} levels deep`]);
    const last = keys.at(-1) ?? '';
    const listed = keys.length > 1 && (last === '' || /^\d+$/.test(last));
    insert(root, listed ? keys.slice(0, -1) : keys, value, listed);
  }
  return root;
}

function insert(root: Tree, keys: readonly string[], value: string, listed: boolean): void {
  let at = root;
  for (const key of keys.slice(0, -1)) {
    const next = at[key];
    if (next !== undefined && !isObject(next)) {
      throw invalid([`${keys.join('.')}: is given both as a value and as an object`]);
    }
    const tree: Tree = next ?? {};
    at[key] = tree;
    at = tree;
  }
  const key = keys.at(-1) ?? '';
  const known = at[key];
  if (known === undefined) at[key] = listed ? [value] : value;
  else if (typeof known === 'string') at[key] = [known, value];
  else if (Array.isArray(known)) known.push(value);
  else throw invalid([`${keys.join('.')}: is given both as a value and as an object`]);
}

/**
 * Validates a decoded query. An empty value and the word `null` mean null where the schema takes null, and stay text
 * where it does not.
 * @throws HttpError 422 naming each wrong parameter.
 */
export function readQuery(
  schema: z.ZodMiniType | undefined,
  search: URLSearchParams,
): Record<string, unknown> {
  const tree = decodeQuery(search);
  const model = schema ?? z.strictObject({});
  const nulls = nullLike(tree, []);
  for (const path of nulls) assign(tree, path, null);
  let outcome = z.safeParse(model, tree);
  if (!outcome.success && nulls.length > 0) {
    const texts = decodeQuery(search);
    for (const issue of outcome.error.issues) {
      for (const path of nulls) if (related(path, issue.path)) assign(tree, path, valueAt(texts, path));
    }
    outcome = z.safeParse(model, tree);
  }
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, tree));
  return outcome.data as Record<string, unknown>;
}

function nullLike(tree: Tree, prefix: readonly string[]): string[][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...prefix, key];
    if (value === '' || value === 'null') return [path];
    return isObject(value) ? nullLike(value, path) : [];
  });
}

function assign(tree: Tree, path: readonly string[], value: Node): void {
  let at = tree;
  for (const key of path.slice(0, -1)) at = at[key] as Tree;
  at[path.at(-1) ?? ''] = value;
}

function valueAt(tree: Tree, path: readonly string[]): Node {
  let at: Node | undefined = tree;
  for (const key of path) at = (at as Tree)[key];
  return at ?? '';
}

function related(path: readonly string[], issue: readonly PropertyKey[]): boolean {
  const shared = Math.min(path.length, issue.length);
  return path.slice(0, shared).every((key, index) => key === String(issue[index]));
}
