import type { RecordStore } from '../../sandbox/store/records.js';
import type { Doc, Kind } from '../../sandbox/types.js';
import { type Link, linksOf } from './links.js';

const NOUNS: Partial<Record<Kind, string>> = {
  modelObject: 'model object',
  modelConnection: 'model connection',
  diagramGroup: 'diagram group',
  tagGroup: 'tag group',
  catalogTechnology: 'technology',
  commentReply: 'comment reply',
};

export const nounOf = (kind: Kind): string => NOUNS[kind] ?? kind;

/** What a reference may point at besides the version's own records. */
export interface ReferenceScope {
  records: RecordStore;
  versionId: string;
  organizationId: string;
  /** Ids that are about to exist, e.g. earlier tasks of a draft. */
  planned?: ReadonlySet<string>;
}

/** References of a record that point at nothing, each `path: problem`; `before` are those it had already. */
export function danglingReferences(kind: Kind, doc: Doc, scope: ReferenceScope, before?: Doc): string[] {
  const known = new Set((before ? linksOf(kind, before) : []).map(({ field, id }) => `${field} ${id}`));
  return linksOf(kind, doc)
    .filter((link) => !(kind === 'diagramContent' && link.field === 'id'))
    .filter((link) => !known.has(`${link.field} ${link.id}`) && !exists(link, scope))
    .map((link) => `${link.path}: there is no ${nounOf(link.kind)} ${link.id}${inVersion(link)}`);
}

const SHARED = new Set<Kind>(['catalogTechnology', 'team', 'user', 'draft']);
const inVersion = (link: Link): string => (SHARED.has(link.kind) ? '' : ' in this version');

function exists(link: Link, scope: ReferenceScope): boolean {
  if (scope.planned?.has(link.id)) return true;
  const found = scope.records.get(link.kind, link.id);
  if (found === undefined) return false;
  if (link.kind === 'team') return found.organizationId === scope.organizationId;
  return SHARED.has(link.kind) || found.versionId === scope.versionId;
}
