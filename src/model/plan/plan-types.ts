import type { Meter } from '../../contract/operation.js';
import type { Landscape } from '../../contract/resources/landscape.js';
import type { ImportData } from '../../contract/resources/landscape-import.js';
import type { FieldChange } from '../compare/diff.js';
import type { Element, ModelKind, Move, SourceLocation } from '../document/element.js';
import type { Owner } from '../live/labels.js';

/** Types of a plan: the ordered requests that make a landscape match a document, and the problems that prevent it. */

/**
 * Elements missing from the document that are deleted: none, those owned by the document's namespace or adopted by a
 * pull, or all.
 */
export type Prune = 'none' | 'namespace' | 'all';

/** Purpose of a step. `adopt` only sets the labels that identify an element; `free-name` renames an object temporarily. */
export type Purpose = 'create' | 'update' | 'move' | 'adopt' | 'free-name' | 'delete';

/** An element or a decision, by kind and id, with its name. */
export interface Named {
  /** Kind of the element. */
  kind: ModelKind;
  /** Id in the document. */
  id: string;
  /** Name of the element. */
  name: string;
}

/** Fields of a request or a record. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * One request of a plan. Its body may contain placeholders for ids that the service assigns later: `{root:ID}` for the
 * root object of a domain that the plan creates, `{decision:HANDLE}` for a decision that it creates.
 */
export interface Step extends Named {
  /** Purpose of the step. */
  does: Purpose;
  /** Id of the operation, for example `model.objects.upsert`. */
  operation: string;
  /** Id of the record. */
  recordId: string;
  /** Id of the draft task for this step, if the plan goes into a draft. */
  taskId?: string;
  /** Body of the request. */
  body?: Body;
  /** Commit of the record when the plan was made. If the record has a newer one, apply checks for conflicts first. */
  commit?: number;
  /** Previous values of the fields in the body; for a map, of the entries in the body. Null for a new entry. */
  before?: Body;
  /** Changed fields, for display. */
  fields: readonly FieldChange[];
  /** Reason for the step, for people. */
  why: string;
  /** Elements that are deleted by cascade, without their own request. */
  goesAlong?: readonly Named[];
}

/** An element of the landscape that is missing from the document but not deleted. */
export interface KeptElement extends Named {
  /** Owner of the element. */
  owner: Owner;
  /** Why it is not deleted. */
  why: string;
  /** Whether it is drift: owned by the document, or unowned and inside an element of the document. */
  isNew: boolean;
}

/** Requests that a plan sends, their minimum duration, and the permission that they need. */
export interface Cost {
  /** Number of requests by meter. */
  requests: Partial<Record<Meter, number>>;
  /** Minimum duration of the writes at the service's rate limit, in seconds. */
  seconds: number;
  /** Minimum permission of the key. */
  access: 'read' | 'write' | 'admin';
}

/** The draft that receives the changes of a plan. */
export interface DraftOfPlan {
  /** Id of the draft. */
  id: string;
  /** Name of the draft. */
  name: string;
  /** Whether the draft has to be created. */
  isNew: boolean;
  /** Number of existing tasks. */
  tasks: number;
}

/** The part of a plan that is applied by import, many records per request; single requests make the other changes. */
export interface Imports {
  /** Import documents, in order. */
  documents: readonly ImportData[];
  /** Indexes of the steps that the imports replace. */
  steps: readonly number[];
}

/** A referenced element whose state differs from the lock file. */
export interface ReferenceChange extends Named {
  /** Missing from the landscape, or with another name or type. */
  change: 'gone' | 'changed';
  /** Namespace that owns it, and the owners of that namespace. */
  namespace?: string;
  /** Owners of the namespace. */
  owners: readonly string[];
  /** Previous and current name and type, if they differ. */
  fields: readonly FieldChange[];
  /** Source location of the reference. */
  position?: SourceLocation;
  /** The problem, in one sentence. */
  message: string;
  /** The next step. */
  hint: string;
}

/** Numbers of records, with those of cascades. */
export interface Deletions {
  /** Records that are deleted. */
  records: number;
  /** Of these, records that the document owns by its namespace or by adoption. */
  own: number;
  /** Records in the landscape that the document owns. */
  ofOwn: number;
  /** Records in the landscape. */
  ofAll: number;
}

/** An element of another namespace that a step changes or deletes. */
export interface Touch extends Named {
  /** Purpose of the step. */
  does: Purpose;
  /** Namespace that owns the element. */
  namespace: string;
  /** Owners of the namespace. */
  owners: readonly string[];
}

/** An element by kind and id. */
export type ElementRef = Pick<Named, 'kind' | 'id'>;

/** The part of the changes that a plan is limited to. */
export interface Selection {
  /** Patterns of the selected elements, as given. */
  only: readonly string[];
  /** The elements that the patterns name. Only these are deleted. */
  elements: readonly ElementRef[];
  /** Whether the elements that the steps need are selected as well. */
  withDependencies: boolean;
  /** Elements that are selected because a step needs them. */
  dependencies: readonly Named[];
}

/** The changes of an element that a plan leaves out, because the element is not selected. */
export interface UnselectedChange extends Named {
  /** Purpose of the step that is left out. */
  does: Purpose;
  /** Changed fields. */
  fields: readonly FieldChange[];
}

/** Changes that make a landscape match a model. */
export interface Plan {
  /** The landscape that the plan is for. */
  landscape: Pick<Landscape, 'id' | 'name'>;
  /** Id of the version, or `latest`. */
  version: string;
  /** Set if the steps go into a draft instead of the version. */
  draft?: DraftOfPlan;
  /** Set if some steps are applied by import. */
  imports?: Imports;
  /** Set if the plan is limited to a part of the changes. */
  selection?: Selection;
  /** Changes that the selection leaves out; set together with `selection`. */
  leftOut?: readonly UnselectedChange[];
  /** Namespace of the document. */
  namespace?: string;
  /** Elements that the plan may delete. */
  prune: Prune;
  /** SHA-256 hash of the landscape. */
  live: string;
  /** SHA-256 hash of the document. */
  wanted: string;
  /** Requests, in order. */
  steps: readonly Step[];
  /** Number of elements that need no change, not even of labels. */
  same: number;
  /** Elements that are missing from the document but not deleted. */
  left: readonly KeptElement[];
  /** Suggested `moved` entries, one for each delete and create that look like the same element. */
  moves: readonly (Pick<Move, 'from' | 'to'> & Pick<Element, 'kind'>)[];
  /** Reasons why the plan cannot be applied; a plan with problems has no steps. */
  problems: readonly string[];
  /** Problems that do not prevent the plan: names that would occur twice under one parent, identical connections. */
  warnings?: readonly string[];
  /** References to elements that differ from the lock file, if there are any. */
  references?: readonly ReferenceChange[];
  /** Elements of other namespaces that the steps change or delete, if there are any. */
  touches?: readonly Touch[];
  /** Set if the plan may change elements of other namespaces, and become their owner. */
  forceOwner?: true;
  /** Set if the document names another landscape than that of the plan. */
  otherLandscape?: true;
  /** Number of records that the steps delete, if they delete any. */
  deletions?: Deletions;
  /** Number of requests and their duration. */
  cost: Cost;
}
