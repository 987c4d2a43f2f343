import * as z from 'zod/mini';
import type { Doc, Fields } from '../../contract/doc.js';
import {
  createDiagramExport,
  type ExportOptions,
  exportDiagramPng,
  exportOptions,
  getDiagramExport,
} from '../../contract/resources/diagram-export.js';
import { drawPng, drawSvg, embedFont, type Scene } from '../../drawing/index.js';
import { type Call, on } from '../call.js';
import { bucketPath, logExport, namedFacts } from '../exports/log-export.js';
import { newExport } from '../exports/new-export.js';
import { sceneOf } from '../exports/picture.js';
import { requireRecord } from '../records/find.js';
import { invalid, notFound } from '../refusal.js';
import type { ExportRow } from '../store/exports.js';

/** An export as returned by the service. URLs use the origin of the request. */
const responseOf = ({ origin }: Call, { id, token, record }: ExportRow) => {
  const file = `${origin}/files/exports/${id}/${token}`;
  return {
    diagramExportImage: { error: null, ...record, fileUrls: { png: `${file}.png`, svg: `${file}.svg` } },
  };
};

/** docs/service.md#endpoints, endpoint 5. */
function create(call: Call<typeof createDiagramExport>) {
  const { services, now } = call;
  const diagram = requireRecord(call, 'diagram', 'diagramId');
  checkedScene(call, diagram, call.body);
  services.store.exports.drop(now);
  const row = newExport(call, 'diagram', { diagramId: diagram.id, options: call.body });
  services.store.exports.put(row);
  log(call, diagram, row, call.body);
  services.jobs.start(row);
  return responseOf(call, row);
}

function log(call: Call, diagram: Doc, row: ExportRow, options: ExportOptions): void {
  logExport(call, {
    type: 'diagram-export',
    id: diagram.id,
    props: {
      filename: row.record.filename ?? diagram.name,
      bucketPath: bucketPath(row.id),
      options,
    },
    context: {
      ...namedFacts(call, 'diagram', 'diagram', diagram.id),
      ...namedFacts(call, 'draft', 'draft', options.draftId),
      ...namedFacts(call, 'flow', 'flow', options.flowId),
    },
  });
}

/**
 * The older export, which is complete when the request returns (docs/service.md#exports). Its options have different
 * names.
 */
async function exportPng(call: Call<typeof exportDiagramPng>): Promise<unknown> {
  const { services, body, key, now } = call;
  const diagram = requireRecord(call, 'diagram', 'diagramId');
  if (body.organizationId !== undefined && body.organizationId !== key.organizationId) {
    throw invalid([`organizationId: must be ${key.organizationId}`]);
  }
  const options = z.parse(exportOptions, {
    flowId: body.flowId,
    flowPathIds: body.flowPathIds,
    groupId: body.overlayGroupId,
    focusIds: body.overlayIdsFocused,
    hideIds: body.overlayIdsHidden,
    pinIds: body.overlayIdsPinned,
    tab: body.overlayTab,
    theme: body.theme,
  });
  const { svg } = await drawSvg(checkedScene(call, diagram, options));
  const { fontDir } = services;
  const [picture, png] = [await embedFont(svg, fontDir), await drawPng(svg, { fontDir })];
  const drawn = newExport(call, 'diagram', { diagramId: diagram.id, options });
  const row: ExportRow = {
    ...drawn,
    status: 'done',
    record: { ...drawn.record, completedAt: now, filename: body.filename ?? body.name },
  };
  services.store.transaction(() => {
    services.store.exports.put(row);
    services.store.exports.keepFiles(row.id, { svg: Buffer.from(picture), png: Buffer.from(png) });
    log(call, diagram, row, options);
  });
  return { url: responseOf(call, row).diagramExportImage.fileUrls.png };
}

/** Returns the state of an export, for polling. */
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
  return responseOf(call, row);
}

/**
 * The scene to render.
 * @throws Refusal `invalid` if the options name an unknown draft, flow, object or group.
 */
function checkedScene(call: Call, diagram: Doc, options: ExportOptions): Scene {
  const { records } = call.services.store;
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
  return found.scene;
}

function placeOf(options: Fields, id: string): string {
  for (const [name, value] of Object.entries(options)) {
    if (value === id) return name;
    if (Array.isArray(value) && value.includes(id)) return `${name}[${value.indexOf(id)}]`;
  }
  return 'body';
}

export const handlers = [
  on(createDiagramExport, create),
  on(getDiagramExport, get),
  on(exportDiagramPng, exportPng, { ownTransactions: true }),
];
