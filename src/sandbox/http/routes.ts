import type { Method, Operation } from '../../contract/operation.js';

/** An operation at one of its paths, with the names of its path parameters in order. */
export interface RouteTarget {
  operation: Operation;
  names: readonly string[];
}

/** All operations at paths of one shape. */
export interface Route {
  /** Path for the router: `/v1/landscapes/{}`. */
  path: string;
  /** Operations by method, in alphabetical order; HEAD accompanies GET. */
  targets: ReadonlyMap<string, RouteTarget>;
}

const PARAMETER = /\{(\w+)\}/g;

/** Routes of the operations, one per path shape. */
export function routesOf(operations: readonly Operation[]): Route[] {
  const byShape = new Map<string, Map<Method, RouteTarget>>();
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.otherPaths ?? [])]) {
      const shape = path.replace(PARAMETER, '{}');
      const targets = byShape.get(shape) ?? new Map<Method, RouteTarget>();
      targets.set(operation.method, { operation, names: [...path.matchAll(PARAMETER)].map(nameIn) });
      byShape.set(shape, targets);
    }
  }
  return [...byShape].map(([shape, targets]) => routeOf(shape, targets));
}

const nameIn = ([, name = '']: RegExpExecArray): string => name;

function routeOf(shape: string, targets: Map<Method, RouteTarget>): Route {
  const read = targets.get('GET');
  if (read && !targets.has('HEAD')) targets.set('HEAD', read);
  return { path: `/v1${shape}`, targets: new Map([...targets].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Path parameters of a request under the names that its operation gives them. */
export const parametersOf = ({ names }: RouteTarget, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
