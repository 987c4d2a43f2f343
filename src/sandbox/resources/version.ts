import type { Doc } from '../../contract/doc.js';
import {
  getVersion,
  getVersionRevert,
  listVersions,
  revertVersion,
} from '../../contract/resources/version.js';
import { isLive } from '../../contract/rules/live.js';
import { type Call, on } from '../call.js';
import { revertTo } from '../records/revert.js';
import { createdBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { forbidden, invalid, notFound } from '../refusal.js';

/** The snapshot that a request names, and the live version. */
function versionsOf(call: Call<typeof revertVersion>) {
  const { services, landscape, body } = call;
  if (!landscape) throw notFound('The landscape');
  const versions = services.store.records.ofLandscape('version', landscape.id);
  const live = versions.find(isLive);
  const snapshot = versions.find((it) => it.id === body.versionId);
  if (!snapshot || !live) throw invalid([`versionId: there is no version ${body.versionId}`]);
  if (snapshot.id === live.id) throw invalid(['versionId: is the live version itself']);
  return { landscape, live, snapshot };
}

/**
 * docs/service.md#endpoints, endpoint 4: makes the live version say what a snapshot says. Comments and drafts stay as they
 * are. Each change is logged as a child of the revert.
 */
function revert(call: Call<typeof revertVersion>) {
  const { services } = call;
  if (services.plan === 'free') throw forbidden('Reverting needs the Growth plan or above.');
  const { landscape, live, snapshot } = versionsOf(call);
  const id = services.newId();
  const writer = recordWriter(call);
  writer.logs.write({
    type: 'version-revert-create',
    id,
    props: call.body,
    context: { versionId: snapshot.id, name: snapshot.name },
    related: [snapshot.id],
    importance: 'high',
    landscapeId: landscape.id,
  });
  const diagramHandleIds = revertTo(call, snapshot, live, writer);
  const versionRevert: Doc = {
    id,
    landscapeId: landscape.id,
    versionId: snapshot.id,
    notes: call.body.notes,
    diagramHandleIds,
    ...createdBy(call),
  };
  services.store.records.put('versionRevert', versionRevert);
  writer.settle();
  return { versionRevert };
}

function get(call: Call<typeof getVersionRevert>) {
  const id = call.parameters.versionRevertId ?? '';
  const doc = call.services.store.records.get('versionRevert', id);
  if (doc?.landscapeId !== call.landscape?.id) throw notFound(`The version revert ${id}`);
  return { versionRevert: doc };
}

export const handlers = [
  on(listVersions, ({ services, landscape }) => ({
    versions: services.store.records.ofLandscape('version', landscape?.id ?? ''),
  })),
  on(getVersion, (call) => ({ version: call.version })),
  on(revertVersion, revert),
  on(getVersionRevert, get),
];
