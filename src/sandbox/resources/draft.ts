import { drafts, mergeDraft } from '../../contract/resources/draft.js';
import { on } from '../call.js';
import { merge } from '../drafts/merge.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Service document, Resources, Draft. Deleting one answers an empty object (known answers, DELETE bodies). */
export const handlers = [...familyHandlers(drafts, { deleted: () => ({}) }), on(mergeDraft, merge)];
