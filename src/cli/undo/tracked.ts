import type { Doc, Fields } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import type { OpenChange } from '../../contract/rules/undo/open-change.js';
import { changeOf } from '../../contract/rules/undo/record-change.js';

/** State of a record around the requests of a command. */
export interface TrackedRecord {
  kind: Kind;
  id: string;
  name?: string | undefined;
  before: Doc | null;
  /** State after the command; undefined until a response or a read shows it. */
  after?: Doc | null | undefined;
  /** State after the deletes, by the rules of the service. */
  expected?: Doc | null | undefined;
  /** Whether it remains, but a delete removed its references. */
  isDetached?: boolean;
  /** Whether deletes and other requests may change it, in any order: its new state is read at the end. */
  isMixed?: boolean;
  /** Bodies of its updates in order, if nothing else changes it. */
  bodies?: Fields[] | undefined;
  /** Whether a request of the command writes it, and was sent. */
  request?: 'planned' | 'sent';
}

/** The record in full, and the bodies of its updates; a delete that clears references counts as one. */
export function openChangeOf({ kind, id, name, before, expected, bodies }: TrackedRecord): OpenChange {
  const was = changeOf(kind, before, null, name);
  const cleared = before && expected ? changeOf(kind, before, expected)?.after : undefined;
  const requested = bodies ?? (cleared ? [cleared] : undefined);
  return {
    kind,
    id,
    name: String(was?.name ?? bodies?.[0]?.name ?? id),
    before: was?.before ?? null,
    ...(requested && { bodies: requested }),
  };
}
