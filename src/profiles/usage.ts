import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../base/private-directory.js';
import { MONTHLY_QUOTA, type Plan, utcMonth } from '../contract/limits.js';
import type { Meter } from '../contract/operation.js';

/**
 * Requests of each account by month and meter. One line is appended for each request, so that concurrent processes
 * never overwrite one another's counts; those that end together are appended together. A state directory that cannot be
 * written loses counts, never a command.
 */
export interface UsageStore {
  record(account: string, meter: Meter, at: Date): void;
  /** Writes at once what was recorded, e.g. before the process ends. */
  flush(): void;
  count(account: string, month: string): Record<Meter, number>;
  /** True once a day for an account: the first call that asks. */
  firstWarningToday(account: string, at: Date): boolean;
}

const LETTERS: Readonly<Record<Meter, string>> = { read: 'r', write: 'w', import: 'i', export: 'e' };

export function usageStore(stateDirectory: string): UsageStore {
  const folder = (account: string): string => join(stateDirectory, 'usage', encodeURIComponent(account));
  const checked = new Set<string>();
  const quietly = (work: () => void): void => {
    try {
      work();
    } catch {
      // Counting is a service to the user; it must not fail what the user asked for.
    }
  };
  /** Lines that are not written yet, by month and account. */
  const waiting = new Map<string, { account: string; month: string; lines: string }>();
  const append = (account: string, month: string, lines: string): void => {
    const directory = folder(account);
    const once = (): void => {
      // What others may put there could be a link to any file of this user.
      if (!checked.has(directory)) makePrivateDirectory(directory);
      checked.add(directory);
      appendFileSync(join(directory, `${month}.log`), lines, { mode: 0o600 });
    };
    try {
      once();
    } catch {
      // Removed meanwhile, perhaps.
      checked.delete(directory);
      once();
    }
  };
  const flush = (): void => {
    const all = [...waiting.values()];
    waiting.clear();
    for (const { account, month, lines } of all) quietly(() => append(account, month, lines));
  };
  return {
    record(account, meter, at) {
      if (waiting.size === 0) setImmediate(flush);
      const month = utcMonth(at);
      const name = `${month} ${account}`;
      const lines = `${waiting.get(name)?.lines ?? ''}${LETTERS[meter]}\n`;
      waiting.set(name, { account, month, lines });
    },
    flush,
    count(account, month) {
      flush();
      const counts: Record<Meter, number> = { read: 0, write: 0, import: 0, export: 0 };
      const file = join(folder(account), `${month}.log`);
      quietly(() => {
        if (!existsSync(file)) return;
        for (const letter of readFileSync(file, 'latin1').split('\n')) {
          const meter = (Object.keys(LETTERS) as Meter[]).find((it) => LETTERS[it] === letter);
          if (meter) counts[meter]++;
        }
      });
      return counts;
    },
    firstWarningToday(account, at) {
      const marker = join(folder(account), `warned-${at.toISOString().slice(0, 10)}`);
      if (existsSync(marker)) return false;
      quietly(() => writeFileSync(marker, '', { mode: 0o600, flag: 'wx' }));
      return true;
    },
  };
}

export interface MeterForecast {
  meter: Meter;
  used: number;
  /** Requests the plan allows a month; null when unlimited. */
  limit: number | null;
  /** Requests by the month's end at the pace so far. */
  projected: number;
}

/** Used, allowed and projected requests of a month (docs/service.md#limits). */
export function forecast(
  counts: Readonly<Record<Meter, number>>,
  plan: Plan | undefined,
  now: Date,
): MeterForecast[] {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  // On the first day a pace read off minutes would be absurd: at least one day counts as gone.
  const gone = Math.max(now.getTime() - start, 86_400_000) / (end - start);
  return (Object.keys(counts) as Meter[]).map((meter) => ({
    meter,
    used: counts[meter],
    limit: plan === undefined ? null : MONTHLY_QUOTA[plan][meter],
    projected: Math.round(counts[meter] / Math.min(gone, 1)),
  }));
}
