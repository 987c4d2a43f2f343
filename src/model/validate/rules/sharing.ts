import type { Reference } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for references to elements of other documents. */

const about = ({ kind, id }: Reference): string => `The reference to the ${KINDS[kind].noun} ${truncate(id)}`;

function sourceProblem(reference: Reference, own: string | undefined): Omit<Problem, 'place'> | undefined {
  const { namespace, element, handle } = reference;
  const what = about(reference);
  if (namespace === undefined && handle === undefined)
    return {
      message: `${what} has no namespace.`,
      hint: 'Add "namespace: NAME", or "handle: ID" for an element that no namespace owns.',
    };
  if (handle !== undefined && (namespace !== undefined || element !== undefined))
    return {
      message: `${what} has a handle and a ${namespace === undefined ? 'id' : 'namespace'}.`,
      hint: 'Use "namespace" and "element", or only "handle".',
    };
  if (namespace !== undefined && namespace === own && reference.landscape === undefined)
    return {
      message: `${what} is in the namespace ${truncate(namespace)}, which this document owns.`,
      hint: 'Remove the reference, and write the element.',
    };
  return undefined;
}

export const SHARING_RULES: readonly Rule[] = [
  {
    name: 'reference/source',
    severity: 'error',
    about: 'Every reference names the other namespace, or the handle, of its element.',
    *check({ references, namespace }): Generator<Problem> {
      for (const reference of references.values()) {
        const problem = sourceProblem(reference, namespace);
        if (problem) yield { ...problem, place: reference.place };
      }
    },
  },
  {
    name: 'reference/duplicate',
    severity: 'error',
    about: 'An element has at most one reference.',
    *check({ references }): Generator<Problem> {
      const seen = new Map<string, Reference>();
      for (const reference of references.values()) {
        const { kind, id, landscape, namespace, element = id, handle } = reference;
        const key = JSON.stringify([kind, landscape, namespace, handle ?? element]);
        const other = seen.get(key);
        if (!other) seen.set(key, reference);
        else
          yield {
            place: reference.place,
            message: `${about(reference)} is to the same element as ${truncate(other.id)}.`,
            hint: 'Keep one of them.',
          };
      }
    },
  },
  {
    name: 'reference/not-locked',
    severity: 'warning',
    about: 'Every reference is in the lock file.',
    *check({ references, namespace }, { changes }): Generator<Problem> {
      const missing = changes
        ? []
        : [...references.values()].filter((it) => !it.locked && !sourceProblem(it, namespace));
      const [first, ...others] = missing;
      if (!first) return;
      const more =
        others.length === 0
          ? ''
          : `, and so ${others.length === 1 ? 'is 1 other' : `are ${others.length} others`}`;
      yield {
        place: first.place,
        message: `${about(first)} is missing from the lock file${more}.`,
        hint: 'Write the lock file with `lockModel`.',
      };
    },
  },
  {
    name: 'reference/gone',
    severity: 'error',
    about: 'The element of every reference exists in the landscape; checked if the landscape was read.',
    *check({ references }, { changes = [] }): Generator<Problem> {
      for (const { change, kind, id, message, hint } of changes)
        if (change === 'gone') yield { message, hint, place: references.get(`${kind} ${id}`)?.place };
    },
  },
  {
    name: 'reference/changed',
    severity: 'warning',
    about: 'The element of every reference is as in the lock file; checked if the landscape was read.',
    *check({ references }, { changes = [] }): Generator<Problem> {
      for (const { change, kind, id, message, hint } of changes)
        if (change === 'changed') yield { message, hint, place: references.get(`${kind} ${id}`)?.place };
    },
  },
];
