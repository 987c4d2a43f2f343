import type { Context } from '../context.js';
import { utcMonth } from '../contract/limits.js';
import { forecast } from '../profiles/usage.js';

const WARN_AT = 0.8;

/** Past 80 % of a month's quota: one line on stderr, once a day (service document, Limits). */
export function warnAboutQuota(context: Context): void {
  let plan: ReturnType<Context['settings']['profile']>;
  let account: string;
  try {
    plan = context.settings.profile();
    account = context.settings.accountName();
  } catch {
    return; // Whatever is wrong with the profile or the key has been said by the command itself.
  }
  if (!plan?.plan) return;
  const now = context.world.now();
  const near = forecast(context.usage.count(account, utcMonth(now)), plan.plan, now).filter(
    (it) => it.limit !== null && it.limit > 0 && it.used >= it.limit * WARN_AT,
  );
  if (near.length === 0 || !context.usage.firstWarningToday(account, now)) return;
  const parts = near.map((it) => `${it.used} of ${it.limit} ${it.meter} requests`);
  context.terminal.warn(
    `This month ${parts.join(' and ')} of the ${plan.plan} plan are used. "archctl quota" shows more.`,
  );
}
