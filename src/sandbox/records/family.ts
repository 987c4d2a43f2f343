import type { Doc, Fields } from '../../contract/doc.js';
import type { Family } from '../../contract/families.js';
import type { Found } from '../../contract/rules/cascade.js';
import type { Call } from '../call.js';
import type { RecordWriter } from './writer.js';

/** A record about to be written, for the checks that only its kind knows. */
export interface Pending {
  call: Call;
  doc: Doc;
  /** The record as it is, on updates. */
  before?: Doc;
  /** Whether the body is all that the record says: what it leaves out is not kept (docs/service.md#replacing). */
  replaces?: boolean;
}

/** What differs between one kind of versioned record and the next, and no declaration tells. */
export interface FamilyHooks {
  /** Completes a record before it is checked, e.g. with what follows from its parent. */
  complete?: (pending: Pending) => Doc;
  /** Problems that schema and references do not show, each `path: problem`. */
  check?: (pending: Pending) => string[];
  /** Why a record may not be deleted on its own; undefined where it may. */
  keeps?: (doc: Doc) => string | undefined;
  /** Whether a field of the body is not the record's own. */
  isElsewhere?: (field: string) => boolean;
  /** Writes what belongs to a record beside it. */
  alongside?: (pending: Pending, writer: RecordWriter) => void;
  /** What else the answers to create, upsert and update carry, once everything is settled. */
  also?: (call: Call, id: string) => Fields;
  /** What the answer to delete carries. */
  deleted?: (doc: Doc, gone: readonly Found[]) => Fields;
  /** A read that leaves a trace, with `updateViewedAt`. */
  viewed?: (call: Call, doc: Doc) => void;
  /** Filters of the list that are not on a field of the same name, by their name. */
  filters?: Readonly<Record<string, (doc: Doc, wanted: unknown) => boolean>>;
  /** Filters that stand beside `filter` in the query, by their name. */
  queryFilters?: Readonly<Record<string, (doc: Doc, wanted: unknown) => boolean>>;
}

/** A family with its hooks: what its handlers work with. */
export interface Kin {
  family: Family;
  hooks: FamilyHooks;
}
