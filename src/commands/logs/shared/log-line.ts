import { isObject } from '../../../base/is-object.js';
import { type LineCell, lineOf } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';
import { describeChange } from '../../../webhooks/build/diff.js';
import type { LogRecord } from './log-source.js';
import { type LogRow, subjectInWords, subjectOf } from './subject.js';

export type Row = LogRecord & LogRow & { performedByName?: string };

/** Width of "23:04:11"; most lines align with it, as with "model-connection-update". */
const TIME_WIDTH = 8;
const DATED_WIDTH = 12;
const AGE_WIDTH = 14;
const ACTION_WIDTH = 23;
const SUBJECT_WIDTH = 24;
const BY_WIDTH = 16;
/** Narrower terminals hide the author; `logs list` shows it. */
const ROOMY = 120;
/** Entities whose last values are cached, and changes listed for one entity. */
const MOST_KNOWN = 5_000;
const MOST_CHANGES = 3;

/** Fields that do not describe a change. */
const BOOKKEEPING = ['commit', 'id', 'versionId', 'landscapeId', 'organizationId'];

/** Last known values by entity id: the log contains new values, but not the replaced ones. */
export type Known = Map<string, Readonly<Record<string, unknown>>>;

/** Changes of an update, as `name: "A" → "B"`, with the old value if it is known. Empty for other actions. */
export function changeOf({ action }: LogRow, known: Known = new Map()): string {
  const { id = '', type = '', props } = action ?? {};
  if (!isObject(props)) return '';
  const before = known.get(id) ?? {};
  if (id !== '') remember(known, id, { ...before, ...props });
  if (!type.endsWith('-update')) return '';
  return (
    Object.entries(props)
      .filter(([field]) => !BOOKKEEPING.includes(field))
      // The name is listed first.
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

/** Formats one record per line, for people; `ids` appends its id. */
export function logLine({ ids }: { ids: boolean }): (row: Row, context: LineContext) => string {
  const known: Known = new Map();
  // Lines of other days are wider, and lines after them keep that width.
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
