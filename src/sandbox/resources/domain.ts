import { domains } from '../../contract/resources/domain.js';
import { familyHandlers } from '../records/family-handlers.js';
import { writeRoot } from '../records/root.js';

/** Creating a domain also creates its root object, the ancestor of everything in it (docs/service.md#model-object). */
export const handlers = familyHandlers(domains, {
  alongside({ call, doc, before }, writer) {
    if (!before) writeRoot(call, doc, String(doc.name), writer);
  },
});
