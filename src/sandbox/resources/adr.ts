import { adrs } from '../../contract/resources/adr.js';
import { relatedItemProblems, withCompleteItems } from '../../contract/rules/adr.js';
import { newAdrNumber } from '../records/adr-number.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#adr. */
export const handlers = familyHandlers(adrs, {
  complete({ call, doc, before }) {
    const complete = withCompleteItems(doc);
    return before ? complete : { ...complete, number: newAdrNumber(call, String(doc.landscapeId)) };
  },
  check: ({ doc }) => relatedItemProblems(doc),
});
