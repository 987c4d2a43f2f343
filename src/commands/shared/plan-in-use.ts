import type { Context } from '../../cli/command/spec.js';
import { PLANS, type Plan } from '../../contract/limits.js';
import { listOrganizations } from '../../contract/resources/organization.js';

/** Plan stored in the profile; ignored if the key comes from the environment. */
export function configuredPlan({ settings }: Context): Plan | undefined {
  return settings.credentials()?.source === 'ARCHCTL_API_KEY' ? undefined : settings.profile()?.plan;
}

/** Plan of the current organization from the service, with the profile as a fallback. Undefined if unknown. */
export async function planInUse(context: Context): Promise<Plan | undefined> {
  return (await reportedPlan(context)) ?? configuredPlan(context);
}

async function reportedPlan(context: Context): Promise<Plan | undefined> {
  const { settings, parsed } = context;
  if (parsed.globals.dryRun || settings.credentials() === undefined) return undefined;
  try {
    const client = await context.client();
    const { organizations } = await client.call(listOrganizations, { path: {} });
    const id = settings.scope('org')?.value;
    const found = organizations.length === 1 ? organizations[0] : organizations.find((it) => it.id === id);
    return PLANS.find((plan) => plan === found?.plan);
  } catch {
    // Offline or not signed in: other requests report this.
    return undefined;
  }
}
