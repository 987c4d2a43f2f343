import { createDiagramExport, getDiagramExport } from '../../contract/resources/diagram-export.js';
import { getFlowThumbnail } from '../../contract/resources/flow.js';
import type { RenderOptions } from '../../drawing/index.js';
import { invalid, notFound } from '../http/http-error.js';
import { randomSecret } from '../ids.js';
import { logWriter } from '../logs/log-writer.js';
import type { ExportRow } from '../store/exports.js';
import type { Call, Doc, Handlers, Kind } from '../types.js';
import { sceneOf } from './picture.js';
import { signToken } from './tokens.js';

/** How long files stay, in milliseconds. The sandbox's own choice. */
export const LIFETIME = 3_600_000;

function inVersion(call: Call, kind: Kind, parameter: string, noun: string): Doc {
  const id = call.parameters[parameter] ?? '';
  const doc = call.services.store.records.get(kind, id);
  if (doc?.versionId !== call.version?.id) throw notFound(`The ${noun} ${id}`);
  return doc as Doc;
}

/** An export as the service answers it: addresses are those of the server the caller reached. */
const answered = ({ origin }: Call, { id, token, record }: ExportRow) => {
  const file = `${origin}/files/exports/${id}/${token}`;
  return {
    diagramExportImage: { error: null, ...record, fileUrls: { png: `${file}.png`, svg: `${file}.svg` } },
  };
};

/** Service document, endpoint 5 and its polling, and endpoint 17. */
export const exportHandlers: Handlers = {
  [createDiagramExport.id]: (call) => {
    const { services, now } = call;
    const diagram = inVersion(call, 'diagram', 'diagramId', 'diagram');
    checkOptions(call, diagram);
    services.store.exports.drop(now);
    const id = services.newId();
    const deleteAt = new Date(Date.parse(now) + LIFETIME).toISOString();
    const record: Doc = {
      id,
      landscapeId: call.landscape?.id,
      versionId: call.version?.id,
      diagramId: diagram.id,
      options: call.body,
      createdAt: now,
      deleteAt,
    };
    const landscapeId = call.landscape?.id ?? '';
    const row: ExportRow = {
      id,
      type: 'diagram',
      landscapeId,
      status: 'running',
      deleteAt,
      token: randomSecret(),
      record,
    };
    services.store.exports.put(row);
    logWriter(call).write({
      type: 'diagram-export',
      id: diagram.id,
      props: call.body,
      context: { name: diagram.name, versionId: diagram.versionId, diagramExportImageId: id },
      importance: 'low',
      landscapeId,
    });
    services.jobs.start(row);
    return answered(call, row);
  },
  [getDiagramExport.id]: (call) => {
    const id = call.parameters.diagramExportImageId ?? '';
    const row = call.services.store.exports.get(id);
    const diagramId = call.parameters.diagramId;
    if (
      row?.type !== 'diagram' ||
      row.record.versionId !== call.version?.id ||
      row.record.diagramId !== diagramId ||
      row.deleteAt <= call.now
    ) {
      throw notFound(`The diagram export ${id}`);
    }
    return answered(call, row);
  },
  [getFlowThumbnail.id]: (call) => {
    const flow = inVersion(call, 'flow', 'flowId', 'flow');
    const expires = Date.parse(call.now) + LIFETIME;
    const secret = call.services.store.settings.get('fileSecret') ?? '';
    const { id, diagramId, handleId, name, createdAt, updatedAt } = flow;
    return {
      thumbnail: {
        id,
        diagramId,
        handleId,
        name,
        createdAt,
        updatedAt,
        expires: new Date(expires).toISOString(),
        url: `${call.origin}/files/thumbnails/${id}/${signToken(secret, `thumbnail ${id}`, expires)}.png`,
      },
    };
  },
};

/** @throws HttpError 422 where the options name a draft, flow, object or group that is not there. */
function checkOptions(call: Call, diagram: Doc): void {
  const { records } = call.services.store;
  const options = call.body as RenderOptions & { draftId?: string };
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

function placeOf(options: Record<string, unknown>, id: string): string {
  for (const [name, value] of Object.entries(options)) {
    if (value === id) return name;
    if (Array.isArray(value) && value.includes(id)) return `${name}[${value.indexOf(id)}]`;
  }
  return 'body';
}
