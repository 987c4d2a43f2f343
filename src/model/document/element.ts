/**
 * A model as the commands of models as code see it, whether it was written in files or read from a landscape: elements
 * that refer to each other by ids people choose. What equals a default is absent, so two models that mean the same are
 * the same.
 */

/** Kinds of element, in the order in which one may need another. */
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
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** A value of a field: JSON, with references as ids of elements (slugs of technologies, names of teams). */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

/** Where something is written: characters from the start of a file. */
export interface Place {
  file: string;
  from: number;
  to: number;
}

/** A key of a map, or an index of a list. */
export type Step = string | number;

/** Where the parts of an element are written. */
export interface Places {
  /** The element: its id, or its first line. */
  whole: Place;
  /** The value of a field, or its key where the value is a list or a map; the parts of a list are at `tags[0]`. */
  field(path: string | readonly Step[]): Place | undefined;
}

/** One element of a model. */
export interface Element {
  kind: ElementKind;
  /** Unique among the elements of its kind. */
  id: string;
  /** What is not a default, by the keys of `fieldsOf(kind)`. */
  fields: Readonly<Record<string, Value>>;
  /** Where it is written; absent for one that was read from a landscape. */
  places?: Places;
  /** Findings that are not told about it, by the name of the rule. */
  ignores?: readonly string[];
  /** The record it was read from; absent for one that is written. */
  recordId?: string;
  /** What the record is called in every version of its landscape. */
  handleId?: string;
}

/** That the element with one id is from now on the one with another: a rename, or a new parent. */
export interface Move {
  from: string;
  to: string;
  place?: Place;
}

export interface Model {
  /** Name of the landscape, where it is told. */
  landscape?: string;
  /** Whose the elements are: what is created, compared and deleted carries it. */
  namespace?: string;
  elements: ReadonlyMap<ElementKind, ReadonlyMap<string, Element>>;
  moved: readonly Move[];
  /** Records without an owner that a pull wrote to the document, as `adoptionKey` names them. */
  adopted: ReadonlySet<string>;
  /** Findings that are told about nothing, by the name of the rule. */
  ignores: readonly string[];
}

/** Elements of a kind, in the order they are written in. */
export const elementsOf = (model: Model, kind: ElementKind): readonly Element[] => [
  ...(model.elements.get(kind)?.values() ?? []),
];

export const elementOf = (model: Model, kind: ElementKind, id: string): Element | undefined =>
  model.elements.get(kind)?.get(id);

/** A model of these elements; of two with one id the first stays. */
export function modelOf(elements: Iterable<Element>, more: Partial<Omit<Model, 'elements'>> = {}): Model {
  const byKind = new Map<ElementKind, Map<string, Element>>(ELEMENT_KINDS.map((kind) => [kind, new Map()]));
  for (const element of elements) {
    const ofKind = byKind.get(element.kind);
    if (!ofKind?.has(element.id)) ofKind?.set(element.id, element);
  }
  return { moved: [], adopted: new Set(), ignores: [], ...more, elements: byKind };
}
