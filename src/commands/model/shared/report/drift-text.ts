import { pluralize } from '../../../../base/text/words.js';
import { dashed } from '../../../../contract/doc.js';
import { linesOf } from '../../../../model/compare/lines.js';
import { ignoreValue } from '../../../../model/document/drift-ignores.js';
import { type DriftIgnore, elementKey } from '../../../../model/document/element.js';
import { positions } from '../../../../model/document/finding.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import { DRIFT_STATES, type DriftItem, type DriftReport } from '../../../../model/plan/drift.js';
import type { Author, Authors } from '../../../../model/sync/who-changed.js';
import { relativeTime } from '../../../../terminal/time.js';
import type { LineContext, Palette } from '../../../../terminal/types.js';
import { referenceInWords } from '../reference-drift.js';
import type { Files } from '../sources.js';
import { fieldLine } from './diff-text.js';

/** A drift report for people and for programs. */

/** Source position of an entry; empty for one of the option --ignore. */
export type Locate = (entry: DriftIgnore) => { file?: string; line?: number; column?: number };

/** Positions of the entries in their files. */
export async function entriesIn({ expired, unused }: DriftReport, files: Files): Promise<Locate> {
  const entries = [...expired.map(({ entry }) => entry), ...unused];
  if (entries.length === 0) return () => ({});
  const texts = new Map((await files()).map(({ path, text }) => [path, text]));
  const lookups = new Map<string, ReturnType<typeof positions>>();
  const located = new Map(
    entries.flatMap((entry) => {
      const place = entry.places?.whole;
      if (!place) return [];
      const lookup = lookups.get(place.file) ?? positions(texts.get(place.file) ?? '');
      lookups.set(place.file, lookup);
      const { line, column } = lookup(place.from);
      return [[entry, { file: place.file, line, column }]];
    }),
  );
  return (entry) => located.get(entry) ?? {};
}

/** `2 changed, 1 new, 3 ignored, 1 expired entry`; zero counts are left out. */
export function driftInWords({ drift, ignored, expired }: DriftReport): string {
  const states = DRIFT_STATES.map((state) => ({
    state,
    count: drift.filter((it) => it.state === state).length,
  }));
  const counts = [...states, { state: 'ignored', count: ignored.length }];
  return [
    ...counts.flatMap(({ state, count }) => (count === 0 ? [] : [`${count} ${state}`])),
    ...(expired.length > 0 ? [pluralize(expired.length, 'expired entry')] : []),
  ].join(', ');
}

function itemData(item: DriftItem, authors?: AuthorsOf) {
  const { state, kind, id, name, fields, reference } = item;
  const found = authors?.get(elementKey(item));
  return {
    state,
    kind: dashed(kind),
    id,
    name,
    ...found?.whole,
    fields: fields.map((it) => ({ ...it, ...found?.fields.get(it.field) })),
    ...reference,
  };
}

/** The report in JSON output; `by` and `at` are the author and the time of a change, if the action log has it. */
export const driftData = (
  { landscape, same, drift, ignored, expired, unused }: DriftReport,
  at: Locate,
  authors: AuthorsOf,
) => ({
  landscape: { id: landscape.id, name: landscape.name },
  unchanged: same,
  drift: drift.map((it) => itemData(it, authors)),
  ignored: ignored.map(({ by, ...item }) => ({ ...itemData(item), by: { ...ignoreValue(by) } })),
  expired: expired.map(({ entry, count }) => ({ ...ignoreValue(entry), ...at(entry), elements: count })),
  unused: unused.map((entry) => ({ ...ignoreValue(entry), ...at(entry) })),
});

const MARKS: Readonly<Record<DriftItem['state'], readonly [string, keyof Palette]>> = {
  changed: ['~', 'yellow'],
  new: ['+', 'green'],
  gone: ['-', 'red'],
};

/** Authors of differences, by `elementKey`. */
export type AuthorsOf = ReadonlyMap<string, Authors>;

