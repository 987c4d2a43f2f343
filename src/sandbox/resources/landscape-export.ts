import {
  createLandscapeExport,
  exportVersionJson,
  getLandscapeExport,
} from '../../contract/resources/landscape-export.js';
import { filterProblems, versionExport } from '../../documents/index.js';
import { type Call, on } from '../call.js';
import { FILE_OF } from '../exports/landscape-file.js';
import { logLandscapeExport, namedFacts } from '../exports/log-export.js';
import { newExport } from '../exports/new-export.js';
import { versionModel } from '../exports/version-model.js';
import { invalid, notFound } from '../refusal.js';
import type { ExportRow } from '../store/exports.js';

/** An export as returned by the service. It has a URL once the file exists (docs/service.md#exports). */
function responseOf({ origin }: Call, { id, token, record }: ExportRow) {
  const { filename: _filename, ...shown } = record;
  const type = FILE_OF[record.type as keyof typeof FILE_OF];
  const fileUrl = record.completedAt === undefined ? null : `${origin}/files/exports/${id}/${token}.${type}`;
  return { landscapeExport: { error: null, ...shown, fileUrl } };
}

function create(call: Call<typeof createLandscapeExport>) {
  const { services, now, query, body, landscape } = call;
  const { exports } = services.store;
  checkRequest(call);
  exports.drop(now);
  const row = newExport(call, 'landscape', {
    type: query.type,
    filter: query.filter ?? {},
    options: body,
    filename: landscape?.name,
  });
  exports.put(row);
  const { diagramId, flowId, modelObjectId } = query.filter ?? {};
  logLandscapeExport(call, {
    exportId: row.id,
    type: query.type,
    props: { ...(query.filter && { filter: query.filter }), options: body },
    context: {
      ...namedFacts(call, 'draft', 'draft', body.draftId),
      ...namedFacts(call, 'filterDiagram', 'diagram', diagramId),
      ...namedFacts(call, 'filterFlow', 'flow', flowId),
      ...namedFacts(call, 'filterModelObject', 'modelObject', modelObjectId),
    },
  });
  services.jobs.start(row);
  return responseOf(call, row);
}

/** @throws Refusal `invalid` if the filter or the options name an unknown draft, diagram, flow or object. */
function checkRequest(call: Call<typeof createLandscapeExport>): void {
  const { records } = call.services.store;
  const { landscape, version, query } = call;
  const { draftId } = call.body;
  if (draftId !== undefined && records.get('draft', draftId)?.versionId !== version?.id) {
    throw invalid([`draftId: there is no draft ${draftId} in this version`]);
  }
  const place = { versionId: version?.id ?? '', landscapeId: landscape?.id ?? '', draftId };
  const problems = query.filter ? filterProblems(versionModel(records, place), query.filter) : [];
  if (problems.length > 0) throw invalid(problems.map((it) => `${it} in this version`));
}

/** Returns the state of an export, for polling. */
function get(call: Call<typeof getLandscapeExport>) {
  const id = call.parameters.landscapeExportId ?? '';
  const row = call.services.store.exports.get(id);
  // PDFs of endpoint 20 share this store, but cannot be polled.
  if (
    row?.type !== 'landscape' ||
    row.record.type === undefined ||
    row.record.versionId !== call.version?.id ||
    row.deleteAt <= call.now
  ) {
    throw notFound(`The landscape export ${id}`);
  }
  return responseOf(call, row);
}

function exportJson(call: Call<typeof exportVersionJson>) {
  const { services, landscape, version } = call;
  const { store } = services;
  const place = { versionId: version?.id ?? '', landscapeId: landscape?.id ?? '' };
  const answer = versionExport(versionModel(store.records, place));
  store.transaction(() => logLandscapeExport(call, { exportId: services.newId(), type: 'json' }));
  return answer;
}

export const handlers = [
  on(createLandscapeExport, create),
  on(exportVersionJson, exportJson, { ownTransactions: true }),
  on(getLandscapeExport, get),
];
