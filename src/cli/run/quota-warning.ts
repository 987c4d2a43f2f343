import { MONTHLY_QUOTA, type Plan, utcMonth } from '../../contract/limits.js';
import { forecast } from '../../profiles/usage.js';
import type { Context } from '../command/spec.js';

const WARN_AT = 0.8;

/** Undefined, too, where the named profile is not there: a sign-in that failed has made none. */
function planOf({ settings }: Context): Plan | undefined {
  try {
    // Of its own key, not of one in the environment.
    return settings.credentials()?.source === 'ARCHCTL_API_KEY' ? undefined : settings.profile()?.plan;
  } catch {
    return undefined;
  }
}

/** Past 80 % of a month's quota: one line on stderr, once a day (docs/service.md#limits). */
export function warnAboutQuota(context: Context): void {
  // Nothing counted, nothing to warn of; and then the settings may not even be readable.
  if (context.metersUsed.size === 0) return;
  const plan = planOf(context);
  if (plan === undefined || ![...context.metersUsed].some((meter) => MONTHLY_QUOTA[plan][meter])) return;
  const account = context.settings.accountName();
  const now = context.world.now();
  const near = forecast(context.usage.count(account, utcMonth(now)), plan, now).filter(
    (it) => it.limit !== null && it.limit > 0 && it.used >= it.limit * WARN_AT,
  );
  if (near.length === 0 || !context.usage.firstWarningToday(account, now)) return;
  const parts = near.map((it) => `${it.used} of ${it.limit} ${it.meter} requests`);
  context.terminal.warn(
    `This month ${parts.join(' and ')} of the ${plan} plan are used. "archctl quota" shows more.`,
  );
}
