import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf } from '../../contract/doc.js';
import { comments } from '../../contract/resources/comment.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { diagramGroups } from '../../contract/resources/diagram-group.js';
import { domains } from '../../contract/resources/domain.js';
import { flows } from '../../contract/resources/flow.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { tagGroups, tags } from '../../contract/resources/tag.js';
import { completedLinks, linkProblems, stepProblems } from '../../contract/rules/diagrams/entries.js';
import { withMovedLines } from '../../contract/rules/diagrams/moved-lines.js';
import { isContentMap } from '../../contract/rules/drafts/draft-task.js';
import { completedIcon } from '../../contract/rules/icon.js';
import { objectWithSameName } from '../../contract/rules/namesakes.js';
import { placeProblems } from '../../contract/rules/parents.js';
import {
  contentOf,
  isEmpty,
  pendingProblems,
  viewContent,
  writeContent,
} from '../records/diagram-content.js';
import type { FamilyHooks, Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { checkMayEdit } from '../records/may-edit.js';
import { writeRoot } from '../records/root.js';
import { bumped } from '../records/stamps.js';
import type { RecordWriter } from '../records/writer.js';
import { conflict } from '../refusal.js';

function hasStatus({ body }: Doc, status: unknown): boolean {
  const wanted: readonly unknown[] = Array.isArray(status) ? status : [status];
  return isObject(body) && wanted.includes(body.status);
}

/** Diagrams with their content, which has the same id (docs/service.md#diagram-content). */
const diagramHooks: FamilyHooks = {
  isStoredOutside: isContentMap,
  check: pendingProblems,
  writeRelated: writeContent,
  extraFields: (call, id) => ({ diagramContent: contentOf(call, id) }),
  filters: { empty: (doc, empty) => isEmpty(doc) === empty },
  viewed: viewContent,
};

/** Optional fields of a step are null when absent (docs/service.md#flow-step). */
const EMPTY_STEP = {
  originId: null,
  targetId: null,
  viaId: null,
  parentId: null,
  flowId: null,
  type: null,
  paths: null,
};

const withCompleteSteps = (doc: Doc): Doc => ({
  ...doc,
  steps: Object.fromEntries(entriesOf(doc.steps).map(([id, step]) => [id, { ...EMPTY_STEP, ...step }])),
});

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

/** @throws Refusal `conflict` if names must be unique and another object has this name (docs/service.md#names). */
function checkName({ call, doc, before }: Pending): void {
  const { store, switches } = call.services;
  const other = switches.uniqueNames
    ? objectWithSameName({ doc, before, records: store.records })
    : undefined;
  if (!other) return;
  throw conflict(
    `The name ${String(doc.name)} is already used by ${other.id} under the same parent.`,
    'name-taken',
  );
}

const objectHooks: FamilyHooks = {
  // Sets the domain to that of the parent, so that requests need not include it.
  complete: ({ call, doc, before }) => {
    const { records } = call.services.store;
    const parent = typeof doc.parentId === 'string' ? records.get('modelObject', doc.parentId) : undefined;
    const domainId = call.body.domainId ?? parent?.domainId ?? before?.domainId ?? doc.domainId;
    return { ...doc, domainId, icon: completedIcon(doc.icon, records), links: completedLinks(doc.links) };
  },
  check: (pending) => {
    const { call, doc, before } = pending;
    const { records } = call.services.store;
    const problems = [...placeProblems({ doc, before, records }), ...linkProblems(doc)];
    if (problems.length === 0) checkName(pending);
    return problems;
  },
  deleteProblem: ({ type }) =>
    type === 'root'
      ? 'modelObjectId: is the root of its domain and can only be deleted with the domain'
      : undefined,
  deleteResponse: (doc, deletedRecords) => {
    const ids = (kind: string) => deletedRecords.filter((it) => it.kind === kind).map((it) => it.doc.id);
    return {
      commit: Number(doc.commit) + 1,
      deletedModelObjectIds: ids('modelObject'),
      deletedModelConnectionIds: ids('modelConnection'),
    };
  },
};

/** Handlers of the records of a version (docs/service.md#records). */
export const handlers = [
  ...familyHandlers(comments, { queryFilters: { status: hasStatus } }),
  ...familyHandlers(diagrams, diagramHooks),
  ...familyHandlers(diagramGroups),
  ...familyHandlers(domains, {
    // Creating a domain also creates its root object, the ancestor of everything in it.
    writeRelated({ call, doc, before }, writer) {
      if (!before) writeRoot(call, doc, String(doc.name), writer);
    },
  }),
  ...familyHandlers(flows, {
    complete: ({ doc }) => withCompleteSteps(doc),
    check: ({ doc }) => stepProblems(doc),
  }),
  ...familyHandlers(modelConnections, {
    complete: ({ doc }) => ({ ...doc, links: completedLinks(doc.links) }),
    check: ({ doc }) => linkProblems(doc),
    writeRelated: moveLines,
  }),
  ...familyHandlers(modelObjects, objectHooks),
  ...familyHandlers(tagGroups),
  ...familyHandlers(tags),
];
