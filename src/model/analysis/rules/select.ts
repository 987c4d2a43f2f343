import { ancestorLookup, type Containers, containersOf, nameOf } from '../../document/containers.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  idsAt,
  type Model,
  textAt,
} from '../../document/element.js';
import { matchesAnyGlob } from './glob.js';
import type { Written } from './read-rules.js';

/** Selects the elements that a rule applies to. */

/** Indexes for selectors, computed once per model. */
export interface Lookup {
  model: Model;
  containers: Containers;
  /** The external object that the object is or is part of. */
  externalOf(objectId: string): string | undefined;
}

export const lookupOf = (model: Model): Lookup => ({
  model,
  containers: containersOf(model),
  externalOf: ancestorLookup(model, ({ id, fields }) => (fields.external === true ? id : undefined)),
});

/** Words of a field; undefined if it is not set. */
export function wordsAt(written: Written, key: string): readonly string[] | undefined {
  const value = written[key];
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

/** Nested fields of a field; undefined if it is not set. */
export function groupAt(written: Written, key: string): Written | undefined {
  const value = written[key];
  return typeof value === 'object' && !Array.isArray(value) ? (value as Written) : undefined;
}

/** The texts of an element that a field of a selector is compared with. */
type Words = (element: Element, lookup: Lookup) => readonly string[];

const status: Words = ({ fields }) => [textAt(fields, 'status') ?? 'live'];
const WORDS: Readonly<Record<string, Words>> = {
  type: ({ fields }) => [textAt(fields, 'type') ?? ''],
  name: (element) => [nameOf(element)],
  id: ({ id }) => [id],
  tag: (element, lookup) => idsAt(element.fields, 'tags').flatMap((id) => idAndName('tag', id, lookup)),
  technology: ({ fields }) => idsAt(fields, 'technologies'),
  team: ({ fields }) => idsAt(fields, 'teams'),
  system: ({ id }, lookup) => idAndName('object', lookup.containers.systemOf(id), lookup),
  domain: ({ id }, lookup) => idAndName('domain', lookup.containers.domainOf(id), lookup),
  status,
  direction: ({ fields }) => [textAt(fields, 'direction') ?? 'none'],
};

/** Id and name of an element. */
function idAndName(kind: ElementKind, id: string | undefined, { model }: Lookup): string[] {
  if (id === undefined) return [];
  const element = elementOf(model, kind, id);
  return element ? [id, nameOf(element)] : [id];
}

/** The tags of an element, by id and name. */
export const tagsOf = (element: Element, lookup: Lookup): readonly string[] =>
  WORDS.tag?.(element, lookup) ?? [];

/** Whether an element matches all fields of a selector; without a selector, every element matches. */
export function isSelected(element: Element, selector: Written | undefined, lookup: Lookup): boolean {
  if (!selector) return true;
  for (const [key, value] of Object.entries(selector)) {
    if (key === 'external') {
      if ((lookup.externalOf(element.id) !== undefined) !== value) return false;
    } else if (key === 'not') {
      if (isSelected(element, groupAt(selector, key), lookup)) return false;
    } else {
      const patterns = wordsAt(selector, key) ?? [];
      if (!WORDS[key]?.(element, lookup).some((it) => matchesAnyGlob(it, patterns))) return false;
    }
  }
  return true;
}
