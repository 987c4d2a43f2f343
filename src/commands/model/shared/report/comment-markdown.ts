import { pluralize } from '../../../../base/text/words.js';
import { markdownText } from '../../../../documents/index.js';
import type { DiffLine } from '../../../../model/compare/lines.js';
import { ELEMENT_KINDS, type ModelKind } from '../../../../model/document/element.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';

/** Building blocks of Markdown comments for pull requests, within the size limit of a comment. */

/** Maximum length of a comment in characters; hosting sites allow little more. */
const LONGEST = 60_000;
/** Characters reserved for the note about omitted changes. */
const RESERVE = 400;
/** Maximum length of a value in characters. */
const LONGEST_VALUE = 300;

/** Marks of what is new, gone and different. */
export const MARKS = { added: '🟢', removed: '🔴', changed: '🟡' } as const;

/** A heading with its entries. Every text is Markdown. */
export interface CommentSection {
  heading: string;
  entries: readonly string[];
}

/** @param head Parts before the sections; their length is limited. @param noun Singular of the entries. @param command The command that shows all of them. */
export function commentText(
  head: readonly string[],
  sections: readonly CommentSection[],
  { noun, command }: { noun: string; command: string },
): string {
  const parts = [head.join('')];
  let remaining = LONGEST - RESERVE - (parts[0]?.length ?? 0);
  let omitted = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  for (const { heading, entries } of sections) {
    let prefix = `\n#### ${heading}\n\n`;
    for (const entry of entries) {
      const part = `${prefix}${entry}`;
      if (part.length > remaining) return [...parts, omittedNote(omitted, noun, command)].join('');
      parts.push(part);
      remaining -= part.length;
      omitted -= 1;
      prefix = '';
    }
  }
  return parts.join('');
}

const omittedNote = (count: number, noun: string, command: string): string =>
  `\n_${pluralize(count, `further ${noun}`)} left out because of the size limit of comments. "${command}" shows ${count === 1 ? 'it' : 'them all'}._\n`;

export const short = (words: string): string => {
  const chars = Array.from(words);
  return markdownText(chars.length > LONGEST_VALUE ? `${chars.slice(0, LONGEST_VALUE).join('')}…` : words);
};

/** Formats an id as code if it contains only safe characters. */
export const code = (id: string): string => (/^[\w./ :-]+$/.test(id) ? `\`${id}\`` : short(id));

export const headingText = (title: string): string => `### ${short(title)}\n`;

/** `**Booking API** (`booking-api`)`. */
export const elementText = ({ id, name }: { id: string; name: string }): string =>
  `**${short(name)}**${id === name ? '' : ` (${code(id)})`}`;

export function countTable<Item extends { kind: ModelKind }>(
  items: readonly Item[],
  types: readonly string[],
  typeOf: (item: Item) => string,
): string {
  const shown = types.filter((what) => items.some((it) => typeOf(it) === what));
  const rows = [...ELEMENT_KINDS, 'decision' as const].flatMap((kind) => {
    const own = items.filter((it) => it.kind === kind);
    const counts = shown.map((what) => own.filter((it) => typeOf(it) === what).length || '');
    return own.length === 0 ? [] : [`| ${MODEL_KINDS[kind].noun} | ${counts.join(' | ')} |`];
  });
  return [`| | ${shown.join(' | ')} |`, `|---|${shown.map(() => '---:|').join('')}`, ...rows].join('\n');
}

/** `  - `status`: live → deprecated`; for a list, added and removed entries. */
export function fieldText(line: DiffLine, note = ''): string {
  const label = `  - ${code(line.label)}:`;
  const after = note === '' ? '' : ` ${note}`;
  if (!('added' in line)) return `${label} ${short(line.from)} → ${short(line.to)}${after}`;
  const marked = (words: readonly string[], mark: string): string[] =>
    words.map((it) => `${mark} ${short(it)}`);
  return `${label} ${[...marked(line.added, '**+**'), ...marked(line.removed, '**−**')].join(', ')}${after}`;
}