/** `by Ada Lovelace, 2 hours ago`; empty without an author. */
export const authorInWords = (author: Author | undefined, now: Date): string =>
  author ? `by ${author.by}, ${relativeTime(author.at, now)}` : '';

/** The author of an element's differences, if all of them have the same; otherwise that of each field. */
export function authorsFor(
  item: DriftItem,
  authors: AuthorsOf,
): { whole?: Author; of(label: string): Author | undefined } {
  const found = authors.get(elementKey(item));
  const each = item.fields.map(({ field }) => found?.fields.get(field));
  const [first] = each;
  const isOne = first !== undefined && each.every((it) => it?.by === first.by && it.at === first.at);
  const whole = found?.whole ?? (isOne ? first : undefined);
  if (whole) return { whole, of: () => undefined };
  return { of: (label) => found?.fields.get(/^[^.[ ]+/.exec(label)?.[0] ?? '') };
}

export function drawDrift(
  report: DriftReport,
  at: Locate,
  authors: AuthorsOf,
  now: Date,
  line: LineContext,
): string {
  const { palette, safe } = line;
  const { landscape, same, drift, expired, unused } = report;
  const counts = [`${same} unchanged`, driftInWords(report)].filter(Boolean).join(', ');
  const isDrift = drift.length > 0;
  const title = isDrift ? `Drift of "${landscape.name}"` : `"${landscape.name}": ${counts}`;
  const sections = DRIFT_STATES.flatMap((state) => {
    const own = drift.filter((it) => it.state === state);
    if (own.length === 0) return [];
    const heading = palette.bold(pluralize(own.length, `${state} element`));
    return ['', heading, ...own.flatMap((it) => itemLines(it, authors, now, line))];
  });
  const entries = (heading: string, list: readonly DriftIgnore[]): string[] =>
    list.length === 0
      ? []
      : ['', palette.bold(heading), ...list.map((it) => `  ${safe(entryInWords(it, at(it)))}`)];
  return [
    palette.bold(safe(title)),
    ...sections,
    ...entries(
      `${pluralize(expired.length, 'entry')} of drift.ignore expired, so these differences are drift again`,
      expired.map(({ entry }) => entry),
    ),
    ...entries(`Note: no difference matches ${pluralize(unused.length, 'entry')} of drift.ignore`, unused),
    ...(isDrift ? ['', `${counts}.`] : []),
  ].join('\n');
}

function itemLines(item: DriftItem, authors: AuthorsOf, now: Date, line: LineContext): string[] {
  const { state, kind, id, name, fields, reference } = item;
  const { palette, safe } = line;
  const [mark, paint] = MARKS[state];
  const { whole, of } = authorsFor(item, authors);
  const note = (author: Author | undefined): string =>
    author ? `  ${palette.dim(safe(`(${authorInWords(author, now)})`))}` : '';
  return [
    `  ${palette[paint](`${mark} ${MODEL_KINDS[kind].noun} ${safe(name)}`)}${id === name ? '' : `  ${palette.dim(safe(id))}`}${note(whole)}`,
    ...(reference ? [`      ${palette.dim(safe(referenceInWords(reference)))}`] : []),
    ...linesOf({ kind, id, name, change: 'changed', fields }).map(
      (it) => `${fieldLine(it, line)}${note(of(it.label))}`,
    ),
  ];
}

/** `models/model.yaml:4:7  booking-api.caption  until 2027-03-31  Edited by the support team`. */
export function entryInWords(entry: DriftIgnore, { file, line, column }: ReturnType<Locate>): string {
  const { element, field, until, reason } = entry;
  const words = [
    file === undefined ? '' : `${file}:${line}:${column}`,
    field === undefined ? element : `${element}.${field}`,
    until === undefined ? '' : `until ${until}`,
    reason,
  ];
  return words
    .filter(Boolean)
    .map((it) => it.replace(/\s+/g, ' '))
    .join('  ');
}
