import type { Client } from '../../client/client.js';
import { RATE_LIMITS } from '../../contract/limits.js';
import type { Model } from '../document/element.js';
import { withDraftNamed } from '../live/draft.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';
import { importsFor, withImports } from '../plan/by-import.js';
import { planChanges } from '../plan/plan.js';
import type { Plan, Prune } from '../plan/plan-types.js';

/** How a landscape is to become what a document says. */
export interface PlanAim {
  /** What of the landscape is deleted; nothing unless told. */
  prune?: Prune;
  /** Name or id of a draft that the changes go into, instead of into the version: a new one, or one that is open. */
  draft?: string;
  /**
   * How many imports may be used; asked only where they would serve. Without it there are none. They need a key of an
   * admin (docs/service.md#permissions), and count on a quota of their own (docs/service.md#limits).
   */
  importsLeft?: (organizationId: string) => Promise<number>;
  /** Fewer steps than this are not worth an import: 61 unless told, since up to 60 requests leave at once. */
  leastImported?: number;
}

/**
 * Reads a landscape and plans what makes it as a document says; nothing is written. What stands against it is told in
 * `problems`, and then there are no steps.
 * @throws ArchctlError those of the client; `usage` for a draft that is merged or archived.
 */
export async function planModel(
  client: Pick<Client, 'call' | 'pages' | 'performPages'>,
  path: VersionPath,
  model: Model,
  { prune = 'none', draft, importsLeft, leastImported = RATE_LIMITS.write + 1 }: PlanAim = {},
): Promise<Plan> {
  const reading = readLandscape(client, path);
  const live = await (draft === undefined ? reading : withDraftNamed(client, path, draft, reading));
  const plan = await planChanges(model, live, { prune });
  if (!importsLeft || plan.steps.length < leastImported) return plan;
  const imports = importsFor(plan, model, live);
  if (!imports || imports.steps.length < leastImported) return plan;
  const left = await importsLeft(live.landscape.organizationId);
  return imports.documents.length <= left ? withImports(plan, imports) : plan;
}
