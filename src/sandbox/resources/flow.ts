import { type Doc, entriesOf } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import { flows, getFlowThumbnail } from '../../contract/resources/flow.js';
import { stepProblems } from '../../contract/rules/entries.js';
import { type Call, on } from '../call.js';
import { LIFETIME, signToken } from '../exports/tokens.js';
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
const thumbnail = (call: Call<typeof getFlowThumbnail>) => ({
  thumbnail: flowThumbnailOf(call, mustFind(call, 'flow', 'flowId')),
});

/** Where a flow's picture is for a while. */
export function flowThumbnailOf(call: Pick<Call, 'services' | 'now' | 'origin'>, flow: RecordOf<'flow'>) {
  const { id, diagramId, handleId, name, createdAt, updatedAt } = flow;
  const expires = Date.parse(call.now) + LIFETIME;
  const secret = call.services.store.settings.get('fileSecret') ?? '';
  return {
    id,
    diagramId,
    handleId,
    name,
    createdAt,
    updatedAt,
    expires: new Date(expires).toISOString(),
    url: `${call.origin}/files/thumbnails/${id}/${signToken(secret, `thumbnail ${id}`, expires)}.png`,
  };
}

/** docs/service.md#flow. */
export const handlers = [
  ...familyHandlers(flows, { complete: ({ doc }) => completed(doc), check: ({ doc }) => stepProblems(doc) }),
  on(getFlowThumbnail, thumbnail),
];
