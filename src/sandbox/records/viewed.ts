import type { Doc } from '../../contract/doc.js';
import { logContext } from '../../contract/rules/log-context.js';
import type { Call } from '../call.js';
import { logWriter } from '../logs/log-writer.js';
import { viewedBy } from './stamps.js';
import { recordWriter } from './writer.js';

/** Record kinds that store who viewed them last, with the logged action (docs/service.md#views). */
const ACTIONS = { diagramContent: 'diagram-content-view', flow: 'flow-view', draft: 'draft-view' } as const;

/** Records who viewed a record last, which does not count as a change. */
export function markViewed(call: Call, kind: keyof typeof ACTIONS, doc: Doc): void {
  recordWriter(call).save(kind, { ...doc, ...viewedBy(call) });
  const type = ACTIONS[kind];
  logWriter(call).write({
    type,
    id: doc.id,
    context: logContext(type, { kind, doc }, call.services.store.records),
    importance: 'low',
    landscapeId: call.landscape?.id,
  });
}
