import type { Doc } from '../../contract/doc.js';
import { initialFields } from '../../contract/rules/derive.js';
import type { Action } from '../services.js';
import { createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** Root object of a domain and ancestor of all its objects (docs/service.md#model-object). */
export function rootOf(action: Action, domain: Doc, name: string, id: string): Doc {
  const { landscapeId, versionId } = domain;
  return {
    id,
    landscapeId,
    versionId,
    handleId: action.services.newId(),
    commit: 1,
    version: 1,
    labels: {},
    ...initialFields('modelObject', { index: 0, versionId: String(versionId) }),
    domainId: domain.id,
    type: 'root',
    name,
    parentId: null,
    ...createdBy(action),
  };
}

export const writeRoot = (action: Action, domain: Doc, name: string, writer: RecordWriter): Doc =>
  writer.create('modelObject', rootOf(action, domain, name, action.services.newId()));

/** Creates the first domain of an empty landscape and its root, which has no name of its own. */
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
    ...initialFields('domain', { index: 0, versionId: version.id }),
    name,
    ...createdBy(action),
  };
  writer.create('domain', domain);
  writeRoot(action, domain, '', writer);
}
