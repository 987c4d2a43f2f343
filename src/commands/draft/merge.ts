import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import type { PlannedWrite } from '../../cli/command/change-recorder.js';
import { shellWord } from '../../cli/command/input/shell-word.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { isRecordingOff } from '../../cli/undo/recorder.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import type { FamilyVerb } from '../../contract/families.js';
import type { Operation } from '../../contract/operation.js';
import { updateDiagramContent } from '../../contract/resources/diagram-content.js';
import { mergeDraft } from '../../contract/resources/draft.js';
import { restorableFamily } from '../../contract/rules/undo/record-change.js';
import { plainPalette } from '../../terminal/color.js';
import type { LineContext } from '../../terminal/types.js';
import noun from './noun.js';
import { draftEffects, finalEffects } from './shared/draft-effects.js';
import { OPEN_DRAFT } from './shared/open-draft.js';

export default operationCommand(mergeDraft, {
  summary: 'Merge a draft into the live model',
  details:
    'Applies all tasks or none. If the model has changed since, archctl lists each conflict; "archctl draft rebase" then accepts the current model. Shows the changes and asks for confirmation; use --yes in scripts. "archctl undo" restores the version; the draft stays merged.',
  args: { draftId: OPEN_DRAFT },
  columns: noun.columns,
  examples: {
    'Asks for confirmation': 'archctl draft merge DRAFT',
    'Show the request without sending it': 'archctl draft merge DRAFT --dry-run',
    'In a script': 'archctl draft merge DRAFT --yes -o json',
  },
  related: ['draft diff', 'draft task list', 'draft rebase', 'undo'],
  confirm: question,
  prepare: recordMerge,
  failed,
  done: (draft) => `Merged draft "${draft.name}".`,
});

/** The question names the draft, its target and the changes; scripts skip it. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.draftId);
  if (!context.asks) return `Merge the draft ${id} into the live model?`;
  const { draft, landscape, changes, isDrawn } = await draftEffects(context, id);
  await showChanges(context, id, isDrawn);
  return `Merge the draft ${draft} into the live model of the landscape ${landscape}: ${changes}?`;
}

/** Maximum number of lines about changes above the question. */
const MAX_LINES = 20;

/** Prints the changes above the question, by name and field; the question counts them. */
async function showChanges(context: Context, draftId: string, isDrawn: boolean): Promise<void> {
  const [{ draftChanges }, { drawDraft, withoutOwnLabels }] = await Promise.all([
    import('./shared/draft-changes.js'),
    import('./shared/draft-text.js'),
  ]);
  const found = await draftChanges(context, draftId, isDrawn);
  const drawn = drawDraft({ ...found, changes: withoutOwnLabels(found.changes) }, plainLine(context));
  if (drawn === '') return;
  const lines = drawn.split('\n');
  const more = lines.length - MAX_LINES;
  const rest = more > 0 ? [`… ${pluralize(more, 'more line')}: archctl draft diff`] : [];
  context.terminal.note([...lines.slice(0, MAX_LINES), ...rest].join('\n'));
}

/** Lines for stderr, which escapes and wraps the text itself. */
const plainLine = ({ terminal }: Context): LineContext => ({
  ...terminal.lineContext(),
  palette: plainPalette,
  safe: (text) => text,
});

/** A refused merge leaves nothing to undo; after a lost response the version may have changed. */
async function failed(error: unknown, context: Context): Promise<unknown> {
  const isOpen = error instanceof ArchctlError && ['unavailable', 'interrupted'].includes(error.kind);
  if (!isOpen) (await context.recorder()).turnOff();
  return withRebase(error, context);
}

/** Adds the command that resolves a conflict. */
async function withRebase(error: unknown, context: Context): Promise<unknown> {
  if (!(error instanceof ArchctlError) || error.facts.status !== 409 || !error.facts.details) return error;
  const id = String(context.parsed.args.draftId);
  const names = await (await context.names()).of('draft').catch(() => undefined);
  const hint = `"archctl draft rebase ${shellWord(names?.wordFor(id) ?? id)}" accepts the current model; the draft then overwrites it.`;
  return new ArchctlError(error.kind, error.message, { ...error.facts, hint });
}

/**
 * Records the state before a merge for `archctl undo`, and reports a draft without changes. The draft itself remains merged
 * after an undo.
 */
async function recordMerge(context: Context): Promise<void> {
  if (context.parsed.globals.dryRun || isRecordingOff(context)) return;
  const place = {
    landscapeId: await context.scope('landscape'),
    versionId: await context.scope('landscapeVersion'),
  };
  const client = await context.client({ reads: true });
  const tasks = await tasksOf(client, place.landscapeId, String(context.parsed.args.draftId)).catch(
    (error: Error) => error,
  );
  if (!(tasks instanceof Error) && tasks.length === 0) context.terminal.note('The draft has no changes.');
  if (tasks instanceof Error) context.terminal.warn(`This merge cannot be undone: ${tasks.message}`);
  const writes = [...finalEffects(tasks instanceof Error ? [] : tasks)].flatMap(([kind, ends]) =>
    [...ends].flatMap(([id, verb]): PlannedWrite[] => {
      const family = restorableFamily(kind);
      const operations: Partial<Record<FamilyVerb, Operation>> = family ?? {};
      const operation = operations[verb === 'create' ? 'upsert' : verb];
      if (!family || !operation) return [];
      const isDrawn = kind === 'diagram' && verb === 'update';
      return [
        { operation, path: { ...place, [family.shape.param]: id } },
        ...(isDrawn ? [{ operation: updateDiagramContent, path: { ...place, diagramId: id } }] : []),
      ];
    }),
  );
  await (await context.recorder()).prepare(writes);
}
