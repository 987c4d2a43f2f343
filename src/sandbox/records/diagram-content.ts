import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { sameContent } from '../../contract/rules/content.js';
import { completeContent } from '../../contract/rules/content-defaults.js';
import { contentPart } from '../../contract/rules/draft-task.js';
import { contentProblems } from '../../contract/rules/entries.js';
import { applyPatch } from '../../contract/rules/patch.js';
import { danglingReferences } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import type { Pending } from './family.js';
import { scopeOf } from './scope.js';
import { bumped, createdBy } from './stamps.js';
import { markViewed } from './viewed.js';
import type { RecordWriter } from './writer.js';

/** What stands on a diagram, kept beside it under the same id (docs/service.md#diagram-content). */
export const contentOf = ({ services }: Call, id: string): Doc | undefined =>
  services.store.records.get('diagramContent', id);

/** Remembers who looked at a diagram last; not a change of the diagram (docs/service.md#diagram). */
export function viewContent(call: Call, diagram: Doc): void {
  const content = contentOf(call, diagram.id);
  if (!content) return;
  markViewed(call, 'diagramContent', content);
}

/** What stands on a diagram about which nothing is said. */
const NOTHING_DRAWN = { objects: {}, connections: {}, comments: {} };

/** The content that a request leaves behind, and what `$update` did not find. */
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

/** Writes the content beside its diagram. */
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

/** What stands against the content that a request leaves behind. */
export function pendingProblems(pending: Pending): string[] {
  const { content, problems } = nextContent(pending);
  const known = pending.before && contentOf(pending.call, pending.doc.id);
  return [
    ...problems,
    ...danglingReferences('diagramContent', content, scopeOf(pending.call), known),
    ...contentProblems(content),
  ];
}

/** Whether nothing is drawn on a diagram. */
export const isEmpty = ({ objectCount }: Doc): boolean =>
  !isObject(objectCount) || !Object.values(objectCount).some((count) => Number(count) > 0);
