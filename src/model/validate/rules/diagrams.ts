import { DIAGRAM_TYPE_BELOW } from '../../../contract/rules/diagrams/entry-diagram.js';
import { DIAGRAM_LEVELS, OBJECT_LEVELS } from '../../../contract/rules/diagrams/levels.js';
import {
  type Element,
  type Entry,
  elementOf,
  elementsOf,
  entriesOf,
  textAt,
} from '../../document/element.js';
import { drawnId } from '../../document/implied.js';
import type { Facts } from '../facts.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for the contents of diagrams (docs/service.md#diagram, docs/service.md#diagram-content). */

const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

/** Yields each entry of a list of a diagram with its path. */
function* entries(
  facts: Facts,
  key: 'objects' | 'connections',
): Generator<{ element: Element; entry: Entry; at: string }> {
  for (const element of elementsOf(facts.model, 'diagram'))
    for (const [index, entry] of entriesOf(element.fields[key]).entries())
      yield { element, entry, at: `${key}[${index}]` };
}

/** Finds missing ends of a line. An end defaults to that of the connection. */
function* lostEnds(element: Element, line: Entry, at: string, facts: Facts): Generator<Problem> {
  const connection = elementOf(facts.model, 'connection', textAt(line, 'connection') ?? '');
  const drawn = facts.drawnOn(element);
  for (const key of ['origin', 'target'] as const) {
    const own = textAt(line, key);
    const end = own ?? textAt(connection?.fields ?? {}, key);
    if (end === undefined || drawn.has(end)) continue;
    yield {
      element,
      at: own === undefined ? at : `${at}.${key}`,
      message: `The line ${truncate(drawnId(line))} on the diagram ${truncate(element.id)} has no drawn ${key}: ${truncate(end)} is not on the diagram.`,
      hint: facts.hintAmong(end, () => drawn.keys()) ?? 'Add the object to the diagram, or remove the line.',
    };
  }
}

export const DIAGRAM_RULES: readonly Rule[] = [
  {
    name: 'diagram/of',
    severity: 'warning',
    about:
      'A context diagram shows a domain, an app diagram a system, a component diagram an app or a store.',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'diagram')) {
        const of = textAt(element.fields, 'of');
        const above = of === undefined ? 'root' : facts.typeOf(of);
        const type = textAt(element.fields, 'type');
        if (above === undefined || type === undefined || DIAGRAM_TYPE_BELOW[above] === type) continue;
        const whose = of === undefined ? 'a domain' : `the ${above} ${truncate(of)}`;
        const message = `The diagram ${truncate(element.id)} shows ${whose}, but is ${withArticle(type)}.`;
        yield { element, at: of === undefined ? 'type' : 'of', message, hint: hintFor(type) };
      }
    },
  },
  {
    name: 'diagram/content',
    severity: 'warning',
    about: 'A context diagram contains no apps, stores or components; an app diagram contains no components.',
    *check(_, facts): Generator<Problem> {
      for (const { element, entry, at } of entries(facts, 'objects')) {
        const type = facts.typeOf(textAt(entry, 'object'));
        const looks = DIAGRAM_LEVELS[textAt(element.fields, 'type') ?? ''];
        if (type === undefined || looks === undefined || (OBJECT_LEVELS[type] ?? 0) <= looks) continue;
        const where = withArticle(String(element.fields.type));
        yield {
          element,
          at,
          message: `${truncate(drawnId(entry))} is ${withArticle(type)}, which ${where} does not show.`,
        };
      }
    },
  },
  {
    name: 'diagram/group-box',
    severity: 'error',
    about: 'Groups are drawn as areas; the app cannot open a diagram that draws one as a box.',
    *check(_, facts): Generator<Problem> {
      for (const { element, entry, at } of entries(facts, 'objects')) {
        if (entry.shape !== 'box' || facts.typeOf(textAt(entry, 'object')) !== 'group') continue;
        const message = `The group ${truncate(drawnId(entry))} is drawn as a box, and the app cannot open such a diagram.`;
        yield { element, at: `${at}.shape`, message, hint: 'Remove the shape: groups are areas by default.' };
      }
    },
  },
  {
    name: 'diagram/duplicate',
    severity: 'error',
    about: 'Ids are unique among the entries of a diagram.',
    *check(model): Generator<Problem> {
      for (const element of elementsOf(model, 'diagram'))
        for (const key of ['objects', 'connections'] as const) {
          const seen = new Set<string>();
          for (const [index, entry] of entriesOf(element.fields[key]).entries()) {
            const id = drawnId(entry);
            if (seen.has(id))
              yield {
                element,
                at: `${key}[${index}]`,
                message: `The diagram ${truncate(element.id)} already has an entry ${truncate(id)}.`,
                hint: 'To draw it twice, give this entry its own "id".',
              };
            seen.add(id);
          }
        }
    },
  },
  {
    name: 'diagram/line-end',
    severity: 'error',
    about: 'The objects at both ends of a line are on the diagram.',
    *check(_, facts): Generator<Problem> {
      for (const { element, entry, at } of entries(facts, 'connections'))
        yield* lostEnds(element, entry, at, facts);
    },
  },
];

function hintFor(type: string): string | undefined {
  const above = Object.keys(DIAGRAM_TYPE_BELOW).filter((it) => DIAGRAM_TYPE_BELOW[it] === type);
  if (above.length === 0) return undefined;
  const names = above.map((it) => (it === 'root' ? 'a domain' : withArticle(it)));
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}s show ${names.join(' or ')}.`;
}
