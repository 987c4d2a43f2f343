import type { Method, Operation } from '../../contract/operation.js';

/** An operation at one of its paths, with the names of the path parameters in order. */
export interface Place {
  operation: Operation;
  names: readonly string[];
}

/** All operations at paths of one shape. */
export interface Route {
  /** Path for the router: `/v1/landscapes/{}`. */
  path: string;
  /** Operations by method, in alphabetical order; HEAD accompanies GET. */
  places: ReadonlyMap<string, Place>;
}

const PARAMETER = /\{(\w+)\}/g;

/** Routes of the operations, one per path shape. */
export function routesOf(operations: readonly Operation[]): Route[] {
  const byShape = new Map<string, Map<Method, Place>>();
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.otherPaths ?? [])]) {
      const shape = path.replace(PARAMETER, '{}');
      const places = byShape.get(shape) ?? new Map<Method, Place>();
      places.set(operation.method, { operation, names: [...path.matchAll(PARAMETER)].map(nameIn) });
      byShape.set(shape, places);
    }
  }
  return [...byShape].map(([shape, places]) => routeOf(shape, places));
}

const nameIn = ([, name = '']: RegExpExecArray): string => name;

function routeOf(shape: string, places: Map<Method, Place>): Route {
  const read = places.get('GET');
  if (read && !places.has('HEAD')) places.set('HEAD', read);
  return { path: `/v1${shape}`, places: new Map([...places].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Path parameters of a request under the names that its operation gives them. */
export const parametersOf = ({ names }: Place, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
