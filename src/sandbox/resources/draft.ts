import { drafts, mergeDraft } from '../../contract/resources/draft.js';
import { on } from '../call.js';
import { merge } from '../drafts/merge.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#draft. Deleting one answers an empty object (docs/service.md#deletes). */
export const handlers = [...familyHandlers(drafts, { deleted: () => ({}) }), on(mergeDraft, merge)];
