import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { PERIODS } from '../../contract/enums.js';
import type { Action } from '../services.js';
import type { LogScope } from '../store/logs.js';
import { logConditions } from './log-list.js';

type Period = (typeof PERIODS)[number];

interface StatsCall extends Action {
  query: { filter?: Readonly<Fields> | undefined; period?: Period | undefined };
}

interface Contributor {
  id: string;
  type: string;
  name?: string;
  count: number;
  contributedAt: string;
}

/** Action counts by contributor id. Maps, because callers choose the ids. */
type Contributors = Map<string, Contributor>;

/** Actions of one type, or on one entity. */
interface Item {
  count: number;
  contributors: Contributors;
}

const NAMES = {
  type: { map: 'actions', item: 'type' },
  entity: { map: 'entities', item: 'entityId' },
} as const;

/** Activity statistics of a log (docs/service.md#log-statistics): periods with at least one action, oldest first. */
export function statsOf(call: StatsCall, scope: LogScope, by: keyof typeof NAMES) {
  const { filter = {}, period = 'day' } = call.query;
  const found = call.services.store.logs.list(scope, logConditions(filter), 'asc', -1);
  const contributors: Contributors = new Map();
  const dates = new Map<string, Map<string, Item>>();
  for (const { doc } of found) {
    const { [by === 'type' ? 'type' : 'id']: name } = isObject(doc.action) ? doc.action : {};
    if (typeof name !== 'string') continue;
    // `all` is a single period, named after its first action.
    const [first] = dates.keys();
    const date =
      period === 'all' ? (first ?? String(doc.performedAt)) : startOfPeriod(doc.performedAt, period);
    count(
      getOrCreate(dates, date, () => new Map()),
      name,
      doc,
    );
    contribute(contributors, doc, doc.performedByName);
  }
  const { map, item } = NAMES[by];
  return {
    contributors: Object.fromEntries(contributors),
    dates: [...dates].map(([date, items]) => ({ date, [map]: itemsOf(items, item) })),
    totalCount: [...contributors.values()].reduce((sum, it) => sum + it.count, 0),
  };
}

/** Returns the value of a map entry, creating it if missing. */
function getOrCreate<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function count(items: Map<string, Item>, name: string, doc: Doc): void {
  const item = getOrCreate(items, name, () => ({ count: 0, contributors: new Map() }));
  item.count += 1;
  contribute(item.contributors, doc);
}

const itemsOf = (items: ReadonlyMap<string, Item>, field: string): Fields =>
  Object.fromEntries(
    [...items].map(([name, { count, contributors }]) => [
      name,
      { [field]: name, count, contributors: Object.fromEntries(contributors) },
    ]),
  );

function contribute(contributors: Contributors, doc: Doc, name?: unknown): void {
  const id = String(doc.performedById);
  contributors.set(id, {
    id,
    type: String(doc.performedBy),
    ...(typeof name === 'string' && { name }),
    count: (contributors.get(id)?.count ?? 0) + 1,
    contributedAt: String(doc.performedAt),
  });
}

const DAY_MS = 86_400_000;

/** Start of the period that contains a time, in UTC; weeks start on Monday. */
function startOfPeriod(moment: unknown, period: Exclude<Period, 'all'>): string {
  const at = new Date(String(moment));
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const start = {
    day: Date.UTC(year, month, day),
    week: Date.UTC(year, month, day) - ((at.getUTCDay() + 6) % 7) * DAY_MS,
    month: Date.UTC(year, month),
    year: Date.UTC(year, 0),
  }[period];
  return new Date(start).toISOString();
}
