import { MONTHLY_QUOTA, type Plan, utcMonth } from '../../contract/limits.js';
import { forecast } from '../../profiles/usage.js';
import type { Context } from '../command/spec.js';

const WARN_AT = 0.8;

/** Undefined also if the named profile does not exist, after a failed sign-in. */
function planOf({ settings }: Context): Plan | undefined {
  try {
    // Plan of the profile's key only, not of a key from the environment.
    return settings.credentials()?.source === 'ARCHCTL_API_KEY' ? undefined : settings.profile()?.plan;
  } catch {
    return undefined;
  }
}

/** Warns on stderr once a day when a monthly quota is used by more than 80 % (docs/service.md#limits). */
export function warnAboutQuota(context: Context): void {
  // Without counted requests there is nothing to warn about, and the settings may be unreadable.
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
    `This month, ${parts.join(' and ')} of the ${plan} plan are used. "archctl quota" shows details.`,
  );
}
