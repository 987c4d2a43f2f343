import type { Doc } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';
import { derive } from '../../../contract/rules/derive.js';
import { type Link, linksOf } from '../../../contract/rules/links.js';
import type { Store } from '../../store/store.js';
import type { SeededIds, SeedRecord } from '../build/types.js';
import { EMPTY } from '../data/demo.js';

/** Kinds whose derived fields are computed at the end. */
const COMPUTED_LAST: ReadonlySet<string> = new Set<Kind>([
  'version',
  'team',
  'tag',
  'diagram',
  'diagramContent',
]);
/** Kinds that the derived fields of other records are computed from. */
const DERIVED_FROM: ReadonlySet<string> = new Set<Kind>(['diagram', 'diagramContent', 'flow']);

/**
 * Bulk-loads records into an empty store. Fields derived from the object hierarchy are already set; those derived from
 * diagrams, flows and tags are computed at the end, for the few records concerned. Must run inside a transaction.
 */
export function loadGenerated(store: Store, seed: Iterable<SeedRecord>): SeededIds {
  const { records } = store;
  const deferred = new Map<string, { kind: Kind; id: string }>();
  const defer = (kind: Kind, id: string): void => void deferred.set(`${kind} ${id}`, { kind, id });
  const sourceLinks: Link[] = [];
  let landscapeId = '';
  for (const { kind, record } of seed) {
    if (kind === 'actionLog' || kind === 'organizationLog') continue;
    if (kind === 'landscape') landscapeId = record.id;
    const links = linksOf(kind, record);
    records.put(kind, record);
    records.relink(kind, record.id, links);
    if (COMPUTED_LAST.has(kind)) defer(kind, record.id);
    if (DERIVED_FROM.has(kind)) sourceLinks.push(...links);
  }
  for (const link of sourceLinks) {
    defer(link.kind, link.id);
    if (link.kind !== 'modelObject') continue;
    // A flow step between two objects also affects the connection between them.
    const between = records.incoming('modelObject', link.id, { kind: 'modelConnection' });
    for (const it of between) defer(it.kind, it.id);
  }
  // Diagram contents first, because the counts of a diagram are derived from them.
  for (const { kind, id } of deferred.values()) {
    const doc: Doc | undefined = records.get(kind, id);
    if (doc) records.put(kind, { ...doc, ...derive(kind, doc, records) });
  }
  return { organizationId: EMPTY.organizationId, landscapeId, adminUserId: EMPTY.adminUserId };
}
