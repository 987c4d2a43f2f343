import type { DriftIgnore, Model } from '../../document/element.js';
import { ElementFinder, hasField, type Match } from '../../document/element-pattern.js';
import { KINDS } from '../../document/kinds.js';
import type { Facts } from '../facts.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for the section `drift`: the names in its entries. */

interface Named {
  entry: DriftIgnore;
  match: Match;
  finder: ElementFinder;
}

/** The entries with the elements that they name; finding them once costs an index of the model. */
function* each(model: Model): Generator<Named> {
  if (model.driftIgnores.length === 0) return;
  const finder = new ElementFinder(model);
  for (const entry of model.driftIgnores) yield { entry, match: finder.match(entry.element), finder };
}

const placeOf = ({ places }: DriftIgnore, key: 'element' | 'field') => places?.field(key) ?? places?.whole;

/** An element that a pull adopted may be missing from the document; its handle is listed there. */
const isAdopted = (pattern: string, { adopted }: Model): boolean =>
  adopted.size > 0 && [...adopted].some((key) => key.endsWith(` ${pattern}`));

export const DRIFT_RULES: readonly Rule[] = [
  {
    name: 'drift/unknown-element',
    severity: 'warning',
    about: 'Every entry of drift.ignore names an element of the document.',
    *check(model, facts): Generator<Problem> {
      for (const { entry, match, finder } of each(model)) {
        const { element } = entry;
        if (match.is !== 'unknown' || isAdopted(element, model)) continue;
        yield problem(entry, facts, finder);
      }
    },
  },
  {
    name: 'drift/ambiguous-element',
    severity: 'error',
    about: 'Every entry of drift.ignore names one element, or a part of the model with "/**".',
    *check(model): Generator<Problem> {
      for (const { entry, match, finder } of each(model)) {
        if (match.is !== 'ambiguous') continue;
        const words = match.candidates.slice(0, 3).map((it) => truncate(finder.wordFor(it)));
        yield {
          place: placeOf(entry, 'element'),
          message: `drift.ignore: ${truncate(entry.element)} is the name of several elements.`,
          hint: `Use one of ${words.join(', ')}.`,
        };
      }
    },
  },
  {
    name: 'drift/unknown-field',
    severity: 'error',
    about: 'Every field in drift.ignore is a field of the elements that the entry names.',
    *check(model, facts): Generator<Problem> {
      for (const { entry, match } of each(model)) {
        const { field } = entry;
        if (field === undefined || match.is !== 'found') continue;
        if (hasField(match.elements, field)) continue;
        const keys = () => match.elements.slice(0, 1).flatMap(({ kind }) => Object.keys(KINDS[kind].fields));
        yield {
          place: placeOf(entry, 'field'),
          message: `drift.ignore: ${truncate(entry.element)} has no field ${truncate(field)}.`,
          hint: facts.hintAmong(field, keys),
        };
      }
    },
  },
];

function problem(entry: DriftIgnore, facts: Facts, finder: ElementFinder): Problem {
  return {
    place: placeOf(entry, 'element'),
    message: `drift.ignore: the document has no element ${truncate(entry.element)}.`,
    hint:
      facts.hintAmong(entry.element, () => finder.words()) ??
      'Remove the entry, or name a container: "NAME/**" includes elements that exist only in the landscape.',
  };
}
