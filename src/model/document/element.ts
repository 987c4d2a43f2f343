import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';

/**
 * The model that all commands for models as code use, read from files or from a landscape: elements that refer to each
 * other by ids chosen by users. Defaults are left out, so equivalent models are equal.
 */

/** The main file of a new document; the folder of layouts is beside it. */
export const DOCUMENT_FILE = 'model.yaml';

/** Kinds of element, sorted by dependency. */
export const ELEMENT_KINDS = [
  'tagGroup',
  'tag',
  'domain',
  'object',
  'connection',
  'diagramGroup',
  'diagram',
  'flow',
] as const;
/** Kind of an element. */
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** Kinds of everything in a model: elements, and decisions in files beside them. */
export type ModelKind = ElementKind | 'decision';

/** A value of a field: JSON, with references as element ids (slugs of technologies, names of teams). */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

/** A range of a file, in character offsets. */
export interface Place {
  /** Path of the file. */
  file: string;
  /** Start of the location, as an offset in the text. */
  from: number;
  /** End of the location, as an offset in the text. */
  to: number;
}

/** Part of a path in an element: a key of a map, or an index of a list. */
export type PathPart = string | number;

/** Source locations of the parts of an element. */
export interface Places {
  /** Location of the element: its id, or its first line. */
  whole: Place;
  /**
   * Location of a field: its value, or its key if the value is a list or a map. Items of a list have paths like
   * `tags[0]`.
   */
  field(path: string | readonly PathPart[]): Place | undefined;
}

/** A location in a file, as line and column. */
export interface SourceLocation {
  /** Path of the file. */
  file: string;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
}

/** One element of a model. */
export interface Element {
  /** Kind of the element. */
  kind: ElementKind;
  /** Unique among the elements of its kind. */
  id: string;
  /** Values that differ from the defaults, by the keys of `fieldsOf(kind)`. */
  fields: Readonly<Record<string, Value>>;
  /** Source locations; absent for elements read from a landscape. */
  places?: Places;
  /** Names of rules whose findings are not reported for this element. */
  ignores?: readonly string[];
  /** Id of the record; absent for elements read from files. */
  recordId?: string;
  /** Handle id of the record, the same in every version of the landscape. */
  handleId?: string;
}

/** A new id for an element, after a rename or a move to another parent. */
export interface Move {
  /** Previous id. */
  from: string;
  /** Current id. */
  to: string;
  /** Location of the entry. */
  place?: Place;
}

/** Follows moves from an id to the first id that `isCurrent` accepts; undefined if there is none, also in a cycle. */
export function newIdOf(
  id: string,
  moves: ReadonlyMap<string, string>,
  isCurrent: (id: string) => boolean,
): string | undefined {
  const seen = new Set<string>();
  for (let to = moves.get(id); to !== undefined && !seen.has(to); to = moves.get(to)) {
    if (isCurrent(to)) return to;
    seen.add(to);
  }
  return undefined;
}

/** An element that another document owns. Elements of this document refer to it by a local id. */
export interface Reference {
  /** Kind of the element. */
  kind: ElementKind;
  /** Id in this document, unique among the elements and references of its kind. */
  id: string;
  /** Name or id of its landscape; default: the landscape of the document. */
  landscape?: string;
  /** Namespace that owns it; absent for an element without an owner, which `handle` identifies. */
  namespace?: string;
  /** Id in its namespace; default: `id`. */
  element?: string;
  /** Handle of the element. */
  handle?: string;
  /** Location of the entry as offsets, for findings. */
  place?: Place;
  /** Location of the entry as line and column, for messages. */
  position?: SourceLocation;
  /** Its state when the lock file was written; absent without a lock file. */
  locked?: Locked;
}

/** State of a referenced element, as stored in a lock file. */
export interface Locked {
  /** Handle. */
  handle: string;
  /** Name. */
  name: string;
  /** Type. */
  type?: string;
  /** Namespace that owns it. */
  owner?: string;
  /** Id in its namespace. */
  element?: string;
  /** Id of its parent. Like the ids below, one of this document, which contains the element or refers to it. */
  parent?: string;
  /** Id of its domain. */
  domain?: string;
  /** Id of the origin of a connection. */
  origin?: string;
  /** Id of the target of a connection. */
  target?: string;
}

/** Owners of the namespaces that match a pattern. */
export interface OwnerRule {
  /** Namespace that the rule is about. */
  namespace: string;
  /** Teams or people who own it. */
  owners: readonly string[];
}

