import type { Fields } from '../../contract/doc.js';
import * as contents from '../../contract/resources/diagram-content.js';
import { contentPart } from '../../contract/rules/draft-task.js';
import { type Call, on } from '../call.js';
import { describeContent } from '../diagrams/describe-content.js';
import { contentOf, pendingProblems, viewContent, writeContent } from '../records/diagram-content.js';
import { checkCommit } from '../records/family-write.js';
import { mustFind } from '../records/find.js';
import { checkMayEdit } from '../records/may-edit.js';
import { recordWriter } from '../records/writer.js';
import { invalid } from '../refusal.js';

function get(call: Call) {
  const diagram = mustFind(call, 'diagram', 'diagramId');
  if (call.query.updateViewedAt === true) viewContent(call, diagram);
  return { diagramContent: contentOf(call, diagram.id) };
}

/**
 * Updates the content of a diagram. The commit of the diagram itself does not change (docs/service.md#diagram-content).
 */
function write(call: Call, maps: Fields) {
  const diagram = mustFind(call, 'diagram', 'diagramId');
  const content = contentOf(call, diagram.id);
  checkMayEdit(call, 'diagram', { before: diagram });
  if (content) checkCommit(content, call.body.commit);
  const pending = { call: { ...call, body: maps }, doc: diagram, before: diagram };
  const problems = pendingProblems(pending);
  if (problems.length > 0) throw invalid([...new Set(problems)]);
  const writer = recordWriter(call);
  writeContent(pending, writer);
  writer.settle();
  return get(call);
}

const EMPTY = { objects: {}, connections: {}, comments: {} };

/** docs/service.md#diagram-content. */
export const handlers = [
  on(contents.getDiagramContent, get),
  on(contents.replaceDiagramContent, (call) => write(call, { ...EMPTY, ...contentPart(call.body) })),
  on(contents.updateDiagramContent, (call) => write(call, contentPart(call.body))),
  on(contents.describeDiagramContent, describeContent),
];
