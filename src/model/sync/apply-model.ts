import { ArchctlError, usageError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { type ModelPlan, modelOfDocument } from '../plan/plan-document.js';
import type { Plan, Step } from '../plan/plan-types.js';
import { stepsBeyond } from '../plan/still-holds.js';
import { type ApplyOptions, applyPlan } from './apply.js';
import { planFor } from './plan-model.js';
import { runImports } from './run-imports.js';

export interface ApplyModelOptions extends Omit<ApplyOptions, 'path' | 'from' | 'total'> {
  /** Told the id of each import once it has begun, so that it can be waited for after a crash. */
  onImport?: (importId: string) => void;
  /** Told why what was to be imported goes with requests of its own. */
  onNote?: (text: string) => void;
}

/**
 * Carries out a plan, in the landscape or the draft that it was made for. Steps that are planned as imports go first;
 * then the landscape is read back, and one request each does the rest. After an interruption, make a new plan: nothing is
 * created twice. To check the result, plan once more: no steps are left, and `left` lists what was not deleted.
 * @throws ArchctlError `usage` for a plan with problems; those of the client, with the step that failed; `refused` if a
 *   record has changed since the plan was made.
 */
export async function applyModel(
  client: Client,
  plan: ModelPlan,
  { onImport, onNote, ...options }: ApplyModelOptions = {},
): Promise<void> {
  const { imports, problems, landscape, version, document } = plan;
  if (problems.length > 0)
    throw usageError('The plan has problems; nothing was applied.', { details: problems });
  const path = { landscapeId: landscape.id, versionId: version };
  if (!imports) return applyPlan(plan, client, { ...options, path });
  const total = plan.steps.length;
  const before = stepsBefore(plan, new Set(imports.steps));
  await applyPlan({ ...plan, steps: before }, client, { ...options, path, total });
  const refused = await runImports(client, path, imports.documents, onImport);
  if (refused !== undefined) onNote?.(`The import was refused (${refused}); single requests do the rest.`);
  const rest = await planFor(client, path, modelOfDocument(document), { prune: plan.prune });
  refuseBeyond(plan, rest);
  const from = Math.max(before.length, total - rest.steps.length);
  const last = plan.steps[imports.steps.at(-1) ?? 0];
  if (last && from > before.length) options.onDone?.(last, from, total);
  await applyPlan(rest, client, { ...options, path, from, total: from + rest.steps.length });
}

/** What imports rely on: tags, and domains that are there. */
function stepsBefore({ steps }: Plan, imported: ReadonlySet<number>): Step[] {
  const early = steps.findIndex(({ kind }) => !['tagGroup', 'tag', 'domain'].includes(kind));
  return steps.slice(0, early === -1 ? steps.length : early).filter((_, at) => !imported.has(at));
}

const keyOf = ({ kind, id }: Step): string => `${kind} ${id}`;

/** What an import made without all that was said of it is changed; nothing else is done that was not planned. */
function refuseBeyond(plan: Plan, rest: Plan): void {
  const made = new Set((plan.imports?.steps ?? []).flatMap((at) => plan.steps[at] ?? []).map(keyOf));
  const beyond = stepsBeyond(plan, rest).filter((step) => step.does === 'delete' || !made.has(keyOf(step)));
  if (beyond.length === 0 && rest.problems.length === 0) return;
  throw new ArchctlError('refused', 'The landscape has changed while the import ran.', {
    details: [...rest.problems, ...beyond.map(({ does, kind, id }) => `${does} ${kind} ${id}`)].slice(0, 20),
    hint: 'Apply it again: what was imported stays.',
  });
}
