import { isObject } from '../../../base/is-object.js';
import type { LogRecord } from '../../../client/jobs/log-source.js';
import { type LineCell, lineOf } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';
import { describeChange } from '../../../webhooks/build/diff.js';
import { type LogRow, subjectInWords, subjectOf } from './subject.js';

export type Row = LogRecord & LogRow & { performedByName?: string };

/** Minimum column widths, for example of "23:04:11" and "model-connection-update". */
const TIME_WIDTH = 8;
const DATED_WIDTH = 12;
const AGE_WIDTH = 14;
const ACTION_WIDTH = 23;
const SUBJECT_WIDTH = 24;
const AUTHOR_WIDTH = 16;
/** Narrower terminals hide the author; `logs list` shows it. */
const MIN_WIDTH_FOR_AUTHOR = 120;
/** Maximum number of entities whose last values are cached. */
const MAX_KNOWN = 5_000;
/** Maximum number of changes that are listed for one entity. */
const MAX_CHANGES = 3;

/** Fields that are not listed as changes. */
const INTERNAL_FIELDS = ['commit', 'id', 'versionId', 'landscapeId', 'organizationId'];

/** Last known values by entity id: the log contains the new values of a change, but not the old ones. */
export type LastValues = Map<string, Readonly<Record<string, unknown>>>;

/** Changes of an update, as `name: "A" → "B"`, with the old value if it is known. Empty for other actions. */
export function changeOf({ action }: LogRow, known: LastValues = new Map()): string {
  const { id = '', type = '', props } = action ?? {};
  if (!isObject(props)) return '';
  const before = known.get(id) ?? {};
  if (id !== '') remember(known, id, { ...before, ...props });
  if (!type.endsWith('-update')) return '';
  return (
    Object.entries(props)
      .filter(([field]) => !INTERNAL_FIELDS.includes(field))
      // The name is listed first.
      .sort(([a], [b]) => Number(b === 'name') - Number(a === 'name'))
      .slice(0, MAX_CHANGES)
      .map(([path, after]) => formatChange(path, before[path], after))
      .join(', ')
  );
}

const formatChange = (path: string, before: unknown, after: unknown): string => {
  if (isObject(after)) return path;
  if (before === undefined) return describeChange({ path, kind: 'added', after });
  return describeChange({ path, kind: 'changed', before, after });
};

function remember(known: LastValues, id: string, values: Readonly<Record<string, unknown>>): void {
  known.delete(id);
  known.set(id, values);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Returns a formatter that prints one record per line, for people. `ids` appends the id of the record. */
export function logLine({ ids }: { ids: boolean }): (row: Row, context: LineContext) => string {
  const known: LastValues = new Map();
  // Times of other days are wider. Later lines keep the width, so that columns stay aligned.
  let timeWidth = TIME_WIDTH;
  return (row, context) => {
    const { palette, safe, interactive, width } = context;
    const type = row.action?.type ?? '';
    const end = /-(create|delete)$/.exec(type)?.[1];
    const paint = { create: palette.green, delete: palette.red }[end ?? ''] ?? palette.cyan;
    const time = interactive ? context.clock(row.performedAt) : context.time(row.performedAt);
    if (time.length > timeWidth) timeWidth = interactive ? DATED_WIDTH : AGE_WIDTH;
    const author = safe(row.performedByName ?? '');
    const change = safe(changeOf(row, known));
    const subject = interactive && !ids ? (subjectInWords(row) ?? '-') : subjectOf(row);
    const cells: LineCell[] = [
      { text: time, minWidth: timeWidth, paint: palette.dim },
      { text: safe(type), minWidth: ACTION_WIDTH, paint },
      { text: safe(subject), minWidth: SUBJECT_WIDTH, ...(interactive && { maxWidth: 2 * SUBJECT_WIDTH }) },
      ...(!interactive || width >= MIN_WIDTH_FOR_AUTHOR
        ? [{ text: author, minWidth: AUTHOR_WIDTH, paint: palette.dim }]
        : []),
      { text: change },
      { text: ids ? safe(row.id) : '', paint: palette.dim },
    ];
    return lineOf(cells, interactive ? width : Number.POSITIVE_INFINITY);
  };
}
