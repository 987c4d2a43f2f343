import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { columnValue } from '../../terminal/fields.js';
import type { Column } from '../../terminal/types.js';
import type { AnyCommand, Context, KindNames, Outcome } from '../command/spec.js';

type TableOutcome = Extract<Outcome, { kind: 'list' | 'record' }>;
type Known = Pick<KindNames, 'has' | 'nameOf'>;
type ByKind = ReadonlyMap<string, Known>;

/**
 * Replaces ids by names for people. With `--wide`, the record's own id comes last, if there is room; `--ids` shows all
 * ids. Without names, ids are shown.
 */
export async function withNames(
  outcome: TableOutcome,
  spec: Pick<AnyCommand, 'operation'>,
  context: Context,
): Promise<TableOutcome> {
  const { globals } = context.parsed;
  const ids = globals.ids === true;
  const picked = globals.fields !== undefined;
  const columns = ids || picked ? outcome.columns : withoutIds(outcome.columns, outcome.kind, globals.wide);
  // Does not load names for columns that do not fit.
  const seen =
    outcome.kind === 'list'
      ? await context.terminal.mayFit(outcome.items.slice(0, outcome.limit), columns)
      : columns;
  const names = await namesFor({ ...outcome, columns: seen }, spec, context);
  return { ...outcome, columns: columns.map((column) => columnOfNames(column, names, ids)) };
}

/** Adds a `…Name` field for each `…Id` of a known kind, for a program that requested it. */
export async function withNameFields(
  outcome: TableOutcome,
  spec: AnyCommand,
  context: Context,
): Promise<TableOutcome> {
  const names = await namesFor(outcome, spec, context);
  const named = outcome.columns.filter(({ of, value }) => of !== undefined && value === undefined);
  const extended = (record: unknown): unknown =>
    isObject(record)
      ? named.reduce(
          (row, column) => withField(row, column, names.get(column.of ?? '')),
          record as JsonObject,
        )
      : record;
  const columns = outcome.columns.flatMap((column) =>
    named.includes(column)
      ? [column, { key: nameField(column.key), ...(column.priority && { priority: column.priority }) }]
      : [column],
  );
  return outcome.kind === 'list'
    ? { ...outcome, items: outcome.items.map(extended), columns }
    : { ...outcome, record: extended(outcome.record), columns };
}

/** Name field of an id field: `originId` becomes `originName`, `tagIds` becomes `tagNames`. */
const nameField = (key: string): string => key.replace(/Id(s?)$/, 'Name$1');

function withField(row: JsonObject, { key }: Column, names: Known | undefined): JsonObject {
  if (!Object.hasOwn(row, key) || nameField(key) === key) return row;
  return { ...row, [nameField(key)]: namesIn(row[key], names) };
}

const namesIn = (value: unknown, names: Known | undefined): unknown =>
  Array.isArray(value)
    ? value.map((id) => namesIn(id, names))
    : typeof value === 'string'
      ? (names?.nameOf(value) ?? null)
      : null;

async function namesFor(
  outcome: TableOutcome,
  spec: Pick<AnyCommand, 'operation'>,
  context: Context,
): Promise<ByKind> {
  const rows = outcome.kind === 'list' ? outcome.items : [outcome.record];
  const wanted = new Map<string, { ids: Set<string>; orOf: string | undefined }>();
  for (const column of outcome.columns) {
    if (column.of === undefined) continue;
    const { ids, orOf } = wanted.get(column.of) ?? { ids: new Set(), orOf: undefined };
    for (const row of rows) for (const id of idsIn(columnValue(column, row))) ids.add(id);
    wanted.set(column.of, { ids, orOf: column.orOf ?? orOf });
  }
  const all = await context.names();
  const listed = (kind: string): Promise<Known | undefined> => all.of(kind).catch(() => undefined);
  const found = [...wanted].map(async ([kind, { ids, orOf }]): Promise<[string, Known][]> => {
    if (ids.size === 0) return [];
    const near = outcome.kind === 'list' && (await all.among(kind, spec.operation, rows as JsonObject[]));
    if (near && [...ids].every((id) => near.has(id))) return [[kind, near]];
    const first = await listed(kind);
    const isKnown = orOf === undefined || [...ids].every((id) => first?.has(id));
    const names = isKnown ? first : eitherOf(first, await listed(orOf));
    return names ? [[kind, names]] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

const eitherOf = (first: Known | undefined, second: Known | undefined): Known => ({
  has: (id) => first?.has(id) === true || second?.has(id) === true,
  nameOf: (id) => first?.nameOf(id) ?? second?.nameOf(id),
});

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((it) => typeof it === 'string')
    : typeof value === 'string'
      ? [value]
      : [];

/** Converts a column of ids to names. */
function columnOfNames(column: Column, names: ByKind, ids: boolean): Column {
  const known = column.of === undefined ? undefined : names.get(column.of);
  if (!known) return column;
  const text = (given: unknown): unknown => {
    if (typeof given !== 'string') return given;
    // For maps, `ID=VALUE`.
    const at = known.has(given) ? -1 : given.indexOf('=');
    const [id, rest] = at === -1 ? [given, ''] : [given.slice(0, at), given.slice(at)];
    const name = known.nameOf(id);
    if (name === undefined) return given;
    return `${ids ? `${name} (${id})` : name}${rest}`;
  };
  return {
    ...column,
    kind: column.kind === 'list' ? 'list' : 'text',
    value: (row) => {
      const value = columnValue(column, row);
      return Array.isArray(value) ? value.map(text) : text(value);
    },
  };
}

/** Ids of the record itself. */
const OWN_IDS = ['id', 'handleId'];

/** An id whose name has its own column. */
const isBeside = ({ key, kind, of, priority = 3 }: Column): boolean =>
  kind === 'id' && of === undefined && key.endsWith('Id') && priority >= 4;

/** Hides ids whose names are shown, and the id of a named record unless a wide list has room. */
function withoutIds(
  columns: readonly Column[],
  kind: TableOutcome['kind'],
  isWide = false,
): readonly Column[] {
  const named = columns.filter(({ nameless }) => !nameless);
  const own = named.find(({ key }) => key === 'id');
  const others = named.filter(({ key }) => !OWN_IDS.includes(key));
  if (!others.some(({ priority }) => priority === 1)) return named;
  if (kind === 'record') return others;
  const shown = others.filter((it) => !isBeside(it));
  if (!own) return shown;
  // Records without a name need their id.
  const spare = others.some(({ key }) => key === 'name');
  return spare && !isWide ? shown : [...shown, { ...own, priority: 5, spare }];
}
