import type { Doc, Fields } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { VERSION_KINDS } from '../../contract/rules/order.js';
import { innerIds, remap } from '../../contract/rules/remap.js';
import type { Call } from '../call.js';
import { createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** Makes everything that a version holds again in another landscape, under new ids and handles. */
export function copyVersion(call: Call, live: Doc, landscape: Doc, writer: RecordWriter): void {
  const { services } = call;
  const { records } = services.store;
  const found = VERSION_KINDS.flatMap((kind) =>
    records.ofVersion(kind, live.id).map(({ doc }): { kind: Kind; doc: Doc } => ({ kind, doc })),
  );
  const ids = new Map([[String(live.landscapeId), landscape.id]]);
  const renew = (id: unknown) => {
    if (typeof id === 'string' && !ids.has(id)) ids.set(id, services.newId());
  };
  renew(live.id);
  for (const { kind, doc } of found) {
    for (const id of [doc.id, doc.handleId, ...innerIds(kind, doc)]) renew(id);
  }
  writer.create('version', { ...remap(live, ids), ...createdBy(call) });
  for (const { kind, doc } of found) writer.create(kind, copied(call, kind, remap(doc, ids)));
}

/** A record as one that was just made. */
function copied(call: Call, kind: Kind, doc: Doc): Doc {
  const { viewedAt: _at, viewedBy: _by, viewedById: _byId, latestEntityId: _latest, ...kept } = doc;
  const counted = kind !== 'draftTask' && kind !== 'commentReply';
  const fresh: Fields = counted ? { commit: 1, version: 1 } : {};
  const { updatedAt, updatedBy, updatedById, ...made } = createdBy(call);
  // A draft task is never updated, so it has no such stamps.
  const stamps = kind === 'draftTask' ? made : { ...made, updatedAt, updatedBy, updatedById };
  return { ...kept, id: doc.id, ...fresh, ...stamps };
}
