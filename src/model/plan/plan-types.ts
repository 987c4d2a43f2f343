import type { Meter } from '../../contract/operation.js';
import type { ImportData } from '../../contract/resources/landscape-import.js';
import type { FieldChange } from '../compare/diff.js';
import type { ElementKind } from '../document/element.js';
import type { Owner } from '../live/labels.js';

/** What a plan is: every request that makes a landscape as a document says, in order, and what stands against it. */

/**
 * What is deleted of the elements that are missing from the document: nothing, those that the document's namespace owns
 * or a pull adopted, or all of them.
 */
export type Prune = 'none' | 'namespace' | 'all';

/** What a step does, for people. */
export type Does = 'create' | 'update' | 'move' | 'adopt' | 'free-name' | 'delete';

/** An element as lists of a plan name it. */
export interface Named {
  kind: ElementKind;
  id: string;
  name: string;
}

/** Fields of a request or a record. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * One request. A text `{root:ID}` in its body stands for the root object of that domain, which is made with the domain
 * and only then has an id.
 */
export interface Step extends Named {
  does: Does;
  /** Id of the operation, e.g. `model.objects.upsert`. */
  operation: string;
  recordId: string;
  /** Id of the draft's task that the step is, where the plan goes into a draft. */
  taskId?: string;
  body?: Body;
  /** The record's commit as the plan saw it; a later one is looked into before anything is changed. */
  commit?: number;
  /** What the record had where the body says something; of maps, the entries that it speaks of (null: none). */
  before?: Body;
  /** What differs, for people. */
  fields: readonly FieldChange[];
  why: string;
  /** What goes with a deleted record, without a request of its own. */
  goesAlong?: readonly Named[];
}

/** An element of the landscape that is missing from the document and is not deleted. */
export interface Left extends Named {
  owner: Owner;
  /** Why it is not deleted. */
  why: string;
  /** Whether it is drift: owned by the document, or by nobody and inside an element of the document. */
  isNew: boolean;
}

export interface Cost {
  /** Requests by the meter they count on. */
  requests: Partial<Record<Meter, number>>;
  /** Seconds that writes take at the service's rate, at least. */
  seconds: number;
  /** The least permission that a key needs. */
  access: 'read' | 'write' | 'admin';
}

/** The draft that a plan goes into. */
export interface DraftOfPlan {
  id: string;
  name: string;
  /** Whether it is made first. */
  isNew: boolean;
  /** Tasks it has already. */
  tasks: number;
}

/** What of a plan goes by import, many records with one request; the rest follows with requests of its own. */
export interface Imports {
  /** What is imported, one after the other. */
  documents: readonly ImportData[];
  /** The steps that these stand for, by their places among all. */
  steps: readonly number[];
}

export interface Plan {
  landscape: { id: string; name: string };
  version: string;
  /** Told where the steps go into a draft, instead of into the version. */
  draft?: DraftOfPlan;
  /** Told where some steps go by import. */
  imports?: Imports;
  namespace?: string;
  prune: Prune;
  /** SHA-256 of what the landscape was, and of what it is to be. */
  live: string;
  wanted: string;
  steps: readonly Step[];
  /** Elements that are as written, labels and all. */
  same: number;
  left: readonly Left[];
  /** A line of `moved` for each delete and create that look like one element. */
  moves: readonly { kind: ElementKind; from: string; to: string }[];
  /** Why it cannot be carried out; such a plan has no steps. */
  problems: readonly string[];
  cost: Cost;
}
