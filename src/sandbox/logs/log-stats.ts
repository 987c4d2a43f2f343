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

/** Who did how much, by id. Maps, because ids are what callers chose. */
type Contributors = Map<string, Contributor>;

/** What was done of one type, or to one entity. */
interface Item {
  count: number;
  contributors: Contributors;
}

const NAMES = {
  type: { map: 'actions', item: 'type' },
  entity: { map: 'entities', item: 'entityId' },
} as const;

/**
 * What a log tells of who did how much and when (docs/service.md#log-statistics): periods in which something happened,
 * oldest first.
 */
export function statsOf(call: StatsCall, scope: LogScope, by: keyof typeof NAMES) {
  const { filter = {}, period = 'day' } = call.query;
  const found = call.services.store.logs.list(scope, logConditions(filter), 'asc', -1);
  const contributors: Contributors = new Map();
  const dates = new Map<string, Map<string, Item>>();
  for (const { doc } of found) {
    const { [by === 'type' ? 'type' : 'id']: name } = isObject(doc.action) ? doc.action : {};
    if (typeof name !== 'string') continue;
    // All of it is one period, named by the first action in it.
    const [first] = dates.keys();
    const date = period === 'all' ? (first ?? String(doc.performedAt)) : beginning(doc.performedAt, period);
    count(
      among(dates, date, () => new Map()),
      name,
      doc,
    );
    contribute(contributors, doc, doc.performedByName);
  }
  const { map, item } = NAMES[by];
  return {
    contributors: Object.fromEntries(contributors),
    dates: [...dates].map(([date, items]) => ({ date, [map]: plain(items, item) })),
    totalCount: [...contributors.values()].reduce((sum, it) => sum + it.count, 0),
  };
}

/** What a map holds under a key, made where it holds nothing yet. */
function among<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function count(items: Map<string, Item>, name: string, doc: Doc): void {
  const item = among(items, name, () => ({ count: 0, contributors: new Map() }));
  item.count += 1;
  contribute(item.contributors, doc);
}

const plain = (items: ReadonlyMap<string, Item>, field: string): Fields =>
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

/** When the period of a moment began, in UTC; weeks begin on Mondays. */
function beginning(moment: unknown, period: Exclude<Period, 'all'>): string {
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
