import type { PlannedWrite } from '../../../cli/command/change-recorder.js';
import type { Context } from '../../../cli/command/spec.js';
import { recordsNothing } from '../../../cli/undo/recorder.js';
import { tasksOf } from '../../../client/jobs/draft-tasks.js';
import type { FamilyVerb } from '../../../contract/families.js';
import type { Operation } from '../../../contract/operation.js';
import { updateDiagramContent } from '../../../contract/resources/diagram-content.js';
import { restorableFamily } from '../../../contract/rules/undo/record-change.js';
import { endsOf } from './draft-effects.js';

/**
 * Records the state before a merge for `archctl undo`, and reports a draft without changes. The draft itself remains merged
 * after an undo.
 */
export async function recordMerge(context: Context): Promise<void> {
  if (context.parsed.globals.dryRun) return;
  const place = {
    landscapeId: await context.scope('landscape'),
    versionId: await context.scope('landscapeVersion'),
  };
  const client = await context.client({ reads: true });
  const tasks = await tasksOf(client, place.landscapeId, String(context.parsed.args.draftId)).catch(
    (error: Error) => error,
  );
  if (!(tasks instanceof Error) && tasks.length === 0) context.terminal.note('The draft has no changes.');
  if (recordsNothing(context)) return;
  if (tasks instanceof Error) context.terminal.warn(`This merge cannot be undone: ${tasks.message}`);
  const writes = [...endsOf(tasks instanceof Error ? [] : tasks)].flatMap(([kind, ends]) =>
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
