import type { Context } from '../../cli/command/spec.js';
import { PLANS, type Plan } from '../../contract/limits.js';
import { listOrganizations } from '../../contract/resources/organization.js';

/** The plan that a profile tells: of its own key, not of one in the environment. */
export function toldPlan({ settings }: Context): Plan | undefined {
  return settings.credentials()?.source === 'ARCHCTL_API_KEY' ? undefined : settings.profile()?.plan;
}

/**
 * The plan of the organization signed in to, asked of the service; what the profile tells where that cannot be had.
 * Undefined where nothing tells.
 */
export async function planInUse(context: Context): Promise<Plan | undefined> {
  return (await askedPlan(context)) ?? toldPlan(context);
}

async function askedPlan(context: Context): Promise<Plan | undefined> {
  const { settings, parsed } = context;
  if (parsed.globals.dryRun || settings.credentials() === undefined) return undefined;
  try {
    const client = await context.client();
    const { organizations } = await client.call(listOrganizations, { path: {} });
    const id = settings.place('org')?.value;
    const found = organizations.length === 1 ? organizations[0] : organizations.find((it) => it.id === id);
    return PLANS.find((plan) => plan === found?.plan);
  } catch {
    // Offline, or a key that is not accepted: others say so.
    return undefined;
  }
}
