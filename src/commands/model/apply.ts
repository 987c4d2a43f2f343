import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import { counted } from '../../base/words.js';
import { replaceFile } from '../../base/write-file.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { shellWord } from '../../cli/command/shell-word.js';
import type { Context } from '../../cli/command/spec.js';
import { LATEST } from '../../contract/scopes.js';
import type { Model } from '../../model/document/element.js';
import type { SourceFile } from '../../model/document/read.js';
import { type ModelPlan, modelOfDocument } from '../../model/plan/plan-document.js';
import type { DraftOfPlan, Plan } from '../../model/plan/plan-types.js';
import { applyModel } from '../../model/sync/apply-model.js';
import { importEnded } from '../../model/sync/run-imports.js';
import { documentOf } from './shared/document.js';
import { type Lease, takeLease } from './shared/lease.js';
import { planIn, textOfPlan } from './shared/plan-file.js';
import type { SavedPlan } from './shared/plan-shape.js';
import { draftInWords, drawPlan, keptInWords, keptOf, planInWords } from './shared/plan-text.js';
import { AIM, type Aim, type AimOptions, aimOf, planNow } from './shared/planning.js';
import { checkSaved } from './shared/saved-plan.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Make a landscape as a document says',
  details:
    'Plans as "archctl model plan" does, shows the plan, asks (give --yes in scripts), and carries it out at the pace of the service; of a file that "model plan --out" wrote, just that plan, once, where neither the landscape nor the document has changed since, save for what is as wanted by now. Nothing is deleted without --prune. Where there is nothing to do, nothing is asked.\n\nWith --draft the changes go into a draft, for review: a new one of the name, or one that is open. Nothing of the version changes until "archctl draft merge"; domains cannot be in a draft. Many objects and connections go by import where the key is an admin\'s and the plan of the organization has imports left; --no-import sends a request for each.\n\nWhat somebody changes meanwhile is not overwritten: the step ends with what changed and by whom. An apply that was interrupted goes on when it is run again, and makes nothing twice. In the end the landscape is read back, and what is not as planned is told, with exit code 8.\n\nTwo applies to one landscape on this machine keep out of each other\'s way.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model, or one plan; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    ...AIM,
    breakLock: flag('Go on where another apply seems to run, which is gone for certain'),
  },
  scope: ['landscape'],
  examples: [
    { note: 'Shows the plan and asks', line: 'archctl model apply models --landscape LANDSCAPE_ID' },
    {
      note: 'For review, in a draft',
      line: 'archctl model apply models --draft "Next quarter" --yes --landscape LANDSCAPE_ID',
    },
    {
      note: 'In a script',
      line: 'archctl model apply models --prune --yes --landscape LANDSCAPE_ID -o json',
    },
  ],
  related: ['model plan', 'model drift', 'model pull', 'draft merge'],
  async run(context, { args, options }) {
    const wish = await wishOf(context, args.files, options);
    return applyTo(context, wish, options.breakLock === true);
  },
});

/** Plans, asks and applies to the landscape of the command, while no other apply on this machine does. */
export async function applyTo(context: Context, wish: Wish, isBroken = false) {
  const landscapeId = await context.scope('landscape');
  const lease = context.parsed.globals.dryRun
    ? undefined
    : takeLease(context.stateDirectory, landscapeId, { now: context.world.now(), isBroken });
  try {
    return await applied(context, wish, landscapeId, lease);
  } finally {
    lease?.release();
  }
}

/** What is to be applied: a document, or a plan that was kept with the document in it. */
interface Wish {
  model: Model;
  /** Files that the model was read from; absent for a saved plan. */
  files?: readonly SourceFile[];
  aim: Aim;
  saved?: SavedPlan;
  file?: string;
}

