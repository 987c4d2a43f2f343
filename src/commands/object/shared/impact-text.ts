import { pluralize } from '../../../base/text/words.js';
import {
  IMPACT_KINDS,
  type Impact,
  type ImpactChange,
  type ImpactKind,
} from '../../../contract/rules/impact-types.js';
import type { LineContext } from '../../../terminal/types.js';
import { wrapWords } from '../../../terminal/width.js';

/** Impact of a change for people: a line for each kind of record, with the names. */

export interface ImpactInput {
  object: { name: string; type: string };
  change: ImpactChange;
  items: readonly Impact[];
}

/** People and objects around the object first, then records that refer to it. */
const ORDER: readonly ImpactKind[] = ['dependent', 'team', 'namespace', 'flow', 'diagram'];
const KINDS = [...ORDER, ...IMPACT_KINDS.filter((kind) => !ORDER.includes(kind))];

const LABELS: Readonly<Record<ImpactKind, string>> = {
  dependent: 'Used by',
  team: 'Teams',
  namespace: 'Owners',
  flow: 'Flows',
  diagram: 'Diagrams',
  object: 'Objects',
  connection: 'Connections',
  comment: 'Comments',
  draft: 'Drafts',
  tag: 'Tags',
  decision: 'Decisions',
};
const LABEL_WIDTH = Math.max(...Object.values(LABELS).map(({ length }) => length)) + 2;

/** Maximum number of names of a kind; those of connections are long. */
const maxNames = (kind: ImpactKind): number => (kind === 'connection' ? 3 : 6);

/** Returns true if `drawImpact` leaves out names. */
export const isShortened = (items: readonly Impact[]): boolean =>
  KINDS.some((kind) => rowsOf(kind, items).some(({ shown }) => shown.length > maxNames(kind)));

export function drawImpact({ object, change, items }: ImpactInput, line: LineContext): string {
  const { palette, safe, interactive, width } = line;
  const room = interactive ? Math.max(width - LABEL_WIDTH, 20) : Number.POSITIVE_INFINITY;
  const verb = change === 'delete' ? 'Deleting' : 'Deprecating';
  const heading = `${palette.bold(`${verb} ${safe(object.name)}`)}  ${palette.dim(safe(object.type))}`;
  const rows = KINDS.flatMap((kind) =>
    rowsOf(kind, items).flatMap((row, at) => {
      const label = (at === 0 ? LABELS[kind] : '').padEnd(LABEL_WIDTH);
      const [first = '', ...others] = wrapWords(safe(rowText(row, maxNames(kind))), room);
      return [`${palette.cyan(label)}${first}`, ...others.map((it) => `${' '.repeat(LABEL_WIDTH)}${it}`)];
    }),
  );
  const found = rows.length === 0 ? [] : ['', ...rows];
  return [heading, ...found, '', summaryOf({ change, items })].join('\n');
}

interface Row {
  /** Text before the names. */
  lead: string;
  shown: readonly string[];
}

const rowText = ({ lead, shown }: Row, most: number): string => {
  const more = shown.length - most;
  const names = [...shown.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return lead === '' ? names : `${lead}: ${names}`;
};

/** Rows of a kind: one, or one for each effect. */
function rowsOf(kind: ImpactKind, items: readonly Impact[]): Row[] {
  const own = items.filter((it) => it.kind === kind);
  if (own.length === 0) return [];
  if (kind === 'dependent') return [dependentRow(own)];
  const effects = (['deleted', 'updated', 'affected'] as const).filter((effect) =>
    own.some((it) => it.effect === effect),
  );
  return effects.map((effect) => {
    const some = own.filter((it) => it.effect === effect);
    const lead = effect === 'affected' ? '' : `${some.length} ${effect}`;
    return { lead, shown: some.map(nameOf) };
  });
}

/** `3 objects, 12 more indirectly: Booking Website, Travel App`; only direct dependents are named. */
function dependentRow(dependents: readonly Impact[]): Row {
  const direct = dependents.filter(({ depth }) => depth === 1);
  const others = dependents.length - direct.length;
  const lead = `${pluralize(direct.length, 'object')}${others === 0 ? '' : `, ${others} more indirectly`}`;
  return { lead, shown: direct.map(({ name }) => name) };
}

/** Name of a record, with the description of its relation where the name is not enough. */
function nameOf({ kind, name, where }: Impact): string {
  const isExplained = kind === 'connection' || kind === 'flow' || kind === 'team' || kind === 'namespace';
  return isExplained ? `${name} (${where})` : name;
}

function summaryOf({ change, items }: Pick<ImpactInput, 'change' | 'items'>): string {
  if (items.length === 0) return 'Nothing else is affected.';
  if (change === 'deprecate') return 'A deprecation changes no other record.';
  const deleted = items.filter(({ effect }) => effect === 'deleted').length;
  const updated = items.filter(({ effect }) => effect === 'updated').length;
  return `${pluralize(deleted, 'record')} deleted with it, ${updated} updated.`;
}
