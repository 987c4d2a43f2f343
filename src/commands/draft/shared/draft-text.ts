import { isOwnLabel } from '../../../contract/rules/imports/import-entities.js';
import type { ElementChange } from '../../../model/compare/diff.js';
import { type DiffLine, linesOf } from '../../../model/compare/lines.js';
import type { ElementKind } from '../../../model/document/element.js';
import type { Fields, Shape, Target } from '../../../model/document/field.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import { changeMark, fitLine } from '../../../terminal/change-text.js';
import type { LineContext } from '../../../terminal/types.js';
import { fieldLine } from '../../model/shared/report/diff-text.js';
import type { DraftChanges } from './draft-changes.js';

/** Changes of a draft for people: elements by name, changes by field. */

/** Changes without those that concern only labels set by archctl. */
export const withoutOwnLabels = (changes: readonly ElementChange[]): readonly ElementChange[] =>
  changes.filter((change) => change.change !== 'changed' || shownLines(change).length > 0);

const LABELS = 'labels.';

const shownLines = (change: ElementChange): DiffLine[] =>
  linesOf(change).filter(
    ({ label }) => !(label.startsWith(LABELS) && isOwnLabel(label.slice(LABELS.length))),
  );

/** Lines of each change; a single changed value is on the line of its element. */
export const drawDraft = ({ changes, nameOf }: DraftChanges, line: LineContext): string =>
  changes.flatMap((change) => changeLines(change, nameOf, line)).join('\n');

function changeLines(change: ElementChange, nameOf: DraftChanges['nameOf'], line: LineContext): string[] {
  const { palette, safe } = line;
  const [mark, paint] = changeMark(change.change, line);
  const heading = { text: `${mark} ${safe(change.name)}`, paint };
  if (change.change !== 'changed') {
    const more = { text: `  ${safe(whatOf(change, nameOf))}`, paint: palette.dim };
    return [fitLine([heading, more], line)];
  }
  const lines = shownLines(change).map((it) => withNames(change.kind, it, nameOf));
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && 'from' in only) {
    const { label, from, to } = only;
    const text = `: ${safe(label)} ${safe(from) || '-'} → ${safe(to) || '-'}`;
    const whole = fitLine([heading, { text }], { ...line, width: Number.POSITIVE_INFINITY });
    if (!line.interactive || whole === fitLine([heading, { text }], line)) return [whole];
  }
  return [fitLine([heading], line), ...lines.map((it) => fieldLine(it, line))];
}

/** Kind and location of an added or removed element: `app in Booking`, `connection Web → Booking API`. */
function whatOf({ kind, before, after }: ElementChange, nameOf: DraftChanges['nameOf']): string {
  const fields = (after ?? before)?.fields ?? {};
  const named = (field: string): string | undefined => {
    const id = fields[field];
    const to = MODEL_KINDS[kind].fields[field]?.shape;
    return typeof id === 'string' && to?.is === 'reference' ? nameById(id, to.to, nameOf) : undefined;
  };
  if (kind === 'connection') return `${named('origin')} → ${named('target')}`;
  const inside = named('parent') ?? named('of') ?? named('group') ?? named('diagram') ?? named('domain');
  const type = typeof fields.type === 'string' ? fields.type : MODEL_KINDS[kind].noun;
  return inside === undefined ? type : `${type} in ${inside}`;
}

/** Targets of references that are elements with names. */
const KIND_OF: Partial<Record<Target, ElementKind>> = {
  drawnObject: 'object',
  drawnConnection: 'connection',
};

const nameById = (id: string, to: Target, nameOf: DraftChanges['nameOf']): string =>
  to === 'technology' || to === 'team' ? id : (nameOf(KIND_OF[to] ?? (to as ElementKind), id) ?? id);

function withNames(kind: ElementKind, diff: DiffLine, nameOf: DraftChanges['nameOf']): DiffLine {
  const to = targetOf(shapeAt(MODEL_KINDS[kind].fields, diff.label.replaceAll(/\[\d+\]/g, '').split('.')));
  if (to === undefined) return diff;
  const named = (id: string): string => nameById(id, to, nameOf);
  return 'added' in diff
    ? { ...diff, added: diff.added.map(named), removed: diff.removed.map(named) }
    : { ...diff, from: named(diff.from), to: named(diff.to) };
}

/** Shape of a field by its path, such as `steps`, `target`; undefined for paths with keys of maps. */
function shapeAt(fields: Fields, [key = '', ...rest]: readonly string[]): Shape | undefined {
  const shape = fields[key]?.shape;
  if (rest.length === 0) return shape;
  return shape?.is === 'list' || shape?.is === 'group' ? shapeAt(shape.of, rest) : undefined;
}

/** Target of references; undefined for other fields. Entries of a diagram are the objects or connections it draws. */
function targetOf(shape: Shape | undefined): Target | undefined {
  if (shape?.is === 'reference' || shape?.is === 'references') return shape.to;
  if (shape?.is !== 'list') return undefined;
  return 'object' in shape.of ? 'object' : 'connection' in shape.of ? 'connection' : undefined;
}
