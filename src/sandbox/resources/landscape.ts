import type { Doc } from '../../contract/doc.js';
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
import { type Call, on } from '../call.js';
import { exportPdf } from '../exports/pdf.js';
import { diagramThumbnail, primaryDiagram } from '../exports/thumbnails.js';
import { liveVersion } from '../records/copy-landscape.js';
import { copyInto, createFrom, duplicate } from '../records/landscape-make.js';
import { removeLandscape } from '../records/landscape-remove.js';
import { updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { notFound } from '../refusal.js';

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
  const diagram = primaryDiagram(call, liveVersion(call, id)?.id ?? '');
  if (!diagram) throw notFound(`A thumbnail of the landscape ${id}, which has no diagram,`);
  return diagramThumbnail(call, diagram);
}

export const handlers = [
  on(listLandscapes, ({ services, key }) => ({
    landscapes: services.store.records.ofOwner('landscape', key.organizationId),
  })),
  on(createLandscape, createFrom),
  on(getLandscape, (call) => ({ landscape: call.landscape })),
  on(updateLandscape, update),
  on(deleteLandscape, removeLandscape),
  on(duplicateLandscape, duplicate),
  on(copyLandscape, copyInto),
  on(searchLandscape, find),
  on(getLandscapeThumbnail, (call) => ({ thumbnail: thumbnailOf(call) })),
  on(signLandscapeThumbnail, (call) => ({ signedUrl: thumbnailOf(call).url })),
  on(exportLandscapePdf, exportPdf, { ownTransactions: true }),
];
