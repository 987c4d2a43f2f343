import { isObject } from '../../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../../doc.js';

/** Default sizes of drawn objects in diagram units (docs/service.md#diagram-content). */
const SIZES: Readonly<Record<string, { width: number; height: number }>> = {
  actor: { width: 256, height: 160 },
  group: { width: 512, height: 384 },
};
const BOX = { width: 256, height: 128 };

export const drawnSize = (type: unknown): { width: number; height: number } => SIZES[String(type)] ?? BOX;

const LINE = {
  lineShape: 'curved',
  labelPosition: 50,
  originConnector: null,
  targetConnector: null,
  points: [],
};

const filled = (defaults: Fields, entry: Fields): Fields => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)),
});

/**
 * Completes diagram content with the service's defaults: sizes and line routing. A line may name model objects as its
 * ends; they are replaced by the drawn objects if these are on the diagram (docs/service.md#choices).
 */
export function completeContent<T extends Doc>(content: T): T {
  const objects = Object.fromEntries(
    entriesOf(content.objects).map(([id, entry]) => [id, filled(drawnSize(entry.type), entry)]),
  );
  const drawn = new Map<unknown, string>();
  for (const [id, { modelId }] of entriesOf(objects)) if (!drawn.has(modelId)) drawn.set(modelId, id);
  const end = (at: unknown): unknown =>
    typeof at === 'string' && !Object.hasOwn(objects, at) ? (drawn.get(at) ?? at) : (at ?? null);
  const connections = Object.fromEntries(
    entriesOf(content.connections).map(([id, entry]) => [
      id,
      { ...filled(LINE, entry), originId: end(entry.originId), targetId: end(entry.targetId) },
    ]),
  );
  return {
    ...content,
    ...(isObject(content.objects) && { objects }),
    ...(isObject(content.connections) && { connections }),
  };
}
