import type { Doc, Fields } from '../../contract/doc.js';
import type { Family } from '../../contract/families.js';
import type { DocOfKind } from '../../contract/rules/cascade.js';
import type { Call } from '../call.js';
import type { RecordWriter } from './writer.js';

/** A record about to be written, as input of the family's hooks. */
export interface Pending {
  call: Call;
  doc: Doc;
  /** The existing record, on updates. */
  before?: Doc;
  /** Whether the body replaces the record: omitted fields are not kept (docs/service.md#replacing). */
  replaces?: boolean;
}

/** Behaviour of a kind of versioned record that no declaration can express. */
export interface FamilyHooks {
  /** Completes a record before validation, e.g. with fields derived from its parent. */
  complete?: (pending: Pending) => Doc;
  /** Problems beyond schema and references, each `path: problem`. */
  check?: (pending: Pending) => string[];
  /** Reason why a record cannot be deleted on its own, as `path: problem`; undefined if it can. */
  deleteProblem?: (doc: Doc) => string | undefined;
  /** Whether a field of the body is stored outside the record. */
  isStoredOutside?: (field: string) => boolean;
  /** Writes data that is stored outside the record. */
  writeRelated?: (pending: Pending, writer: RecordWriter) => void;
  /** Additional fields of create, upsert and update responses, computed after everything is written. */
  extraFields?: (call: Call, id: string) => Fields;
  /** Fields of the delete response. */
  deleteResponse?: (doc: Doc, found: readonly DocOfKind[]) => Fields;
  /** Records a view if the query has `updateViewedAt`. */
  viewed?: (call: Call, doc: Doc) => void;
  /** List filters by name that do not match the field of the same name. */
  filters?: Readonly<Record<string, (doc: Doc, wanted: unknown) => boolean>>;
  /** Filters by name that are query parameters next to `filter`. */
  queryFilters?: Readonly<Record<string, (doc: Doc, wanted: unknown) => boolean>>;
}

export interface HookedFamily {
  family: Family;
  hooks: FamilyHooks;
}
