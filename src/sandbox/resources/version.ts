import type { Doc } from '../../contract/doc.js';
import {
  createVersion,
  deleteVersion,
  getVersion,
  listVersions,
  updateVersion,
} from '../../contract/resources/version.js';
import { isLive } from '../../contract/rules/live.js';
import { byHandle } from '../../contract/rules/version-copy.js';
import { type Call, on } from '../call.js';
import { liveVersion, takeSnapshot } from '../records/copy-landscape.js';
import { matchesFilter } from '../records/filter.js';
import { page, pageSize, startAt } from '../records/page.js';
import { updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { conflict, invalid, notFound } from '../refusal.js';
import { revertHandlers } from './version-revert.js';

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
  const live = liveVersion(call, landscape?.id ?? '');
  if (!live) throw notFound(`The live version of the landscape ${landscape?.id ?? ''}`);
  checkName(call, body.name);
  checkModel(call, live.id, body.modelHandleId);
  const writer = recordWriter(call);
  const { id } = takeSnapshot(call, live, body, writer);
  writer.settle();
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
  writer.forget('version', version);
  writer.settle();
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
