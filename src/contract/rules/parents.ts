import { type Doc, textsOf } from '../doc.js';
import type { RecordReader } from '../records.js';

/** Which types may be the parent of which (docs/service.md#parents-by-type). */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  root: [],
  actor: ['root', 'group'],
  group: ['root', 'group'],
  system: ['root', 'group'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

/** Types that the parent of an object of this type may have; none for the root, which has no parent. */
export const parentTypes = (type: string): readonly string[] => PARENTS[type] ?? [];

/** A model object about to be written: as it will be, and as it is, where it is there. */
export interface PendingObject {
  doc: Doc;
  before?: Doc | undefined;
  records: Pick<RecordReader, 'get' | 'incoming'>;
}

const typeOf = (doc: Doc | undefined): string => String(doc?.type);
const objectOf = ({ records }: PendingObject, id: unknown): Doc | undefined =>
  typeof id === 'string' ? records.get('modelObject', id) : undefined;

/** What stands against the place of a model object, each `path: problem`: its parent, its domain, its groups. */
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
  // That there is no such object is told where references are looked up.
  if (parent === undefined) return [];
  const allowed = parentTypes(type);
  if (!allowed.includes(typeOf(parent))) {
    return [`parentId: type ${type} must be under ${allowed.join(' or ')}, not ${typeOf(parent)}`];
  }
  if (!before) return [];
  if (parent?.id === doc.id || textsOf(parent?.parentIds).includes(doc.id)) {
    return ['parentId: is the object itself or one below it'];
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
  return roots.length > 0 && !before ? ['domainId: this domain has a root already'] : [];
}

function groupProblems(pending: PendingObject): string[] {
  return textsOf(pending.doc.groupIds).flatMap((id, at) =>
    typeOf(objectOf(pending, id)) === 'group' ? [] : [`groupIds[${at}]: ${id} is not a group`],
  );
}
