import { isObject } from '../../base/is-object.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/import-entities.js';
import { ELEMENT_KINDS } from '../document/element.js';
import { slugOf } from '../document/propose-ids.js';
import { type Ids, type LiveLandscape, recordsOf } from './landscape.js';

/** The namespace of what was imported or applied, where it is one; else one made of the landscape's name. */
export function namespaceOf(live: LiveLandscape): string {
  const found = new Set(
    ELEMENT_KINDS.flatMap((kind) =>
      recordsOf(live, kind).flatMap(({ labels }) => (isObject(labels) ? [labels[NAMESPACE_LABEL]] : [])),
    ).filter((it) => typeof it === 'string' && it !== ''),
  );
  const [only] = found.size === 1 ? found : [];
  return typeof only === 'string' ? only : slugOf(live.landscape.name, 'landscape');
}

/** How many records do not carry the labels yet by which an apply knows them again. */
export function countUnlabelled(live: LiveLandscape, ids: Ids, namespace: string | undefined): number {
  return ELEMENT_KINDS.flatMap((kind) =>
    recordsOf(live, kind).filter(({ id, labels }) => {
      const own = isObject(labels) ? labels : {};
      const isLabelled =
        own[ORIGINAL_ID_LABEL] === ids.get(kind)?.get(id) && own[NAMESPACE_LABEL] === namespace;
      return !isLabelled;
    }),
  ).length;
}
