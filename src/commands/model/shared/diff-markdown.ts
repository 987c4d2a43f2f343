import { pluralize } from '../../../base/words.js';
import { markdownText } from '../../../documents/index.js';
import { CHANGE_TYPES, changeTypeOf, oldName } from '../../../model/compare/change-report.js';
import type { Change } from '../../../model/compare/diff.js';
import { type DiffLine, linesOf } from '../../../model/compare/lines.js';
import { ELEMENT_KINDS, type Model } from '../../../model/document/element.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import { changedPicture } from './diff-picture.js';

/**
 * Differences as Markdown for a pull request: a table, a picture and all changes, within the size limit of a comment.
 */

/** Maximum length of a comment in characters; hosting sites allow little more. */
const LONGEST = 60_000;
/** Characters reserved for the note about omitted changes. */
const RESERVE = 400;
/** Maximum length of the picture, to leave space for the changes. */
const LONGEST_PICTURE = 15_000;
/** Maximum length of a value in characters. */
const LONGEST_VALUE = 300;

export interface Compared {
  title: string;
  before: Model;
  after: Model;
  changes: readonly Change[];
}

export function markdownOfChanges({ title, before, after, changes }: Compared): string {
  const heading = `### ${markdownText(title)}\n`;
  if (changes.length === 0) return `${heading}\nNo differences.\n`;
  const picture = changedPicture(before, after, changes);
  const shown = picture !== undefined && picture.length <= LONGEST_PICTURE;
  const parts = [
    heading,
    `\n${table(changes)}\n`,
    ...(shown ? [`\n\`\`\`mermaid\n${picture.trimEnd()}\n\`\`\`\n`] : []),
  ];
  let left = LONGEST - RESERVE - parts.join('').length;
  let told = 0;
  for (const kind of [...ELEMENT_KINDS, 'decision' as const]) {
    const own = changes.filter((it) => it.kind === kind);
    let head = own.length === 0 ? '' : `\n#### ${pluralize(own.length, MODEL_KINDS[kind].noun)}\n\n`;
    for (const change of own) {
      const part = `${head}${changeText(change)}`;
      if (part.length > left) return [...parts, cut(changes.length - told)].join('');
      parts.push(part);
      left -= part.length;
      told += 1;
      head = '';
    }
  }
  return parts.join('');
}

const cut = (count: number): string =>
  `\n_${pluralize(count, 'further change')} left out because of the size limit of comments. "archctl model diff" shows ${count === 1 ? 'it' : 'them all'}._\n`;

const short = (words: string): string => {
  const chars = Array.from(words);
  return markdownText(chars.length > LONGEST_VALUE ? `${chars.slice(0, LONGEST_VALUE).join('')}…` : words);
};

/** Formats an id as code if it contains only safe characters. */
const code = (id: string): string => (/^[\w./ :-]+$/.test(id) ? `\`${id}\`` : short(id));

function table(changes: readonly Change[]): string {
  const shown = CHANGE_TYPES.filter((what) => changes.some((it) => changeTypeOf(it) === what));
  const rows = [...ELEMENT_KINDS, 'decision' as const].flatMap((kind) => {
    const own = changes.filter((it) => it.kind === kind);
    const counts = shown.map((what) => own.filter((it) => changeTypeOf(it) === what).length || '');
    return own.length === 0 ? [] : [`| ${MODEL_KINDS[kind].noun} | ${counts.join(' | ')} |`];
  });
  return [`| | ${shown.join(' | ')} |`, `|---|${shown.map(() => '---:|').join('')}`, ...rows].join('\n');
}

const MARKS = { added: '🟢', removed: '🔴', changed: '🟡' } as const;

function changeText(change: Change): string {
  const { id, name } = change;
  const was = oldName(change);
  const what = changeTypeOf(change);
  const became = [
    what === 'changed' ? '' : what,
    was === undefined ? '' : `${what === 'renamed' ? '' : 'renamed, '}was ${short(was)}`,
  ].filter(Boolean);
  const words = [
    `- ${MARKS[change.change]} **${short(name)}**`,
    id === name ? '' : `(${code(id)})`,
    became.join(', '),
  ];
  return `${[words.filter(Boolean).join(' '), ...linesOf(change).map(fieldText)].join('\n')}\n`;
}

function fieldText(line: DiffLine): string {
  const label = `  - ${code(line.label)}:`;
  if (!('came' in line)) return `${label} ${short(line.from)} → ${short(line.to)}`;
  const marked = (words: readonly string[], mark: string): string[] =>
    words.map((it) => `${mark} ${short(it)}`);
  return `${label} ${[...marked(line.came, '**+**'), ...marked(line.went, '**−**')].join(', ')}`;
}
