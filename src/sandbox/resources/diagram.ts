import { diagrams } from '../../contract/resources/diagram.js';
import { isContentMap } from '../../contract/rules/draft-task.js';
import {
  contentOf,
  isEmpty,
  pendingProblems,
  viewContent,
  writeContent,
} from '../records/diagram-content.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Diagrams with their content, which has the same id (docs/service.md#diagram-content). */
const hooks: FamilyHooks = {
  isElsewhere: isContentMap,
  check: pendingProblems,
  alongside: writeContent,
  also: (call, id) => ({ diagramContent: contentOf(call, id) }),
  filters: { empty: (doc, empty) => isEmpty(doc) === empty },
  viewed: viewContent,
};

export const handlers = familyHandlers(diagrams, hooks);
