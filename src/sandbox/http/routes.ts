import type { Operation } from '../../contract/operation.js';

/** An operation on one of its paths: names of the parameters, in the order they stand in it. */
export interface Place {
  operation: Operation;
  names: readonly string[];
}

/** All that answers at paths of one shape. */
export interface Route {
  /** As the router takes it: `/v1/landscapes/:p0`. */
  path: string;
  /** By method, in alphabetical order; HEAD is there wherever GET is. */
  places: ReadonlyMap<string, Place>;
}

const PARAMETER = /\{(\w+)\}/g;

/**
 * Routes of the operations, in the order to try them in: a fixed segment wins over a parameter, so that a word of the
 * API is never taken for an id, with any method (docs/service.md#conventions).
 */
export function routesOf(operations: readonly Operation[]): Route[] {
  const byShape = new Map<string, Map<string, Place>>();
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.otherPaths ?? [])]) {
      const shape = path.replace(PARAMETER, '{}');
      const places = byShape.get(shape) ?? new Map<string, Place>();
      places.set(operation.method, { operation, names: [...path.matchAll(PARAMETER)].map(nameIn) });
      byShape.set(shape, places);
    }
  }
  return [...byShape].sort(([a], [b]) => fixedFirst(a, b)).map(([shape, places]) => routeOf(shape, places));
}

const nameIn = ([, name = '']: RegExpExecArray): string => name;

function routeOf(shape: string, places: Map<string, Place>): Route {
  const read = places.get('GET');
  if (read && !places.has('HEAD')) places.set('HEAD', read);
  let count = 0;
  const path = `/v1${shape.replace(/\{\}/g, () => `:p${count++}`)}`;
  return { path, places: new Map([...places].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Segment by segment, the first difference decides; a total order, or the sort could leave a parameter in front. */
function fixedFirst(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (const [at, segment] of left.entries()) {
    const other = right[at] ?? '';
    if (segment === other) continue;
    if (segment === '{}' || other === '{}') return segment === '{}' ? 1 : -1;
    return segment < other ? -1 : 1;
  }
  return left.length - right.length;
}

/** The parameters of a request, by the names that its operation has for them. */
export const parametersOf = (
  { names }: Place,
  values: Readonly<Record<string, string>>,
): Record<string, string> => Object.fromEntries(names.map((name, at) => [name, values[`p${at}`] ?? '']));
