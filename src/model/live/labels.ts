import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/imports/import-entities.js';
import { adoptionKey } from '../document/adopted.js';
import { ELEMENT_KINDS, type ElementKind, type Model } from '../document/element.js';
import { slugOf } from '../document/propose-ids.js';
import { type Ids, type LiveLandscape, recordsOf } from './landscape.js';

/** The namespace of imported or applied records, if they share one; otherwise one derived from the landscape's name. */
export function namespaceOf(live: LiveLandscape): string {
  const found = new Set(
    ELEMENT_KINDS.flatMap((kind) =>
      recordsOf(live, kind).flatMap(({ labels }) => (isObject(labels) ? [labels[NAMESPACE_LABEL]] : [])),
    ).filter((it) => typeof it === 'string' && it !== ''),
  );
  const [only] = found.size === 1 ? found : [];
  return typeof only === 'string' ? only : slugOf(live.landscape.name, 'landscape');
}

/** Number of records without the labels by which an apply recognizes them. */
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

/** Owner of a record: the namespace of a document, the document itself by adoption, another namespace, or none. */
export type Owner = 'own' | 'adopted' | 'other' | 'nobody';

/** The owner of a record from the point of view of a document. Labels take precedence over adoption. */
export function ownerOf(
  kind: ElementKind,
  record: Doc,
  { namespace, adopted }: Pick<Model, 'namespace' | 'adopted'>,
): Owner {
  const { [ORIGINAL_ID_LABEL]: id, [NAMESPACE_LABEL]: of } = isObject(record.labels) ? record.labels : {};
  if (typeof id === 'string') return of === namespace ? 'own' : 'other';
  const key = of === undefined && adopted.size > 0 ? keyOf(kind, record) : undefined;
  return key !== undefined && adopted.has(key) ? 'adopted' : 'nobody';
}

/** Records that a pull adopts: those without labels of an owner. */
export function adoptable(live: LiveLandscape): ReadonlySet<string> {
  return new Set(
    ELEMENT_KINDS.flatMap((kind) =>
      recordsOf(live, kind).flatMap((record) => {
        const labels = isObject(record.labels) ? record.labels : {};
        const isOwned = ORIGINAL_ID_LABEL in labels || NAMESPACE_LABEL in labels;
        return isOwned ? [] : (keyOf(kind, record) ?? []);
      }),
    ),
  );
}

const keyOf = (kind: ElementKind, { handleId, id }: Doc): string | undefined =>
  adoptionKey(kind, typeof handleId === 'string' ? handleId : id);
