import { ArchctlError, usageError } from '../base/errors.js';
import { isLoopback } from '../base/network/loopback.js';
import { pluralize } from '../base/text/words.js';
import { command } from '../cli/command/command.js';
import { printsOneLine } from '../cli/command/one-line.js';
import { flag } from '../cli/command/options.js';
import type { Context, Outcome } from '../cli/command/spec.js';
import { type StoredEntry, writeEntry } from '../cli/undo/journal.js';
import { readSnapshot } from '../cli/undo/read-snapshot.js';
import { FAMILIES } from '../contract/families.js';
import { isKind } from '../contract/records.js';
import { getLandscape } from '../contract/resources/landscape.js';
import { restorableFamily } from '../contract/rules/undo/record-change.js';
import { applyPlan } from '../model/sync/apply.js';
import { undoPlan } from '../model/undo/undo-plan.js';
import type { UndoPlan } from '../model/undo/undo-types.js';
import { relativeTime } from '../terminal/time.js';
import { journalEntries } from './shared/undo/journal-entries.js';
import { contentsInWords, undoRow } from './shared/undo/undo-rows.js';
import { drawUndo, drawUndoList } from './shared/undo/undo-text.js';

const COLUMNS = [
  { key: 'number', header: 'No.', kind: 'number', priority: 1 },
  { key: 'at', header: 'Changed', kind: 'time', priority: 1 },
  { key: 'command', priority: 1 },
  { key: 'changes', priority: 3 },
  { key: 'undone', kind: 'boolean', priority: 1 },
  { key: 'records', kind: 'number', priority: 2 },
] as const;

export default command({
  summary: 'Undo the last change that this machine recorded',
  section: 'Models',
  details:
    'Restores records that a command on this machine deleted or changed, with their ids: objects, connections, diagrams with their contents, groups, flows, tags, domains and decisions. Shows the plan and asks for confirmation. In scripts, use --yes.\n\nDeletes, "archctl model apply" and changes by agents are recorded for 30 days. Other changes are recorded on a terminal, or with ARCHCTL_UNDO=all. In a script without this setting, undo may therefore undo an older change; it prints which one, with its age. ARCHCTL_UNDO=off disables recording. Changes of "archctl api" are not recorded.\n\nIf someone has changed a value since, nothing is restored, and the error names it. --force overwrites such values and skips what cannot be restored; if anything remains, it is listed, and the exit code is 8. After an interruption, undo restores what was changed until then. "archctl undo N" with the number of an undone change repeats the change.\n\nComments, drafts, logs, and the numbers of decisions cannot be restored.',
  args: {
    number: { name: 'N', help: 'Number of the change in --list (default: the last one)', optional: true },
  },
  options: {
    list: flag('List the changes that can be undone'),
    show: flag('Show what undoing a change would restore, by name and field, and what it cannot restore'),
    force: flag('Overwrite values that were changed since, and skip what cannot be restored'),
  },
  scope: ['landscape', 'landscapeVersion'],
  examples: {
    'List the changes': 'archctl undo --list',
    'Show what undoing the last change would restore': 'archctl undo --show',
  },
  related: ['object delete', 'model apply', 'version revert'],
  async run(context, { args, options }): Promise<Outcome> {
    const entries = await journalEntries(context);
    if (options.list) {
      const items = entries.map((entry, at) => undoRow(entry, at + 1));
      const { sort, wide } = context.parsed.globals;
      if (items.length > 0 && printsOneLine(context) && !sort && !wide)
        return { kind: 'drawing', data: items, draw: (line) => drawUndoList(items, line) };
      return { kind: 'list', items, columns: COLUMNS, empty: 'No changes to undo.' };
    }
    const entry = selectEntry(entries, args.number);
    return options.show
      ? show(context, entry, entries)
      : undo(context, entry, entries, options.force === true);
  },
});

/** The entry with this number, or the last one that was not undone. Errors: `usage`, `not-found`. */
function selectEntry(entries: readonly StoredEntry[], number: string | undefined): StoredEntry {
  if (number !== undefined && !/^[1-9]\d*$/.test(number))
    throw usageError(`Argument N: "${number}" is not the number of a change.`, {
      hint: '"archctl undo --list" lists the changes.',
    });
  const entry = number === undefined ? entries.find(({ undone }) => !undone) : entries[Number(number) - 1];
  if (entry) return entry;
  throw new ArchctlError(
    'not-found',
    number === undefined
      ? 'This landscape has no change to undo.'
      : `This landscape has no change ${number} to undo.`,
    {
      hint: `"archctl undo --list" lists the changes that this machine recorded. ${UNRECORDED}`,
    },
  );
}

async function show(context: Context, entry: StoredEntry, entries: readonly StoredEntry[]): Promise<Outcome> {
  const found = await planOf(context, entry, entries, false);
  const { command, at } = entry;
  const data = {
    command,
    at,
    undone: entry.undone === true,
    steps: found.plan.steps,
    conflicts: found.conflicts,
  };
  return { kind: 'drawing', data, draw: (line) => drawUndo(entry, found, line) };
}

