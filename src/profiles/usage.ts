import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../base/files/private-directory.js';
import { quietly } from '../base/quietly.js';
import { MONTHLY_QUOTA, type Plan, utcMonth } from '../contract/limits.js';
import type { Meter } from '../contract/operation.js';

/**
 * Request counters by account, month and meter. Each request appends a line, so that concurrent processes do not
 * overwrite one another's counts; requests that end together are appended together. If the state directory cannot be
 * written, counts are lost, but no command fails.
 */
export interface UsageStore {
  record(account: string, meter: Meter, at: Date): void;
  /** Writes pending counts now, for example before the process exits. */
  flush(): void;
  count(account: string, month: string): Record<Meter, number>;
  /** Returns true for the first call of a day for an account. */
  firstWarningToday(account: string, at: Date): boolean;
}

const LETTERS: Readonly<Record<Meter, string>> = { read: 'r', write: 'w', import: 'i', export: 'e' };

export function usageStore(stateDirectory: string): UsageStore {
  const folder = (account: string): string => join(stateDirectory, 'usage', encodeURIComponent(account));
  const checked = new Set<string>();
  /** Pending lines by month and account. */
  const pending = new Map<string, { account: string; month: string; lines: string }>();
  const append = (account: string, month: string, lines: string): void => {
    const directory = folder(account);
    const appendOnce = (): void => {
      // In a shared directory, another user could plant a link to any file of this user.
      if (!checked.has(directory)) makePrivateDirectory(directory);
      checked.add(directory);
      appendFileSync(join(directory, `${month}.log`), lines, { mode: 0o600 });
    };
    try {
      appendOnce();
    } catch {
      // The directory may have been removed meanwhile.
      checked.delete(directory);
      appendOnce();
    }
  };
  const flush = (): void => {
    const all = [...pending.values()];
    pending.clear();
    for (const { account, month, lines } of all) quietly(() => append(account, month, lines));
  };
  return {
    record(account, meter, at) {
      if (pending.size === 0) setImmediate(flush);
      const month = utcMonth(at);
      const name = `${month} ${account}`;
      const lines = `${pending.get(name)?.lines ?? ''}${LETTERS[meter]}\n`;
      pending.set(name, { account, month, lines });
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
  /** Monthly requests of the plan; null if unlimited. */
  limit: number | null;
  /** Expected requests by the end of the month at the present rate. */
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
  // Counts at least one day as elapsed: a rate measured over minutes would be meaningless.
  const elapsed = Math.max(now.getTime() - start, 86_400_000) / (end - start);
  return (Object.keys(counts) as Meter[]).map((meter) => ({
    meter,
    used: counts[meter],
    limit: plan === undefined ? null : MONTHLY_QUOTA[plan][meter],
    projected: Math.round(counts[meter] / Math.min(elapsed, 1)),
  }));
}
