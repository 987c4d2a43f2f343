import { resolve } from 'node:path';
import { ArchctlError } from '../../../../base/errors.js';
import { replaceFile } from '../../../../base/files/write-file.js';
import { isLoopback } from '../../../../base/network/loopback.js';
import { pluralize } from '../../../../base/text/words.js';
import { shellWord } from '../../../../cli/command/input/shell-word.js';
import type { Context } from '../../../../cli/command/spec.js';
import { withoutZeros } from '../../../../cli/command/without-zeros.js';
import { LATEST } from '../../../../contract/scopes.js';
import type { Model } from '../../../../model/document/element.js';
import type { LiveLandscape } from '../../../../model/live/landscape.js';
import { deletesMuch, deletionsInWords, refuseDeletions } from '../../../../model/plan/deletion-limit.js';
import type { ModelPlan } from '../../../../model/plan/plan-document.js';
import type { DraftOfPlan, Plan, UnselectedChange } from '../../../../model/plan/plan-types.js';
import { applyCurrent } from '../../../../model/sync/apply-model.js';
import { aimOfPlan } from '../../../../model/sync/plan-model.js';
import { waitForImport } from '../../../../model/sync/run-imports.js';
import { bindToDocument } from '../landscape-target.js';
import { type Lease, takeLease } from '../lease.js';
import {
  draftInWords,
  drawPlan,
  leftOutInWords,
  planInWords,
  titleOf,
  undeletedIn,
  undeletedInWords,
} from '../report/plan-text.js';
import type { Files } from '../sources.js';
import { type ApplyRecord, changesInWords, columnsOf, recordOf } from './apply-record.js';
import { textOfPlan } from './plan-file.js';
import type { SavedPlan } from './plan-shape.js';
import { type PlanFlags, type PlanSettings, planLandscape } from './planning.js';
import { recordApplied, recordApply } from './record-apply.js';
import { bindToPlan, checkSaved } from './saved-plan.js';

/** Makes a plan, asks for confirmation, and applies it under the lease of the landscape. */
export async function confirmAndApply(context: Context, input: ApplyInput, isBroken = false) {
  const { saved } = input;
  if (saved) await bindToPlan(context, saved);
  else {
    const { model, otherLandscape } = await bindToDocument(context, input.model, {
      ...input.settings,
      asks: true,
      isTitle: input.isTitle === true,
    });
    input.model = model;
    input.settings = { ...input.settings, otherLandscape };
  }
  const landscapeId = await context.scope('landscape');
  const lease = context.parsed.globals.dryRun
    ? undefined
    : takeLease(context.stateDirectory, landscapeId, { now: context.world.now(), isBroken });
  try {
    return await applyUnderLease(context, input, landscapeId, lease);
  } finally {
    lease?.release();
  }
}

/** Input of an apply: a document, or a saved plan that contains its document. */
export interface ApplyInput {
  model: Model;
  /** Files that the model was read from; absent for a saved plan. */
  files?: Files;
  settings: PlanSettings;
  saved?: SavedPlan;
  file?: string;
  /** Whether the plan was saved and shown before, so that it may delete many records. */
  isReviewed?: boolean;
  /** Whether the landscape of the document is the title of another tool's file. */
  isTitle?: boolean;
}

/** Options of a saved plan. */
export const planSettingsOfSaved = (plan: Plan, { noImport, allowDeletes }: PlanFlags): PlanSettings => ({
  ...aimOfPlan(plan),
  ...(allowDeletes !== undefined && { allowDeletes }),
  imports: plan.imports !== undefined && noImport !== true,
});

