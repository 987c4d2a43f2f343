import type { FAMILIES } from '../../contract/families.js';
import type { RecordWriter } from '../records/writer.js';
import type { Call, Doc, Kind } from '../types.js';

export type Family = (typeof FAMILIES)[number];

/** A record about to be written, for the checks that only its kind knows. */
export interface Draft {
  call: Call;
  doc: Doc;
  /** The record as it is, on updates. */
  before?: Doc;
}

/** What differs between one kind of versioned record and the next; everything else is one handler. */
export interface FamilyHooks {
  kind: Kind;
  /** Fields of a new record that its body may leave out; `index` counts the version's records of the kind. */
  defaults: (call: Call, index: number) => Record<string, unknown>;
  /** Fields of the body that are not the record's own. */
  bodyOnly?: readonly string[];
  /** Completes a record before it is checked, e.g. with what follows from its parent. */
  complete?: (draft: Draft) => Doc;
  /** Problems that schema and references do not show, each `path: problem`. */
  check?: (draft: Draft) => string[];
  /** Writes what belongs to a record beside it; answers what else the response carries. */
  alongside?: (draft: Draft, writer: RecordWriter) => void;
  /** What else the answers to create, upsert and update carry, once everything is settled. */
  also?: (call: Call, id: string) => Record<string, unknown>;
  /** What the answer to delete carries. */
  deleted?: (doc: Doc, gone: readonly { kind: Kind; doc: Doc }[]) => Record<string, unknown>;
  /** A read that leaves a trace, with `updateViewedAt`. */
  viewed?: (call: Call, doc: Doc) => void;
  /** Filter of the list besides those on fields of the same name. */
  matches?: (doc: Doc, call: Call) => boolean;
}
