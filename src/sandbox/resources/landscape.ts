import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { KINDS, recordOf } from '../../contract/records.js';
import {
  copyLandscape,
  createLandscape,
  deleteLandscape,
  duplicateLandscape,
  exportLandscapePdf,
  getLandscape,
  getLandscapeThumbnail,
  listLandscapes,
  searchLandscape,
  signLandscapeThumbnail,
  updateLandscape,
} from '../../contract/resources/landscape.js';
import { search } from '../../contract/rules/search.js';
import { contentsOf } from '../../contract/rules/versions/version-copy.js';
import { drawPdf, drawSvg } from '../../drawing/index.js';
import { type Call, on } from '../call.js';
import { logLandscapeExport } from '../exports/log-export.js';
import { newExport } from '../exports/new-export.js';
import { sceneOf } from '../exports/picture.js';
import { diagramThumbnail, primaryDiagram } from '../exports/thumbnails.js';
import { liveVersionOf } from '../records/copy-landscape.js';
import { copyIntoLandscape, createLandscapeFrom, duplicateLandscapeOf } from '../records/landscape-make.js';
import { postponeTeamLists } from '../records/postponed-lists.js';
import { updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { notFound, Refusal } from '../refusal.js';

/** docs/service.md#landscape. A landscape cannot move to another organization, because a key has access to only one. */
function update(call: Call<typeof updateLandscape>) {
  const { landscape: before, key, body } = call;
  if (!before) throw notFound('The landscape');
  const { organizationId = key.organizationId } = body;
  if (organizationId !== key.organizationId) throw notFound(`The organization ${organizationId}`);
  const landscape: Doc = { ...before, ...body, ...updatedBy(call) };
  if (Object.entries(body).every(([field, value]) => before[field] === value)) return { landscape: before };
  const writer = recordWriter(call);
  writer.update('landscape', before, landscape, body);
  writer.finish();
  return { landscape };
}

/** Default number of results. */
const RESULTS = 50;

/** docs/service.md#search. */
function find({ services, version, query }: Call<typeof searchLandscape>) {
  const { search: text, filter, includeData, maxResults: limit = RESULTS } = query;
  const types = filter?.type === undefined ? undefined : [filter.type].flat();
  const hits = search(services.store.records, version?.id ?? '', { text, types, limit });
  return {
    results: hits.map(({ doc, type, score }) => ({
      id: doc.id,
      name: String(doc.name ?? ''),
      type,
      score,
      ...(includeData === true && { data: doc }),
    })),
  };
}

/** docs/service.md#thumbnails. */
function thumbnailOf(call: Call): ReturnType<typeof diagramThumbnail> {
  const id = call.landscape?.id ?? '';
  const diagram = primaryDiagram(call, liveVersionOf(call, id)?.id ?? '');
  if (!diagram) throw notFound(`A thumbnail of the landscape ${id}, which has no diagram,`);
  return diagramThumbnail(call, diagram);
}

export const handlers = [
  on(listLandscapes, ({ services, key }) => ({
    landscapes: services.store.records.ofOwner('landscape', key.organizationId),
  })),
  on(createLandscape, createLandscapeFrom),
  on(getLandscape, (call) => ({ landscape: call.landscape })),
  on(updateLandscape, update),
  on(deleteLandscape, removeLandscape),
  on(duplicateLandscape, duplicateLandscapeOf),
  on(copyLandscape, copyIntoLandscape),
  on(searchLandscape, find),
  on(getLandscapeThumbnail, (call) => ({ thumbnail: thumbnailOf(call) })),
  on(signLandscapeThumbnail, (call) => ({ signedUrl: thumbnailOf(call).url })),
  on(exportLandscapePdf, exportPdf, { ownTransactions: true }),
];

/**
 * Deletes a landscape with its versions and their contents, its exports, imports, share links and permissions
 * (docs/service.md#deletes). Its logs stay in the organization's log, which gets one entry for the delete.
 */
function removeLandscape(call: Call) {
  const { landscape, services } = call;
  const { records, exports, imports } = services.store;
  if (!landscape) throw notFound('The landscape');
  const writer = recordWriter(call);
  writer.logs.change('delete', 'landscape', landscape);
  const live = liveVersionOf(call, landscape.id);
  for (const { kind, doc } of live ? contentsOf(records, live.id) : []) writer.forget(kind, doc);
  records.removeLandscape(landscape.id);
  postponeTeamLists(records);
  exports.removeLandscape(landscape.id);
  imports.removeLandscape(landscape.id);
  writer.forget('landscape', landscape);
  dropPermissions(call, landscape.id, writer);
  writer.finish();
  return {};
}

/** Removes the landscape from permissions and invitations, and as the start landscape of users. */
function dropPermissions({ services, key }: Call, landscapeId: string, writer: RecordWriter): void {
  const { records } = services.store;
  for (const kind of KINDS.filter((it) => recordOf(it).owner === 'organization')) {
    const docs: readonly Doc[] = records.ofOwner(kind, key.organizationId);
    for (const doc of docs) {
      const remaining = without(doc.landscapePermissions, ([id]) => id === landscapeId);
      if (remaining) writer.save(kind, { ...doc, landscapePermissions: remaining });
    }
  }
  for (const { doc } of records.all('user')) {
    const remaining = without(doc.defaultOrganizationLandscapeIds, ([, id]) => id === landscapeId);
    if (remaining) writer.save('user', { ...doc, defaultOrganizationLandscapeIds: remaining });
  }
}

/** A map without the matching entries; undefined if no entry matches. */
function without(map: unknown, isMeant: (entry: [string, unknown]) => boolean) {
  const entries = Object.entries(isObject(map) ? map : {});
  const remaining = entries.filter((entry) => !isMeant(entry));
  return remaining.length === entries.length ? undefined : Object.fromEntries(remaining);
}

/** Exports a page per diagram as PDF (docs/service.md#endpoints, endpoint 20); complete on return. */
async function exportPdf(call: Call<typeof exportLandscapePdf>): Promise<unknown> {
  const { services, now, version, landscape } = call;
  const { store, fontDir, lifetime } = services;
  const { signal } = lifetime;
  const diagrams = store.records.ofVersion('diagram', version?.id ?? '').map(({ doc }) => doc);
  if (diagrams.length === 0) {
    throw new Refusal('invalid', 'The landscape has no diagram to export.', { code: 'validation' });
  }
  const pages: { title: string; svg: string }[] = [];
  for (const diagram of diagrams) {
    signal.throwIfAborted();
    const found = sceneOf(store.records, {
      versionId: version?.id ?? '',
      organizationId: call.key.organizationId,
      diagramId: diagram.id,
      options: {},
    });
    if (found) pages.push({ title: diagram.name, svg: (await drawSvg(found.scene)).svg });
  }
  const name = call.body.name ?? landscape?.name ?? 'Landscape';
  const pdf = await drawPdf(pages, { fontDir, title: name, createdAt: new Date(now), signal });
  const filename = call.body.filename ?? name;
  const row = newExport(call, 'landscape', {});
  store.transaction(() => {
    store.exports.put({ ...row, status: 'done', record: { id: row.id, filename } });
    store.exports.keepFiles(row.id, { pdf: Buffer.from(pdf) });
    logLandscapeExport(call, {
      exportId: row.id,
      type: 'pdf',
      props: { filename },
    });
  });
  return { url: `${call.origin}/files/exports/${row.id}/${row.token}.pdf` };
}
