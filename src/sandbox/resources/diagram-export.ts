import type { Doc, Fields } from '../../contract/doc.js';
import { createDiagramExport, getDiagramExport } from '../../contract/resources/diagram-export.js';
import { type Call, on } from '../call.js';
import { sceneOf } from '../exports/picture.js';
import { LIFETIME } from '../exports/tokens.js';
import { randomSecret } from '../ids.js';
import { logWriter } from '../logs/log-writer.js';
import { mustFind } from '../records/find.js';
import { invalid, notFound } from '../refusal.js';
import type { ExportRow } from '../store/exports.js';

/** An export as the service answers it: addresses are those of the server the caller reached. */
const answered = ({ origin }: Call, { id, token, record }: ExportRow) => {
  const file = `${origin}/files/exports/${id}/${token}`;
  return {
    diagramExportImage: { error: null, ...record, fileUrls: { png: `${file}.png`, svg: `${file}.svg` } },
  };
};

/** docs/service.md#endpoints, endpoint 5. */
function create(call: Call<typeof createDiagramExport>) {
  const { services, now } = call;
  const diagram = mustFind(call, 'diagram', 'diagramId');
  checkOptions(call, diagram);
  services.store.exports.drop(now);
  const row = newRow(call, diagram);
  services.store.exports.put(row);
  logWriter(call).write({
    type: 'diagram-export',
    id: diagram.id,
    props: {
      filename: diagram.name,
      bucketPath: `exports/${row.id}`,
      options: call.body,
      versionId: diagram.versionId,
    },
    context: exportContext(call, diagram),
    importance: 'low',
    landscapeId: row.landscapeId,
  });
  services.jobs.start(row);
  return answered(call, row);
}

/** What the log tells of an export: names, which outlive what they name. */
function exportContext({ services, version, body }: Call<typeof createDiagramExport>, diagram: Doc): Fields {
  const { records } = services.store;
  const of = (name: 'draft' | 'flow', id: string | null | undefined): Fields => {
    const found: Doc | undefined = records.get(name, id ?? '');
    return found ? { [`${name}Name`]: found.name, [`${name}HandleId`]: found.handleId } : {};
  };
  return {
    name: diagram.name,
    diagramName: diagram.name,
    diagramType: diagram.type,
    versionId: diagram.versionId,
    versionName: version?.name,
    ...of('draft', body.draftId),
    ...of('flow', body.flowId),
  };
}

function newRow({ services, now, landscape, version, body }: Call, diagram: Doc): ExportRow {
  const id = services.newId();
  const deleteAt = new Date(Date.parse(now) + LIFETIME).toISOString();
  const record: Doc = {
    id,
    landscapeId: landscape?.id,
    versionId: version?.id,
    diagramId: diagram.id,
    options: body,
    createdAt: now,
    deleteAt,
  };
  return {
    id,
    type: 'diagram',
    landscapeId: landscape?.id ?? '',
    status: 'running',
    deleteAt,
    token: randomSecret(),
    record,
  };
}

/** Where an export is polled. */
function get(call: Call<typeof getDiagramExport>) {
  const id = call.parameters.diagramExportImageId ?? '';
  const row = call.services.store.exports.get(id);
  if (
    row?.type !== 'diagram' ||
    row.record.versionId !== call.version?.id ||
    row.record.diagramId !== call.parameters.diagramId ||
    row.deleteAt <= call.now
  ) {
    throw notFound(`The diagram export ${id}`);
  }
  return answered(call, row);
}

/** @throws Refusal `invalid` where the options name a draft, flow, object or group that is not there. */
function checkOptions(call: Call<typeof createDiagramExport>, diagram: Doc): void {
  const { records } = call.services.store;
  const { body: options } = call;
  const { draftId } = options;
  const draft = draftId === undefined ? undefined : records.get('draft', draftId);
  if (draftId !== undefined && draft?.versionId !== call.version?.id) {
    throw invalid([`draftId: there is no draft ${draftId} in this version`]);
  }
  const found = sceneOf(records, {
    versionId: call.version?.id ?? '',
    organizationId: call.key.organizationId,
    diagramId: diagram.id,
    options,
  });
  if (!found) throw invalid([`draftId: the draft ${String(draftId)} deletes this diagram`]);
  if (found.unknownIds.length > 0) {
    const problems = found.unknownIds.map(
      (id) => `${placeOf(call.body, id)}: there is no ${id} on this diagram`,
    );
    throw invalid(problems.sort());
  }
}

function placeOf(options: Fields, id: string): string {
  for (const [name, value] of Object.entries(options)) {
    if (value === id) return name;
    if (Array.isArray(value) && value.includes(id)) return `${name}[${value.indexOf(id)}]`;
  }
  return 'body';
}

export const handlers = [on(createDiagramExport, create), on(getDiagramExport, get)];
