import { domains } from '../../contract/resources/domain.js';
import { startOf } from '../../contract/rules/derive.js';
import type { Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { createdBy } from '../records/stamps.js';
import type { RecordWriter } from '../records/writer.js';

/** A domain is made with the root object that everything in it hangs below (docs/service.md#model-object). */
function writeRoot({ call, doc, before }: Pending, writer: RecordWriter): void {
  if (before) return;
  const { newId } = call.services;
  const { landscapeId, versionId } = doc;
  writer.create('modelObject', {
    id: newId(),
    landscapeId,
    versionId,
    handleId: newId(),
    commit: 1,
    version: 1,
    labels: {},
    ...startOf('modelObject', { index: 0, versionId: String(versionId) }),
    domainId: doc.id,
    type: 'root',
    name: doc.name,
    parentId: null,
    ...createdBy(call),
  });
}

export const handlers = familyHandlers(domains, { alongside: writeRoot });
