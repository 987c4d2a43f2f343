import { duplicateLandscape } from '../../contract/resources/landscape.js';
import { isLive } from '../../contract/rules/live.js';
import { innerIds, MODEL_KINDS, remap } from '../../contract/rules/remap.js';
import { notFound } from '../http/http-error.js';
import { createdBy, recordWriter } from '../records/writer.js';
import type { Call, Doc, Handlers, Kind } from '../types.js';

const COPIED: readonly Kind[] = ['comment', 'commentReply', ...MODEL_KINDS, 'draft', 'draftTask'];

/**
 * Service document, endpoint 3. The copy has the live version only: everything in it, under new ids and handles.
 * Its log is that of the source: one entry, with one child for each record made.
 */
export const duplicateHandlers: Handlers = {
  [duplicateLandscape.id]: (call) => {
    const { services, landscape: source, key } = call;
    const target = call.query.targetOrganizationId;
    if (target !== undefined && target !== key.organizationId)
      throw notFound(`The organization ${String(target)}`);
    if (!source) throw notFound('The landscape');
    const { records } = services.store;
    const live = records.ofLandscape('version', source.id).find(isLive);
    if (!live) throw notFound(`The live version of the landscape ${source.id}`);

    const landscape: Doc = {
      ...source,
      id: services.newId(),
      name: call.body.name,
      scheduledVersions: call.body.scheduledVersions ?? source.scheduledVersions ?? false,
      ...createdBy(call),
    };
    const writer = recordWriter(call);
    writer.logs.write({
      type: 'landscape-duplicate',
      id: source.id,
      props: call.body,
      context: { name: source.name, duplicateLandscapeId: landscape.id },
      related: [landscape.id],
      importance: 'high',
      landscapeId: source.id,
    });
    writer.create('landscape', landscape);
    copyVersion(call, live, landscape, writer);
    writer.settle();
    return { landscape };
  },
};

function copyVersion(call: Call, live: Doc, landscape: Doc, writer: ReturnType<typeof recordWriter>): void {
  const { services } = call;
  const { records } = services.store;
  const found = COPIED.flatMap((kind) => records.ofVersion(kind, live.id).map(({ doc }) => ({ kind, doc })));
  const ids = new Map([[String(live.landscapeId), landscape.id]]);
  const renew = (id: unknown) => {
    if (typeof id === 'string' && !ids.has(id)) ids.set(id, services.newId());
  };
  renew(live.id);
  for (const { kind, doc } of found) {
    for (const id of [doc.id, doc.handleId, ...innerIds(kind, doc)]) renew(id);
  }
  writer.create('version', { ...remap(live, ids), ...createdBy(call) });
  for (const { kind, doc } of found) {
    const {
      viewedAt: _at,
      viewedBy: _by,
      viewedById: _byId,
      latestEntityId: _latest,
      ...kept
    } = remap(doc, ids);
    const counted = kind !== 'draftTask' && kind !== 'commentReply';
    const fresh = counted ? { commit: 1, version: 1 } : {};
    const { updatedAt, updatedBy, updatedById, ...made } = createdBy(call);
    // A draft task is never updated, so it has no such stamps.
    const stamps = kind === 'draftTask' ? made : { ...made, updatedAt, updatedBy, updatedById };
    writer.create(kind, { ...kept, id: kept.id, ...fresh, ...stamps });
  }
}