/** Differences from the landscape that a document accepts. */
export interface DriftIgnore {
  /** Pattern of the elements, as for `ElementFinder`. */
  element: string;
  /** Key of the only accepted field; absent for every difference of the elements. */
  field?: string;
  /** Reason why the differences are accepted. */
  reason: string;
  /** Last day on which the entry applies, `YYYY-MM-DD` in UTC. */
  until?: string;
  /** Source locations; absent for an entry that was not read from a file. */
  places?: Places;
}

/** A decision record in a Markdown file beside the model. */
export interface Decision {
  /** Always `decision`. */
  kind: 'decision';
  /** Unique among the decisions. */
  id: string;
  /** Number in front matter or file name. The service assigns its own numbers. */
  number?: number;
  /** Values that differ from the defaults, by the keys of `KINDS.decision`; decisions are referred to by id. */
  fields: Readonly<Record<string, Value>>;
  /** Source locations; absent for decisions read from a landscape. */
  places?: Places;
  /** Names of rules whose findings are not reported for this decision. */
  ignores?: readonly string[];
  /** Id of the record in the service. */
  recordId?: string;
  /** Handle of the record in the service. */
  handleId?: string;
}

/** A model: elements by kind and id, with the settings of its document. */
export interface Model {
  /** Name or id of the landscape that the document is bound to, if given. */
  landscape?: string;
  /** Location of the field `landscape`, for messages. */
  landscapePosition?: SourceLocation;
  /** Owner of the elements: created records are labelled with it, and only its elements are compared and deleted. */
  namespace?: string;
  /** Elements by kind and id. */
  elements: ReadonlyMap<ElementKind, ReadonlyMap<string, Element>>;
  /** Elements whose ids have changed. */
  moved: readonly Move[];
  /** Records without an owner that a pull wrote to the document, by `adoptionKey`. */
  adopted: ReadonlySet<string>;
  /** Names of rules whose findings are not reported for the whole document. */
  ignores: readonly string[];
  /** Elements of other documents, by `elementKey`. */
  references: ReadonlyMap<string, Reference>;
  /** Owners of namespaces; the last rule that matches applies. */
  owners: readonly OwnerRule[];
  /** Entries of `drift: ignore:`. */
  driftIgnores: readonly DriftIgnore[];
  /** Decision records, in file order. Undefined if no decisions are kept beside the model. */
  decisions?: readonly Decision[];
}

/** Key of an element, a decision or a reference in maps: `KIND ID`. */
export const elementKey = ({ kind, id }: { kind: ModelKind; id: string }): string => `${kind} ${id}`;

/** Elements of a kind, in document order. */
export function elementsOf(model: Model, kind: ElementKind): readonly Element[] {
  requireArguments('elementsOf', { model });
  return [...(model.elements.get(kind)?.values() ?? [])];
}

export const elementOf = (model: Model, kind: ElementKind, id: string): Element | undefined =>
  model.elements.get(kind)?.get(id);

/** Creates a model from elements; for duplicate ids the first element wins. */
export function modelOf(elements: Iterable<Element>, more: Partial<Omit<Model, 'elements'>> = {}): Model {
  const byKind = new Map<ElementKind, Map<string, Element>>(ELEMENT_KINDS.map((kind) => [kind, new Map()]));
  for (const element of elements) {
    const ofKind = byKind.get(element.kind);
    if (!ofKind?.has(element.id)) ofKind?.set(element.id, element);
  }
  return {
    moved: [],
    adopted: new Set(),
    ignores: [],
    references: new Map(),
    owners: [],
    driftIgnores: [],
    ...more,
    elements: byKind,
  };
}

/** A model without source locations of elements, which take memory. */
export const withoutPlaces = (model: Model): Model =>
  modelOf(
    ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).map(({ places: _, ...element }) => element)),
    model,
  );

/** An entry of a list, unchanged. */
export type Entry = Readonly<Record<string, Value | undefined>>;

/** Entries of a list field. The reader reports values of another type. */
export const entriesOf = (value: Value | undefined): readonly Entry[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((it): it is Entry => isObject(it)) : [];

/** The value of a text field. */
export const textAt = (fields: Entry, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' ? value : undefined;
};

/** Shared, because most elements have no ids in most fields. */
const NO_IDS: readonly string[] = [];

/** The ids in a list field. */
export const idsAt = (fields: Entry, key: string): readonly string[] => {
  const value = fields[key];
  return Array.isArray(value) ? (value as readonly Value[]).filter((it) => typeof it === 'string') : NO_IDS;
};