async function wishOf(context: Context, paths: readonly string[], options: AimOptions): Promise<Wish> {
  const files = await readSources(context, paths);
  const plans = files.flatMap((it: SourceFile) => planIn(it) ?? []);
  const [saved] = plans;
  if (!saved) return { model: documentOf(context, files).model, files, aim: aimOf(options) };
  if (files.length > 1)
    throw usageError('Argument FILE: a plan is applied alone.', { hint: 'Name the plan and nothing else.' });
  const made = options.draft === undefined ? '--prune' : '--draft';
  if (options.prune || options.pruneAll || options.draft !== undefined)
    throw usageError(`${made} is a matter of the plan, which is made.`, { hint: `Plan again with ${made}.` });
  const [file] = paths;
  return {
    model: modelOfDocument(saved.document),
    aim: aimOfSaved(saved.plan, options),
    saved,
    ...(file !== undefined && file !== '-' && { file }),
  };
}

/** As the plan was made; a draft that it makes is the one of its name. */
function aimOfSaved({ prune, draft, imports }: Plan, { noImport }: AimOptions): Aim {
  const into = draft && { draft: draft.isNew ? draft.name : draft.id };
  return { prune, imports: imports !== undefined && noImport !== true, ...into };
}

async function applied(context: Context, wish: Wish, landscapeId: string, lease: Lease | undefined) {
  const { terminal } = context;
  const { left } = lease ?? {};
  if (left)
    terminal.note(
      `An apply that began at ${left.since} ended after ${left.done} of ${left.total} steps; this one does what is left.`,
    );
  if (left?.importId !== undefined)
    await importEnded(await context.client(), pathTo(landscapeId), left.importId);
  const plan = await planNow(context, wish.model, wish.aim, wish.files);
  if (wish.saved) await checkSaved(context, wish.saved, plan);
  if (plan.steps.length > 0) {
    if (context.asks)
      await terminal.render({ kind: 'drawing', data: plan, draw: (it) => drawPlan(plan, it) });
    await context.confirm(questionOf(plan));
    await carryOut(context, plan, lease);
  }
  if (wish.saved && wish.file !== undefined && lease) markApplied(context, wish.saved, wish.file);
  const after = plan.steps.length > 0 ? await planNow(context, wish.model, readBack(wish.aim)) : plan;
  const failure = after.steps.length > 0 && plan.steps.length > 0 ? notAsPlanned(after) : undefined;
  const kept = keptOf(after).length;
  if (!failure) terminal.success(doneInWords(plan, kept === 0));
  if (kept > 0) terminal.warn(keptInText(after, kept));
  const merge = plan.draft && draftHint(plan.draft, plan.steps.length > 0);
  if (merge !== undefined) terminal.note(merge);
  return {
    kind: 'record',
    record: recordOf(plan, after),
    columns: plan.draft ? [...COLUMNS, DRAFT] : COLUMNS,
    ...(failure && { failure }),
  } as const;
}

const pathTo = (landscapeId: string) => ({ landscapeId, versionId: LATEST });

const readBack = ({ prune, draft }: Aim): Aim => ({ prune, ...(draft !== undefined && { draft }) });

const questionOf = (plan: Plan): string =>
  plan.draft
    ? `Put it into ${draftInWords(plan.draft)} of the landscape "${plan.landscape.name}" (${planInWords(plan)})?`
    : `Apply it to the landscape "${plan.landscape.name}" (${planInWords(plan)})?`;

/** @param matches Whether everything in the target is in the document. */
function doneInWords({ landscape, draft, steps }: Plan, matches: boolean): string {
  const done = (did: string, target: string): string =>
    matches ? `${did}: ${target} matches the document.` : `${did} in ${target}.`;
  const count = steps.length;
  if (!draft)
    return done(count > 0 ? `Applied ${counted(count, 'step')}` : 'Nothing to do', `"${landscape.name}"`);
  const name = `the draft "${draft.name}"`;
  if (count > 0) return `${done(`Added ${counted(count, 'task')}`, name)} The version has not changed.`;
  return draft.isNew
    ? `${done('Nothing to do', `"${landscape.name}"`)} No draft was made.`
    : done('Nothing to do', name);
}

