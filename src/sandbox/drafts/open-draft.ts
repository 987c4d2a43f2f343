import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { requireRecord } from '../records/find.js';
import { conflict } from '../refusal.js';

/**
 * Returns the draft named in the path.
 *
 * @throws Refusal `conflict` if it is merged or archived.
 */
export function openDraft(call: Call): RecordOf<'draft'> {
  const draft = requireRecord(call, 'draft', 'draftId');
  const { status } = draft;
  if (status !== 'in-progress') throw conflict(`The draft is ${status}, not in-progress.`, 'draft-closed');
  return draft;
}
