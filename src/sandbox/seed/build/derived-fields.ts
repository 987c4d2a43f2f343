import type { DocReader, StoredLink } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';
import { derive } from '../../../contract/rules/derive.js';
import { linksOf } from '../../../contract/rules/links.js';
import type { SeedRecord } from './types.js';

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

/**
 * Computes the derived fields of records, so that the first write does not change unrelated records. Works in memory,
 * because the store would write every record twice.
 */
export function withDerivedFields(records: readonly SeedRecord<Kind>[]): SeedRecord<Kind>[] {
  const byName = new Map(records.map(({ kind, record }) => [nameOf(kind, record.id), { kind, record }]));
  const incoming = new Map<string, StoredLink[]>();
  for (const { kind, record } of records) {
    for (const { kind: to, id, field, detail = null } of linksOf(kind, record)) {
      const links = incoming.get(nameOf(to, id)) ?? [];
      incoming.set(nameOf(to, id), links);
      links.push({ kind, id: record.id, field, detail });
    }
  }
  const reader: DocReader = {
    get: (kind, id) => byName.get(nameOf(kind, id))?.record,
    incoming: (kind, id, from) =>
      (incoming.get(nameOf(kind, id)) ?? []).filter(
        (it) => !from || (it.kind === from.kind && (from.field === undefined || it.field === from.field)),
      ),
    ofVersion: (kind, versionId) =>
      [...byName.values()].flatMap((it) =>
        it.kind === kind && it.record.versionId === versionId ? [{ doc: it.record }] : [],
      ),
  };
  const all = [...byName.values()];
  // In order, because some fields are derived from those of an earlier record.
  for (const it of all) it.record = { ...it.record, ...derive(it.kind, it.record, reader) };
  return all;
}
