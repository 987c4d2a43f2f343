import type { Doc } from '../../contract/doc.js';
import type { Identity } from '../compare/identity.js';
import { type Element, elementOf, elementsOf, type Model } from '../document/element.js';

/** Names of objects before and after a plan. They are unique within a domain, so one object may have to give up a name. */

/** Key of a name within its domain. */
export const nameKey = (domain: unknown, name: unknown): string => JSON.stringify([domain ?? '', name ?? '']);

/** The domain in the key of a name. */
export const domainOf = (key: string): unknown => (JSON.parse(key) as unknown[])[0];

/** The name in a key. */
export const nameOf = (key: string): unknown => (JSON.parse(key) as unknown[])[1];

export interface ObjectNames {
  /** Key of the current name of a record. */
  current(record: Doc): string;
  /** Keys of names that objects get and do not have yet. */
  newNames: ReadonlySet<string>;
  /** Whether an object currently has the name. */
  isInUse(key: string): boolean;
  /** Key of the name of an object after the plan. */
  planned(element: Element): string;
}

/** Bounds the depth in case of a cycle of parents; no real model is nested as deeply. */
export const MAX_DEPTH = 1_000;

export function namesOf(current: Model, wanted: Model, { ids }: Identity): ObjectNames {
  const domains = new Map<Model, Map<string, unknown>>([
    [current, new Map()],
    [wanted, new Map()],
  ]);
  const domainIn = (model: Model, id: string, depth = 0): unknown => {
    const known = domains.get(model);
    if (known?.has(id)) return known.get(id);
    const { parent, domain } = elementOf(model, 'object', id)?.fields ?? {};
    const isInside = typeof parent === 'string' && depth < MAX_DEPTH;
    const found = isInside ? domainIn(model, parent, depth + 1) : domain;
    known?.set(id, found);
    return found;
  };
  const keyOf = (model: Model, { id, fields }: Element): string => nameKey(domainIn(model, id), fields.name);
  /** Whether an element has the same key in both models. Large models are compared without building the keys. */
  const isKept = ({ id, fields }: Element): boolean => {
    const before = elementOf(current, 'object', id);
    return (
      before !== undefined &&
      (before.fields.name ?? '') === (fields.name ?? '') &&
      (domainIn(current, id) ?? '') === (domainIn(wanted, id) ?? '')
    );
  };
  const newNames = new Set(
    elementsOf(wanted, 'object').flatMap((it) => (isKept(it) ? [] : [keyOf(wanted, it)])),
  );
  const elementIds = ids.get('object');
  let held: ReadonlySet<string> | undefined;
  return {
    current: (record) => {
      const element = elementOf(current, 'object', elementIds?.get(record.id) ?? '');
      return element ? keyOf(current, element) : nameKey('', record.name);
    },
    newNames,
    isInUse: (key) => {
      held ??= new Set(elementsOf(current, 'object').map((it) => keyOf(current, it)));
      return held.has(key);
    },
    planned: (element) => keyOf(wanted, element),
  };
}
