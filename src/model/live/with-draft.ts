import type { Doc } from '../../contract/doc.js';
import { type Kind, recordOf } from '../../contract/records.js';
import { applyTasks, type RecordsByKind, type Task } from '../../contract/rules/drafts/draft-task.js';
import { ELEMENT_KINDS, type ElementKind } from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { type LiveLandscape, recordsOf } from './landscape.js';

const kindOf = (kind: ElementKind): Kind => KINDS[kind].record as Kind;

/** Applies the tasks of a draft to a landscape, including the cascade of deletions. */
export function withDraft(live: LiveLandscape, tasks: readonly Task[]): LiveLandscape {
  const records: RecordsByKind = {
    ...Object.fromEntries(
      ELEMENT_KINDS.map((kind) => [kindOf(kind), new Map(recordsOf(live, kind).map((it) => [it.id, it]))]),
    ),
    diagramContent: new Map(live.contents),
  };
  applyTasks(records, tasks);
  const isThere = (to: string, id: unknown): boolean =>
    typeof id !== 'string' ||
    (to === 'modelObject' && live.roots.has(id)) ||
    records[to as Kind]?.has(id) !== false;
  while (deleteOrphans(records, isThere));
  return {
    ...live,
    records: new Map(
      ELEMENT_KINDS.map((kind): [ElementKind, readonly Doc[]] => [
        kind,
        [...(records[kindOf(kind)]?.values() ?? [])],
      ]),
    ),
    contents: records.diagramContent ?? new Map(),
  };
}

/** Deletes records that are part of a record that no longer exists. Returns whether any was deleted. */
function deleteOrphans(records: RecordsByKind, isThere: (to: string, id: unknown) => boolean): boolean {
  let found = false;
  for (const kind of ELEMENT_KINDS.map(kindOf)) {
    const whole = Object.entries(recordOf(kind).references ?? {}).filter(([, { cascades }]) => cascades);
    for (const doc of records[kind]?.values() ?? []) {
      if (whole.every(([field, { to }]) => isThere(to, doc[field]))) continue;
      records[kind]?.delete(doc.id);
      if (kind === 'diagram') records.diagramContent?.delete(doc.id);
      found = true;
    }
  }
  return found;
}
