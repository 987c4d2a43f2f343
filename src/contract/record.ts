import type * as z from 'zod/mini';
import type { Doc, DocReader, Fields, LinkSource, StoredLink } from './doc.js';

/** A field, or each id of a list, that names another record. */
export interface Reference {
  /** Kind of the record it names. */
  to: string;
  /** Whether what holds it goes with its target; otherwise the reference alone is cleared. */
  goesAlong: boolean;
  /** What it may name instead of such a record. */
  orEntry?: EntryPlace;
}

/** An entry in a map of the record of `kind` that the field `by` of the same record names. */
export interface EntryPlace {
  kind: string;
  by: string;
  map: string;
}

/** What holds it cannot stand without the record it names: a record for a field, an entry for the field of one. */
export const partOf = (to: string): Reference => ({ to, goesAlong: true });

/** Cleared when the record it names goes, or the entry that it may name instead. */
export const refersTo = (to: string, orEntry?: EntryPlace): Reference => ({
  to,
  goesAlong: false,
  ...(orEntry && { orEntry }),
});

/** A map of a record whose entries have ids of their own: drawn objects, steps, links. */
export interface EntryMap {
  /** What an entry refers to, by field. */
  references?: Readonly<Record<string, Reference>>;
  /** Fields that name an entry of another map of the same record, without which the entry cannot stand. */
  within?: Readonly<Record<string, string>>;
  /** Map inside an entry whose keys are ids as well. */
  inner?: string;
  /** Fields that tell one entry from the others, besides its id: versions give the same entry other ids. */
  toldBy?: readonly string[];
}

/** What a derived field is computed from. */
export interface Deriving {
  doc: Doc;
  reader: DocReader;
  /** References to the record: all, or those from records of a kind, by one field or by any. */
  incoming(kind?: string, field?: string): readonly StoredLink[];
}

/** Computes a field from other records; pure. */
export interface Derivation {
  (from: Deriving): unknown;
  /**
   * Set where the field is a list with one element or more for each of these references: it grows without bound, so a
   * store may compute a long one when it is read.
   */
  grows?: LinkSource;
  /** Kinds of record whose references to this one it is computed from; any, where nothing says so. */
  reads?: readonly string[];
}

/** What a new record knows besides its body. */
export interface Birth {
  /** How many records of the kind the version has. */
  index: number;
  versionId: string;
}

/** What `expand` puts beside the ids of `field`: these fields of the records they name. */
export interface Expansion {
  field: string;
  shows: readonly string[];
  /** Kind of the records that the entries of `field`, a map, name by their `id`: each entry gets what is shown. */
  entriesOf?: string;
}

/** Whose a record is, and so where its id can be looked for. */
export type Owner = 'version' | 'landscape' | 'organization' | 'service';

/** What the rules know of a kind of record, wherever it is kept. */
export interface Traits {
  /** What it refers to, by field; lists hold ids of one kind. `a.b` is the field `b` of an object, which goes whole. */
  references?: Readonly<Record<string, Reference>>;
  /** Maps with entries, by field. */
  entries?: Readonly<Record<string, EntryMap>>;
  /** Maps from the id of one kind to the id of another: a pair goes when either of the two goes. */
  pairs?: Readonly<Record<string, { key: string; value: string }>>;
  /** Fields of a new record that its body may leave out. */
  defaults?: (birth: Birth) => Fields;
  /** Fields the service computes: they are taken from other records, never from a request. */
  derived?: Readonly<Record<string, Derivation>>;
  /** By the name that `expand` knows it by. */
  expansions?: Readonly<Record<string, Expansion>>;
  /** How much its changes matter in the action log; a kind without is not logged. Deletes are always `high`. */
  logged?: 'low' | 'medium';
  /** Whether it is a part of the model, which a snapshot freezes and a revert brings back. */
  isModel?: boolean;
}

/** A kind of record: what it holds, and how it stands to others. */
export interface RecordDeclaration<Kind extends string = string, Schema extends z.ZodMiniType = z.ZodMiniType>
  extends Traits {
  kind: Kind;
  /** For people: "tag group". */
  noun: string;
  owner: Owner;
  schema: Schema;
}

/** Declares a kind of record that has no family; families declare theirs themselves. */
export const record = <const Kind extends string, Schema extends z.ZodMiniType>(
  declaration: RecordDeclaration<Kind, Schema>,
): RecordDeclaration<Kind, Schema> => declaration;
