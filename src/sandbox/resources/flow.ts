import { type Doc, entriesOf } from '../../contract/doc.js';
import { flows } from '../../contract/resources/flow.js';
import { stepProblems } from '../../contract/rules/entries.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Optional fields of a step are null when absent (docs/service.md#flow-step). */
const NOTHING = {
  originId: null,
  targetId: null,
  viaId: null,
  parentId: null,
  flowId: null,
  type: null,
  paths: null,
};

const completed = (doc: Doc): Doc => ({
  ...doc,
  steps: Object.fromEntries(entriesOf(doc.steps).map(([id, step]) => [id, { ...NOTHING, ...step }])),
});

/** docs/service.md#flow. */
export const handlers = familyHandlers(flows, {
  complete: ({ doc }) => completed(doc),
  check: ({ doc }) => stepProblems(doc),
});
