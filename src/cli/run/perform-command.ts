import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { missingArguments, missingIn } from '../command/input/missing.js';
import type { AnyCommand, CommandEntry, Context, Outcome } from '../command/spec.js';
import { hasUnprovenIds, resolveNames, splitSeveral } from '../names/typed-names.js';

/** Runs a command with names: resolves typed names to ids before, and shows names for ids after. */
export async function performCommand(
  entry: CommandEntry,
  spec: AnyCommand,
  context: Context,
): Promise<Outcome> {
  if (spec.takesSeveral !== undefined) await splitSeveral(spec, context);
  await resolveNames(spec, context);
  const sameAs = await promptForMissing(spec, context);
  const outcome = await perform(spec, context).catch((error: unknown) => {
    // An earlier answer is not lost.
    if (sameAs !== undefined && !context.world.signal.aborted) context.terminal.commandLine(sameAs);
    throw error;
  });
  if (outcome.kind === 'exit' || sameAs === undefined) return withShownNames(entry, spec, context, outcome);
  return { ...(await withShownNames(entry, spec, context, outcome)), sameAs } as Outcome;
}

/** Prompts for missing arguments and required options; returns the equivalent command line if anything was prompted. */
async function promptForMissing(spec: AnyCommand, context: Context): Promise<string | undefined> {
  if (missingArguments(spec, context).length + missingIn(spec, context).length === 0) return undefined;
  const { askMissing } = await import('./ask-missing.js');
  return askMissing(spec, context);
}

/** The result, with names instead of ids for a person. */
async function withShownNames(
  entry: CommandEntry,
  spec: AnyCommand,
  context: Context,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'list' && outcome.kind !== 'record') return outcome;
  const { terminal, parsed } = context;
  if (parsed.globals.names && !(terminal.isInteractive && terminal.format === 'table')) {
    const { withNameFields } = await import('../names/shown-names.js');
    return withNameFields(outcome, spec, context);
  }
  if (!context.showsNames) return outcome;
  const [{ withNames }, { withoutOwnLabels }, caption] = await Promise.all([
    import('../names/shown-names.js'),
    import('./own-labels.js'),
    captionOf(entry, spec, context, outcome),
  ]);
  const { ids, fields } = parsed.globals;
  const shown =
    ids || fields !== undefined ? outcome : { ...outcome, columns: withoutOwnLabels(outcome.columns) };
  const named = await withNames(shown, spec, context);
  return caption === undefined || named.kind !== 'list' ? named : { ...named, caption };
}

/**
 * Runs the command with texts that look like ids unchanged. If a record is not found, looks the texts up as names and
 * runs the command again. The first run wrote nothing.
 */
async function perform(spec: AnyCommand, context: Context): Promise<Outcome> {
  const { parsed } = context;
  try {
    const outcome = await spec.run(context, parsed);
    if (!hasUnprovenIds(spec, context) || !(await isEmptyList(outcome))) return outcome;
    return (await runWithLookedUpIds(spec, context, context.terminal.isInteractive)) ?? outcome;
  } catch (error) {
    const named = spec.scope.includes('landscape') ? withLandscapeSource(error, context) : error;
    // A HEAD request answers the question itself.
    if (spec.operation?.method === 'HEAD' || !mayBeName(named, spec, context)) throw named;
    const outcome = await runWithLookedUpIds(spec, context, false);
    if (outcome) return outcome;
    throw named;
  }
}

/** Whether an outcome is a list without items. Waits for the first items of a stream, which stay in it. */
async function isEmptyList(outcome: Outcome): Promise<boolean> {
  if (outcome.kind === 'list') return outcome.items.length === 0;
  if (outcome.kind !== 'stream' || outcome.isList !== true || !('batches' in outcome)) return false;
  const batches = outcome.batches[Symbol.asyncIterator]();
  let first = await batches.next();
  while (!first.done && first.value.length === 0) first = await batches.next();
  if (first.done) return true;
  const { value } = first;
  outcome.batches = (async function* () {
    yield value;
    yield* { [Symbol.asyncIterator]: () => batches };
  })();
  return false;
}

/** Whether an error may be caused by a name that looks like an id. */
function mayBeName(error: unknown, spec: AnyCommand, context: Context): boolean {
  if (!(error instanceof ArchctlError) || context.writesSent > 1) return false;
  const isUnproven = hasUnprovenIds(spec, context);
  if (error.facts.status === 422) return isUnproven;
  if (error.kind !== 'not-found') return false;
  // Only an error of the service can be about a scope; documents do not know scopes.
  return isUnproven || (spec.scope.length > 0 && error.facts.status !== undefined);
}

/** The command with looked-up ids; undefined if they are the same. */
async function runWithLookedUpIds(
  spec: AnyCommand,
  context: Context,
  strict: boolean,
): Promise<Outcome | undefined> {
  if (context.parsed.globals.dryRun) return undefined;
  const resolvedInput = async () => {
    const scopes = await Promise.all(spec.scope.map((scope) => context.scope(scope)));
    const { args, options, filter } = context.parsed;
    return JSON.stringify([args, options, filter, scopes]);
  };
  const before = await resolvedInput();
  try {
    context.proveIds();
    await resolveNames(spec, context, { all: true });
    if ((await resolvedInput()) === before) return undefined;
  } catch (error) {
    if (strict) throw error;
    return undefined;
  }
  return spec.run(context, context.parsed);
}

/** Adds the source of a scope to its error, if it was not typed. */
function withLandscapeSource(error: unknown, { settings }: Context): unknown {
  if (!(error instanceof ArchctlError) || error.kind !== 'not-found') return error;
  const landscape = settings.scope('landscape');
  if (!landscape || landscape.source === '--landscape' || !error.message.includes(landscape.value))
    return error;
  const hint = [`The landscape comes from ${landscape.source}.`, error.facts.hint].filter(Boolean).join(' ');
  return new ArchctlError(error.kind, error.message, { ...error.facts, hint });
}

/** Caption of a list: its origin and count. Undefined if the scope has no name. */
async function captionOf(
  entry: CommandEntry,
  spec: AnyCommand,
  context: Context,
  outcome: Exclude<Outcome, { kind: 'exit' }>,
): Promise<string | undefined> {
  const { path, scope: scopeNames } = outcome.listedBy ?? { ...entry, scope: spec.scope };
  if (outcome.kind !== 'list' || outcome.items.length === 0 || path.at(-1) !== 'list') return undefined;
  const nameOf = async (kind: string, id: string): Promise<string | undefined> =>
    (await context.names()).of(kind).then(
      (names) => names.nameOf(id),
      () => undefined,
    );
  const scopes = await Promise.all(
    scopeNames.map(async (scope) => {
      const id = await context.scope(scope);
      if (scope === 'landscapeVersion') return id === 'latest' ? id : nameOf('version', id);
      return nameOf(scope, id);
    }),
  );
  const noun = path.slice(0, -1).join(' ').replaceAll('-', ' ').replace(/s$/, '');
  const shown = Math.min(outcome.items.length, outcome.limit ?? Number.POSITIVE_INFINITY);
  const count = pluralize(shown, noun);
  return [...scopes.filter((scope) => scope !== undefined), count].join(' · ');
}
