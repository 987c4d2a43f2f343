import type { Context } from '../../../../cli/command/spec.js';
import { MAX_RECORDS } from '../../../../cli/undo/recorder.js';
import type { Doc } from '../../../../contract/doc.js';
import type { Kind } from '../../../../contract/records.js';
import { type Snapshot, snapshotOf } from '../../../../contract/rules/undo/snapshot.js';
import { ELEMENT_KINDS } from '../../../../model/document/element.js';
import { KINDS } from '../../../../model/document/kinds.js';
import { type LiveLandscape, recordsOf } from '../../../../model/live/landscape.js';
import { operationOf } from '../../../../model/plan/cost.js';
import type { Plan } from '../../../../model/plan/plan-types.js';

/** Ids that an apply inserts once the service has assigned them. */
const PLACEHOLDER = /"\{(root|decision):/;

/**
 * Records the state before an apply for `archctl undo`, from the landscape that was read for the plan: all changes, also
 * in scripts, because they need no further request. Changes of a draft are not recorded, because the version does not
 * change; imports cannot be undone.
 */
export async function recordApply(context: Context, plan: Plan, live: LiveLandscape): Promise<void> {
  const recorder = await context.recorder();
  if (plan.draft || plan.imports) {
    recorder.turnOff();
    if (plan.imports)
      context.terminal.note('"archctl undo" cannot undo an import; --no-import sends single requests.');
    return;
  }
  const place = { landscapeId: plan.landscape.id, versionId: plan.version };
  const writes = plan.steps.flatMap(({ operation: id, recordId, body }) => {
    const operation = operationOf(id);
    const param = operation && [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    // The service assigns the id of a new decision.
    if (!operation || !param || param in place) return [];
    const isFinal = body && !PLACEHOLDER.test(JSON.stringify(body));
    return [{ operation, path: { ...place, [param]: recordId }, ...(isFinal && { body }) }];
  });
  // Otherwise deletes alone are recorded, and still refused if they are too many.
  if (writes.length <= MAX_RECORDS) context.recordsUpdates = true;
  await recorder.prepare(writes, { snapshot: snapshotOfLive(live) });
}

/** Records the state after an apply, from the landscape that was read to verify it. */
export async function recordApplied(context: Context, live: LiveLandscape): Promise<void> {
  await (await context.recorder()).finish(() => snapshotOfLive(live));
}

const snapshotOfLive = (live: LiveLandscape): Snapshot => snapshotOf(recordsIn(live));

/** Records of a landscape by kind, with the root objects of its domains. */
function recordsIn(live: LiveLandscape): Map<Kind, readonly Doc[]> {
  const records = new Map<Kind, readonly Doc[]>(
    ELEMENT_KINDS.map((kind) => [KINDS[kind].record as Kind, recordsOf(live, kind)]),
  );
  const roots = [...live.roots].map(
    ([id, domainId]): Doc => ({ id, type: 'root', domainId, parentId: null }),
  );
  records
    .set('modelObject', [...roots, ...recordsOf(live, 'object')])
    .set('diagramContent', [...live.contents.values()]);
  // Decisions are read only for documents with decisions.
  return live.decisions ? records.set('adr', live.decisions) : records;
}
