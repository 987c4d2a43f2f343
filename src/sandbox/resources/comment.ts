import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { comments } from '../../contract/resources/comment.js';
import { familyHandlers } from '../records/family-handlers.js';

function hasStatus({ body }: Doc, status: unknown): boolean {
  const wanted: readonly unknown[] = Array.isArray(status) ? status : [status];
  return isObject(body) && wanted.includes(body.status);
}

/** docs/service.md#comment. */
export const handlers = familyHandlers(comments, { queryFilters: { status: hasStatus } });
