import type { Doc } from '../../contract/doc.js';
import { startOf } from '../../contract/rules/derive.js';
import type { Action } from '../services.js';
import { createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** Makes the root object of a domain, which everything in it hangs below (docs/service.md#model-object). */
export function writeRoot(action: Action, domain: Doc, name: string, writer: RecordWriter): void {
  const { newId } = action.services;
  const { landscapeId, versionId } = domain;
  writer.create('modelObject', {
    id: newId(),
    landscapeId,
    versionId,
    handleId: newId(),
    commit: 1,
    version: 1,
    labels: {},
    ...startOf('modelObject', { index: 0, versionId: String(versionId) }),
    domainId: domain.id,
    type: 'root',
    name,
    parentId: null,
    ...createdBy(action),
  });
}

/** Makes the domain of a landscape that nobody has put anything into, and its root, which has no name of its own. */
export function writeFirstDomain(action: Action, version: Doc, name: string, writer: RecordWriter): void {
  const { newId } = action.services;
  const domain: Doc = {
    id: newId(),
    landscapeId: version.landscapeId,
    versionId: version.id,
    handleId: newId(),
    commit: 1,
    version: 1,
    labels: {},
    ...startOf('domain', { index: 0, versionId: version.id }),
    name,
    ...createdBy(action),
  };
  writer.create('domain', domain);
  writeRoot(action, domain, '', writer);
}
