import type { Doc } from '../../contract/doc.js';
import type { ModelObjectImport } from '../../contract/resources/landscape-import.js';
import { initialFields } from '../../contract/rules/derive.js';
import { labelsAfter } from '../../contract/rules/imports/import-entities.js';
import { rootOf } from '../records/root.js';
import { bumped, createdBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import type { ImportRun } from './import-run.js';

/** Creates or updates an imported domain, and its root object with the domain's id (docs/service.md#imports). */
export function writeDomain(run: ImportRun, entry: ModelObjectImport): void {
  const { call, document, originals } = run;
  const { records } = call.services.store;
  const known = originals.domain.get(entry.id);
  const before = known === undefined ? undefined : records.get('domain', known);
  const fields = { name: entry.name, labels: labelsAfter(entry, document.namespace, before) };
  const writer = recordWriter(call);
  if (before) {
    writer.update('domain', before, bumped(call, { ...before, ...fields }), fields);
    const root = records.get('modelObject', before.id);
    if (root?.type === 'root')
      writer.update('modelObject', root, bumped(call, { ...root, ...fields }), fields);
  } else {
    const domain = newDomain(run, fields);
    writer.create('domain', domain, fields);
    writer.create('modelObject', { ...rootOf(call, domain, fields.name, domain.id), labels: fields.labels });
    originals.domain.set(entry.id, domain.id);
  }
  writer.finish();
}

function newDomain({ call }: ImportRun, fields: { name: string; labels: object }): Doc {
  const { services, landscape } = call;
  const versionId = call.version?.id ?? '';
  const index = services.store.records.countOfVersion('domain', versionId);
  return {
    id: services.newId(),
    landscapeId: landscape?.id,
    versionId,
    handleId: services.newId(),
    commit: 1,
    version: 1,
    ...initialFields('domain', { index, versionId }),
    ...fields,
    ...createdBy(call),
  };
}
