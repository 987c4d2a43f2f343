import type { Doc } from '../../contract/doc.js';
import type { Identity } from '../compare/identity.js';
import { placeOf } from '../document/containers.js';
import { type Element, elementOf, elementsOf, type Model } from '../document/element.js';

/**
 * Names of objects before and after a plan. A service may refuse a second object with the same name under a parent, so
 * one object may have to give up a name for another.
 */

/** Key of a name in its place: the parent, or the domain. */
export const nameKey = (place: string, name: unknown): string => JSON.stringify([place, name ?? '']);

/** The place in the key of a name. */
export const placeIn = (key: string): string => (JSON.parse(key) as [string])[0];

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

export function namesOf(current: Model, wanted: Model, { ids }: Identity): ObjectNames {
  const keyOf = ({ fields }: Element): string => nameKey(placeOf(fields), fields.name);
  /** Whether an element has the same key in both models. Large models are compared without building the keys. */
  const isKept = ({ id, fields }: Element): boolean => {
    const before = elementOf(current, 'object', id);
    return (
      before !== undefined &&
      (before.fields.name ?? '') === (fields.name ?? '') &&
      placeOf(before.fields) === placeOf(fields)
    );
  };
  const newNames = new Set(elementsOf(wanted, 'object').flatMap((it) => (isKept(it) ? [] : [keyOf(it)])));
  const elementIds = ids.get('object');
  let held: ReadonlySet<string> | undefined;
  return {
    current: (record) => {
      const element = elementOf(current, 'object', elementIds?.get(record.id) ?? '');
      return element ? keyOf(element) : nameKey(placeOf({}), record.name);
    },
    newNames,
    isInUse: (key) => {
      held ??= new Set(elementsOf(current, 'object').map(keyOf));
      return held.has(key);
    },
    planned: keyOf,
  };
}
