import type { Doc } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { LIFETIME, signToken } from './tokens.js';

/** Subject of a thumbnail; a token is valid for one subject. */
export type Pictured = 'flow' | 'diagram';

/** The claim that a thumbnail's token signs. */
export const thumbnailClaim = (of: Pictured, id: string): string => `${of} thumbnail ${id}`;

/** An expiring URL that needs no key, and its expiry time (docs/service.md#thumbnails). */
export function thumbnailAddress({ services, now, origin }: Call, of: Pictured, id: string) {
  const expires = Date.parse(now) + LIFETIME;
  const token = signToken(services.store.settings.get('fileSecret') ?? '', thumbnailClaim(of, id), expires);
  return {
    url: `${origin}/files/thumbnails/${encodeURIComponent(id)}/${token}.png`,
    expires: new Date(expires).toISOString(),
  };
}

/** Thumbnail of a diagram (docs/service.md#diagram-thumbnail). */
export function diagramThumbnail(call: Call, diagram: Doc) {
  const { id, handleId, index = 0, modelId, name, type, createdAt, updatedAt } = diagram;
  const picture = thumbnailAddress(call, 'diagram', id);
  return { id, handleId, index, modelId, name, type, createdAt, updatedAt, ...picture };
}

/** Thumbnail of a flow (docs/service.md#flow-thumbnail). */
export function flowThumbnail(call: Call, flow: RecordOf<'flow'>) {
  const { id, diagramId, handleId, name, createdAt, updatedAt } = flow;
  return { id, diagramId, handleId, name, createdAt, updatedAt, ...thumbnailAddress(call, 'flow', id) };
}

/** Diagram types, the highest level first. */
const TYPES_BY_LEVEL: readonly unknown[] = ['context-diagram', 'app-diagram', 'component-diagram'];

/** The diagram that represents a version: pinned diagrams first, then the highest level. */
export function primaryDiagram({ services }: Call, versionId: string): Doc | undefined {
  const diagrams: Doc[] = services.store.records.ofVersion('diagram', versionId).map(({ doc }) => doc);
  const place = ({ pinned, pinnedIndex, type, index }: Doc): number[] => [
    pinned === true ? 0 : 1,
    pinned === true ? Number(pinnedIndex ?? 0) : 0,
    TYPES_BY_LEVEL.indexOf(type),
    Number(index ?? 0),
  ];
  const compare = (a: number[], b: number[]): number =>
    a.map((it, at) => it - (b[at] ?? 0)).find((it) => it !== 0) ?? 0;
  return diagrams.sort((a, b) => compare(place(a), place(b)))[0];
}
