import { usageError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { RATE_LIMITS } from '../../contract/limits.js';
import type { Model } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import type { ReadModel } from '../document/read.js';
import { withDraftNamed } from '../live/draft.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';
import { importsFor, withImports } from '../plan/by-import.js';
import { planChanges } from '../plan/plan.js';
import { documentOfModel, type ModelPlan } from '../plan/plan-document.js';
import type { Prune } from '../plan/plan-types.js';
import { validate } from '../validate/validate.js';

type Reads = Pick<Client, 'call' | 'pages' | 'performPages'>;

/** Options of a plan. */
export interface PlanAim {
  /** Elements that are deleted (default: `none`). */
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
 * Reads a landscape and plans the changes that make it match a document; nothing is written. A plan with `problems` has
 * no steps.
 * @param read The whole result of `readModel`: a document with errors is not planned, because what could not be read
 *   would count as deleted.
 * @throws ArchctlError `usage` for a document with errors or without content, and for a draft that is merged or
 *   archived; those of the client.
 */
export async function planModel(
  client: Reads,
  path: VersionPath,
  read: ReadModel,
  aim: PlanAim = {},
): Promise<ModelPlan> {
  refuseUnplannable(read);
  return planFor(client, path, read.model, aim);
}

/** Plans as `planModel` does, for a model without errors. */
export async function planFor(
  client: Reads,
  path: VersionPath,
  model: Model,
  { prune = 'none', draft, importsLeft, leastImported = RATE_LIMITS.write + 1 }: PlanAim = {},
): Promise<ModelPlan> {
  const reading = readLandscape(client, path);
  const live = await (draft === undefined ? reading : withDraftNamed(client, path, draft, reading));
  const plan = { ...(await planChanges(model, live, { prune })), document: documentOfModel(model) };
  if (!importsLeft || plan.steps.length < leastImported) return plan;
  const imports = importsFor(plan, model, live);
  if (!imports || imports.steps.length < leastImported) return plan;
  const left = await importsLeft(live.landscape.organizationId);
  return imports.documents.length <= left ? withImports(plan, imports) : plan;
}

function refuseUnplannable(read: ReadModel): void {
  refuseErrors(validate([], read), 'nothing is planned');
  if (saysNothing(read.model))
    throw usageError('The document is empty; nothing is planned.', { hint: EMPTY_HINT });
}

/** Whether a document has no content: the program that writes it failed, rather than wished that everything goes. */
export const saysNothing = ({ landscape, namespace, elements, moved }: Model): boolean =>
  landscape === undefined &&
  namespace === undefined &&
  moved.length === 0 &&
  [...elements.values()].every(({ size }) => size === 0);

export const EMPTY_HINT =
  'To empty a landscape on purpose, write a document that has its namespace and nothing else.';
