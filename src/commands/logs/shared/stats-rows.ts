import type { PERIODS } from '../../../contract/enums.js';
import type { StatsByEntity, StatsByType } from '../../../contract/resources/log-stats.js';

export type Period = (typeof PERIODS)[number];

interface Contribution {
  id: string;
  type: string;
  name?: string;
  count: number;
}

/** Number of actions by type or by entity. */
export interface StatsRow {
  type?: string;
  entityId?: string;
  /** Name of the entity, if known. */
  name?: string;
  count: number;
  /** Contributors, most active first. */
  contributors: Contribution[];
  lastAt: string;
  /** Counts per period, from the first to the last period of all rows, including empty ones. */
  periods: { date: string; count: number }[];
}

type Item = { count: number; contributors: StatsByType['contributors'] };
type Dated = { date: string; items: Readonly<Record<string, Item>> };

/** Maximum number of periods; the newest are kept. */
const MAX_PERIODS = 400;

/** Statistics as a table, highest count first; the service orders them by date. */
export function statsRows(
  stats: StatsByType | StatsByEntity,
  by: 'type' | 'entity',
  period: Period,
): StatsRow[] {
  const dated: Dated[] = stats.dates.map((it) => ({
    date: it.date,
    items: ('actions' in it ? it.actions : it.entities) as Dated['items'],
  }));
  const dates = periodsOf(
    dated.map(({ date }) => date),
    period,
  );
  const names = new Set(dated.flatMap(({ items }) => Object.keys(items)));
  return [...names]
    .map((name) => rowOf(name, by, dated, dates, stats.contributors))
    .sort((a, b) => b.count - a.count || (a.lastAt < b.lastAt ? 1 : -1));
}

function rowOf(
  name: string,
  by: 'type' | 'entity',
  dated: readonly Dated[],
  dates: readonly string[],
  people: StatsByType['contributors'],
): StatsRow {
  const found = dated.flatMap(({ date, items }) => {
    const item = items[name];
    return item ? [{ date, item }] : [];
  });
  const contributors = new Map<string, Contribution>();
  let lastAt = '';
  for (const { item } of found) {
    for (const { id, type, count, contributedAt } of Object.values(item.contributors)) {
      const known = contributors.get(id)?.count ?? 0;
      const called = people[id]?.name;
      contributors.set(id, { id, type, ...(called && { name: called }), count: known + count });
      if (contributedAt > lastAt) lastAt = contributedAt;
    }
  }
  const counts = new Map(found.map(({ date, item }) => [date, item.count]));
  return {
    ...(by === 'type' ? { type: name } : { entityId: name }),
    count: found.reduce((sum, { item }) => sum + item.count, 0),
    contributors: [...contributors.values()].sort((a, b) => b.count - a.count),
    lastAt,
    periods: dates.map((date) => ({ date, count: counts.get(date) ?? 0 })),
  };
}

/** Every period from the first date to the last, so that gaps are visible. */
function periodsOf(periodStarts: readonly string[], period: Period): string[] {
  const sorted = [...new Set(periodStarts)].sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined || period === 'all') return sorted;
  const dates = new Set(sorted);
  for (let at = last, count = 0; at > first && count < MAX_PERIODS; count += 1) {
    at = before(at, period);
    if (at > first) dates.add(at);
  }
  return [...dates].sort().slice(-MAX_PERIODS);
}

function before(date: string, period: Exclude<Period, 'all'>): string {
  const at = new Date(date);
  if (period === 'day') at.setUTCDate(at.getUTCDate() - 1);
  if (period === 'week') at.setUTCDate(at.getUTCDate() - 7);
  if (period === 'month') at.setUTCMonth(at.getUTCMonth() - 1);
  if (period === 'year') at.setUTCFullYear(at.getUTCFullYear() - 1);
  return at.toISOString();
}

const BARS = '▁▂▃▄▅▆▇█';
/** Periods in a sparkline: the newest. */
const SHOWN = 20;

/** One bar per period, scaled to the busiest; a dot for an empty period. */
export function sparkline(periods: StatsRow['periods']): string {
  const shown = periods.slice(-SHOWN);
  const most = Math.max(...shown.map(({ count }) => count));
  return shown
    .map(({ count }) => (count === 0 ? '·' : BARS.charAt(Math.ceil((count / most) * BARS.length) - 1)))
    .join('');
}
