import { MONTHLY_QUOTA, type Plan } from '../../contract/limits.js';

const SECONDS_PER_MONTH = 30 * 86_400;

/** Cost of polling on a metered plan, as a sentence (docs/service.md#limits). */
export function monthlyPolls(plan: Plan, intervalSeconds: number): string {
  const polls = Math.round(SECONDS_PER_MONTH / intervalSeconds);
  const limit = MONTHLY_QUOTA[plan].read ?? 0;
  const share = limit === 0 ? '' : ` (${Math.round((polls / limit) * 100)} % of the ${plan} plan's ${limit})`;
  return `Polling every ${intervalSeconds} s uses up to ${polls} reads a month${share}.`;
}
