import { ArchctlError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { missingIn } from '../command/missing.js';
import type { AnyCommand, CommandEntry, Context, Outcome } from '../command/spec.js';
import { nameSeveral } from '../names/several-names.js';
import { hasUnprovenIds, resolveNames } from '../names/typed-names.js';

/**
 * Runs a command for somebody who speaks in names: those that were typed are ids before it runs, and ids are names again
 * where a person is shown what it found.
 */
export async function performCommand(
  entry: CommandEntry,
  spec: AnyCommand,
  context: Context,
): Promise<Outcome> {
  if (spec.takesSeveral !== undefined) await nameSeveral(spec, context);
  await resolveNames(spec, context);
  const sameAs = await asked(spec, context);
  const outcome = await perform(spec, context).catch((error: unknown) => {
    // What was answered is not lost.
    if (sameAs !== undefined && !context.world.signal.aborted) context.terminal.commandLine(sameAs);
    throw error;
  });
  if (outcome.kind === 'exit' || sameAs === undefined) return shown(entry, spec, context, outcome);
  return { ...(await shown(entry, spec, context, outcome)), sameAs } as Outcome;
}

/** Asks for what a create must have and nobody gave; the command line that needs no asking, where anything was asked. */
async function asked(spec: AnyCommand, context: Context): Promise<string | undefined> {
  if (missingIn(spec, context).length === 0) return undefined;
  const { askMissing } = await import('./ask-missing.js');
  return askMissing(spec, context);
}

/** What it found, with names in the place of ids where a person is shown it. */
async function shown(
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
  const [{ withNames }, caption] = await Promise.all([
    import('../names/shown-names.js'),
    captionOf(entry, spec, context, outcome),
  ]);
  const named = await withNames(outcome, spec, context);
  return caption === undefined || named.kind !== 'list' ? named : { ...named, caption };
}

/**
 * What looks like an id is taken for one, and nothing is asked. Where there is no such record it may still be a name:
 * then it is looked up, and the command runs again with the id. Nothing was written by the first run.
 */
async function perform(spec: AnyCommand, context: Context): Promise<Outcome> {
  const { parsed } = context;
  try {
    const outcome = await spec.run(context, parsed);
    const isEmpty = outcome.kind === 'list' && outcome.items.length === 0;
    if (!isEmpty || !hasUnprovenIds(spec, context)) return outcome;
    return (await again(spec, context, context.terminal.isInteractive)) ?? outcome;
  } catch (error) {
    const named = withPlace(error, context);
    // A question whether something is there is answered.
    if (spec.operation?.method === 'HEAD' || !mayBeName(named, spec, context)) throw named;
    const outcome = await again(spec, context, false);
    if (outcome) return outcome;
    throw named;
  }
}

/** Whether an error may come of a name that looks like an id: of a place, or of what was typed. */
function mayBeName(error: unknown, spec: AnyCommand, context: Context): boolean {
  if (!(error instanceof ArchctlError) || context.writesSent > 1) return false;
  const isUnproven = hasUnprovenIds(spec, context);
  if (error.facts.status === 422) return isUnproven;
  if (error.kind !== 'not-found') return false;
  // What a document has not, no place has either: only the service's own word is about one.
  return isUnproven || (spec.scope.length > 0 && error.facts.status !== undefined);
}

/** The command with ids that were looked up; undefined where that changes nothing. */
async function again(spec: AnyCommand, context: Context, strict: boolean): Promise<Outcome | undefined> {
  if (context.parsed.globals.dryRun) return undefined;
  const meant = async () => {
    const places = await Promise.all(spec.scope.map((scope) => context.scope(scope)));
    const { args, options, filter } = context.parsed;
    return JSON.stringify([args, options, filter, places]);
  };
  const before = await meant();
  try {
    context.proveIds();
    await resolveNames(spec, context, { all: true });
    if ((await meant()) === before) return undefined;
  } catch (error) {
    if (strict) throw error;
    return undefined;
  }
  return spec.run(context, context.parsed);
}

/** An error about a place that was not typed says what named it. */
function withPlace(error: unknown, { settings }: Context): unknown {
  if (!(error instanceof ArchctlError) || error.kind !== 'not-found') return error;
  const place = settings.place('landscape');
  if (!place || place.source === '--landscape' || !error.message.includes(place.value)) return error;
  const hint = [`The landscape was named by ${place.source}.`, error.facts.hint].filter(Boolean).join(' ');
  return new ArchctlError(error.kind, error.message, { ...error.facts, hint });
}

/** What stands above a list: where it is from, and how many there are. Undefined where that has no name. */
async function captionOf(
  { path }: CommandEntry,
  spec: AnyCommand,
  context: Context,
  outcome: Outcome,
): Promise<string | undefined> {
  if (outcome.kind !== 'list' || outcome.items.length === 0 || path.at(-1) !== 'list') return undefined;
  const nameOf = async (kind: string, id: string): Promise<string | undefined> =>
    (await context.names()).of(kind).then(
      (names) => names.nameOf(id),
      () => undefined,
    );
  const places = await Promise.all(
    spec.scope.map(async (scope) => {
      const id = await context.scope(scope);
      if (scope === 'landscapeVersion') return id === 'latest' ? id : nameOf('version', id);
      return nameOf(scope, id);
    }),
  );
  const noun = path.slice(0, -1).join(' ').replaceAll('-', ' ').replace(/s$/, '');
  const shown = Math.min(outcome.items.length, outcome.limit ?? Number.POSITIVE_INFINITY);
  const count = counted(shown, noun);
  return [...places.filter((place) => place !== undefined), count].join(' · ');
}
