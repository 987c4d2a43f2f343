import { isObject } from '../../../base/is-object.js';
import { type LineCell, lineOf } from '../../../terminal/line-cells.js';
import type { LineContext } from '../../../terminal/types.js';
import { describeChange } from '../../../webhooks/craft/diff.js';
import type { LogRecord } from './log-source.js';
import { type LogRow, subjectInWords, subjectOf } from './subject.js';

export type Row = LogRecord & LogRow & { performedByName?: string };

/** Most lines align: "Nov 21 23:04", "model-connection-update". */
const TIME_WIDTH = 8;
const DATED_WIDTH = 12;
const AGE_WIDTH = 14;
const ACTION_WIDTH = 23;
const SUBJECT_WIDTH = 24;
const BY_WIDTH = 16;
/** Narrower than this, who did it is left to `logs list`. */
const ROOMY = 120;
/** Entities whose last values are remembered, and changes that are told of one. */
const MOST_KNOWN = 5_000;
const MOST_CHANGES = 3;

/** Fields that say nothing of what changed. */
const BOOKKEEPING = ['commit', 'id', 'versionId', 'landscapeId', 'organizationId'];

/** What earlier records said of each entity, by its id: the log tells new values, and not what they replaced. */
export type Known = Map<string, Readonly<Record<string, unknown>>>;

/** What an update changed, as `name: "A" → "B"`; the value before where it is known. Empty for other actions. */
export function changeOf({ action }: LogRow, known: Known = new Map()): string {
  const { id = '', type = '', props } = action ?? {};
  if (!isObject(props)) return '';
  const before = known.get(id) ?? {};
  if (id !== '') remember(known, id, { ...before, ...props });
  if (!type.endsWith('-update')) return '';
  return (
    Object.entries(props)
      .filter(([field]) => !BOOKKEEPING.includes(field))
      // What it is called says most.
      .sort(([a], [b]) => Number(b === 'name') - Number(a === 'name'))
      .slice(0, MOST_CHANGES)
      .map(([path, after]) => one(path, before[path], after))
      .join(', ')
  );
}

const one = (path: string, before: unknown, after: unknown): string => {
  if (isObject(after)) return path;
  if (before === undefined) return describeChange({ path, kind: 'added', after });
  return describeChange({ path, kind: 'changed', before, after });
};

function remember(known: Known, id: string, values: Readonly<Record<string, unknown>>): void {
  known.delete(id);
  known.set(id, values);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Draws one record a line, for people; `ids` shows the id of each at its end. */
export function logLine({ ids }: { ids: boolean }): (row: Row, context: LineContext) => string {
  const known: Known = new Map();
  // Lines of other days are a little wider, and those of today behind them stand below.
  let timeWidth = TIME_WIDTH;
  return (row, context) => {
    const { palette, safe, interactive, width } = context;
    const type = row.action?.type ?? '';
    const end = /-(create|delete)$/.exec(type)?.[1];
    const paint = { create: palette.green, delete: palette.red }[end ?? ''] ?? palette.cyan;
    const time = interactive ? context.clock(row.performedAt) : context.time(row.performedAt);
    if (time.length > timeWidth) timeWidth = interactive ? DATED_WIDTH : AGE_WIDTH;
    const by = safe(row.performedByName ?? '');
    const change = safe(changeOf(row, known));
    const subject = interactive && !ids ? (subjectInWords(row) ?? '-') : subjectOf(row);
    const cells: LineCell[] = [
      { text: time, least: timeWidth, paint: palette.dim },
      { text: safe(type), least: ACTION_WIDTH, paint },
      { text: safe(subject), least: SUBJECT_WIDTH, ...(interactive && { most: 2 * SUBJECT_WIDTH }) },
      ...(!interactive || width >= ROOMY ? [{ text: by, least: BY_WIDTH, paint: palette.dim }] : []),
      { text: change },
      { text: ids ? safe(row.id) : '', paint: palette.dim },
    ];
    return lineOf(cells, interactive ? width : Number.POSITIVE_INFINITY);
  };
}
