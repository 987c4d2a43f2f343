import type { Doc } from '../../contract/doc.js';
import type { Identity } from '../compare/identity.js';
import { type Element, elementOf, elementsOf, type Model } from '../document/element.js';

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

export function namesOf(now: Model, wanted: Model, { ids }: Identity): Names {
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
  /** Whether an element has the same key in both models. Large models are compared without building the keys. */
  const isKept = ({ id, fields }: Element): boolean => {
    const before = elementOf(now, 'object', id);
    return (
      before !== undefined &&
      (before.fields.name ?? '') === (fields.name ?? '') &&
      (domainIn(now, id) ?? '') === (domainIn(wanted, id) ?? '')
    );
  };
  const taken = new Set(
    elementsOf(wanted, 'object').flatMap((it) => (isKept(it) ? [] : [keyOf(wanted, it)])),
  );
  const elementIds = ids.get('object');
  let held: ReadonlySet<string> | undefined;
  return {
    now: (record) => {
      const element = elementOf(now, 'object', elementIds?.get(record.id) ?? '');
      return element ? keyOf(now, element) : nameKey('', record.name);
    },
    taken,
    isHeld: (key) => {
      held ??= new Set(elementsOf(now, 'object').map((it) => keyOf(now, it)));
      return held.has(key);
    },
    next: (element) => keyOf(wanted, element),
  };
}
