import type { Doc } from '../../contract/doc.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
  type Reference,
} from '../document/element.js';
import { CONTAINER_FIELDS } from '../document/element-pattern.js';
import { ownerLabelsOf } from '../live/references.js';
import { idsIn } from '../validate/rules/references.js';

/** The slice of a landscape that a namespace owns, with references to the other elements that it uses. */

export interface SliceInput {
  /** The whole landscape, with the ids of the document. */
  all: Model;
  records: ReadonlyMap<string, Doc>;
  /** Absent for a document that contains the whole landscape. */
  namespace: string | undefined;
  /** Whether elements without an owner are left out unless they are in elements of the document. */
  isSlice: boolean;
  /** The existing document, whose elements and references are kept. */
  wanted: Model | undefined;
}

/**
 * Leaves out elements of other namespaces, and elements without an owner that are in these, unless the document
 * contains them. Adds a reference for each of them that a remaining element refers to.
 */
export function ownSlice({ all, records, namespace, isSlice, wanted }: SliceInput): Model {
  const known = new Map<string, boolean>();
  const isOwn = (element: Element): boolean => {
    const key = elementKey(element);
    const found = known.get(key);
    if (found !== undefined) return found;
    // Stops at a cycle of parents.
    known.set(key, true);
    const own = isOwned(element, isOwn);
    known.set(key, own);
    return own;
  };
  const isOwned = (element: Element, isInside: (container: Element) => boolean): boolean => {
    const { kind, id, fields, recordId = '' } = element;
    if (wanted && elementOf(wanted, kind, id)) return true;
    if (wanted?.references.has(elementKey(element))) return false;
    const labels = ownerLabelsOf(records.get(recordId) ?? { id: recordId });
    if (namespace === undefined) return true;
    if (labels.namespace !== undefined && labels.element !== undefined) return labels.namespace === namespace;
    const containers = CONTAINER_FIELDS[kind].flatMap(
      ([key, to]) => elementOf(all, to, String(fields[key])) ?? [],
    );
    return containers.length === 0 ? !isSlice : containers.every(isInside);
  };
  const elements = ELEMENT_KINDS.flatMap((kind) => elementsOf(all, kind)).filter(isOwn);
  const references = new Map(wanted?.references);
  for (const element of elements)
    for (const { to, id } of idsIn(element)) {
      const used = elementOf(all, to as ElementKind, id);
      if (!used || isOwn(used) || references.has(elementKey(used))) continue;
      references.set(elementKey(used), referenceTo(used, records));
    }
  const { elements: _, ...more } = all;
  return modelOf(elements, { ...more, references: sorted(references, wanted) });
}

function referenceTo(
  { kind, id, recordId = '', handleId }: Element,
  records: ReadonlyMap<string, Doc>,
): Reference {
  const { namespace, element } = ownerLabelsOf(records.get(recordId) ?? { id: recordId });
  return namespace === undefined || element === undefined
    ? { kind, id, handle: handleId ?? recordId }
    : { kind, id, namespace, ...(element !== id && { element }) };
}

/** References of the document in their order, then new ones by kind and id. */
function sorted(
  references: ReadonlyMap<string, Reference>,
  wanted: Model | undefined,
): Map<string, Reference> {
  const rank = ([key, { kind, id }]: readonly [string, Reference]): string =>
    wanted?.references.has(key) ? '' : `${ELEMENT_KINDS.indexOf(kind)} ${id}`;
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return new Map([...references].sort((a, b) => compare(rank(a), rank(b))));
}
