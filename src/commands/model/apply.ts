import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import { counted } from '../../base/words.js';
import { replaceFile } from '../../base/write-file.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { LATEST } from '../../contract/scopes.js';
import type { Model } from '../../model/document/element.js';
import type { SourceFile } from '../../model/document/read.js';
import type { Plan, Prune } from '../../model/plan/plan-types.js';
import { applyPlan } from '../../model/sync/apply.js';
import { documentOf } from './shared/document.js';
import { type Lease, takeLease } from './shared/lease.js';
import { modelOfPlan, planIn, textOfPlan } from './shared/plan-file.js';
import type { SavedPlan } from './shared/plan-shape.js';
import { drawPlan, planInWords } from './shared/plan-text.js';
import { PRUNE, planNow, pruneOf } from './shared/planning.js';
import { checkSaved } from './shared/saved-plan.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Make a landscape as a document says',
  details:
    'Plans as "archctl model plan" does, shows the plan, asks (give --yes in scripts), and carries it out at the pace of the service; of a file that "model plan --out" wrote, just that plan, once, where neither the landscape nor the document has changed since, save for what is as wanted by now. Nothing is deleted without --prune. Where there is nothing to do, nothing is asked.\n\nWhat somebody changes meanwhile is not overwritten: the step ends with what changed and by whom. An apply that was interrupted goes on when it is run again, and makes nothing twice. In the end the landscape is read back, and what is not as planned is told, with exit code 8.\n\nTwo applies to one landscape on this machine keep out of each other\'s way.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model, or one plan; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    ...PRUNE,
    breakLock: flag('Go on where another apply seems to run, which is gone for certain'),
  },
  scope: ['landscape'],
  examples: [
    { note: 'Shows the plan and asks', line: 'archctl model apply models --landscape LANDSCAPE_ID' },
    {
      note: 'In a script',
      line: 'archctl model apply models --prune --yes --landscape LANDSCAPE_ID -o json',
    },
  ],
  related: ['model plan', 'model drift', 'model pull'],
  async run(context, { args, options }) {
    const wish = await wishOf(context, args.files, options);
    const landscapeId = await context.scope('landscape');
    const lease = context.parsed.globals.dryRun
      ? undefined
      : takeLease(context.stateDirectory, landscapeId, {
          now: context.world.now(),
          isBroken: options.breakLock === true,
        });
    try {
      return await applied(context, wish, landscapeId, lease);
    } finally {
      lease?.release();
    }
  },
});

/** What is to be applied: a document, or a plan that was kept with the document in it. */
interface Wish {
  model: Model;
  prune: Prune;
  saved?: SavedPlan;
  file?: string;
}

async function wishOf(
  context: Context,
  paths: readonly string[],
  options: { prune?: boolean | undefined; pruneAll?: boolean | undefined },
): Promise<Wish> {
  const files = await readSources(context, paths);
  const plans = files.flatMap((it: SourceFile) => planIn(it) ?? []);
  const [saved] = plans;
  if (!saved) return { model: documentOf(context, files).model, prune: pruneOf(options) };
  if (files.length > 1)
    throw usageError('Argument FILE: a plan is applied alone.', { hint: 'Name the plan and nothing else.' });
  if (options.prune || options.pruneAll)
    throw usageError('--prune is a matter of the plan, which is made.', {
      hint: 'Plan again with --prune.',
    });
  const [file] = paths;
  return {
    model: modelOfPlan(saved),
    prune: saved.plan.prune,
    saved,
    ...(file !== undefined && file !== '-' && { file }),
  };
}

async function applied(context: Context, wish: Wish, landscapeId: string, lease: Lease | undefined) {
  const { terminal } = context;
  const { left } = lease ?? {};
  if (left)
    terminal.note(
      `An apply that began at ${left.since} ended after ${left.done} of ${left.total} steps; this one does what is left.`,
    );
  const plan = await planNow(context, wish.model, wish.prune);
  if (wish.saved) await checkSaved(context, wish.saved, plan);
  if (plan.steps.length > 0) {
    if (context.asks)
      await terminal.render({ kind: 'drawing', data: plan, draw: (it) => drawPlan(plan, it) });
    await context.confirm(`Apply it to the landscape "${plan.landscape.name}" (${planInWords(plan)})?`);
    await carryOut(context, plan, landscapeId, lease);
  }
  if (wish.saved && wish.file !== undefined && lease) markApplied(context, wish.saved, wish.file);
  const after = plan.steps.length > 0 ? await planNow(context, wish.model, wish.prune) : plan;
  const failure = after.steps.length > 0 && plan.steps.length > 0 ? notAsPlanned(after) : undefined;
  if (!failure)
    terminal.success(
      plan.steps.length === 0
        ? `Nothing to do: "${plan.landscape.name}" is as written.`
        : `"${plan.landscape.name}" is as written: ${counted(plan.steps.length, 'step')} done.`,
    );
  return {
    kind: 'record',
    record: recordOf(plan, after),
    columns: COLUMNS,
    ...(failure && { failure }),
  } as const;
}

/** A service on this machine waits for its disk once for all requests that come together. */
const AT_ONCE_HERE = 16;

async function carryOut(context: Context, plan: Plan, landscapeId: string, lease: Lease | undefined) {
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
  try {
    await applyPlan(plan, client, {
      path: { landscapeId, versionId: LATEST },
      ...(isHere && { atOnce: AT_ONCE_HERE }),
      onDone: (step, done) => {
        lease?.answered();
        told = `Applying: ${done} of ${total}, ${step.name.replace(/\s+/g, ' ')}`;
        progress.update(told);
      },
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
  return new ArchctlError('check', `The landscape is not as written after all: ${planInWords(after)}.`, {
    details: told.slice(0, 20),
    hint: 'Plan again to see what is there now.',
  });
}

function recordOf(plan: Plan, after: Plan) {
  const count = (...kinds: string[]): number => plan.steps.filter(({ does }) => kinds.includes(does)).length;
  return {
    landscape: plan.landscape.name,
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
] as const;
