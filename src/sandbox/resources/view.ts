import { allows } from '../../contract/access.js';
import { diagrams } from '../../contract/resources/diagram.js';
import * as views from '../../contract/resources/view.js';
import { DIAGRAM_TYPE_BELOW, entryDiagram } from '../../contract/rules/diagrams/entry-diagram.js';
import { isLive } from '../../contract/rules/versions/live.js';
import { type Call, on } from '../call.js';
import { contentOf, viewContent } from '../records/diagram-content.js';
import { requireRecord } from '../records/find.js';
import { markViewed } from '../records/viewed.js';
import { forbidden, invalid, notFound, snapshotRefusal } from '../refusal.js';

function viewDiagram(call: Call) {
  viewContent(call, requireRecord(call, 'diagram', 'diagramId'));
  return {};
}

/** Loading a diagram counts as a view; zooming belongs to the same view. */
function recordAction(call: Call<typeof views.recordDiagramAction>) {
  const diagram = requireRecord(call, 'diagram', 'diagramId');
  const { action = 'load' } = call.query;
  if (action !== 'zoom') viewContent(call, diagram);
  return {};
}

function viewFlow(call: Call) {
  markViewed(call, 'flow', requireRecord(call, 'flow', 'flowId'));
  return {};
}

function viewDraft(call: Call) {
  markViewed(call, 'draft', requireRecord(call, 'draft', 'draftId'));
  return {};
}

/** docs/service.md#model-object: the diagram that opens when a user zooms into the object. */
function entry(call: Call<typeof views.getEntryDiagram>) {
  const object = requireRecord(call, 'modelObject', 'modelObjectId');
  const { records } = call.services.store;
  const found = entryDiagram(records, object.id);
  if (found === undefined) {
    if (call.query.createEntry !== true) throw notFound(`A diagram of the model object ${object.id}`);
    makeEntry(call, object);
  }
  const diagram = entryDiagram(records, object.id);
  if (diagram && call.query.updateViewedAt === true) viewContent(call, diagram);
  return { diagram, diagramContent: diagram && contentOf(call, diagram.id) };
}

/** Creates the first diagram of an object, like a create request. */
function makeEntry(call: Call, object: { id: string; type: string; name: string }): void {
  const { version, key, handlers } = call;
  if (!allows(key.permission, 'write')) {
    throw forbidden('Creating a diagram needs a key with write permission.', 'permission');
  }
  if (version && !isLive(version)) throw snapshotRefusal(version.id);
  const type = DIAGRAM_TYPE_BELOW[object.type];
  if (type === undefined)
    throw invalid([`modelObjectId: objects of type ${object.type} have no diagram of their contents`]);
  const name = object.name === '' ? 'Landscape' : object.name;
  const body = { name, type, modelId: object.id, index: 0 };
  handlers.get(diagrams.create.id)?.handle({ ...call, query: {}, body });
}

export const handlers = [
  on(views.viewDiagram, viewDiagram),
  on(views.recordDiagramAction, recordAction),
  on(views.viewFlow, viewFlow),
  on(views.viewDraft, viewDraft),
  on(views.getEntryDiagram, entry),
];
