import { ArchctlError } from '../../../base/errors.js';
import { looksLikeId } from '../../../base/id-shape.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { randomId } from '../../../base/random-id.js';
import { choice, identifier, number } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { placesIn, referencesOf } from '../../../cli/names/reference-places.js';
import { DRAFT_TASK_TYPES } from '../../../contract/resources/draft-task.js';
import { readTaskType } from '../../../contract/rules/drafts/draft-task.js';

/** Options of the commands that write a task. */
export const TASK_OPTIONS = {
  type: choice(DRAFT_TASK_TYPES, 'Type of the task', { body: 'task.type' }),
  entity: identifier('Record that the task changes, or the id of a new one (default: a new id)', {
    value: 'NAME',
    body: 'task.entityId',
  }),
  commit: number('Expected commit of the draft', { integer: true, body: 'commit' }),
};

const TASK_FIELDS: readonly string[] = ['type', 'entityId', 'commentId', 'props', 'snapshot'];

/**
 * Completes the body of a draft task: fields beside `task` are moved into it, names are replaced by ids, and a record that
 * the task creates gets an id. A text that is no name is kept, because the draft itself may create the record.
 */
export async function taskBody(body: JsonObject, context: Context): Promise<JsonObject> {
  const { task: given = {}, ...beside } = body;
  if (!isObject(given)) return body;
  const fields = Object.entries(beside);
  const task: JsonObject = structuredClone({
    ...Object.fromEntries(fields.filter(([field]) => TASK_FIELDS.includes(field))),
    ...given,
  });
  const read = readTaskType(String(task.type));
  if (read) {
    if (read.verb === 'create') task.entityId ??= randomId();
    await replaceNames(task, read, context);
  }
  return { ...Object.fromEntries(fields.filter(([field]) => !TASK_FIELDS.includes(field))), task };
}

async function replaceNames(
  task: JsonObject,
  { kind, verb }: NonNullable<ReturnType<typeof readTaskType>>,
  context: Context,
): Promise<void> {
  const own = kind === 'diagramContent' ? 'diagram' : kind;
  const ids = {
    ...(verb !== 'create' && { entityId: { to: own, cascades: false } }),
    commentId: { to: 'comment', cascades: false },
  };
  const places = [task.props, task.snapshot].flatMap((it) =>
    isObject(it) ? placesIn(it as JsonObject, referencesOf({ envelope: own }, {})) : [],
  );
  places.push(...placesIn(task, { fields: ids, entries: {} }));
  const { registry, world } = context;
  const named = new Set(registry.nouns.flatMap((noun) => noun.kinds ?? []));
  for (const { kind: word, text, path, put } of places) {
    if (text === '' || !named.has(word) || (world.isId ?? looksLikeId)(text)) continue;
    const names = await context.names();
    put(
      await names.idOf(word, text, path).catch((error: unknown) => {
        if (error instanceof ArchctlError && error.kind === 'not-found') return text;
        throw error;
      }),
    );
  }
}
