import {
  ELEMENT_KINDS,
  type Element,
  elementOf,
  elementsOf,
  idsAt,
  type Model,
  textAt,
} from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for the whole document: unused tags, namespace and moves. */

const anywhere = (model: Model, id: string): Element | undefined => {
  for (const kind of ELEMENT_KINDS) {
    const element = elementOf(model, kind, id);
    if (element) return element;
  }
  return undefined;
};

export const DOCUMENT_RULES: readonly Rule[] = [
  {
    name: 'tag/unused',
    severity: 'warning',
    about: 'Every tag is used, and every tag group has tags.',
    *check(model): Generator<Problem> {
      const carried = new Set(
        (['object', 'connection'] as const).flatMap((kind) =>
          elementsOf(model, kind).flatMap(({ fields }) => idsAt(fields, 'tags')),
        ),
      );
      const groups = new Set<string | undefined>();
      for (const element of elementsOf(model, 'tag')) {
        groups.add(textAt(element.fields, 'group'));
        if (!carried.has(element.id))
          yield { element, message: `The tag ${truncate(element.id)} is not used.` };
      }
      for (const element of elementsOf(model, 'tagGroup'))
        if (!groups.has(element.id))
          yield { element, message: `The tag group ${truncate(element.id)} has no tags.` };
    },
  },
  {
    name: 'namespace/missing',
    severity: 'warning',
    about: 'A document has a namespace.',
    *check(model): Generator<Problem> {
      if (model.namespace !== undefined && model.namespace !== '') return;
      if (ELEMENT_KINDS.every((kind) => model.elements.get(kind)?.size === 0)) return;
      yield {
        message: 'The document has no namespace.',
        hint: 'Add "namespace: NAME" at the top, so that only elements of this namespace are compared and deleted.',
      };
    },
  },
  {
    name: 'moved/unknown',
    severity: 'error',
    about: 'The new id of every move exists.',
    *check(model, facts): Generator<Problem> {
      for (const { to, place } of model.moved) {
        if (anywhere(model, to)) continue;
        const ids = (): string[] =>
          ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).map(({ id }) => id));
        yield {
          place,
          message: `No element has the id ${truncate(to)}, which is the new id of a move.`,
          hint: facts.hintAmong(to, ids),
        };
      }
    },
  },
  {
    name: 'moved/still-there',
    severity: 'error',
    about: 'The old id of a move no longer exists, and is moved only once.',
    *check(model): Generator<Problem> {
      const seen = new Set<string>();
      for (const { from, to, place } of model.moved) {
        // Elements of different kinds may share an id.
        const kind = anywhere(model, to)?.kind;
        if (kind && elementOf(model, kind, from))
          yield {
            place,
            message: `The ${KINDS[kind].noun} ${truncate(from)} is listed as moved, but still exists.`,
          };
        else if (seen.has(from)) yield { place, message: `${truncate(from)} is listed as moved twice.` };
        seen.add(from);
      }
    },
  },
];
