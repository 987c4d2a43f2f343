import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { decodeCursor, encodeCursor, pageSize } from '../records/page.js';
import { invalid } from '../refusal.js';
import type { Action } from '../services.js';
import type { LogCondition, LogScope } from '../store/logs.js';

type Order = 'asc' | 'desc';
type Filter = Readonly<Fields>;

/** A call that lists any kind of log. */
interface LogCall extends Action {
  query: { filter?: (Filter & { order?: Order | undefined }) | undefined; cursor?: string | undefined };
}

/**
 * One page of a log, newest first by default. Id bounds follow the order of the list, so that "start after" continues
 * after a page; date bounds are a time span in either order. Sandbox-specific.
 */
export function listLogs(
  call: LogCall,
  scope: LogScope,
): { docs: Doc[]; nextCursor: { nextCursor?: string } } {
  const { filter = {} } = call.query;
  const { order = 'desc' } = filter;
  const list = `logs ${order} ${JSON.stringify(scope)}`;
  const limit = pageSize(filter.limit, { path: 'filter.limit' });
  const conditions = [...logConditions(filter), ...idBounds(call, filter, order)];
  const { cursor } = call.query;
  if (typeof cursor === 'string') {
    const [at = '', seq = 0] = decodeCursor(list, cursor);
    conditions.push(positionCondition({ at: String(at), seq: Number(seq) }, order === 'asc' ? '>' : '<'));
  }
  const rows = call.services.store.logs.list(scope, conditions, order, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    docs: shown.map(({ doc }) => doc),
    nextCursor: more ? { nextCursor: encodeCursor(list, [String(last.doc.performedAt), last.seq]) } : {},
  };
}

const placeholders = (values: readonly string[]): string => values.map(() => '?').join(',');
const textList = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

function oneOf(column: string, wanted: unknown): LogCondition[] {
  if (wanted === undefined) return [];
  const values = textList(wanted);
  return [{ sql: `${column} IN (${placeholders(values)})`, values }];
}

/** SQL conditions of a log filter. */
export const logConditions = (filter: Filter): LogCondition[] => [
  ...plainConditions(filter),
  ...dateBounds(filter),
];

function plainConditions(filter: Filter): LogCondition[] {
  const conditions: LogCondition[] = [];
  const { actionId, actionType } = filter;
  if (actionId !== undefined) {
    const own = { sql: 'action_id = ?', values: [String(actionId)] };
    const anywhere = {
      sql: "EXISTS (SELECT 1 FROM json_each(logs.data, '$.actionIds') WHERE json_each.value = ?)",
      values: [String(actionId)],
    };
    conditions.push(filter.includeActionsInContext === true ? anywhere : own);
  }
  if (actionType !== undefined) {
    const isNegated = isObject(actionType) && '$not' in actionType;
    const types = textList(isNegated ? actionType.$not : actionType);
    conditions.push({ sql: `type ${isNegated ? 'NOT ' : ''}IN (${placeholders(types)})`, values: types });
  }
  return [
    ...conditions,
    ...oneOf('performed_by', filter.performedBy),
    ...oneOf('performed_by_id', filter.performedById),
    ...oneOf('action_id', filter.entityId),
  ];
}

const DATES = { startAtDate: '>=', startAfterDate: '>', endAtDate: '<=', endBeforeDate: '<' } as const;

function dateBounds(filter: Filter): LogCondition[] {
  return Object.entries(DATES).flatMap(([name, comparison]) => {
    const date = filter[name];
    if (date === undefined) return [];
    return [{ sql: `performed_at ${comparison} ?`, values: [new Date(String(date)).toISOString()] }];
  });
}

function idBounds(call: LogCall, filter: Filter, order: Order): LogCondition[] {
  const [later, earlier] = order === 'asc' ? (['>', '<'] as const) : (['<', '>'] as const);
  const bounds = { startAtId: later, startAfterId: later, endAtId: earlier, endBeforeId: earlier };
  return Object.entries(bounds).flatMap(([name, comparison]) => {
    const id = filter[name];
    if (id === undefined) return [];
    const position = call.services.store.logs.position(String(id));
    if (!position) throw invalid([`filter.${name}: the log ${String(id)} does not exist`]);
    return [positionCondition(position, comparison, name.includes('At'))];
  });
}

/** Entries after (`>`) or before (`<`) a position. */
function positionCondition(
  { at, seq }: { at: string; seq: number },
  comparison: '<' | '>',
  inclusive = false,
): LogCondition {
  return { sql: `(performed_at, seq) ${comparison}${inclusive ? '=' : ''} (?, ?)`, values: [at, seq] };
}
