import { domains } from '../../contract/resources/domain.js';
import { familyHandlers } from '../records/family-handlers.js';
import { writeRoot } from '../records/root.js';

/** A domain is made with the root object that everything in it hangs below (docs/service.md#model-object). */
export const handlers = familyHandlers(domains, {
  alongside({ call, doc, before }, writer) {
    if (!before) writeRoot(call, doc, String(doc.name), writer);
  },
});
