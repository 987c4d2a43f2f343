import type { Doc } from '../../contract/doc.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { completedLinks, linkProblems } from '../../contract/rules/entries.js';
import { withMovedLines } from '../../contract/rules/moved-lines.js';
import type { Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { checkMayEdit } from '../records/may-edit.js';
import { bumped } from '../records/stamps.js';
import type { RecordWriter } from '../records/writer.js';

/** Updates the lines of a connection on all diagrams that draw it (docs/service.md#models-and-versions). */
function moveLines({ call, doc, before }: Pending, writer: RecordWriter): void {
  const { updateDiagrams, originConnector, targetConnector } = call.query;
  if (!before || updateDiagrams !== true) return;
  const { records } = call.services.store;
  const drawing = records.incoming('modelConnection', doc.id, { kind: 'diagramContent' });
  for (const id of new Set(drawing.map((link) => link.id))) {
    const content: Doc | undefined = records.get('diagramContent', id);
    const moved =
      content && withMovedLines(content, { before, after: doc, originConnector, targetConnector });
    if (!content || !moved) continue;
    const diagram: Doc | undefined = records.get('diagram', id);
    if (diagram) checkMayEdit(call, 'diagram', { before: diagram });
    writer.update('diagramContent', content, bumped(call, moved));
  }
}

/** docs/service.md#model-connection. */
export const handlers = familyHandlers(modelConnections, {
  complete: ({ doc }) => ({ ...doc, links: completedLinks(doc.links) }),
  check: ({ doc }) => linkProblems(doc),
  alongside: moveLines,
});
