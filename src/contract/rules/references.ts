import type { Doc, Fields } from '../doc.js';
import { type Kind, type RecordReader, recordOf } from '../records.js';
import { entryAt } from './diagrams/drawn.js';
import { type Link, linksOf } from './links.js';

/** Display name of a kind of record. */
export const nounOf = (kind: Kind): string => recordOf(kind).noun;

/** Targets that a reference may have besides the version's own records. */
export interface ReferenceScope {
  records: RecordReader;
  versionId: string;
  organizationId: string;
  /** Ids that are about to exist, e.g. from earlier tasks of a draft. */
  planned?: ReadonlySet<string>;
}

/** Dangling references of a record, each `path: problem`; those that `before` already had are ignored. */
export function danglingReferences(kind: Kind, doc: Fields, scope: ReferenceScope, before?: Doc): string[] {
  const known = new Set((before ? linksOf(kind, before) : []).map(({ field, id }) => `${field} ${id}`));
  return linksOf(kind, doc)
    .filter((link) => !(kind === 'diagramContent' && link.field === 'id'))
    .filter((link) => !known.has(`${link.field} ${link.id}`))
    .filter((link) => !exists(link, scope) && !isEntry(link, doc, scope))
    .map((link) => `${link.path}: there is no ${nounOf(link.kind)} ${link.id}${inVersion(link)}`);
}

const inVersion = ({ kind }: Link): string => (recordOf(kind).owner === 'version' ? ' in this version' : '');

/** Whether a reference names an existing entry of another record, if it may (docs/service.md#flow-step). */
function isEntry({ id, orEntry }: Link, doc: Fields, { records }: ReferenceScope): boolean {
  return orEntry !== undefined && entryAt(records, doc, orEntry, id) !== undefined;
}

function exists({ kind, id }: Link, scope: ReferenceScope): boolean {
  if (scope.planned?.has(id)) return true;
  const found: Doc | undefined = scope.records.get(kind, id);
  if (found === undefined) return false;
  switch (recordOf(kind).owner) {
    case 'version':
      return found.versionId === scope.versionId;
    case 'organization':
      return found.organizationId === scope.organizationId;
    default:
      // Technologies of the general catalog are available to everyone, others only to their organization.
      return (found.organizationId ?? scope.organizationId) === scope.organizationId;
  }
}
