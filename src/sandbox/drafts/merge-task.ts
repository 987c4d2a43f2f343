import { FAMILIES } from '../../contract/families.js';
import { HttpError } from '../http/http-error.js';
import { createdBy, recordWriter, updatedBy } from '../records/writer.js';
import { FAMILY_HANDLERS } from '../resources/families.js';
import type { Call, Kind } from '../types.js';

type Fields = Record<string, unknown>;

/** A task of a draft, taken apart. */
export interface Step {
  id: string;
  kind: Kind;
  verb: string;
  entityId: string;
  commentId: string | undefined;
  props: Fields;
  snapshot: Fields;
}

/** What the API calls the verbs of tasks; a put makes a record under the id that the draft gave it. */
const OPERATION: Readonly<Record<string, 'upsert' | 'update' | 'delete'>> = {
  create: 'upsert',
  update: 'update',
  delete: 'delete',
};

/**
 * Plays one task of a draft, as the request of its kind would: with the same checks, cascades, logs and events.
 * @returns what stands in the way, each `path: problem`.
 */
export function applyTask(call: Call, step: Step): string[] {
  if (step.kind === 'commentReply') return applyReply(call, step);
  const kind = step.kind === 'diagramContent' ? 'diagram' : step.kind;
  const family = FAMILIES.find(({ shape }) => shape.singular === kind);
  const handler = family && FAMILY_HANDLERS[family[OPERATION[step.verb] ?? 'update'].id];
  if (!handler) throw new TypeError(`There is no ${step.verb} of ${step.kind}.`);
  const parameters = { ...call.parameters, [family.shape.param]: step.entityId };
  try {
    handler({ ...call, parameters, body: step.props });
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.errors?.map((it) => `props.${it}`) ?? [`props: ${error.message}`];
  }
}

/** Replies have no operations of their own here; they are kept for their comment, which counts them. */
function applyReply(call: Call, { verb, entityId, commentId, props }: Step): string[] {
  const { records } = call.services.store;
  const writer = recordWriter(call);
  const comment = records.get('comment', commentId ?? '');
  if (comment === undefined || comment.versionId !== call.version?.id) {
    return [`commentId: the comment ${commentId} is not there any more`];
  }
  const before = records.get('commentReply', entityId);
  if (verb === 'create') {
    const { landscapeId, versionId } = comment;
    const made = { id: entityId, landscapeId, versionId, commentId, mentionedUserIds: [], ...props };
    writer.create('commentReply', { ...made, ...createdBy(call) }, props);
  } else if (before && verb === 'update') {
    writer.update('commentReply', before, { ...before, ...props, ...updatedBy(call) }, props);
  } else if (before) writer.remove('commentReply', before);
  writer.settle();
  return [];
}
