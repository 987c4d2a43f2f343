import { isObject } from '../../../base/is-object.js';
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

const mapAt = (fields: Entry, key: string): readonly (readonly [string, Entry])[] => {
  const map = fields[key];
  return isObject(map) ? Object.entries(map).filter((it): it is [string, Entry] => isObject(it[1])) : [];
};

function* layouts(facts: Facts): Generator<[Element, Entry]> {
  for (const element of elementsOf(facts.model, 'diagram')) {
    const { layout } = element.fields;
    if (isObject(layout)) yield [element, layout as Entry];
  }
}

/**
 * Returns a predicate for the lines of a diagram. Without written lines, these are the connections between its drawn
 * objects.
 */
function linesOn(element: Element, facts: Facts): (id: string) => boolean {
  const { connections } = element.fields;
  if (connections !== undefined) {
    const lines = new Set(entriesOf(connections).map(drawnId));
    return (id) => lines.has(id);
  }
  const drawn = facts.drawnOn(element);
  return (id) => {
    const fields = elementOf(facts.model, 'connection', id)?.fields ?? {};
    return ['origin', 'target'].every((key) => drawn.has(textAt(fields, key) ?? ''));
  };
}

const outside = (value: unknown, isInside: (number: number) => boolean): value is number =>
  typeof value === 'number' && !isInside(value);

const isSize = (it: number): boolean => it > 0;
const isPercent = (it: number): boolean => it >= 0 && it <= 100;

export const LAYOUT_RULES: readonly Rule[] = [
  {
    name: 'layout/not-drawn',
    severity: 'warning',
    about: 'Every entry of a layout is drawn on the diagram.',
    *check(_, facts): Generator<Problem> {
      for (const [element, layout] of layouts(facts)) {
        const drawn = facts.drawnOn(element);
        const isLine = linesOn(element, facts);
        for (const [key, isThere] of [
          ['objects', (id: string) => drawn.has(id)],
          ['connections', isLine],
        ] as const)
          for (const [id] of mapAt(layout, key)) {
            if (isThere(id)) continue;
            const message = `${truncate(id)} has a position on the diagram ${truncate(element.id)}, but is not drawn there.`;
            yield { element, at: ['layout', key, id], message };
          }
      }
    },
  },
  {
    name: 'value/range',
    severity: 'error',
    about: 'Sizes are greater than 0, and label positions are from 0 to 100 percent.',
    *check(_, facts): Generator<Problem> {
      for (const [element, layout] of layouts(facts)) {
        for (const [id, place] of mapAt(layout, 'objects'))
          for (const key of ['width', 'height'])
            if (outside(place[key], isSize))
              yield {
                element,
                at: ['layout', 'objects', id, key],
                message: `The ${key} of ${truncate(id)} is ${place[key]}; it must be greater than 0.`,
              };
        for (const [id, line] of mapAt(layout, 'connections'))
          if (outside(line.label, isPercent))
            yield {
              element,
              at: ['layout', 'connections', id, 'label'],
              message: `The label of ${truncate(id)} is at ${line.label} percent; it must be from 0 to 100.`,
            };
      }
    },
  },
];
