import { pluralize } from '../../../../base/text/words.js';
import { CHANGE_TYPES, changeTypeOf, oldName } from '../../../../model/compare/change-report.js';
import type { Change } from '../../../../model/compare/diff.js';
import { type DiffLine, linesOf } from '../../../../model/compare/lines.js';
import { ELEMENT_KINDS, type Element } from '../../../../model/document/element.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import { changeMark, fitLine, listChangeLine, valueChangeLine } from '../../../../terminal/change-text.js';
import type { Piece } from '../../../../terminal/line.js';
import type { LineContext } from '../../../../terminal/types.js';

/** Differences between two models, for people. */

/** `2 added, 1 renamed`; zero counts are left out. */
export function inNumbers(changes: readonly Change[]): string {
  return CHANGE_TYPES.map((what) => ({
    what,
    count: changes.filter((it) => changeTypeOf(it) === what).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
    .join(', ');
}

/** Changes by kind: added, removed and changed elements. */
export function drawChanges(title: string, changes: readonly Change[], line: LineContext): string {
  const { palette, safe } = line;
  const sections = [...ELEMENT_KINDS, 'decision' as const].flatMap((kind) => {
    const own = changes.filter((it) => it.kind === kind);
    if (own.length === 0) return [];
    const heading = palette.bold(pluralize(own.length, MODEL_KINDS[kind].noun));
    return ['', heading, ...own.flatMap((change) => changeLines(change, line))];
  });
  return [fitLine([{ text: safe(title), paint: palette.bold }], line), ...sections].join('\n');
}

function changeLines(change: Change, line: LineContext): string[] {
  const { palette, safe } = line;
  const [mark, paint] = changeMark(change.change, line);
  const { id, name } = change;
  const heading: Piece[] = [
    { text: `  ${mark} ${safe(name)}`, paint },
    ...(id === name ? [] : [{ text: `  ${safe(id)}`, paint: palette.dim }]),
    { text: `  ${safe(whatWords(change))}`.trimEnd(), paint: palette.dim },
  ];
  return [fitLine(heading, line), ...linesOf(change).map((it) => fieldLine(it, line))];
}

/** Kind and location of an added or removed element; the change of any other. */
function whatWords(change: Change): string {
  const what = changeTypeOf(change);
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

/** `      status: live → deprecated`; for a list, added and removed entries. */
export const fieldLine = (diff: DiffLine, line: LineContext): string =>
  'added' in diff ? listChangeLine(diff, line) : valueChangeLine(diff, line);
