import { ELEMENT_KINDS, type Element, elementOf, elementsOf, type Model } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { idsAt, textAt } from '../facts.js';
import { type Problem, type Rule, told } from '../rule.js';

/** The document as a whole: what is never used, whose it is, what moved. */

const anywhere = (model: Model, id: string): Element | undefined => {
  for (const kind of ELEMENT_KINDS) {
    const element = elementOf(model, kind, id);
    if (element) return element;
  }
  return undefined;
};

export const WHOLE: readonly Rule[] = [
  {
    name: 'tag/unused',
    severity: 'warning',
    about: 'Something carries each tag, and each tag group has tags.',
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
          yield { element, message: `Nothing carries the tag ${told(element.id)}.` };
      }
      for (const element of elementsOf(model, 'tagGroup'))
        if (!groups.has(element.id))
          yield { element, message: `The tag group ${told(element.id)} has no tags.` };
    },
  },
  {
    name: 'namespace/missing',
    severity: 'warning',
    about: 'A document says whose its elements are.',
    *check(model): Generator<Problem> {
      if (model.namespace !== undefined && model.namespace !== '') return;
      if (ELEMENT_KINDS.every((kind) => model.elements.get(kind)?.size === 0)) return;
      yield {
        message: 'The document has no namespace.',
        hint: 'Write "namespace: NAME" at its top: what is compared and deleted stays within it.',
      };
    },
  },
  {
    name: 'moved/unknown',
    severity: 'error',
    about: 'What something became by a move stands in the document.',
    *check(model, facts): Generator<Problem> {
      for (const { to, place } of model.moved) {
        if (anywhere(model, to)) continue;
        const ids = (): string[] =>
          ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).map(({ id }) => id));
        yield {
          place,
          message: `Nothing has the id ${told(to)} that something moved to.`,
          hint: facts.hintAmong(to, ids),
        };
      }
    },
  },
  {
    name: 'moved/still-there',
    severity: 'error',
    about: 'What moved is no longer there under its old id, and moved once.',
    *check(model): Generator<Problem> {
      const seen = new Set<string>();
      for (const { from, to, place } of model.moved) {
        // One kind may have an id that another has as well.
        const kind = anywhere(model, to)?.kind;
        if (kind && elementOf(model, kind, from))
          yield {
            place,
            message: `The ${KINDS[kind].noun} ${told(from)} is told to have moved, and is still there.`,
          };
        else if (seen.has(from)) yield { place, message: `${told(from)} is told to have moved twice.` };
        seen.add(from);
      }
    },
  },
];
