import { isObject } from '../../../base/is-object.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Value,
} from '../../document/element.js';
import type { Fields, Shape, Target } from '../../document/field.js';
import { KINDS } from '../../document/kinds.js';
import type { Facts } from '../facts.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** An id in a field. */
export interface Reference {
  to: Target;
  id: string;
  at: string;
}

/** All ids in the fields of an element, each with the kind that it refers to, according to the field table. */
export function* referencesOf(fields: Fields, values: object, prefix: string): Generator<Reference> {
  for (const key in values) {
    const shape = Object.hasOwn(fields, key) ? fields[key]?.shape : undefined;
    const value = (values as Record<string, Value | undefined>)[key];
    if (shape !== undefined && value !== undefined && mayRefer(shape))
      yield* referencesIn(shape, value, `${prefix}${key}`);
  }
}

/** Skips texts and numbers, which most fields are. */
const mayRefer = ({ is }: Shape): boolean =>
  is === 'reference' || is === 'references' || is === 'list' || is === 'group';

function* referencesIn(shape: Shape, value: Value, at: string): Generator<Reference> {
  if (shape.is === 'reference' && typeof value === 'string') yield { to: shape.to, id: value, at };
  else if (shape.is === 'references' && Array.isArray(value)) {
    for (const [index, id] of (value as readonly Value[]).entries())
      if (typeof id === 'string') yield { to: shape.to, id, at: `${at}[${index}]` };
  } else if (shape.is === 'list' && Array.isArray(value)) {
    for (const [index, entry] of (value as readonly Value[]).entries())
      if (isObject(entry)) yield* referencesOf(shape.of, entry, `${at}[${index}].`);
  } else if (shape.is === 'group' && isObject(value)) yield* referencesOf(shape.of, value, `${at}.`);
}

/** The ids that an element refers to. */
export const idsIn = ({ kind, fields }: Element): { to: Target; id: string; at: string }[] => [
  ...referencesOf(KINDS[kind].fields, fields, ''),
];

const isKind = (to: Target): to is ElementKind => (ELEMENT_KINDS as readonly string[]).includes(to);

function* each(facts: Facts): Generator<[Element, Reference]> {
  for (const kind of ELEMENT_KINDS)
    for (const element of elementsOf(facts.model, kind))
      for (const found of referencesOf(KINDS[kind].fields, element.fields, '')) yield [element, found];
}

export const REFERENCE_RULES: readonly Rule[] = [
  {
    name: 'reference/unknown',
    severity: 'error',
    about: 'Every id refers to an existing element.',
    *check(model, facts): Generator<Problem> {
      for (const [element, { to, id, at }] of each(facts)) {
        if (!isKind(to) || elementOf(model, to, id) || model.references.has(`${to} ${id}`)) continue;
        const message = `There is no ${KINDS[to].noun} ${truncate(id)}.`;
        yield { element, at, message, hint: facts.nearestHint(to, id) };
      }
    },
  },
  {
    name: 'technology/unknown',
    severity: 'error',
    about: 'Every technology exists in the catalog, if a catalog is available.',
    *check(_, facts): Generator<Problem> {
      const { technologies } = facts;
      if (!technologies) return;
      for (const [element, { to, id, at }] of each(facts)) {
        if (to !== 'technology' || technologies.has(id)) continue;
        const hint = facts.hintAmong(id, () => technologies);
        yield { element, at, message: `There is no technology ${truncate(id)} in the catalog.`, hint };
      }
    },
  },
];
