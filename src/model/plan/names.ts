import type { Doc } from '../../contract/doc.js';
import type { Identity } from '../compare/identity.js';
import { type Element, elementOf, elementsOf, type Model } from '../document/element.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';

/**
 * Object names, which are unique within a domain: determines which object has to give up a name before another can take
 * it.
 */

/** A name with its domain. */
export const nameKey = (domain: unknown, name: unknown): string => JSON.stringify([domain ?? '', name ?? '']);

/** The domain of a name. */
export const domainOf = (key: string): unknown => (JSON.parse(key) as unknown[])[0];

export interface Names {
  /** The current name of a record with its domain. */
  now(record: Doc): string;
  /** Names that elements take but do not have now. */
  taken: ReadonlySet<string>;
  /** Whether an object currently has the name. */
  isHeld(key: string): boolean;
  /** The future name of an element with its domain. */
  next(element: Element): string;
}

/** Bounds the depth in case of a cycle of parents; no real model is nested as deeply. */
const DEEPEST = 1_000;

export function namesOf(live: LiveLandscape, now: Model, wanted: Model, { ids }: Identity): Names {
  const domains = new Map<Model, Map<string, unknown>>([
    [now, new Map()],
    [wanted, new Map()],
  ]);
  const domainIn = (model: Model, id: string, depth = 0): unknown => {
    const known = domains.get(model);
    if (known?.has(id)) return known.get(id);
    const { parent, domain } = elementOf(model, 'object', id)?.fields ?? {};
    const isInside = typeof parent === 'string' && depth < DEEPEST;
    const found = isInside ? domainIn(model, parent, depth + 1) : domain;
    known?.set(id, found);
    return found;
  };
  const keyOf = (model: Model, { id, fields }: Element): string => nameKey(domainIn(model, id), fields.name);
  const held = new Set(elementsOf(now, 'object').map((it) => keyOf(now, it)));
  const taken = new Set(
    elementsOf(wanted, 'object').flatMap((it) => {
      const key = keyOf(wanted, it);
      const before = elementOf(now, 'object', it.id);
      return before && keyOf(now, before) === key ? [] : [key];
    }),
  );
  const elementIds = ids.get('object');
  const records = new Map(
    recordsOf(live, 'object').map((record) => {
      const element = elementOf(now, 'object', elementIds?.get(record.id) ?? '');
      return [record.id, element ? keyOf(now, element) : nameKey('', record.name)];
    }),
  );
  return {
    now: (record) => records.get(record.id) ?? '',
    taken,
    isHeld: (key) => held.has(key),
    next: (element) => keyOf(wanted, element),
  };
}
