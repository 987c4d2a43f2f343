import { pluralize } from '../../../base/words.js';
import { CHANGE_TYPES, changeTypeOf, oldName } from '../../../model/compare/change-report.js';
import type { Change } from '../../../model/compare/diff.js';
import { linesOf } from '../../../model/compare/lines.js';
import { ELEMENT_KINDS, type Model } from '../../../model/document/element.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import {
  commentText,
  countTable,
  elementText,
  fieldText,
  headingText,
  MARKS,
  short,
} from './comment-markdown.js';
import { changedPicture } from './diff-picture.js';
import { type DiagramPictures, picturesText } from './diff-pictures.js';

/** Differences as Markdown for a pull request: a table, a picture and all changes, within the size limit of a comment. */

/** Maximum length of the picture, to leave space for the changes. */
const LONGEST_PICTURE = 15_000;

export interface Compared {
  title: string;
  before: Model;
  after: Model;
  changes: readonly Change[];
  /** Pictures of changed diagrams. */
  pictures?: readonly DiagramPictures[];
}

export function markdownOfChanges({ title, before, after, changes, pictures = [] }: Compared): string {
  if (changes.length === 0) return `${headingText(title)}\nNo differences.\n`;
  const picture = changedPicture(before, after, changes);
  const isShown = picture !== undefined && picture.length <= LONGEST_PICTURE;
  const head = [
    headingText(title),
    `\n${countTable(changes, CHANGE_TYPES, changeTypeOf)}\n`,
    ...(isShown ? [`\n\`\`\`mermaid\n${picture.trimEnd()}\n\`\`\`\n`] : []),
    picturesText(pictures),
  ];
  const sections = [...ELEMENT_KINDS, 'decision' as const].flatMap((kind) => {
    const own = changes.filter((it) => it.kind === kind);
    const heading = pluralize(own.length, MODEL_KINDS[kind].noun);
    return own.length === 0 ? [] : [{ heading, entries: own.map(changeText) }];
  });
  return commentText(head, sections, { noun: 'change', command: 'archctl model diff' });
}

function changeText(change: Change): string {
  const was = oldName(change);
  const what = changeTypeOf(change);
  const became = [
    what === 'changed' ? '' : what,
    was === undefined ? '' : `${what === 'renamed' ? '' : 'renamed, '}was ${short(was)}`,
  ].filter(Boolean);
  const words = [`- ${MARKS[change.change]} ${elementText(change)}`, became.join(', ')];
  return `${[words.filter(Boolean).join(' '), ...linesOf(change).map((it) => fieldText(it))].join('\n')}\n`;
}
