import { isObject } from '../../base/is-object.js';
import { objectPath, placeOf } from '../document/containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
} from '../document/element.js';
import type { Finding } from '../document/finding.js';
import { KINDS } from '../document/kinds.js';
import { SAME_NAME } from '../document/namesakes.js';
import { referencesOf } from '../validate/rules/references.js';
import { validate } from '../validate/validate.js';
import type { ElementRef, Step, UnselectedChange } from './plan-types.js';
import { rootPlaceholder } from './record-ids.js';

/** Preconditions of a partial plan: changes that its steps need and that it leaves out. */

/** A change that is left out, and the element whose step needs it. */
export interface Missing {
  by: ElementRef;
  needs: UnselectedChange;
}

export interface PartialPlan {
  /** All steps, in order. */
  steps: readonly Step[];
  isKept(element: ElementRef): boolean;
  /** Changes that are left out, by element. */
  leftOut: ReadonlyMap<string, UnselectedChange>;
  /** Keys of the elements that are deleted. */
  gone: ReadonlySet<string>;
  model: Model;
  current: Model;
}

/**
 * Changes that a partial plan needs and leaves out. First those that create records to which a step refers. If there are
 * none: those without which the landscape would violate a rule, such as the rename of an object whose name is taken.
 */
export const missingIn = (part: PartialPlan): Missing[] => {
  const missing = uncreatedIn(part);
  return missing.length > 0 ? missing : [...violationsIn(part)];
};

/** Records that kept steps refer to, and that only steps that are left out create. */
function uncreatedIn({ steps, isKept, leftOut }: PartialPlan): Missing[] {
  const creators = new Map<string, UnselectedChange>();
  for (const step of steps) {
    const change = isKept(step) ? undefined : leftOut.get(elementKey(step));
    if (change) for (const id of createdIds(step)) creators.set(id, change);
  }
  if (creators.size === 0) return [];
  return steps.filter(isKept).flatMap((step) => {
    const named = new Set<string>();
    collectTexts(step.body, named);
    const needed = new Set([...named].flatMap((id) => creators.get(id) ?? []));
    return [...needed].map((needs) => ({ by: step, needs }));
  });
}

/** Ids that exist once a step is done: its new record, and the new entries of its diagram. */
function createdIds({ does, kind, operation, recordId, body }: Step): string[] {
  const drawn = (part: unknown, isNew: boolean): string[] => {
    const { $add: added }: { $add?: unknown } = isObject(part) ? part : {};
    const entries = isNew ? part : added;
    return isObject(entries) ? Object.keys(entries) : [];
  };
  const isNew = does === 'create';
  const isDrawn = kind === 'diagram' && (isNew || operation === 'diagrams.content.update');
  return [
    ...(isNew ? [recordId, rootPlaceholder(recordId)] : []),
    ...(isDrawn ? [body?.objects, body?.connections].flatMap((part) => drawn(part, isNew)) : []),
  ];
}

/** Collects all texts in a body, including keys: any of them can be a reference. */
export function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, into);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) {
      into.add(key);
      collectTexts(item, into);
    }
}

/** Changes that are left out and without which the landscape would violate a rule that it satisfies now. */
function* violationsIn(part: PartialPlan): Generator<Missing> {
  if (part.leftOut.size === 0) return;
  const after = partialModel(part);
  // The document may intend what the landscape would otherwise get only in between, such as two equal names.
  const known = new Set([part.current, part.model].flatMap(violationsOf).map(findingKey));
  for (const finding of violationsOf(after)) {
    const { element } = finding;
    if (!element || known.has(findingKey(finding))) continue;
    // Deleting an element also removes the references to it.
    if (!part.isKept(element) && REFERENCE_RULES.test(finding.rule)) continue;
    for (const needs of possibleCauses(finding.rule, element, after, part)) yield { by: element, needs };
  }
}

const REFERENCE_RULES = /^(?:reference|flow|diagram|layout)\//;

/** Errors, and names that a service may refuse. */
const violationsOf = (model: Model): Finding[] =>
  validate([], { model, findings: [], isWhole: true, ignored: [] }).filter(
    ({ severity, rule }) => severity === 'error' || rule === SAME_NAME,
  );

const findingKey = ({ rule, element, message }: Finding): string =>
  JSON.stringify([rule, element?.kind, element?.id, message]);

/** The landscape after the kept steps: selected elements as in the document, the others as they are. */
function partialModel({ model, current, isKept, gone }: PartialPlan): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const ids = new Set([...elementsOf(model, kind), ...elementsOf(current, kind)].map(({ id }) => id));
    return [...ids].flatMap((id): Element[] => {
      const is = elementOf(current, kind, id);
      if (gone.has(elementKey({ kind, id }))) return [];
      return [(isKept({ kind, id }) ? elementOf(model, kind, id) : is) ?? is].flatMap((it) => it ?? []);
    });
  });
  return modelOf(elements);
}

/** Changes that are left out and may be the reason for a finding: of the element itself, or of one that it refers to. */
function possibleCauses(
  rule: string,
  { kind, id }: ElementRef,
  after: Model,
  part: PartialPlan,
): UnselectedChange[] {
  const keys = new Set([elementKey({ kind, id })]);
  for (const model of [part.model, part.current]) {
    const element = kind === 'decision' ? undefined : elementOf(model, kind, id);
    if (element) for (const key of referred(element, model)) keys.add(key);
  }
  if (rule === SAME_NAME) for (const key of namesakes(id, after)) keys.add(key);
  return [...keys].flatMap((key) => part.leftOut.get(key) ?? []);
}

function* referred(element: Element, model: Model): Generator<string> {
  for (const { to, id } of referencesOf(KINDS[element.kind].fields, element.fields, ''))
    if (ELEMENT_KINDS.some((kind) => kind === to)) yield elementKey({ kind: to as ElementKind, id });
  if (element.kind === 'object') for (const it of objectPath(model, element.id)) yield elementKey(it);
}

/** Objects with the same name in the same place. */
function namesakes(id: string, model: Model): string[] {
  const fields: Element['fields'] = elementOf(model, 'object', id)?.fields ?? {};
  return elementsOf(model, 'object')
    .filter((it) => it.fields.name === fields.name && placeOf(it.fields) === placeOf(fields))
    .map(elementKey);
}
