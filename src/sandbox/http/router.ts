/** A matched route with the decoded values of its parameters. */
export interface RouteMatch<T> {
  value: T;
  values: readonly string[];
}

interface RouteNode<T> {
  fixed: Map<string, RouteNode<T>>;
  any?: RouteNode<T>;
  value?: T;
}

const newNode = <T>(): RouteNode<T> => ({ fixed: new Map() });

/** Decoded segments of a path; a segment that cannot be decoded is kept unchanged. */
export const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(decoded);

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Router for paths such as `/files/{}/icon`. A fixed segment takes precedence over a parameter with any method, so that
 * a word of the API is never read as an id (docs/service.md#conventions). Parameters are never empty.
 */
export function router<T>() {
  const root = newNode<T>();
  return {
    add(path: string, value: T): void {
      let at = root;
      for (const segment of path.split('/').slice(1)) {
        if (segment === '{}') at = at.any ??= newNode();
        else {
          const next = at.fixed.get(segment) ?? newNode();
          at.fixed.set(segment, next);
          at = next;
        }
      }
      at.value = value;
    },
    find: (segments: readonly string[]): RouteMatch<T> | undefined => search(root, segments, 0, []),
  };
}

function search<T>(
  at: RouteNode<T>,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): RouteMatch<T> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return at.value === undefined ? undefined : { value: at.value, values };
  const fixed = at.fixed.get(segment);
  const found = fixed && search(fixed, segments, depth + 1, values);
  if (found || !at.any || segment === '') return found;
  return search(at.any, segments, depth + 1, [...values, segment]);
}
