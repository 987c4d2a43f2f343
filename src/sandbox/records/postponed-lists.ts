import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { derive, growingFields } from '../../contract/rules/derive.js';
import type { RecordStore } from '../store/records.js';

/**
 * Postponed computation of derived lists that grow with the landscape: a tag lists its objects, and an object its children.
 * If a list were updated with every record that it lists, each create would take longer than the one before. So a change
 * removes the list from the stored record, which is marked as postponed. Writes of single records and imports compute only
 * the lists that they use; every other request first computes all postponed lists. Call these functions in a transaction.
 */

/** Removes the lists of a record until they are computed again. */
export function postponeLists(records: RecordStore, kind: Kind, id: string): void {
  if (!records.postpone(kind, id)) return;
  const doc: Doc | undefined = records.get(kind, id);
  if (doc) records.put(kind, withoutLists(kind, doc));
}

/** Removes the lists of all teams, the only records that outlive a version or landscape and list its objects. */
export function postponeTeamLists(records: RecordStore): void {
  for (const { doc } of records.all('team')) postponeLists(records, 'team', doc.id);
}

/** A record without its growing lists. */
export function withoutLists(kind: Kind, doc: Doc): Doc {
  const lists = growingFields(kind);
  const others = Object.entries(doc).filter(([field]) => !lists.includes(field));
  return { ...Object.fromEntries(others), id: doc.id };
}

/** Computes the lists of a record, if they are postponed. */
export function computeLists(records: RecordStore, kind: Kind, id: string): void {
  if (growingFields(kind).length > 0 && records.clearPostponed(kind, id)) putLists(records, kind, id);
}

/** Computes all postponed lists. */
export function computeAllLists(records: RecordStore): void {
  const postponed = records.postponed();
  if (postponed.length === 0) return;
  records.clearAllPostponed();
  for (const { kind, id } of postponed) putLists(records, kind, id);
}

function putLists(records: RecordStore, kind: Kind, id: string): void {
  const doc: Doc | undefined = records.get(kind, id);
  if (doc) records.put(kind, { ...doc, ...derive(kind, doc, records, growingFields(kind)) });
}
