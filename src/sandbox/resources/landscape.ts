import type { Doc } from '../../contract/doc.js';
import {
  duplicateLandscape,
  exportLandscapePdf,
  getLandscape,
  listLandscapes,
} from '../../contract/resources/landscape.js';
import { isLive } from '../../contract/rules/live.js';
import { type Call, on } from '../call.js';
import { exportPdf } from '../exports/pdf.js';
import { copyVersion } from '../records/copy-landscape.js';
import { createdBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { notFound } from '../refusal.js';

/**
 * docs/service.md#endpoints, endpoint 3. The copy has the live version only: everything in it, under new ids and handles.
 * Its log is that of the source: one entry, with one child for each record made.
 */
function duplicate(call: Call<typeof duplicateLandscape>) {
  const { services, landscape: source, key } = call;
  const { name, scheduledVersions = source?.scheduledVersions ?? false } = call.body;
  const target = call.query.targetOrganizationId;
  if (target !== undefined && target !== key.organizationId) throw notFound(`The organization ${target}`);
  if (!source) throw notFound('The landscape');
  const live = services.store.records.ofLandscape('version', source.id).find(isLive);
  if (!live) throw notFound(`The live version of the landscape ${source.id}`);

  const id = services.newId();
  const landscape: Doc = { ...source, id, name, scheduledVersions, ...createdBy(call) };
  const writer = recordWriter(call);
  writer.logs.write({
    type: 'landscape-duplicate',
    id: source.id,
    props: call.body,
    context: { name: source.name, duplicateLandscapeId: id },
    related: [id],
    importance: 'high',
    landscapeId: source.id,
  });
  writer.create('landscape', landscape);
  copyVersion(call, live, landscape, writer);
  writer.settle();
  return { landscape };
}

export const handlers = [
  on(listLandscapes, ({ services, key }) => ({
    landscapes: services.store.records.ofOwner('landscape', key.organizationId),
  })),
  on(getLandscape, (call) => ({ landscape: call.landscape })),
  on(duplicateLandscape, duplicate),
  on(exportLandscapePdf, exportPdf, { ownTransactions: true }),
];
