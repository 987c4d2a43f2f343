import { type Element, elementOf, elementsOf, type Model, textAt } from '../document/element.js';

/** Connections as directed edges between objects (docs/service.md#dependencies). */
export interface Use {
  connection: Element;
  from: string;
  to: string;
}

/**
 * The uses of a model: an edge from origin to target, and one back for a bidirectional connection. Connections with
 * missing ends are left out.
 */
export function usesOf(model: Model): Use[] {
  const isThere = (id: string | undefined): id is string =>
    id !== undefined && elementOf(model, 'object', id) !== undefined;
  return elementsOf(model, 'connection').flatMap((connection): Use[] => {
    const [from, to] = [textAt(connection.fields, 'origin'), textAt(connection.fields, 'target')];
    if (!isThere(from) || !isThere(to)) return [];
    const there = { connection, from, to };
    return connection.fields.direction === 'bidirectional' && from !== to
      ? [there, { connection, from: to, to: from }]
      : [there];
  });
}

/** Uses between containers of objects, for example systems. Uses within one container are left out. */
export function usesBetween(
  uses: readonly Use[],
  containerOf: (objectId: string) => string | undefined,
): Use[] {
  return uses.flatMap(({ connection, ...use }) => {
    const [from, to] = [containerOf(use.from), containerOf(use.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ connection, from, to }];
  });
}

/** The objects that each object uses, without duplicates. */
export function successorsOf(uses: readonly Use[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of uses) {
    const known = next.get(from);
    if (known) known.add(to);
    else next.set(from, new Set([to]));
  }
  return next;
}
