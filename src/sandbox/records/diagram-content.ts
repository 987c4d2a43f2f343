import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { sameContent } from '../../contract/rules/diagrams/content.js';
import { completeContent } from '../../contract/rules/diagrams/content-defaults.js';
import { contentProblems } from '../../contract/rules/diagrams/entries.js';
import { contentPart } from '../../contract/rules/drafts/draft-task.js';
import { applyPatch } from '../../contract/rules/patch.js';
import { danglingReferences } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import type { Pending } from './family.js';
import { scopeOf } from './scope.js';
import { bumped, createdBy } from './stamps.js';
import { markViewed } from './viewed.js';
import type { RecordWriter } from './writer.js';

/** Content of a diagram, stored next to it under the same id (docs/service.md#diagram-content). */
export const contentOf = ({ services }: Call, id: string): Doc | undefined =>
  services.store.records.get('diagramContent', id);

/** Records who viewed a diagram last, which does not count as a change (docs/service.md#diagram). */
export function viewContent(call: Call, diagram: Doc): void {
  const content = contentOf(call, diagram.id);
  if (!content) return;
  markViewed(call, 'diagramContent', content);
}

/** Default content of a diagram. */
const NOTHING_DRAWN = { objects: {}, connections: {}, comments: {} };

/** Content after the request, and keys of `$update` that do not exist. */
function nextContent({ call, doc, before, replaces }: Pending): { content: Doc; problems: string[] } {
  const known = before && contentOf(call, doc.id);
  const base: Doc = known ?? {
    id: doc.id,
    landscapeId: doc.landscapeId,
    versionId: doc.versionId,
    handleId: doc.handleId,
    commit: 0,
    version: 0,
    ...NOTHING_DRAWN,
    ...createdBy(call),
  };
  const start = replaces ? { ...base, ...NOTHING_DRAWN } : base;
  const { after, problems } = applyPatch(start, contentPart(call.body));
  return { content: completeContent(after), problems };
}

export function writeContent(pending: Pending, writer: RecordWriter): void {
  const changes = contentPart(pending.call.body);
  if (pending.before && !pending.replaces && Object.keys(changes).length === 0) return;
  const { content } = nextContent(pending);
  const known = pending.before && contentOf(pending.call, pending.doc.id);
  if (known && sameContent('diagramContent', known, content)) return;
  const next = bumped(pending.call, content);
  if (known) writer.update('diagramContent', known, next, changes);
  else writer.create('diagramContent', next, changes);
}

/** Problems of the content after the request. */
export function pendingProblems(pending: Pending): string[] {
  const { content, problems } = nextContent(pending);
  const known = pending.before && contentOf(pending.call, pending.doc.id);
  return [
    ...problems,
    ...danglingReferences('diagramContent', content, scopeOf(pending.call), known),
    ...contentProblems(content),
  ];
}

export const isEmpty = ({ objectCount }: Doc): boolean =>
  !isObject(objectCount) || !Object.values(objectCount).some((count) => Number(count) > 0);
