import type { JsonObject } from '../../base/json/json-object.js';
import type { LooseInput } from '../../client/client-types.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { Operation } from '../../contract/operation.js';
import type { Kind } from '../../contract/records.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';

/** A request that will be sent. */
export interface PlannedWrite {
  operation: Operation;
  path: JsonObject;
  /** Absent if the service writes the record itself, or the body is not final. */
  body?: Fields | undefined;
}

/** A remaining record that lost its references to deleted ones; diagram contents count as their diagram. */
export interface DetachedRecord {
  kind: Kind;
  id: string;
  name: string;
}

/** Records that a command has read already: some, or all of a version. */
export interface KnownRecords {
  records?: readonly Doc[];
  snapshot?: Snapshot;
}

/** Contents of an entry of the journal: deletes, perhaps with other changes, or only other changes. */
export type RecordedContents = 'deletes' | 'updates' | 'nothing';

/**
 * Records the changes of one command for `archctl undo`: before a request it stores the previous state of the records,
 * after it the new state. Every client of a command records its writes; `prepare` records many at once.
 */
export interface ChangeRecorder {
  /**
   * Stops recording and deletes what is recorded, for a command that cannot be undone, that keeps its own journal, or
   * whose request was refused.
   */
  turnOff(): void;
  around(operation: Operation, input: LooseInput, send: () => Promise<JsonObject>): Promise<JsonObject>;
  /**
   * Stores the state before several requests. If a delete cannot be recorded, asks whether to delete anyway. Errors:
   * `interrupted` for "no"; without a prompt, `usage` or those of the client.
   */
  prepare(planned: readonly PlannedWrite[], known?: KnownRecords): Promise<void>;
  /** The records that the deletes changed, by the rules of the service; empty if a request failed. */
  detached(): readonly DetachedRecord[];
  /** Stores the new state, from records read after the last request if given; returns what can be undone. */
  finish(known?: () => Snapshot): Promise<RecordedContents>;
}
