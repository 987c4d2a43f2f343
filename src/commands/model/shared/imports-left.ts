import { ArchctlError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { MONTHLY_QUOTA, PLANS, utcMonth } from '../../../contract/limits.js';
import { listApiKeys } from '../../../contract/resources/api-key.js';
import { listOrganizations } from '../../../contract/resources/organization.js';
import { configuredPlan } from '../../shared/plan-in-use.js';

/**
 * Remaining imports of this month. Zero if the key is not known to be an admin's, or if the plan is unknown. Counts
 * imports sent by this machine; takes two requests.
 */
export async function importsLeft(context: Context, organizationId: string): Promise<number> {
  const { settings, usage, world } = context;
  try {
    const client = await context.reader();
    const [{ organizations }, { apiKeys }] = await Promise.all([
      client.call(listOrganizations, { path: {} }),
      client.call(listApiKeys, { path: { organizationId } }),
    ]);
    // Only admins can list keys (docs/service.md#permissions).
    const own = apiKeys.find(({ id }) => id === settings.account().credentials.id);
    if (own && own.permission !== 'admin') return 0;
    const reported = organizations.find(({ id }) => id === organizationId)?.plan;
    const plan = PLANS.find((it) => it === reported) ?? configuredPlan(context);
    if (plan === undefined) return 0;
    const most = MONTHLY_QUOTA[plan].import;
    const used = usage.count(settings.accountName(), utcMonth(world.now())).import;
    return most === null ? Number.POSITIVE_INFINITY : most - used;
  } catch (error) {
    if (error instanceof ArchctlError) return 0;
    throw error;
  }
}