async function applyUnderLease(
  context: Context,
  input: ApplyInput,
  landscapeId: string,
  lease: Lease | undefined,
) {
  const { terminal } = context;
  const interrupted = lease?.crashed;
  if (interrupted)
    terminal.note(
      `An apply that started at ${interrupted.since} stopped after ${interrupted.done} of ${interrupted.total} steps. This apply does the remaining steps.`,
    );
  if (interrupted?.importId !== undefined)
    await waitForImport(await context.client(), pathTo(landscapeId), interrupted.importId);
  let live: LiveLandscape | undefined;
  const plan = await planLandscape(context, input.model, input.settings, input.files, (read) => {
    live = read;
  });
  if (input.saved) await checkSaved(context, input.saved, plan);
  if (plan.steps.length > 0) {
    context.knownNames.set(plan.landscape.id, plan.landscape.name);
    if (context.asks)
      await terminal.render({ kind: 'drawing', data: plan, draw: (it) => drawPlan(plan, it) });
    else terminal.note(`${titleOf(plan)}.`);
    await confirmPlan(context, plan, input);
    if (live) await recordApply(context, plan, live);
    // Releases the landscape during the apply.
    live = undefined;
    await applySteps(context, plan, input.model, lease);
  }
  if (input.saved && input.file !== undefined && lease) markApplied(context, input.saved, input.file);
  const after =
    plan.steps.length > 0
      ? await planLandscape(
          context,
          input.model,
          verificationSettings(input.settings, plan),
          undefined,
          (read) => {
            live = read;
          },
        )
      : plan;
  if (live && plan.steps.length > 0) await recordApplied(context, live);
  const failure = after.steps.length > 0 && plan.steps.length > 0 ? differenceError(after) : undefined;
  const undeleted = undeletedIn(after).length;
  const leftOut = after.leftOut ?? [];
  const record = recordOf(plan, after);
  if (!failure) terminal.success(successMessage(plan, record, undeleted === 0 && leftOut.length === 0));
  if (leftOut.length > 0) terminal.note(`${leftOutInWords(leftOut)}${driftHint(leftOut)}.`);
  if (undeleted > 0) terminal.warn(undeletedWarning(after, undeleted));
  const merge = plan.draft && (await draftHint(context, plan.draft, plan.steps.length > 0));
  if (merge !== undefined) terminal.note(merge);
  return {
    kind: 'record',
    record,
    columns: withoutZeros(context, columnsOf(plan), record),
    ...(failure && { failure }),
  } as const;
}

const pathTo = (landscapeId: string) => ({ landscapeId, versionId: LATEST });

/** The same plan again; the elements of its selection may have been deleted. */
const verificationSettings = (
  { prune, draft, forceOwner, otherLandscape }: PlanSettings,
  { selection }: Plan,
): PlanSettings => ({
  prune,
  ...(forceOwner && { forceOwner }),
  ...(otherLandscape && { otherLandscape }),
  ...(draft !== undefined && { draft }),
  ...(selection && { selection }),
});

const questionOf = (plan: Plan): string =>
  plan.draft
    ? `Add the changes to ${draftInWords(plan.draft)} of the landscape "${plan.landscape.name}" (${planInWords(plan)})?`
    : `Apply the changes to the landscape "${plan.landscape.name}" (${planInWords(plan)})?`;

/**
 * Confirms a plan. If it deletes many records, a person types the name of the landscape; scripts need --allow-deletes, or
 * a saved plan, which was shown before.
 */
async function confirmPlan(
  context: Context,
  plan: Plan,
  { isReviewed, settings: { allowDeletes } }: ApplyInput,
): Promise<void> {
  const isUnconfirmed = allowDeletes === undefined && !isReviewed && deletesMuch(plan);
  if (isUnconfirmed && context.asks)
    return context.confirm(`${questionOf(plan)} It deletes ${deletionsInWords(plan)}.`, plan.landscape.id);
  if (isUnconfirmed || allowDeletes !== undefined) refuseDeletions(plan, allowDeletes);
  return context.confirm(questionOf(plan));
}

