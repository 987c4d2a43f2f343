import type * as z from 'zod/mini';
import type { Doc, DocReader, Fields, LinkSource, StoredLink } from './doc.js';

/** A field, or a list of ids, that refers to another record. */
export interface Reference {
  /** Kind of the target record. */
  to: string;
  /**
   * Whether deleting the target also deletes the referring record or entry (cascade); otherwise only the reference is
   * cleared.
   */
  cascades: boolean;
  /** Map entry that the id may refer to instead of a record. */
  orEntry?: EntryPlace;
}

/** An entry in a map of the record of `kind` whose id is in the field `by` of the referring record. */
export interface EntryPlace {
  kind: string;
  by: string;
  map: string;
}

/**
 * A required reference: deleting the target deletes the referring record, or the map entry if the field is inside one.
 */
export const partOf = (to: string): Reference => ({ to, cascades: true });

/** An optional reference: cleared when its target record or target entry is deleted. */
export const refersTo = (to: string, orEntry?: EntryPlace): Reference => ({
  to,
  cascades: false,
  ...(orEntry && { orEntry }),
});

/** A map of a record whose entries have their own ids: drawn objects, steps, links. */
export interface EntryMap {
  /** References of an entry, by field. */
  references?: Readonly<Record<string, Reference>>;
  /**
   * Fields with the id of an entry in another map of the same record; the entry is deleted together with that entry.
   */
  within?: Readonly<Record<string, string>>;
  /** Map inside an entry that is also keyed by ids. */
  inner?: string;
  /** Fields that identify an entry besides its id, because entry ids differ between versions; `link.url` is a path. */
  identifiedBy?: readonly string[];
}

/** Input of a derived field. */
export interface Deriving {
  doc: Doc;
  reader: DocReader;
  /** References to the record: all, or those from records of a kind, through one field or through any. */
  incoming(kind?: string, field?: string): readonly StoredLink[];
}

/** Computes a field from other records; pure. */
export interface Derivation {
  (from: Deriving): unknown;
  /**
   * Set if the list contains at least one element per matching reference. Such a list is unbounded, so a store may
   * compute a long one on read.
   */
  grows?: LinkSource;
  /** Kinds whose references to this record affect the field; all kinds if undefined. */
  reads?: readonly string[];
}

/** Context of a new record besides its body. */
export interface CreateContext {
  /** Number of records of this kind in the version. */
  index: number;
  versionId: string;
}

/** Fields that `expand` embeds for the ids in `field`. */
export interface Expansion {
  field: string;
  shows: readonly string[];
  /**
   * Kind of the records that the entries of the map `field` refer to by `id`: each entry is extended with the embedded
   * fields.
   */
  entriesOf?: string;
}

/** Owner of a record, which determines where its id is looked up. */
export type Owner = 'version' | 'landscape' | 'organization' | 'service';

/** Rules of a kind of record, independent of storage. */
export interface Traits {
  /**
   * References by field; lists contain ids of one kind. `a.b` is the field `b` of the object `a`, which is cleared as a
   * whole.
   */
  references?: Readonly<Record<string, Reference>>;
  /** Maps with entries, by field. */
  entries?: Readonly<Record<string, EntryMap>>;
  /** Maps from ids of one kind to ids of another: a pair is removed when either record is deleted. */
  pairs?: Readonly<Record<string, { key: string; value: string }>>;
  /** Defaults for fields that the body of a create may omit. */
  defaults?: (context: CreateContext) => Fields;
  /** Fields that the service computes from other records; ignored in requests. */
  derived?: Readonly<Record<string, Derivation>>;
  /** Expansions by their name in `expand`. */
  expansions?: Readonly<Record<string, Expansion>>;
  /** Importance of changes in the action log; kinds without it are not logged. Deletes are always `high`. */
  logged?: 'low' | 'medium';
  /** Whether the record is part of the model, so that a snapshot includes it and a revert restores it. */
  isModel?: boolean;
}

/** A kind of record: its schema and its relations to other kinds. */
export interface RecordDeclaration<Kind extends string = string, Schema extends z.ZodMiniType = z.ZodMiniType>
  extends Traits {
  kind: Kind;
  /** Display name: "tag group". */
  noun: string;
  owner: Owner;
  schema: Schema;
}

/** Declares a kind of record outside a family; families declare their own. */
export const record = <const Kind extends string, Schema extends z.ZodMiniType>(
  declaration: RecordDeclaration<Kind, Schema>,
): RecordDeclaration<Kind, Schema> => declaration;
