import { canonicalJson } from '../../base/json/canonical-json.js';
import { type DriftIgnore, type Entry, textAt, type Value } from './element.js';
import { type Fields, textField } from './field.js';
import { fieldsOf, isEmpty, mapsIn, placesOf, type Reading, report, resolveAlias } from './yaml/node.js';
import { isMap, type MapNode } from './yaml/tree.js';

/**
 * The section `drift` of a document: differences between the document and its landscape that people accept, each with a
 * reason.
 */

const DATE = '^\\d{4}-\\d{2}-\\d{2}$';

export const DRIFT_IGNORE: Fields = {
  element: textField(
    'Id, handle, name or path of an element; "NAME/**" for everything in it, "KIND:**" for every element of a kind.',
    { required: true },
  ),
  field: textField('Key of the only ignored field; default: all differences of the element.'),
  reason: textField('Reason, for the people who read the report.', { required: true }),
  until: textField('Last day on which the entry applies, YYYY-MM-DD in UTC; default: no end.', {
    pattern: DATE,
  }),
};

export const DRIFT: Fields = {
  ignore: {
    shape: { is: 'list', of: DRIFT_IGNORE },
    about: 'Differences that are not drift.',
    default: [],
  },
};

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDate(given: string): boolean {
  const time = new RegExp(DATE).test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  // Some engines accept 31 February and return a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given);
}

/** The day of a time in UTC, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether an entry no longer applies. @param today `YYYY-MM-DD` in UTC. */
export const isExpired = ({ until }: DriftIgnore, today: string): boolean =>
  until !== undefined && until < today;

/** Adds the entries of one file to `ignores`. Incomplete entries are findings. */
export function readDrift(reading: Reading, written: unknown, ignores: DriftIgnore[]): void {
  const section = resolveAlias(reading, written);
  if (isEmpty(section)) return;
  if (!isMap(section)) {
    report(reading, section, 'schema/shape', 'drift must have the field ignore.');
    return;
  }
  fieldsOf(reading, {}, section, 'drift.', ['ignore']);
  for (const { map, what } of mapsIn(reading, section.get('ignore', true), 'drift.ignore'))
    ignores.push(...entryOf(reading, map, what));
}

/** An entry, unless it is incomplete. */
function entryOf(reading: Reading, map: MapNode, what: string): DriftIgnore[] {
  const fields = fieldsOf({ ...reading, allowsNull: true }, DRIFT_IGNORE, map, `${what}.`);
  const { element, reason } = fields;
  for (const key of Object.keys(DRIFT_IGNORE)) {
    const node = resolveAlias(reading, map.get(key, true));
    const isEmptyText = ['element', 'reason'].includes(key) && textAt(fields, key)?.trim() === '';
    if (map.has(key) && (isEmpty(node) || isEmptyText))
      report(reading, node ?? map, 'value/empty', `${what}.${key} is empty.`);
  }
  const [field, until] = [textAt(fields, 'field'), textAt(fields, 'until')];
  if (until !== undefined && !isDate(until)) {
    const hint = 'Write a day of the calendar as YYYY-MM-DD, for example 2027-03-31.';
    report(reading, map.get('until', true), 'schema/date', `${what}.until cannot be "${until}".`, hint);
    return [];
  }
  if (typeof element !== 'string' || typeof reason !== 'string') return [];
  return [
    {
      element,
      ...(field !== undefined && { field }),
      reason,
      ...(until !== undefined && { until }),
      places: placesOf(reading, map),
    },
  ];
}

/** The section as a value, for writing; undefined without entries. */
export const driftValue = (ignores: readonly DriftIgnore[]): Value | undefined =>
  ignores.length === 0 ? undefined : { ignore: ignores.map(ignoreValue) };

/** An entry without its source locations. */
export const ignoreValue = ({ places: _, ...entry }: DriftIgnore): Entry => ({ ...entry });

/** Identity of an entry: its element and field. */
export const ignoreKey = ({ element, field }: DriftIgnore): string => JSON.stringify([element, field]);

/** Whether two lists have the same entries, in any order. */
export function areSameIgnores(a: readonly DriftIgnore[], b: readonly DriftIgnore[]): boolean {
  const texts = (list: readonly DriftIgnore[]): string =>
    list
      .map((it) => canonicalJson(ignoreValue(it)))
      .sort()
      .join('\n');
  return texts(a) === texts(b);
}
