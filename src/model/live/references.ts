import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/imports/import-entities.js';
import { nameOf } from '../document/containers.js';
import {
  type ElementKind,
  elementKey,
  elementOf,
  type Locked,
  type Model,
  type Reference,
} from '../document/element.js';
import { isBoundElsewhere } from '../document/landscape-binding.js';
import { type LiveLandscape, recordsOf } from './landscape.js';

/** References of a document to records of a landscape. */

/** Whether a reference is to the given landscape. A document without a landscape fits every landscape. */
export const isInLandscape = ({ landscape }: LiveLandscape, reference: Reference): boolean =>
  !isBoundElsewhere(reference, landscape);

/** The labels that identify the owner of a record. */
export function ownerLabelsOf({ labels }: Doc): { namespace?: string; element?: string } {
  const { [NAMESPACE_LABEL]: namespace, [ORIGINAL_ID_LABEL]: element } = isObject(labels) ? labels : {};
  return {
    ...(typeof namespace === 'string' && namespace !== '' && { namespace }),
    ...(typeof element === 'string' && element !== '' && { element }),
  };
}

const keyOf = (...parts: (string | undefined)[]): string => JSON.stringify(parts);

/** Ids of references in the document, by the id of the record that they refer to. */
export function referencedRecords(
  kind: ElementKind,
  live: LiveLandscape,
  { references }: Pick<Model, 'references'>,
): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const reference of references.values()) {
    if (reference.kind !== kind || !isInLandscape(live, reference)) continue;
    const { namespace, element = reference.id, handle } = reference;
    const key = namespace === undefined ? keyOf(handle) : keyOf(namespace, element);
    if (!wanted.has(key)) wanted.set(key, reference.id);
  }
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const taken = new Set<string>();
  for (const record of recordsOf(live, kind)) {
    const { namespace, element } = ownerLabelsOf(record);
    const id =
      namespace === undefined
        ? wanted.get(keyOf(String(record.handleId ?? record.id)))
        : wanted.get(keyOf(namespace, element));
    if (id === undefined || taken.has(id)) continue;
    taken.add(id);
    found.set(record.id, id);
  }
  return found;
}

/** Adds the referenced elements of a landscape's model to a document. Missing ones are left out. */
export function withReferenced(model: Model, current: Model): Model {
  if (model.references.size === 0) return model;
  const elements = new Map([...model.elements].map(([kind, of]) => [kind, new Map(of)]));
  for (const { kind, id } of model.references.values()) {
    const element = elementOf(current, kind, id);
    if (element && !elements.get(kind)?.has(id)) elements.get(kind)?.set(id, element);
  }
  return { ...model, elements };
}

/** The current state of the references to a landscape, by `elementKey`. @param current Its model. */
export function referenceStates(model: Model, live: LiveLandscape, current: Model): Map<string, Locked> {
  const records = new Map([...live.records.values()].flat().map((it) => [it.id, it]));
  const isKnown = (kind: ElementKind, id: unknown): id is string =>
    typeof id === 'string' &&
    (elementOf(model, kind, id) !== undefined || model.references.has(elementKey({ kind, id })));
  const states = new Map<string, Locked>();
  for (const reference of model.references.values()) {
    const { kind, id } = reference;
    const element = isInLandscape(live, reference) ? elementOf(current, kind, id) : undefined;
    const record = records.get(element?.recordId ?? '');
    if (!element || !record) continue;
    const { namespace: owner, element: original } = ownerLabelsOf(record);
    const { type, parent, domain, origin, target } = element.fields;
    states.set(elementKey(reference), {
      handle: element.handleId ?? record.id,
      name: nameOf(element),
      ...(typeof type === 'string' && { type }),
      ...(owner !== undefined && { owner }),
      ...(original !== undefined && { element: original }),
      ...(isKnown('object', parent) && { parent }),
      ...(isKnown('domain', domain) && { domain }),
      ...(isKnown('object', origin) && { origin }),
      ...(isKnown('object', target) && { target }),
    });
  }
  return states;
}
