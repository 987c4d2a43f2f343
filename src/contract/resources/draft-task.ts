import * as z from 'zod/mini';
import { dashed } from '../doc.js';
import { WITHOUT_LOCALE } from '../issues.js';
import { operation } from '../operation.js';
import { partOf, record } from '../record.js';
import { actor, dateTime, id, loose, strict, text } from '../schema.js';
import { comments } from './comment.js';
import { commentReplyInput, commentReplyPatch } from './comment-reply.js';
import { diagrams } from './diagram.js';
import { contentPatch } from './diagram-content.js';
import { diagramGroups } from './diagram-group.js';
import { flows } from './flow.js';
import { modelConnections } from './model-connection.js';
import { modelObjects } from './model-object.js';
import { tagGroups, tags } from './tag.js';

const draftContentPatch = strict({ ...contentPatch, commit: z.optional(z.number()) });

/** Families whose records a draft task may create, update and delete; tasks use the bodies of the family. */
const FAMILIES = [comments, diagrams, diagramGroups, modelObjects, modelConnections, flows, tags, tagGroups];

const createTask = <P extends z.ZodMiniType>(props: P) => ({ entityId: id(), props });
/** `snapshot` contains the values before the change, in the shape of `props`. */
const updateTask = <P extends z.ZodMiniType>(props: P) => ({ entityId: id(), props, snapshot: props });
const deleteTask = { entityId: id() };

const replyFields = { commentId: id(), entityId: id() };

const variantFields: Record<string, Record<string, z.ZodMiniType>> = {};
for (const { shape } of FAMILIES) {
  const noun = dashed(shape.singular);
  variantFields[`draft-${noun}-create`] = createTask(shape.create);
  variantFields[`draft-${noun}-update`] = updateTask(shape.update);
  variantFields[`draft-${noun}-delete`] = deleteTask;
}
variantFields['draft-diagram-content-update'] = updateTask(draftContentPatch);
variantFields['draft-comment-reply-create'] = { ...replyFields, props: commentReplyInput };
variantFields['draft-comment-reply-update'] = {
  ...replyFields,
  props: commentReplyPatch,
  snapshot: commentReplyPatch,
};
variantFields['draft-comment-reply-delete'] = replyFields;

/** The 28 task types (docs/service.md#draft-task). */
export const DRAFT_TASK_TYPES: readonly string[] = Object.keys(variantFields).sort();

const variants: Record<string, z.ZodMiniType> = Object.fromEntries(
  Object.entries(variantFields).map(([type, fields]) => [type, strict({ type: z.literal(type), ...fields })]),
);

/** Body of a request that creates a task of a draft. */
export interface DraftTaskInput {
  /** Type of the change. */
  type: string;
  /** Id of the record that changes. */
  entityId: string;
  /** Id of the comment that the change belongs to. */
  commentId?: string | undefined;
  /** Fields of the change. */
  props?: unknown;
  /** State of the record when the task was created. */
  snapshot?: unknown;
}

/** A task, validated against the variant of its `type` only, so that errors refer to that variant. */
const task = loose({ type: text() }).check(
  z.superRefine((value, context) => {
    const variant = variants[value.type];
    if (variant === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['type'],
        message: `must be one of ${DRAFT_TASK_TYPES.join(', ')}`,
      });
      return;
    }
    const outcome = z.safeParse(variant, value, WITHOUT_LOCALE);
    for (const issue of outcome.error?.issues ?? []) {
      // Passed on unchanged: its code and expected value are needed, not only its message.
      context.addIssue({ ...issue, path: [...issue.path] } as Parameters<typeof context.addIssue>[0]);
    }
  }),
) as unknown as z.ZodMiniType<DraftTaskInput, DraftTaskInput>;

/** docs/service.md#draft-task. */
export const draftTask = loose({
  id: text(),
  draftId: text(),
  landscapeId: text(),
  versionId: text(),
  latestEntityId: z.nullish(text()),
  commit: z.optional(z.number()),
  task: loose({ type: text(), entityId: z.optional(text()) }),
  createdAt: dateTime(),
  createdBy: actor(),
  createdById: text(),
});
/** A planned change of a draft. */
export type DraftTask = z.infer<typeof draftTask>;

export const draftTaskRecord = record({
  kind: 'draftTask',
  noun: 'draft task',
  owner: 'version',
  schema: draftTask,
  references: { draftId: partOf('draft') },
});

const taskInput = strict({ task, commit: z.optional(z.number()) });

/** docs/service.md#endpoints, endpoint 14. */
export const createDraftTask = operation({
  id: 'drafts.tasks.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/tasks',
  body: taskInput,
  response: loose({ draftTask }),
  envelope: 'draftTask',
  answers: 'one',
  meter: 'write',
  // Readers may comment (docs/service.md#permissions); the sandbox requires `write` for every other variant.
  access: 'read',
  endpoint: 14,
  summary: 'Add a task to a draft',
});

/** From older reference pages: reads one task by id. */
export const getDraftTask = operation({
  id: 'drafts.tasks.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/tasks/{draftTaskId}',
  response: loose({ draftTask }),
  envelope: 'draftTask',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a task of a draft',
});

/** From older reference pages: creates or replaces a task under an id chosen by the caller. */
export const upsertDraftTask = operation({
  id: 'drafts.tasks.upsert',
  method: 'PUT',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/tasks/{draftTaskId}',
  body: taskInput,
  response: loose({ draftTask }),
  envelope: 'draftTask',
  answers: 'one',
  meter: 'write',
  // Same as for create.
  access: 'read',
  summary: 'Create or replace a task of a draft',
});
