import { ArchctlError, usageError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import type { Context } from '../../../cli/command/spec.js';
import { type ChangedElement, changedModel, type ElementChange } from '../../../mcp/changed-model.js';
import type { PlanStore } from '../../../mcp/plan-store.js';
import type { PlanRequest } from '../../../mcp/workspace.js';
import { identify } from '../../../model/compare/identity.js';
import { nameOf } from '../../../model/document/containers.js';
import { type Element, elementOf, type Model } from '../../../model/document/element.js';
import { readModel } from '../../../model/document/read.js';
import { writeModel } from '../../../model/document/write.js';
import { namespaceOf, ownerOf } from '../../../model/live/labels.js';
import { type LiveLandscape, recordsOf } from '../../../model/live/landscape.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { modelOfDocument } from '../../../model/plan/plan-document.js';
import { validate } from '../../../model/validate/validate.js';
import { documentAt } from '../../model/shared/document.js';
import { bindToDocument } from '../../model/shared/landscape-target.js';
import { LiveReader } from '../../model/shared/live.js';
import { confirmAndApply, planSettingsOfSaved } from '../../model/shared/plans/apply-plan.js';
import { savedPlan } from '../../model/shared/plans/plan-file.js';
import type { SavedPlan } from '../../model/shared/plans/plan-shape.js';
import { type PlanSettings, planLandscape, planSettingsOf } from '../../model/shared/plans/planning.js';

/** Plans for the landscape, and their application. */

/** Makes and stores a plan for single changes or, without them, for the model files. Returns its id. */
export async function makePlan(
  context: Context,
  plans: PlanStore,
  { changes, draft, only, prune }: PlanRequest,
  paths: readonly string[],
): Promise<string> {
  if (changes !== undefined) {
    if (only !== undefined || prune !== undefined)
      throw usageError('"changes" cannot be combined with "only" and "prune".', {
        hint: 'List in "changes" exactly what to create or change. To delete, edit model files and use "prune".',
      });
    const { model, elements } = await modelWith(context, changes);
    const selection = {
      only: changes.map(({ name }) => name),
      elements,
      withDependencies: true,
      dependencies: [],
    };
    const settings: PlanSettings = { prune: 'none', selection, ...(draft !== undefined && { draft }) };
    const plan = await planLandscape(context, model, settings);
    // Everything else of the landscape is not a part of the request.
    return plans.add({ ...plan, left: [], leftOut: [] }, model, savedPlan([], plan));
  }
  if (paths.length === 0)
    throw usageError('The server has no model files.', {
      hint: 'Pass the elements to create or change as "changes".',
    });
  const { model: read, sources, files } = await documentAt(context, paths);
  const { model } = await bindToDocument(context, read);
  const plan = await planLandscape(
    context,
    model,
    planSettingsOf({ draft, only, prune, withDependencies: only && true }),
    files,
  );
  return plans.add(plan, model, savedPlan(sources, plan));
}

/** The landscape as a model, with the changes. Errors: `usage` for changes that break a rule or have another owner. */
async function modelWith(
  context: Context,
  changes: readonly ElementChange[],
): Promise<{ model: Model; elements: ChangedElement[] }> {
  const live = await new LiveReader(context).read();
  const namespace = namespaceOf(live);
  const before = modelOfLandscape(live, identify(live).ids, namespace);
  const changed = changedModel(before, changes);
  for (const { kind, id } of changed.elements) refuseOwned(live, elementOf(before, kind, id), namespace);
  // Written and read again, so that values are checked like those of a file.
  const files = writeModel(changed.model, { mostMarks: Number.POSITIVE_INFINITY });
  const read = readModel(files);
  const isChanged = (element: { kind: string; id: string } | undefined): boolean =>
    element === undefined || changed.elements.some((it) => it.kind === element.kind && it.id === element.id);
  const errors = validate(files, read).filter((it) => it.severity === 'error' && isChanged(it.element));
  if (errors.length > 0)
    throw usageError('The changes are not valid; no plan was made.', {
      details: errors.map(({ message, hint }) => [message, hint].filter(Boolean).join(' ')),
      hint: 'Correct the changes, and call "plan" again.',
    });
  return { model: read.model, elements: changed.elements };
}

/** Errors: `usage` for an element of another namespace than that of the landscape. */
function refuseOwned(live: LiveLandscape, element: Element | undefined, namespace: string): void {
  const record = element && recordsOf(live, element.kind).find(({ id }) => id === element.recordId);
  if (!element || !record) return;
  if (ownerOf(element.kind, record, { namespace, adopted: new Set() }) !== 'other') return;
  throw usageError(`${nameOf(element)} belongs to the model files of another namespace.`, {
    hint: 'Ask its owners to change it in their files.',
  });
}

/** Applies a stored plan under the lease of the landscape, and reads the result. */
export async function applyPlan(context: Context, stored: unknown): Promise<JsonObject> {
  const saved = stored as SavedPlan;
  const { record, failure } = await confirmAndApply(context, {
    model: modelOfDocument(saved.document),
    settings: planSettingsOfSaved(saved.plan, {}),
    saved,
    isReviewed: true,
  });
  if (failure)
    throw new ArchctlError(failure.kind, failure.message, {
      ...failure.facts,
      hint: 'The plan was applied, but differences remain. Make a new plan to see them.',
    });
  const { leftOut: _, notInDocument: __, matching: ___, landscape, ...counts } = record;
  const recorded = await (await context.recorder()).finish();
  return { landscape: landscape.name, ...counts, verified: true, canUndo: recorded !== 'nothing' };
}
