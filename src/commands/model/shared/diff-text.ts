import { counted } from '../../../base/words.js';
import type { Change } from '../../../model/compare/diff.js';
import { type DiffLine, linesOf } from '../../../model/compare/lines.js';
import { HAPPENED, happened, oldName } from '../../../model/compare/told.js';
import { ELEMENT_KINDS, type Element } from '../../../model/document/element.js';
import { KINDS } from '../../../model/document/kinds.js';
import { inWidth, type Piece } from '../../../terminal/pieces.js';
import type { LineContext } from '../../../terminal/types.js';
import { displayWidth, truncate } from '../../../terminal/width.js';

/** What differs between two models, for people. */

/** `2 added, 1 renamed`; nothing of what did not happen. */
export function inNumbers(changes: readonly Change[]): string {
  return HAPPENED.map((what) => ({ what, count: changes.filter((it) => happened(it) === what).length }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
    .join(', ');
}

/** By kind: what is new, what is gone, and what each says now. */
export function drawChanges(title: string, changes: readonly Change[], line: LineContext): string {
  const { palette, safe } = line;
  const sections = ELEMENT_KINDS.flatMap((kind) => {
    const own = changes.filter((it) => it.kind === kind);
    if (own.length === 0) return [];
    const heading = palette.bold(counted(own.length, KINDS[kind].noun));
    return ['', heading, ...own.flatMap((change) => changeLines(change, line))];
  });
  return [fitted([{ text: safe(title), paint: palette.bold }], line), ...sections].join('\n');
}

const fitted = (pieces: readonly Piece[], { interactive, width }: LineContext): string =>
  inWidth(pieces, interactive ? width : Number.POSITIVE_INFINITY).trimEnd();

function changeLines(change: Change, line: LineContext): string[] {
  const { palette, safe } = line;
  const marks = {
    added: ['+', palette.green],
    removed: ['-', palette.red],
    changed: ['~', palette.yellow],
  } as const;
  const [mark, paint] = marks[change.change];
  const { id, name } = change;
  const heading: Piece[] = [
    { text: `  ${mark} ${safe(name)}`, paint },
    ...(id === name ? [] : [{ text: `  ${safe(id)}`, paint: palette.dim }]),
    { text: `  ${safe(whatWords(change))}`.trimEnd(), paint: palette.dim },
  ];
  return [fitted(heading, line), ...linesOf(change).map((it) => fieldLine(it, line))];
}

/** What it is and where, of one that came or went; of one that stayed, what became of it. */
function whatWords(change: Change): string {
  const what = happened(change);
  const was = oldName(change);
  if (change.change === 'changed') {
    const words = [what === 'moved' ? 'moved' : '', was === undefined ? '' : `renamed, was ${was}`];
    return words.filter(Boolean).join(', ');
  }
  const { fields }: Pick<Element, 'fields'> = change.after ?? change.before ?? { fields: {} };
  if (change.kind === 'connection') return `${String(fields.origin)} → ${String(fields.target)}`;
  const inside = fields.parent ?? fields.of ?? fields.group ?? fields.diagram ?? fields.domain;
  const type = typeof fields.type === 'string' ? fields.type : '';
  return [type, typeof inside === 'string' ? `in ${inside}` : ''].filter(Boolean).join(' ');
}

/** `      status: live → deprecated`; of a list what came and what went. */
export function fieldLine(diff: DiffLine, line: LineContext): string {
  const { palette, safe } = line;
  const label = `      ${safe(diff.label)}: `;
  if ('came' in diff) {
    const marked = (words: readonly string[], mark: string): string =>
      words.map((it) => `${mark} ${safe(it)}`).join(', ');
    const both = diff.came.length > 0 && diff.went.length > 0;
    return fitted(
      [
        { text: label },
        { text: marked(diff.came, '+'), paint: palette.green },
        { text: both ? ', ' : '' },
        { text: marked(diff.went, '-'), paint: palette.red },
      ],
      line,
    );
  }
  const [from, to] = bothSeen(safe(diff.from), safe(diff.to), line, displayWidth(label) + 3);
  return fitted(
    [
      { text: label },
      { text: from, paint: palette.red },
      { text: ' → ', paint: palette.dim },
      { text: to, paint: palette.green },
    ],
    line,
  );
}

/** Both sides are seen, however long they are: a long one is cut to what the other leaves, or to half. */
function bothSeen(from: string, to: string, line: LineContext, taken: number): [string, string] {
  const room = line.interactive ? Math.max(line.width - taken, 8) : Number.POSITIVE_INFINITY;
  const half = Math.floor(room / 2);
  const [left, right] = [displayWidth(from), displayWidth(to)];
  if (left + right <= room) return [from, to];
  if (left <= half) return [from, truncate(to, room - left)];
  if (right <= half) return [truncate(from, room - right), to];
  return [truncate(from, half), truncate(to, room - half)];
}
