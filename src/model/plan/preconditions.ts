import { isObject } from '../../base/is-object.js';
import { containersOf, objectPath } from '../document/containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
} from '../document/element.js';
import { elementKey } from '../document/element-pattern.js';
import type { Finding } from '../document/finding.js';
import { KINDS } from '../document/kinds.js';
import { referencesOf } from '../validate/rules/references.js';
import { validate } from '../validate/validate.js';
import type { ElementRef, Step, UnselectedChange } from './plan-types.js';
import { rootToCome } from './record-ids.js';

/** Preconditions of a part of a plan: the changes that its steps need and that it leaves out. */

/** A change that is left out, and the element whose step needs it. */
export interface Missing {
  by: ElementRef;
  needs: UnselectedChange;
}

export interface PartOfPlan {
  /** All steps, in order. */
  steps: readonly Step[];
  isKept(element: ElementRef): boolean;
  /** Changes that are left out, by element. */
  leftOut: ReadonlyMap<string, UnselectedChange>;
  /** Keys of the elements that are deleted. */
  gone: ReadonlySet<string>;
  model: Model;
  now: Model;
}

/**
 * Changes that a part of a plan needs: of records that a step refers to and that are not created, and changes without
 * which the result would break a rule, such as a name that another object gives up.
 */
export const missingIn = (part: PartOfPlan): Missing[] => {
  const missing = unmadeIn(part);
  return missing.length > 0 ? missing : [...brokenIn(part)];
};

/** Records that kept steps refer to, and that only steps that are left out create. */
function unmadeIn({ steps, isKept, leftOut }: PartOfPlan): Missing[] {
  const makers = new Map<string, UnselectedChange>();
  for (const step of steps) {
    const change = isKept(step) ? undefined : leftOut.get(elementKey(step));
    if (change) for (const id of idsMadeBy(step)) makers.set(id, change);
  }
  if (makers.size === 0) return [];
  return steps.filter(isKept).flatMap((step) => {
    const named = new Set<string>();
    collectTexts(step.body, named);
    const needed = new Set([...named].flatMap((id) => makers.get(id) ?? []));
    return [...needed].map((needs) => ({ by: step, needs }));
  });
}

/** Ids that exist once a step is done: its new record, and the new entries of its diagram. */
function idsMadeBy({ does, kind, operation, recordId, body }: Step): string[] {
  const drawn = (part: unknown, isNew: boolean): string[] => {
    const { $add: added }: { $add?: unknown } = isObject(part) ? part : {};
    const entries = isNew ? part : added;
    return isObject(entries) ? Object.keys(entries) : [];
  };
  const isNew = does === 'create';
  const isDrawn = kind === 'diagram' && (isNew || operation === 'diagrams.content.update');
  return [
    ...(isNew ? [recordId, rootToCome(recordId)] : []),
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

/** Changes that are left out and without which the landscape would break a rule that it keeps now. */
function* brokenIn(part: PartOfPlan): Generator<Missing> {
  if (part.leftOut.size === 0) return;
  const after = partialModel(part);
  const known = new Set(errorsOf(part.now).map(signatureOf));
  for (const finding of errorsOf(after)) {
    const { element } = finding;
    if (!element || known.has(signatureOf(finding))) continue;
    // Deleting an element also removes the references to it.
    if (!part.isKept(element) && REFERENCE_RULES.test(finding.rule)) continue;
    for (const needs of suspects(finding.rule, element, after, part)) yield { by: element, needs };
  }
}

const REFERENCE_RULES = /^(?:reference|flow|diagram|layout)\//;

const errorsOf = (model: Model): Finding[] =>
  validate([], { model, findings: [], isWhole: true, ignored: [] }).filter(
    ({ severity }) => severity === 'error',
  );

const signatureOf = ({ rule, element, message }: Finding): string =>
  JSON.stringify([rule, element?.kind, element?.id, message]);

/** The landscape after the kept steps: selected elements as in the document, the others as they are. */
function partialModel({ model, now, isKept, gone }: PartOfPlan): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const ids = new Set([...elementsOf(model, kind), ...elementsOf(now, kind)].map(({ id }) => id));
    return [...ids].flatMap((id): Element[] => {
      const is = elementOf(now, kind, id);
      if (gone.has(elementKey({ kind, id }))) return [];
      return [(isKept({ kind, id }) ? elementOf(model, kind, id) : is) ?? is].flatMap((it) => it ?? []);
    });
  });
  return modelOf(elements);
}

/** Changes that are left out and may be the reason for a finding: of the element itself, or of one that it refers to. */
function suspects(
  rule: string,
  { kind, id }: ElementRef,
  after: Model,
  part: PartOfPlan,
): UnselectedChange[] {
  const keys = new Set([elementKey({ kind, id })]);
  for (const model of [part.model, part.now]) {
    const element = kind === 'decision' ? undefined : elementOf(model, kind, id);
    if (element) for (const key of referred(element, model)) keys.add(key);
  }
  if (rule === 'name/duplicate') for (const key of namesakes(id, after)) keys.add(key);
  return [...keys].flatMap((key) => part.leftOut.get(key) ?? []);
}

function* referred(element: Element, model: Model): Generator<string> {
  for (const { to, id } of referencesOf(KINDS[element.kind].fields, element.fields, ''))
    if (ELEMENT_KINDS.some((kind) => kind === to)) yield elementKey({ kind: to as ElementKind, id });
  if (element.kind === 'object') for (const it of objectPath(model, element.id)) yield elementKey(it);
}

/** Objects with the same name in the same domain. */
function namesakes(id: string, model: Model): string[] {
  const { domainOf } = containersOf(model);
  const { name } = elementOf(model, 'object', id)?.fields ?? {};
  return elementsOf(model, 'object')
    .filter((it) => it.fields.name === name && domainOf(it.id) === domainOf(id))
    .map(elementKey);
}
