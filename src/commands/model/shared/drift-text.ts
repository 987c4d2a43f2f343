import { pluralize } from '../../../base/words.js';
import { dashed } from '../../../contract/doc.js';
import { linesOf } from '../../../model/compare/lines.js';
import { ignoreValue } from '../../../model/document/drift-ignores.js';
import type { DriftIgnore } from '../../../model/document/element.js';
import { positions } from '../../../model/document/finding.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import type { SourceFile } from '../../../model/document/read.js';
import { DRIFT_STATES, type DriftItem, type DriftReport } from '../../../model/plan/drift.js';
import type { LineContext, Palette } from '../../../terminal/types.js';
import { fieldLine } from './diff-text.js';
import { referenceInWords } from './reference-drift.js';

/** A drift report for people and for programs. */

/** Source position of an entry; empty for one of the option --ignore. */
export type Locate = (entry: DriftIgnore) => { file?: string; line?: number; column?: number };

/** Positions of the entries in their files. */
export function entriesIn({ expired, unused }: DriftReport, files: readonly SourceFile[]): Locate {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const lookups = new Map<string, ReturnType<typeof positions>>();
  const located = new Map(
    [...expired.map(({ entry }) => entry), ...unused].flatMap((entry) => {
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

const itemData = ({ state, kind, id, name, fields, reference }: DriftItem) => ({
  state,
  kind: dashed(kind),
  id,
  name,
  fields,
  ...reference,
});

/** The report in JSON output. */
export const driftData = ({ landscape, same, drift, ignored, expired, unused }: DriftReport, at: Locate) => ({
  landscape: landscape.name,
  unchanged: same,
  drift: drift.map(itemData),
  ignored: ignored.map(({ by, ...item }) => ({ ...itemData(item), by: { ...ignoreValue(by) } })),
  expired: expired.map(({ entry, count }) => ({ ...ignoreValue(entry), ...at(entry), elements: count })),
  unused: unused.map((entry) => ({ ...ignoreValue(entry), ...at(entry) })),
});

const MARKS: Readonly<Record<DriftItem['state'], readonly [string, keyof Palette]>> = {
  changed: ['~', 'yellow'],
  new: ['+', 'green'],
  gone: ['-', 'red'],
};

export function drawDrift(report: DriftReport, at: Locate, line: LineContext): string {
  const { palette, safe } = line;
  const { landscape, same, drift, expired, unused } = report;
  const counts = [`${same} unchanged`, driftInWords(report)].filter(Boolean).join(', ');
  const isDrift = drift.length > 0;
  const title = isDrift ? `Drift of "${landscape.name}"` : `"${landscape.name}": ${counts}`;
  const sections = DRIFT_STATES.flatMap((state) => {
    const own = drift.filter((it) => it.state === state);
    if (own.length === 0) return [];
    const heading = palette.bold(pluralize(own.length, `${state} element`));
    return ['', heading, ...own.flatMap((it) => itemLines(it, line))];
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

function itemLines({ state, kind, id, name, fields, reference }: DriftItem, line: LineContext): string[] {
  const { palette, safe } = line;
  const [mark, paint] = MARKS[state];
  return [
    `  ${palette[paint](`${mark} ${MODEL_KINDS[kind].noun} ${safe(name)}`)}${id === name ? '' : `  ${palette.dim(safe(id))}`}`,
    ...(reference ? [`      ${palette.dim(safe(referenceInWords(reference)))}`] : []),
    ...linesOf({ kind, id, name, change: 'changed', fields }).map((it) => fieldLine(it, line)),
  ];
}

/** `models/model.yaml:4:7  booking-api.caption  until 2027-03-31  Edited by the support team`. */
function entryInWords(entry: DriftIgnore, { file, line, column }: ReturnType<Locate>): string {
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
