import { flows, getFlowThumbnail } from '../../contract/resources/flow.js';
import {
  getDiagramThumbnail,
  listDiagramThumbnails,
  listFlowThumbnails,
} from '../../contract/resources/thumbnail.js';
import { type Call, on } from '../call.js';
import { diagramThumbnail, flowThumbnail } from '../exports/thumbnails.js';
import { isEmpty } from '../records/diagram-content.js';
import { matchesFilter } from '../records/filter.js';
import { requireRecord } from '../records/find.js';

const own = { empty: isEmpty };

function listOfDiagrams(call: Call<typeof listDiagramThumbnails>) {
  const { filter = {} } = call.query;
  const found = call.services.store.records
    .ofVersion('diagram', call.version?.id ?? '')
    .filter(({ doc }) => matchesFilter(doc, filter, own));
  return { thumbnails: Object.fromEntries(found.map(({ doc }) => [doc.id, diagramThumbnail(call, doc)])) };
}

/** Filters that only diagrams have are applied to the diagram of each flow. */
function listOfFlows(call: Call<typeof listFlowThumbnails>) {
  const { records } = call.services.store;
  const isFlowField = ([field]: [string, unknown]) => field in flows.shape.filter.shape;
  const wanted = Object.entries(call.query.filter ?? {});
  const ofFlow = Object.fromEntries(wanted.filter(isFlowField));
  const ofDiagram = Object.fromEntries(wanted.filter((it) => !isFlowField(it)));
  const found = records.ofVersion('flow', call.version?.id ?? '').filter(({ doc }) => {
    const diagram = records.get('diagram', doc.diagramId);
    return matchesFilter(doc, ofFlow) && diagram && matchesFilter(diagram, ofDiagram, own);
  });
  return { thumbnails: Object.fromEntries(found.map(({ doc }) => [doc.id, flowThumbnail(call, doc)])) };
}

export const handlers = [
  on(getDiagramThumbnail, (call) => ({
    thumbnail: diagramThumbnail(call, requireRecord(call, 'diagram', 'diagramId')),
  })),
  on(listDiagramThumbnails, listOfDiagrams),
  on(getFlowThumbnail, (call) => ({ thumbnail: flowThumbnail(call, requireRecord(call, 'flow', 'flowId')) })),
  on(listFlowThumbnails, listOfFlows),
];
