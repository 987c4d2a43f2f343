import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { derive, growingFields } from '../../contract/rules/derive.js';
import type { RecordStore } from '../store/records.js';

/**
 * Lists that grow with the landscape: a tag lists its objects, and an object its children. If they were updated with every
 * record that they list, each create would take longer than the one before. So writes of single records and imports remove
 * the lists from the record, and every other request adds them again first. All must run in a transaction.
 */

/** Removes the lists of a record, until `updateLists` or `updatePostponed` adds them. */
export function postponeLists(records: RecordStore, kind: Kind, id: string): void {
  if (!records.postpone(kind, id)) return;
  const doc: Doc | undefined = records.get(kind, id);
  if (doc) records.put(kind, withoutLists(kind, doc));
}

/** Removes the lists of all teams: call it after a delete of many objects, which only teams outlive. */
export function postponeTeams(records: RecordStore): void {
  for (const { doc } of records.all('team')) postponeLists(records, 'team', doc.id);
}

export function withoutLists(kind: Kind, doc: Doc): Doc {
  const lists = growingFields(kind);
  const others = Object.entries(doc).filter(([field]) => !lists.includes(field));
  return { ...Object.fromEntries(others), id: doc.id };
}

/** Adds the current lists to a record, if it lacks them. */
export function updateLists(records: RecordStore, kind: Kind, id: string): void {
  if (growingFields(kind).length > 0 && records.unpostpone(kind, id)) addLists(records, kind, id);
}

/** Adds the current lists to all records that lack them. */
export function updatePostponed(records: RecordStore): void {
  const postponed = records.postponed();
  if (postponed.length === 0) return;
  records.unpostponeAll();
  for (const { kind, id } of postponed) addLists(records, kind, id);
}

function addLists(records: RecordStore, kind: Kind, id: string): void {
  const doc: Doc | undefined = records.get(kind, id);
  if (doc) records.put(kind, { ...doc, ...derive(kind, doc, records, growingFields(kind)) });
}
