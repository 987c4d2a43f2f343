import { usageError } from '../../base/errors.js';

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Parses a time: `90s`, `15m`, `2h`, `3d`, `1w` before now, or ISO 8601. */
export function moment(given: string, now: Date, option: string): string {
  const match = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(given.trim());
  const unit = UNITS[match?.[2] ?? ''];
  if (match && unit !== undefined)
    return new Date(Math.max(0, now.getTime() - Number(match[1]) * unit)).toISOString();
  const parsed = /^\d{4}-\d{2}-\d{2}/.test(given.trim()) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(parsed)) {
    throw usageError(`Option ${option}: "${given}" is neither a time nor a duration.`, {
      hint: 'Examples: 90s, 15m, 2h, 3d, 2026-01-31, 2026-01-31T08:00:00Z.',
    });
  }
  return new Date(parsed).toISOString();
}
