import { diagrams, getDiagramContent } from '../../contract/resources/diagram.js';
import { isContentMap } from '../../contract/rules/draft-task.js';
import { type Call, on } from '../call.js';
import {
  contentOf,
  isEmpty,
  pendingProblems,
  viewContent,
  writeContent,
} from '../records/diagram-content.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { mustFind } from '../records/find.js';

/** Diagrams and, beside each, its content with the same id (docs/service.md#diagram-content). */
const hooks: FamilyHooks = {
  isElsewhere: isContentMap,
  check: pendingProblems,
  alongside: writeContent,
  also: (call, id) => ({ diagramContent: contentOf(call, id) }),
  filters: { empty: (doc, empty) => isEmpty(doc) === empty },
  viewed: viewContent,
};

function getContent(call: Call<typeof getDiagramContent>) {
  const diagram = mustFind(call, 'diagram', 'diagramId');
  if (call.query.updateViewedAt === true) viewContent(call, diagram);
  return { diagramContent: contentOf(call, diagram.id) };
}

export const handlers = [...familyHandlers(diagrams, hooks), on(getDiagramContent, getContent)];
