import type { Doc } from '../../contract/doc.js';
import type { Task } from '../../contract/rules/drafts/draft-task.js';
import type { RecordStore } from '../store/records.js';

/** Current state of a task's record in a version (a diagram includes its content); undefined if it does not exist. */
export function liveState(
  records: RecordStore,
  { kind, entityId }: Pick<Task, 'kind' | 'entityId'>,
  versionId: string,
): Doc | undefined {
  const isDiagram = kind === 'diagram' || kind === 'diagramContent';
  const doc: Doc | undefined = records.get(isDiagram ? 'diagram' : kind, entityId);
  if (doc?.versionId !== versionId) return undefined;
  if (!isDiagram) return doc;
  const content: Doc = records.get('diagramContent', entityId) ?? doc;
  const { objects, connections, comments } = content;
  return { ...doc, objects, connections, comments };
}
