import { pluralize } from '../../../../base/text/words.js';
import { linesOf } from '../../../../model/compare/lines.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import { DRIFT_STATES, type DriftItem, type DriftReport } from '../../../../model/plan/drift.js';
import { referenceInWords } from '../reference-drift.js';
import {
  commentText,
  countTable,
  elementText,
  fieldText,
  headingText,
  MARKS,
  short,
} from './comment-markdown.js';
import {
  type AuthorsOf,
  authorInWords,
  authorsFor,
  driftInWords,
  entryInWords,
  type Locate,
} from './drift-text.js';

/** A drift report as Markdown for an issue or a pull request, within the size limit of a comment. */

const MARK_OF = { changed: MARKS.changed, new: MARKS.added, gone: MARKS.removed } as const;

export function markdownOfDrift(report: DriftReport, at: Locate, authors: AuthorsOf, now: Date): string {
  const { landscape, same, drift, expired, unused } = report;
  const counts = [`${same} unchanged`, driftInWords(report)].filter(Boolean).join(', ');
  const head = [headingText(`${landscape.name}: ${drift.length === 0 ? 'no drift' : counts}`)];
  if (drift.length > 0) head.push(`\n${countTable(drift, DRIFT_STATES, ({ state }) => state)}\n`);
  else head.push(`\n${short(counts)}.\n`);
  const states = DRIFT_STATES.flatMap((state) => {
    const own = drift.filter((it) => it.state === state);
    const heading = pluralize(own.length, `${state} element`);
    return own.length === 0 ? [] : [{ heading, entries: own.map((it) => itemText(it, authors, now)) }];
  });
  const notes = [
    { heading: 'Expired entries of drift.ignore', list: expired.map(({ entry }) => entry) },
    { heading: 'Entries of drift.ignore that match nothing', list: unused },
  ].flatMap(({ heading, list }) =>
    list.length === 0
      ? []
      : [{ heading, entries: list.map((it) => `- ${short(entryInWords(it, at(it)))}\n`) }],
  );
  return commentText(head, [...states, ...notes], { noun: 'entry', command: 'archctl model drift' });
}

function itemText(item: DriftItem, authors: AuthorsOf, now: Date): string {
  const { state, kind, id, name, fields, reference } = item;
  const { whole, of } = authorsFor(item, authors);
  const note = (author: ReturnType<typeof of>): string =>
    author ? `(${short(authorInWords(author, now))})` : '';
  const words = [
    `- ${MARK_OF[state]} ${MODEL_KINDS[kind].noun} ${elementText(item)}`,
    note(whole),
    reference ? short(referenceInWords(reference)) : '',
  ];
  const lines = linesOf({ kind, id, name, change: 'changed', fields }).map((it) =>
    fieldText(it, note(of(it.label))),
  );
  return `${[words.filter(Boolean).join(' '), ...lines].join('\n')}\n`;
}