function keptInText(plan: Plan, kept: number): string {
  const title =
    kept === 1
      ? '1 element is not in the document and was not deleted; "archctl model drift" reports it:'
      : `${kept} elements are not in the document and were not deleted; "archctl model drift" reports them:`;
  return [title, ...keptInWords(plan)].join('\n  ');
}

/** How to look at a draft, and what to do with it; nothing of one that was not made. */
function draftHint({ id, isNew }: DraftOfPlan, isMade: boolean): string | undefined {
  if (isNew && !isMade) return undefined;
  const side = shellWord(`draft:${id}`);
  return `"archctl model diff live ${side}" shows what it changes, "archctl model diff FILE ${side}" whether it is as written; "archctl draft merge ${shellWord(id)}" merges it.`;
}

/** A service on this machine waits for its disk once for all requests that come together. */
const AT_ONCE_HERE = 16;

async function carryOut(context: Context, plan: ModelPlan, lease: Lease | undefined) {
  const total = plan.steps.length;
  let told = `Applying: 0 of ${total}`;
  const progress = context.terminal.progress(told);
  const isHere = isLoopback(new URL(context.settings.account().baseUrl).hostname);
  const client = await context.client({
    longLived: true,
    // A service on this machine is nobody else's: it says itself when it has had enough.
    unpaced: isHere,
    onWait: (text) => progress.update(`${told}; ${text}`),
  });
  lease?.began(total);
  let before = 0;
  try {
    await applyModel(client, plan, {
      ...(isHere && { atOnce: AT_ONCE_HERE }),
      onDone: (step, done, of) => {
        lease?.answered(done - before);
        before = done;
        told = `Applying: ${done} of ${of}, ${step.name.replace(/\s+/g, ' ')}`;
        progress.update(told);
      },
      onImport: (importId) => lease?.importing(importId),
      onNote: (text) => context.terminal.note(text),
    });
  } finally {
    progress.stop();
  }
}

/** Says in the file that the plan was carried out. */
function markApplied({ world, terminal }: Context, saved: SavedPlan, file: string): void {
  try {
    const marked = { ...saved, appliedAt: world.now().toISOString() };
    replaceFile(resolve(world.cwd, file), textOfPlan(marked));
  } catch (error) {
    terminal.warn(`${file} could not be marked as applied: ${(error as Error).message}`);
  }
}

function notAsPlanned(after: Plan): ArchctlError {
  const told = after.steps.map(({ does, kind, id }) => `${does.replace('-', ' ')} ${kind} ${id}`);
  return new ArchctlError(
    'check',
    `The ${after.draft ? `draft "${after.draft.name}"` : 'landscape'} is not as written after all: ${planInWords(after)}.`,
    {
      details: told.slice(0, 20),
      hint: 'Plan again to see what is there now.',
    },
  );
}

function recordOf(plan: Plan, after: Plan) {
  const count = (...kinds: string[]): number => plan.steps.filter(({ does }) => kinds.includes(does)).length;
  return {
    landscape: plan.landscape.name,
    ...(plan.draft && { draft: plan.draft.name }),
    created: count('create'),
    updated: count('update', 'free-name'),
    moved: count('move'),
    labelled: count('adopt'),
    deleted: plan.steps.reduce(
      (sum, { does, goesAlong }) => (does === 'delete' ? sum + 1 + (goesAlong?.length ?? 0) : sum),
      0,
    ),
    asWritten: after.same,
    left: after.steps.length,
    notInDocument: keptOf(after).length,
  };
}

const COLUMNS = [
  { key: 'landscape', priority: 1 },
  { key: 'created', kind: 'number' },
  { key: 'updated', kind: 'number' },
  { key: 'moved', kind: 'number' },
  { key: 'labelled', kind: 'number' },
  { key: 'deleted', kind: 'number' },
  { key: 'asWritten', header: 'As written', kind: 'number' },
  { key: 'left', header: 'Not as written', kind: 'number' },
  { key: 'notInDocument', header: 'Not in the document', kind: 'number' },
] as const;

const DRAFT = { key: 'draft', priority: 1 } as const;
