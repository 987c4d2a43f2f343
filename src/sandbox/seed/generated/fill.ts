import type { Doc } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';
import { derive } from '../../../contract/rules/derive.js';
import { type Link, linksOf } from '../../../contract/rules/links.js';
import { withFields } from '../../store/long-fields.js';
import type { Store } from '../../store/store.js';
import type { SeededIds, SeedRecord } from '../build/types.js';
import { EMPTY } from '../data/demo.js';

/** Kinds whose own derived fields are computed once everything is there. */
const SETTLED: ReadonlySet<string> = new Set<Kind>(['version', 'team', 'tag', 'diagram', 'diagramContent']);
/** Kinds that derived fields of others are computed from. */
const TELLING: ReadonlySet<string> = new Set<Kind>(['diagram', 'diagramContent', 'flow']);

/**
 * Fills an empty store with records that hold what follows from the tree already, in one go. What follows from diagrams,
 * flows and tags is computed at the end, for those few that it concerns. Within a transaction.
 */
export function loadGenerated(store: Store, seed: Iterable<SeedRecord>): SeededIds {
  const { records } = store;
  const open = new Map<string, { kind: Kind; id: string }>();
  const settle = (kind: Kind, id: string): void => void open.set(`${kind} ${id}`, { kind, id });
  const told: Link[] = [];
  const bulk = records.bulk();
  let landscapeId = '';
  for (const { kind, record } of seed) {
    if (kind === 'actionLog' || kind === 'organizationLog') continue;
    if (kind === 'landscape') landscapeId = record.id;
    const links = linksOf(kind, record);
    bulk.add(kind, record, links);
    if (SETTLED.has(kind)) settle(kind, record.id);
    if (TELLING.has(kind)) told.push(...links);
  }
  bulk.end();
  for (const link of told) {
    settle(link.kind, link.id);
    if (link.kind !== 'modelObject') continue;
    // What a step says about two objects also says something about the connection between them.
    const between = records.incoming('modelObject', link.id, { kind: 'modelConnection' });
    for (const it of between) settle(it.kind, it.id);
  }
  // Contents first: the counts of a diagram come from there.
  for (const { kind, id } of open.values()) {
    const doc: Doc | undefined = records.get(kind, id);
    if (doc) records.put(kind, withFields(doc, derive(kind, doc, records)));
  }
  return { organizationId: EMPTY.organizationId, landscapeId, adminUserId: EMPTY.adminUserId };
}
