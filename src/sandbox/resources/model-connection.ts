import { modelConnections } from '../../contract/resources/model-connection.js';
import { completedLinks, linkProblems } from '../../contract/rules/entries.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#model-connection. */
export const handlers = familyHandlers(modelConnections, {
  complete: ({ doc }) => ({ ...doc, links: completedLinks(doc.links) }),
  check: ({ doc }) => linkProblems(doc),
});
