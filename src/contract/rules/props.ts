import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../doc.js';
import { FAMILIES } from '../families.js';
import type { Kind } from '../records.js';

/** Body fields of kinds without a family, and extra body fields of others. */
const WRITTEN: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  commentReply: ['content', 'mentionedUserIds'],
  diagramContent: ['comments', 'connections', 'objects'],
  landscape: ['name', 'scheduledVersions'],
  organizationUserInvite: ['email', 'permission', 'expiresAt', 'landscapePermissions'],
  shareLink: ['protected', 'draftId'],
  team: ['name', 'color', 'userIds'],
  version: ['name', 'notes', 'modelHandleId'],
};

/** Fields of the create body of a kind, each with whether it is optional. */
function fieldsOf(kind: Kind): Map<string, { optional: boolean }> {
  const schema: unknown = FAMILIES.find(({ shape }) => shape.singular === kind)?.create.body;
  const shape = isObject(schema) && isObject(schema.shape) ? schema.shape : {};
  const entries = Object.entries(shape).map(
    ([field, part]) => [field, { optional: isOptional(part) }] as const,
  );
  return new Map([
    ...entries,
    ...(WRITTEN[kind] ?? []).map((field) => [field, { optional: false }] as const),
  ]);
}

/** The fields of a body that an update accepts, for the log of a PUT. */
export function updateBody(kind: Kind, body: Fields): Fields {
  const schema: unknown = FAMILIES.find(({ shape }) => shape.singular === kind)?.update.body;
  const shape = isObject(schema) && isObject(schema.shape) ? schema.shape : body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => field in shape));
}

/** Whether a schema accepts undefined. */
function isOptional(part: unknown): boolean {
  return isObject(part) && isObject(part.def) && part.def.type === 'optional';
}

const known = new Map<Kind, ReturnType<typeof fieldsOf>>();

function fields(kind: Kind): ReturnType<typeof fieldsOf> {
  const found = known.get(kind) ?? fieldsOf(kind);
  known.set(kind, found);
  return found;
}

/**
 * Reconstructs the create body of a record, for the log of a record that another action created without a request
 * (docs/service.md#action-log). Optional fields without a value are omitted.
 */
export function createProps(kind: Kind, doc: Doc): Fields {
  const props: Fields = {};
  for (const [field, { optional }] of fields(kind)) {
    const value = doc[field];
    if (value === undefined || (value === null && optional) || field === 'commit') continue;
    props[field] = value;
  }
  return props;
}

/** Reconstructs the update body that changes a record into its new state. */
export function changedProps(kind: Kind, before: Doc, after: Doc): Fields {
  const changed = [...fields(kind).keys()].filter(
    (field) => field !== 'commit' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return {
    ...Object.fromEntries(changed.map((field) => [field, after[field] ?? null])),
    ...(kind === 'shareLink' && { resetShortId: before.shortId !== after.shortId }),
  };
}
