import { type Element, elementOf, elementsOf, type Model } from '../document/element.js';
import { textAt } from '../validate/facts.js';

/** A connection as a way from one object to another (docs/service.md#dependencies). */
export interface Use {
  connection: Element;
  from: string;
  to: string;
}

/**
 * Who uses whom: a connection goes from its origin to its target, a bidirectional one back as well. Without those that
 * begin or end at nothing.
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

/** The same among what objects are counted as: systems, for instance. What stays within one is left out. */
export function usesBetween(uses: readonly Use[], seatOf: (objectId: string) => string | undefined): Use[] {
  return uses.flatMap(({ connection, ...use }) => {
    const [from, to] = [seatOf(use.from), seatOf(use.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ connection, from, to }];
  });
}

/** Those that each uses, each once. */
export function nextOf(uses: readonly Use[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of uses) {
    const known = next.get(from);
    if (known) known.add(to);
    else next.set(from, new Set([to]));
  }
  return next;
}
