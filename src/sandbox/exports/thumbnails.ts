import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { LIFETIME, signToken } from './tokens.js';

/** Where the picture of a diagram or flow is for a while; it is drawn when somebody asks for it. */
function address({ services, origin, now }: Call, id: string) {
  const expires = Date.parse(now) + LIFETIME;
  const secret = services.store.settings.get('fileSecret') ?? '';
  const token = signToken(secret, `thumbnail ${id}`, expires);
  return {
    expires: new Date(expires).toISOString(),
    url: `${origin}/files/thumbnails/${id}/${token}.png`,
  };
}

/** docs/service.md#diagram-thumbnail. */
export function diagramThumbnail(call: Call, diagram: RecordOf<'diagram'>) {
  const { id, handleId, index, modelId, name, type, createdAt, updatedAt } = diagram;
  return { id, handleId, index, modelId, name, type, createdAt, updatedAt, ...address(call, id) };
}

/** docs/service.md#flow-thumbnail. */
export function flowThumbnail(call: Call, flow: RecordOf<'flow'>) {
  const { id, diagramId, handleId, name, createdAt, updatedAt } = flow;
  return { id, diagramId, handleId, name, createdAt, updatedAt, ...address(call, id) };
}
