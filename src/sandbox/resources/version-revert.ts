import type { Doc } from '../../contract/doc.js';
import {
  getVersionRevert,
  listVersionReverts,
  revertVersion,
  updateVersionRevert,
} from '../../contract/resources/version.js';
import { unknownDiagrams } from '../../contract/rules/revert.js';
import { type Call, on } from '../call.js';
import { liveVersion, takeSnapshot } from '../records/copy-landscape.js';
import { revertTo } from '../records/revert.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { forbidden, invalid, notFound } from '../refusal.js';

/** The snapshot named in the request, and the live version. */
function versionsOf(call: Call<typeof revertVersion>) {
  const { services, landscape, body } = call;
  if (!landscape) throw notFound('The landscape');
  const { records } = services.store;
  const live = liveVersion(call, landscape.id);
  const snapshot: Doc | undefined = records.get('version', body.versionId);
  if (snapshot?.landscapeId !== landscape.id || !live) {
    throw invalid([`versionId: there is no version ${body.versionId}`]);
  }
  if (snapshot.id === live.id) throw invalid(['versionId: is the live version itself']);
  const unknown = unknownDiagrams(records, [snapshot.id, live.id], body.diagramHandleIds ?? []);
  if (unknown.length > 0) {
    throw invalid(unknown.map((it) => `diagramHandleIds: there is no diagram with the handle ${it}`));
  }
  return { landscape, live, snapshot };
}

/**
 * docs/service.md#endpoints, endpoint 4: reverts the live version to a snapshot and keeps a version of its previous
 * state. Comments and drafts do not change. Each change is logged as a child of the revert.
 */
function revert(call: Call<typeof revertVersion>) {
  const { services, body } = call;
  if (services.plan === 'free') throw forbidden('Reverting needs the Growth plan or above.');
  const { landscape, live, snapshot } = versionsOf(call);
  const id = services.newId();
  const writer = recordWriter(call);
  writer.logs.write({
    type: 'version-revert-create',
    id,
    props: body,
    context: { versionId: snapshot.id, name: snapshot.name },
    related: [snapshot.id],
    importance: 'high',
    landscapeId: landscape.id,
  });
  keepBefore(call, live, snapshot, writer);
  const { diagramHandleIds: chosen } = body;
  const diagramHandleIds = revertTo(call, { snapshot, live, diagramHandleIds: chosen }, writer);
  const versionRevert: Doc = {
    id,
    landscapeId: landscape.id,
    versionId: snapshot.id,
    notes: body.notes,
    diagramHandleIds,
    ...createdBy(call),
  };
  services.store.records.put('versionRevert', versionRevert);
  writer.settle();
  return { versionRevert };
}

/** Takes a snapshot before the revert, with a unique name. */
function keepBefore(call: Call, live: Doc, snapshot: Doc, writer: RecordWriter): void {
  const taken = new Set(
    call.services.store.records.ofLandscape('version', String(live.landscapeId)).map(({ name }) => name),
  );
  const base = `Before the revert to ${String(snapshot.name)}`;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
  const notes = `The live version before it was reverted to ${String(snapshot.name)}.`;
  takeSnapshot(call, live, { name, notes, modelHandleId: null }, writer);
}

function revertIn(call: Call): Doc {
  const id = call.parameters.versionRevertId ?? '';
  const doc: Doc | undefined = call.services.store.records.get('versionRevert', id);
  if (!doc || doc.landscapeId !== call.landscape?.id) throw notFound(`The version revert ${id}`);
  return doc;
}

function update(call: Call<typeof updateVersionRevert>) {
  const before = revertIn(call);
  const { notes = before.notes } = call.body;
  if (notes === before.notes) return { versionRevert: before };
  const versionRevert: Doc = { ...before, notes, ...updatedBy(call) };
  call.services.store.records.put('versionRevert', versionRevert);
  return { versionRevert };
}

/** docs/service.md#version-revert. */
export const revertHandlers = [
  on(listVersionReverts, ({ services, landscape }) => ({
    versionReverts: services.store.records.ofLandscape('versionRevert', landscape?.id ?? ''),
  })),
  on(revertVersion, revert),
  on(getVersionRevert, (call) => ({ versionRevert: revertIn(call) })),
  on(updateVersionRevert, update),
];
