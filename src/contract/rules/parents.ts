import { type Doc, textsOf } from '../doc.js';
import type { RecordReader } from '../records.js';

/** Allowed parent types by type (docs/service.md#parents-by-type). */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  root: [],
  actor: ['root', 'group'],
  group: ['root', 'group'],
  system: ['root', 'group'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

/** Allowed parent types of an object type; empty for a root, which has no parent. */
export const parentTypes = (type: string): readonly string[] => PARENTS[type] ?? [];

/** A model object to be written: its new state, and the existing one if there is one. */
export interface PendingObject {
  doc: Doc;
  before?: Doc | undefined;
  records: Pick<RecordReader, 'get' | 'incoming'>;
}

const typeOf = (doc: Doc | undefined): string => String(doc?.type);
const objectOf = ({ records }: PendingObject, id: unknown): Doc | undefined =>
  typeof id === 'string' ? records.get('modelObject', id) : undefined;

/** Errors in the placement of a model object, each `path: problem`: parent, domain and groups. */
export const placeProblems = (pending: PendingObject): string[] => [
  ...parentProblems(pending),
  ...domainProblems(pending),
  ...groupProblems(pending),
];

function parentProblems(pending: PendingObject): string[] {
  const { doc, before } = pending;
  const type = typeOf(doc);
  const { parentId } = doc;
  if (type === 'root') return parentId === null ? [] : ['parentId: must be null for a root'];
  if (parentId === null) return [`parentId: is required for type ${type}; only a root has none`];
  const parent = objectOf(pending, parentId);
  // A missing parent is reported by the reference check.
  if (parent === undefined) return [];
  const allowed = parentTypes(type);
  if (!allowed.includes(typeOf(parent))) {
    return [`parentId: type ${type} must be under ${allowed.join(' or ')}, not ${typeOf(parent)}`];
  }
  if (!before) return [];
  if (parent?.id === doc.id || textsOf(parent?.parentIds).includes(doc.id)) {
    return ['parentId: is the object itself or one of its descendants'];
  }
  if (before.type === doc.type) return [];
  const children = textsOf(before.childIds).flatMap((id) => objectOf(pending, id) ?? []);
  const misfit = children.find((child) => !parentTypes(typeOf(child)).includes(type));
  return misfit
    ? [`type: ${type} cannot be the parent of ${misfit.id}, which is of type ${typeOf(misfit)}`]
    : [];
}

function domainProblems(pending: PendingObject): string[] {
  const { doc, before, records } = pending;
  const { domainId } = doc;
  if (typeOf(doc) !== 'root') {
    const parent = objectOf(pending, doc.parentId);
    return domainId === parent?.domainId ? [] : ["domainId: must be the parent's domain"];
  }
  if (typeof domainId !== 'string') return ['domainId: is required for a root'];
  const roots = records
    .incoming('domain', domainId)
    .filter((link) => link.id !== doc.id && typeOf(objectOf(pending, link.id)) === 'root');
  return roots.length > 0 && !before ? ['domainId: the domain already has a root'] : [];
}

function groupProblems(pending: PendingObject): string[] {
  return textsOf(pending.doc.groupIds).flatMap((id, at) =>
    typeOf(objectOf(pending, id)) === 'group' ? [] : [`groupIds[${at}]: ${id} is not a group`],
  );
}
