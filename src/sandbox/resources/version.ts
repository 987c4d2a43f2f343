import type { Doc } from '../../contract/doc.js';
import {
  createVersion,
  deleteVersion,
  getVersion,
  getVersionRevert,
  listVersionReverts,
  listVersions,
  revertVersion,
  updateVersion,
  updateVersionRevert,
} from '../../contract/resources/version.js';
import { isLive } from '../../contract/rules/versions/live.js';
import { unknownDiagrams } from '../../contract/rules/versions/revert.js';
import { byHandle } from '../../contract/rules/versions/version-copy.js';
import { type Call, on } from '../call.js';
import { liveVersionOf, takeSnapshot } from '../records/copy-landscape.js';
import { matchesFilter } from '../records/filter.js';
import { page, pageSize, startAt } from '../records/page.js';
import { postponeTeamLists } from '../records/postponed-lists.js';
import { revertTo } from '../records/revert.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { conflict, forbidden, invalid, notFound } from '../refusal.js';

/** The snapshot named in the request, and the live version. */
function versionsOf(call: Call<typeof revertVersion>) {
  const { services, landscape, body } = call;
  if (!landscape) throw notFound('The landscape');
  const { records } = services.store;
  const live = liveVersionOf(call, landscape.id);
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
    context: { name: snapshot.name },
    related: [snapshot.id],
    importance: 'high',
    landscapeId: landscape.id,
  });
  snapshotBeforeRevert(call, live, snapshot, writer);
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
  writer.finish();
  return { versionRevert };
}

/** Takes a snapshot before the revert, with a unique name. */
function snapshotBeforeRevert(call: Call, live: Doc, snapshot: Doc, writer: RecordWriter): void {
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

function updateRevert(call: Call<typeof updateVersionRevert>) {
  const before = revertIn(call);
  const { notes = before.notes } = call.body;
  if (notes === before.notes) return { versionRevert: before };
  const versionRevert: Doc = { ...before, notes, ...updatedBy(call) };
  call.services.store.records.put('versionRevert', versionRevert);
  return { versionRevert };
}

/** docs/service.md#version-revert. */
const revertHandlers = [
  on(listVersionReverts, ({ services, landscape }) => ({
    versionReverts: services.store.records.ofLandscape('versionRevert', landscape?.id ?? ''),
  })),
  on(revertVersion, revert),
  on(getVersionRevert, (call) => ({ versionRevert: revertIn(call) })),
  on(updateVersionRevert, updateRevert),
];

/** docs/service.md#pagination. */
const LARGEST_PAGE = 1_000;

/** docs/service.md#lists: versions filtered by name and by tag, oldest first. */
function list({ services, landscape, query }: Call<typeof listVersions>) {
  const { filter: { name, tag } = {}, cursor, limit } = query;
  const rows = services.store.records.all('version', startAt(listVersions.id, cursor));
  const found = rows.filter(
    ({ doc }) => doc.landscapeId === landscape?.id && matchesFilter(doc, { name, tags: tag }),
  );
  const { docs: versions, nextCursor } = page(
    listVersions.id,
    found,
    pageSize(limit, { largest: LARGEST_PAGE }),
  );
  return { versions, ...(nextCursor !== undefined && { nextCursor }) };
}

/** docs/service.md#versions: takes a snapshot of the live version. */
function create(call: Call<typeof createVersion>) {
  const { landscape, services, body } = call;
  const live = liveVersionOf(call, landscape?.id ?? '');
  if (!live) throw notFound(`The live version of the landscape ${landscape?.id ?? ''}`);
  checkName(call, body.name);
  checkModel(call, live.id, body.modelHandleId);
  const writer = recordWriter(call);
  const { id } = takeSnapshot(call, live, body, writer);
  writer.finish();
  return { version: services.store.records.get('version', id) };
}

/** Updates the metadata of a version. The log has no action for it. */
function update(call: Call<typeof updateVersion>) {
  const { version: before, body, services } = call;
  if (!before) throw notFound('The version');
  if (body.name !== undefined) checkName(call, body.name, before.id);
  checkModel(call, before.id, body.modelHandleId);
  if (Object.entries(body).every(([field, value]) => before[field] === value)) return { version: before };
  const version: Doc = { ...before, ...body, ...updatedBy(call) };
  services.store.records.put('version', version);
  return { version };
}

/** Deletes a snapshot with everything in it. Reverts to it remain, and so do their records. */
function remove(call: Call<typeof deleteVersion>) {
  const { version, services } = call;
  if (!version) throw notFound('The version');
  if (isLive(version))
    throw invalid(['versionId: is the live version, which can only be deleted with its landscape']);
  const writer = recordWriter(call);
  writer.logs.change('delete', 'version', version);
  services.store.records.removeVersion(version.id);
  postponeTeamLists(services.store.records);
  writer.forget('version', version);
  writer.finish();
  return {};
}

/** Checks that a version name is unique within its landscape (docs/service.md#choices-of-the-sandbox). */
function checkName({ services, landscape }: Call, name: string, ownId?: string): void {
  const versions = services.store.records.ofLandscape('version', landscape?.id ?? '');
  const holder = versions.find((it) => it.name === name && it.id !== ownId);
  if (holder) throw conflict(`A version with the name "${name}" already exists.`, 'name-taken');
}

function checkModel({ services }: Call, versionId: string, handleId: string | null | undefined): void {
  if (handleId === null || handleId === undefined) return;
  if (byHandle(services.store.records, 'modelObject', versionId).has(handleId)) return;
  throw invalid([`modelHandleId: there is no model object with the handle ${handleId} in this version`]);
}

export const handlers = [
  on(listVersions, list),
  on(createVersion, create),
  on(getVersion, (call) => ({ version: call.version })),
  on(updateVersion, update),
  on(deleteVersion, remove),
  ...revertHandlers,
];
