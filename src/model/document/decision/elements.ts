import { dashed } from '../../../contract/doc.js';
import { type Decision, type Element, type ElementKind, elementOf, type Model } from '../element.js';
import { listAt } from './references.js';

/** Elements that decisions refer to: `booking-api`, or `connection:asks` for an element of another kind. */

/** Kinds in the order in which an id without a kind is looked up. */
const LOOKUP_ORDER: readonly ElementKind[] = [
  'object',
  'domain',
  'connection',
  'diagram',
  'flow',
  'diagramGroup',
  'tag',
  'tagGroup',
];

/** The element that a reference means. */
export function elementNamed(model: Model, reference: string): Element | undefined {
  const object = elementOf(model, 'object', reference);
  if (object) return object;
  const [, word, id = ''] = /^([a-z-]+):(.+)$/s.exec(reference) ?? [];
  const kind = LOOKUP_ORDER.find((it) => dashed(it) === word);
  if (kind) return elementOf(model, kind, id);
  for (const it of LOOKUP_ORDER) {
    const element = elementOf(model, it, reference);
    if (element) return element;
  }
  return undefined;
}

/** The elements that a decision is about, or retires. */
export const elementsIn = (model: Model, decision: Decision): Element[] => [
  ...new Set(
    [...listAt(decision, 'elements'), ...listAt(decision, 'retires')].flatMap(
      (id) => elementNamed(model, id) ?? [],
    ),
  ),
];

/**
 * Decisions about each element, in the order of the files: those that name it in `elements` or `retires`, and, for
 * diagrams, in `diagrams`. By kind and id.
 */
export function decisionsAbout(model: Model): (element: Pick<Element, 'kind' | 'id'>) => readonly Decision[] {
  const found = new Map<string, Decision[]>();
  const add = (element: Element | undefined, decision: Decision): void => {
    if (!element) return;
    const key = `${element.kind} ${element.id}`;
    const list = found.get(key) ?? [];
    found.set(key, list);
    if (!list.includes(decision)) list.push(decision);
  };
  for (const decision of model.decisions ?? []) {
    for (const element of elementsIn(model, decision)) add(element, decision);
    for (const id of listAt(decision, 'diagrams')) add(elementOf(model, 'diagram', id), decision);
  }
  return ({ kind, id }) => found.get(`${kind} ${id}`) ?? [];
}
