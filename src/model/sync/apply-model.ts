import { ArchctlError, usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import type { Client } from '../../client/client.js';
import { withOptions } from '../../client/with-options.js';
import { type ModelPlan, modelOfDocument } from '../plan/plan-document.js';
import type { Plan, Step } from '../plan/plan-types.js';
import { stepsBeyond } from '../plan/still-holds.js';
import { type ApplyOptions, applyPlan } from './apply.js';
import { planFor } from './plan-model.js';
import { runImports } from './run-imports.js';

/** Options of `applyModel`. */
export interface ApplyModelOptions extends Omit<ApplyOptions, 'path' | 'from' | 'total'> {
  /** Called with the id of each import once it has started, so that an apply after a crash can wait for it. */
  onImport?: (importId: string) => void;
  /**
   * Aborts the apply. A step that was sent may have taken effect: make a new plan afterwards, which contains the steps
   * that remain.
   */
  signal?: AbortSignal | undefined;
  /** Called with the reason when single requests replace an import. */
  onNote?: (text: string) => void;
}

/**
 * Applies a plan to the landscape or draft that it was made for. Imports run first; then the landscape is read again,
 * and single requests make the remaining changes. After an interruption, make a new plan: nothing is created twice. To
 * check the result, plan again: no steps remain, and `left` lists what was not deleted. @throws ArchctlError `usage`
 * for a plan with problems; client errors, with the step that failed; `refused` if a record has changed since the plan
 * was made.
 */
export async function applyModel(
  anyClient: Client,
  plan: ModelPlan,
  given: ApplyModelOptions = {},
): Promise<void> {
  requireArguments('applyModel', { client: anyClient, plan, options: given });
  const { onImport, onNote, signal, ...options } = given;
  const client = signal === undefined ? anyClient : withOptions(anyClient, { signal });
  const { imports, problems, landscape, version, document, prune, selection } = plan;
  if (problems.length > 0)
    throw usageError('The plan has problems; nothing was applied.', { details: problems });
  const path = { landscapeId: landscape.id, versionId: version };
  if (!imports) return applyPlan(plan, client, { ...options, path });
  const total = plan.steps.length;
  const before = stepsBefore(plan, new Set(imports.steps));
  await applyPlan({ ...plan, steps: before }, client, { ...options, path, total });
  const refused = await runImports(client, path, imports.documents, onImport);
  if (refused !== undefined)
    onNote?.(`The import was refused (${refused}); single requests make the remaining changes.`);
  const rest = await planFor(client, path, modelOfDocument(document), {
    prune,
    ...(plan.forceOwner && { forceOwner: true }),
    ...(selection && { selection }),
  });
  refuseBeyond(plan, rest);
  const from = Math.max(before.length, total - rest.steps.length);
  const last = plan.steps[imports.steps.at(-1) ?? 0];
  if (last && from > before.length) options.onDone?.(last, from, total);
  await applyPlan(rest, client, { ...options, path, from, total: from + rest.steps.length });
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
  const beyond = stepsBeyond(plan, rest).filter((step) => step.does === 'delete' || !made.has(keyOf(step)));
  if (beyond.length === 0 && rest.problems.length === 0) return;
  throw new ArchctlError('refused', 'The landscape changed while the import was running.', {
    details: [...rest.problems, ...beyond.map(({ does, kind, id }) => `${does} ${kind} ${id}`)].slice(0, 20),
    hint: 'Apply again: imported elements are kept.',
  });
}
