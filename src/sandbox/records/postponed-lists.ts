import type { Doc } from '../../contract/doc.js';
import { derive } from '../../contract/rules/derive.js';
import type { RecordStore } from '../store/records.js';

/**
 * Updates the lists of tags and teams that earlier requests have postponed. A tag lists its objects: with every object that
 * gets the tag, the list would be computed and written again, and each create would take longer than the one before.
 * So writes of single records only mark the tag, and every other request calls this function first. Call it in a
 * transaction.
 */
export function updatePostponed(records: RecordStore): void {
  const postponed = records.postponed();
  if (postponed.length === 0) return;
  records.unpostponeAll();
  for (const { kind, id } of postponed) {
    const doc: Doc | undefined = records.get(kind, id);
    if (doc) records.put(kind, { ...doc, ...derive(kind, doc, records) });
  }
}
