import type { Doc } from '../../contract/doc.js';
import { domains } from '../../contract/resources/domain.js';
import { startOf } from '../../contract/rules/derive.js';
import type { Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { createdBy } from '../records/stamps.js';
import type { RecordWriter } from '../records/writer.js';
import type { Action } from '../services.js';

/** A domain is made with the root object that everything in it hangs below (docs/service.md#model-object). */
function writeRoot({ call, doc, before }: Pending, writer: RecordWriter): void {
  if (!before) writer.create('modelObject', rootOf(call, doc, call.services.newId()));
}

/** The root object of a new domain. */
export function rootOf(action: Action, domain: Doc, id: string): Doc {
  const { landscapeId, versionId } = domain;
  return {
    id,
    landscapeId,
    versionId,
    handleId: action.services.newId(),
    commit: 1,
    version: 1,
    labels: {},
    ...startOf('modelObject', { index: 0, versionId: String(versionId) }),
    domainId: domain.id,
    type: 'root',
    name: domain.name,
    parentId: null,
    ...createdBy(action),
  };
}

export const handlers = familyHandlers(domains, { alongside: writeRoot });
