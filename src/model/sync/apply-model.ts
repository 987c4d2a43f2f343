import { CALLBACK, checkOptions, NUMBER, type OptionTypes, SIGNAL } from '../../base/check-options.js';
import { ArchctlError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import type { Client } from '../../client/client.js';
import { withOptions } from '../../client/with-options.js';
import type { ImportData } from '../../contract/resources/landscape-import.js';
import type { Model } from '../document/element.js';
import { additionalSteps, refuseOutdated, refuseProblems } from '../plan/check-plan.js';
import { refuseDeletions } from '../plan/deletion-limit.js';
import { type ModelPlan, modelOfDocument, type PlannedDocument } from '../plan/plan-document.js';
import type { Imports, Plan, Step } from '../plan/plan-types.js';
import { type ApplyOptions, applyPlan } from './apply.js';
import { aimOfPlan, planFor, SELECTION } from './plan-model.js';
import { runImports } from './run-imports.js';

/** Options of `applyModel`. */
export interface ApplyModelOptions extends Omit<ApplyOptions, 'path' | 'from' | 'total'> {
  /** Called with the id of each import once it has started, so that an apply after a crash can wait for it. */
  onImport?: (importId: string) => void;
  /**
   * Aborts the apply. A step that was sent may have taken effect: apply the plan again afterwards, which does the steps
   * that remain.
   */
  signal?: AbortSignal | undefined;
  /**
   * Maximum number of records that the plan may delete (default: 10, or a fifth of the records of its namespace and of the
   * landscape).
   */
  allowDeletes?: number;
  /** Called with the reason when single requests replace an import. */
  onNote?: (text: string) => void;
}

const OPTIONS: OptionTypes<ApplyModelOptions> = {
  atOnce: ['a number from 1', (value) => typeof value === 'number' && value >= 1],
  onDone: CALLBACK,
  onImport: CALLBACK,
  signal: SIGNAL,
  allowDeletes: NUMBER,
  onNote: CALLBACK,
};

/**
 * Applies a plan to the landscape or draft that it was made for. Idempotent: it reads the landscape first and leaves out
 * steps that are done already, so that an apply can be repeated after an interruption. Imports run first; then the
 * landscape is read again, and single requests make the remaining changes. To check the result, plan again: no steps
 * remain, and `left` lists the elements that were not deleted.
 * @throws ArchctlError `usage` for a plan with problems, for one that deletes more than `allowDeletes`, and for one that
 * was edited; `refused` if the landscape or a
 * record has changed since the plan was made; client errors, with the step that failed.
 */
export async function applyModel(
  anyClient: Client,
  plan: ModelPlan,
  given: ApplyModelOptions = {},
): Promise<void> {
  requireArguments('applyModel', { client: anyClient, plan });
  const { signal, allowDeletes, ...options } = checkOptions('applyModel', given, OPTIONS);
  checkOptions('applyModel', { selection: plan.selection }, { selection: SELECTION });
  refuseProblems(plan.problems);
  if (plan.steps.length === 0) return;
  const client = signal === undefined ? anyClient : withOptions(anyClient, { signal });
  const { imports } = plan;
  const now = await planFor(client, pathOf(plan), modelOfDocument(plan.document), {
    ...aimOfPlan(plan),
    ...(imports && { importsLeft: async () => imports.documents.length }),
  });
  refuseProblems(now.problems);
  refuseOutdated(plan, now);
  refuseDeletions(now, allowDeletes);
  // The imports of the plan are valid as long as the landscape is the same.
  await applyCurrent(client, plan.live === now.live ? plan : now, options);
}

type CurrentOptions = Omit<ApplyModelOptions, 'signal' | 'allowDeletes'> & { model?: Model };

const pathOf = ({ landscape, version }: Plan) => ({ landscapeId: landscape.id, versionId: version });

/**
 * Like `applyModel`, for a plan that was just made or checked. @param model The model of the plan. If it is given, the
 * plan's document and what only imports need are removed after the imports, which saves a fifth of the memory.
 */
export async function applyCurrent(
  client: Client,
  plan: ModelPlan,
  { onImport, onNote, model, ...options }: CurrentOptions = {},
): Promise<void> {
  const { imports } = plan;
  const path = pathOf(plan);
  if (!imports) return applyPlan(plan, client, { ...options, path });
  const total = plan.steps.length;
  const before = stepsBefore(plan, new Set(imports.steps));
  await applyPlan({ ...plan, steps: before }, client, { ...options, path, total });
  const refused = await runImports(client, path, imports.documents, onImport);
  if (refused !== undefined)
    onNote?.(`The import was refused (${refused}); single requests make the remaining changes.`);
  if (model) release(plan, imports);
  const rest = await planFor(client, path, model ?? modelOfDocument(plan.document), aimOfPlan(plan));
  refuseBeyond(plan, rest);
  const from = Math.max(before.length, total - rest.steps.length);
  const last = plan.steps[imports.steps.at(-1) ?? 0];
  if (last && from > before.length) options.onDone?.(last, from, total);
  await applyPlan(rest, client, { ...options, path, from, total: from + rest.steps.length });
}

/** Removes the document of a plan, and what only its imports need, to save memory. */
function release(
  plan: { document: PlannedDocument; steps: readonly { body?: unknown }[] },
  imports: Imports,
): void {
  for (const at of imports.steps) {
    const step = plan.steps[at];
    if (step) step.body = undefined;
  }
  (imports.documents as ImportData[]).length = 0;
  plan.document = { moved: [], elements: [] };
}

/** Steps that imports depend on: tags, and existing domains. */
function stepsBefore({ steps }: Plan, imported: ReadonlySet<number>): Step[] {
  const early = steps.findIndex(({ kind }) => !['tagGroup', 'tag', 'domain'].includes(kind));
  return steps.slice(0, early === -1 ? steps.length : early).filter((_, at) => !imported.has(at));
}

const keyOf = ({ kind, id }: Step): string => `${kind} ${id}`;

/** Refuses steps that were not planned. Completing what an import created incompletely is allowed. */
function refuseBeyond(plan: Plan, rest: Plan): void {
  const made = new Set((plan.imports?.steps ?? []).flatMap((at) => plan.steps[at] ?? []).map(keyOf));
  const beyond = additionalSteps(plan, rest).filter(
    (step) => step.does === 'delete' || !made.has(keyOf(step)),
  );
  if (beyond.length === 0 && rest.problems.length === 0) return;
  throw new ArchctlError('refused', 'The landscape changed while the import was running.', {
    details: [...rest.problems, ...beyond.map(({ does, kind, id }) => `${does} ${kind} ${id}`)].slice(0, 20),
    hint: 'Apply again: imported elements are kept.',
  });
}