async function undo(
  context: Context,
  entry: StoredEntry,
  entries: readonly StoredEntry[],
  force: boolean,
): Promise<Outcome> {
  const { terminal, parsed } = context;
  (await context.recorder()).turnOff();
  const found = await planOf(context, entry, entries, force);
  const { plan, conflicts } = found;
  const action = entry.undone ? 'Make the change again' : 'Undo';
  if (conflicts.length > 0 && !force)
    throw new ArchctlError('refused', `Cannot undo "${entry.command}": records have changed since.`, {
      details: conflicts.map(({ name, why }) => `${name} ${why}`),
      hint: 'Use --force to overwrite these changes and to skip what cannot be restored.',
    });
  for (const { name, why } of conflicts) terminal.warn(`Skipped: ${name} ${why}.`);
  const record = { command: entry.command, at: entry.at, ...countsOf(plan.steps), skipped: conflicts.length };
  if (parsed.globals.dryRun || (context.asks && plan.steps.length > 0))
    await terminal.render({ kind: 'drawing', data: plan, draw: (line) => drawUndo(entry, found, line) });
  if (parsed.globals.dryRun) return { kind: 'nothing' };
  if (plan.steps.length > 0) {
    if (!context.asks) terminal.note(noteOf(context, entry));
    await context.confirm(`${action}?`);
    // A local service has no other users and limits requests itself.
    const unpaced = isLoopback(new URL(context.settings.account().baseUrl).hostname);
    await applyPlan(plan, await context.client({ longLived: true, unpaced }), {
      path: { landscapeId: plan.landscape.id, versionId: plan.version },
      // The service orders the names and places of objects by more than the ids in requests.
      atOnce: 1,
      hint: 'run "archctl undo" again to continue',
    });
  }
  const failure = conflicts.length > 0 ? incomplete(entry, conflicts) : undefined;
  try {
    mark(entry, found);
  } catch (error) {
    // The landscape is restored already; a second undo finds nothing to restore.
    terminal.warn(`The journal still lists this change as not undone: ${(error as Error).message}`);
  }
  const columns = Object.keys(record).map((key) => ({ key }));
  if (failure) return { kind: 'record', record, columns, failure };
  terminal.success(
    plan.steps.length === 0
      ? `Nothing to restore: the landscape is as it was before "${entry.command}".`
      : `${entry.undone ? 'Made again' : 'Undone'}: ${entry.command} (${contentsInWords(entry.changes)}).`,
  );
  if (terminal.isInteractive && !terminal.machine) return { kind: 'nothing' };
  return { kind: 'record', record, columns };
}

const UNRECORDED =
  'Without a terminal, creates and updates are recorded only by "archctl model apply" and with ARCHCTL_UNDO=all.';

/** The change with its age: a script may expect a later one, which was not recorded. */
function noteOf({ terminal, world }: Context, { command, at, undone }: StoredEntry): string {
  const note = `${undone ? 'Making again' : 'Undoing'} "${command}" (${relativeTime(at, world.now())}).`;
  return terminal.isInteractive ? note : `${note} ${UNRECORDED}`;
}

const countsOf = (steps: readonly { does: string }[]) => {
  const count = (does: string): number => steps.filter((it) => it.does === does).length;
  return { created: count('create'), updated: count('update'), deleted: count('delete') };
};

/**
 * Marks an entry as undone, or as made again, unless a part of it remains. Adds the roots of deleted domains, so that their
 * new ids can be found.
 */
function mark({ file, undone, changes, ...entry }: StoredEntry, { conflicts, roots }: UndoPlan): void {
  const isUndone = conflicts.length > 0 ? undone : !undone;
  const added = undone ? roots.map((it) => ({ ...it, before: it.after, after: null })) : roots;
  writeEntry(file, { ...entry, changes: [...changes, ...added], ...(isUndone && { undone: true }) });
}

/** The error of a forced undo that skipped records. */
const incomplete = ({ command, undone }: StoredEntry, conflicts: UndoPlan['conflicts']): ArchctlError =>
  new ArchctlError(
    'check',
    `"${command}" is ${undone ? 'made again' : 'undone'} only in part: ${pluralize(conflicts.length, 'record')} could not be restored.`,
    {
      details: conflicts.map(({ name, why }) => `${name} ${why}`),
      hint: 'Correct what these records need, and run the same command again.',
    },
  );

/** The plan that undoes a recorded change, or repeats an undone one. Errors: those of the client. */
async function planOf(
  context: Context,
  entry: StoredEntry,
  entries: readonly StoredEntry[],
  force: boolean,
): Promise<UndoPlan> {
  const { landscapeId, versionId } = entry.place;
  const client = await context.client({ reads: true });
  const recorded = entry.changes.filter(({ kind }) => isKind(kind));
  const changes = entry.undone
    ? recorded.map(({ before, after, ...it }) => ({ ...it, before: after, after: before }))
    : recorded;
  const known = entries.flatMap((it) => it.changes).filter(({ kind }) => isKind(kind));
  const kinds = FAMILIES.map(({ shape }) => shape.singular).filter(restorableFamily);
  const drawn = new Set(changes.flatMap(({ kind, id }) => (kind === 'diagramContent' ? [id] : [])));
  const [current, { landscape }] = await Promise.all([
    readSnapshot(client, { landscapeId, versionId }, kinds, (lists) =>
      [...drawn].filter((id) => lists.get('diagram', id)),
    ),
    client.call(getLandscape, { path: { landscapeId } }),
  ]);
  const { id, name } = landscape;
  return undoPlan({ landscape: { id, name }, version: versionId, changes, known, current, force });
}
