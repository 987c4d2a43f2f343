import { type Doc, entriesOf } from '../../contract/doc.js';
import { flows, getFlowThumbnail } from '../../contract/resources/flow.js';
import { stepProblems } from '../../contract/rules/entries.js';
import { type Call, on } from '../call.js';
import { thumbnailAddress } from '../exports/thumbnails.js';
import { familyHandlers } from '../records/family-handlers.js';
import { mustFind } from '../records/find.js';

/** A step says null for what it does not have (docs/service.md#flow-step). */
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

/** docs/service.md#endpoints, endpoint 17: an address that is good for a while. */
function thumbnail(call: Call<typeof getFlowThumbnail>) {
  const { id, diagramId, handleId, name, createdAt, updatedAt } = mustFind(call, 'flow', 'flowId');
  const picture = thumbnailAddress(call, 'flow', id);
  return { thumbnail: { id, diagramId, handleId, name, createdAt, updatedAt, ...picture } };
}

/** docs/service.md#flow. */
export const handlers = [
  ...familyHandlers(flows, { complete: ({ doc }) => completed(doc), check: ({ doc }) => stepProblems(doc) }),
  on(getFlowThumbnail, thumbnail),
];