/** @param matches Whether the target contains nothing that is missing from the document. */
function successMessage({ landscape, draft, steps }: Plan, record: ApplyRecord, matches: boolean): string {
  const describe = (action: string, target: string): string =>
    matches ? `${action}: ${target} matches the document.` : `${action} in ${target}.`;
  const count = steps.length;
  if (!draft)
    return describe(
      count > 0 ? `Applied ${pluralize(count, 'step')} (${changesInWords(record)})` : 'Nothing to do',
      `"${landscape.name}"`,
    );
  const name = `the draft "${draft.name}"`;
  if (count > 0) return `${describe(`Added ${pluralize(count, 'task')}`, name)} The version has not changed.`;
  return draft.isNew
    ? `${describe('Nothing to do', `"${landscape.name}"`)} No draft was created.`
    : describe('Nothing to do', name);
}

/** Changes that drift reports: all but those of labels, which only identify elements. */
function driftHint(leftOut: readonly UnselectedChange[]): string {
  const labels = leftOut.filter(({ does }) => does === 'adopt').length;
  if (labels === leftOut.length) return '';
  return `; "archctl model drift" reports ${labels === 0 ? 'them' : 'them, except missing labels'}`;
}

function undeletedWarning(plan: Plan, undeleted: number): string {
  const title =
    undeleted === 1
      ? '1 element is not in the document and was not deleted; "archctl model drift" reports it:'
      : `${undeleted} elements are not in the document and were not deleted; "archctl model drift" reports them:`;
  return [title, ...undeletedInWords(plan)].join('\n  ');
}

/** Hint with the next commands for a draft; undefined if none was created. */
async function draftHint(
  context: Context,
  { id, isNew }: DraftOfPlan,
  isApplied: boolean,
): Promise<string | undefined> {
  if (isNew && !isApplied) return undefined;
  const names = context.showsNames ? await context.names() : undefined;
  const word = await names?.of('draft').then(
    (all) => all.wordFor(id),
    () => undefined,
  );
  const side = shellWord(`draft:${word ?? id}`);
  return `"archctl model diff live ${side}" shows what the draft changes, "archctl model diff FILE ${side}" compares it with the document, and "archctl draft merge ${shellWord(word ?? id)}" merges it.`;
}

/** A local service batches concurrent requests into one disk sync. */
const LOCAL_CONCURRENCY = 16;

async function applySteps(
  context: Context,
  plan: ModelPlan,
  model: Model,
  lease: Lease | undefined,
): Promise<void> {
  const total = plan.steps.length;
  let status = `Applying: 0 of ${total}`;
  const progress = context.terminal.progress(status);
  const isLocal = isLoopback(new URL(context.settings.account().baseUrl).hostname);
  const client = await context.client({
    longLived: true,
    // A local service has no other users and limits requests itself.
    unpaced: isLocal,
    onWait: (text) => progress.update(`${status}; ${text}`),
  });
  lease?.setTotal(total);
  let before = 0;
  try {
    await applyCurrent(client, plan, {
      model,
      ...(isLocal && { atOnce: LOCAL_CONCURRENCY }),
      onDone: (step, done, of) => {
        lease?.addDone(done - before);
        before = done;
        status = `Applying: ${done} of ${of}, ${step.name.replace(/\s+/g, ' ')}`;
        progress.update(status);
      },
      onImport: (importId) => lease?.setImport(importId),
      onNote: (text) => context.terminal.note(text),
    });
  } finally {
    progress.stop();
  }
}

function markApplied({ world, terminal }: Context, saved: SavedPlan, file: string): void {
  try {
    const marked = { ...saved, appliedAt: world.now().toISOString() };
    replaceFile(resolve(world.cwd, file), textOfPlan(marked));
  } catch (error) {
    terminal.warn(`Cannot mark ${file} as applied: ${(error as Error).message}`);
  }
}

function differenceError(after: Plan): ArchctlError {
  const differences = after.steps.map(({ does, kind, id }) => `${does.replace('-', ' ')} ${kind} ${id}`);
  return new ArchctlError(
    'check',
    `The ${after.draft ? `draft "${after.draft.name}"` : 'landscape'} still differs from the document: ${planInWords(after)}.`,
    {
      details: differences.slice(0, 20),
      hint: 'Run "archctl model plan" to see the differences.',
    },
  );
}
