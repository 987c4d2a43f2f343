import { ArchctlError, usageError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json-object.js';
import type { Context } from '../../../cli/command/spec.js';
import type { PlanStore } from '../../../mcp/plan-store.js';
import type { PlanRequest } from '../../../mcp/workspace.js';
import { modelOfDocument } from '../../../model/plan/plan-document.js';
import { aimOfSaved, applyTo } from '../../model/shared/apply-plan.js';
import { documentOf } from '../../model/shared/document.js';
import { savedPlan } from '../../model/shared/plan-file.js';
import type { SavedPlan } from '../../model/shared/plan-shape.js';
import { aimOf, planNow } from '../../model/shared/planning.js';
import { readSources, STDIN } from '../../model/shared/sources.js';

/** Plans for the landscape, and their application. */

/** Makes and stores a plan for a document or, without one, for the model files. Returns its id. */
export async function makePlan(
  context: Context,
  plans: PlanStore,
  { document, only, ...request }: PlanRequest,
  paths: readonly string[],
): Promise<string> {
  if (document === undefined && paths.length === 0)
    throw usageError('The server has no model files.', {
      hint: 'Pass the elements to create or change as "document", in YAML.',
    });
  // The document of a call has no file that could change until the plan is applied.
  const files =
    document === undefined ? await readSources(context, paths) : [{ path: STDIN, text: document }];
  const { model, sources } = await documentOf(context, files);
  const aim = aimOf({ ...request, only, ...(only && { withDependencies: true }) });
  const plan = await planNow(context, model, aim, files);
  return plans.add(plan, model, savedPlan(sources, plan));
}

/** Applies a stored plan under the lease of the landscape, and reads the result. */
export async function applyPlan(context: Context, stored: unknown): Promise<JsonObject> {
  const saved = stored as SavedPlan;
  const { record, failure } = await applyTo(context, {
    model: modelOfDocument(saved.document),
    aim: aimOfSaved(saved.plan, {}),
    saved,
  });
  if (failure)
    throw new ArchctlError(failure.kind, failure.message, {
      ...failure.facts,
      hint: 'The plan was applied, but differences remain. Make a new plan to see them.',
    });
  return { ...record, verified: true };
}
