import type { ImportData } from '../../contract/resources/landscape-import.js';
import { IMPORT_KINDS, isImported, originalIdOf } from '../../contract/rules/import-entities.js';
import type { Call } from '../call.js';
import { perform } from './run.js';

/** Ids of the document's entries; domains are listed with the objects. */
const idsIn = (document: ImportData) => {
  const ids = (list: readonly { id: string }[] | undefined) => new Set((list ?? []).map(({ id }) => id));
  const objects = ids(document.modelObjects);
  return {
    tagGroup: ids(document.tagGroups),
    tag: ids(document.tags),
    domain: objects,
    modelObject: objects,
    modelConnection: ids(document.modelConnections),
  };
};

/**
 * Deletes imported records that the document lacks, within its namespace if it has one, and cascades
 * (docs/service.md#imports). Records that were not imported are ignored.
 */
export function prune(call: Call, document: ImportData): void {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  const kept = idsIn(document);
  for (const kind of [...IMPORT_KINDS].reverse()) {
    for (const { doc } of records.ofVersion(kind, versionId)) {
      // The root is deleted together with its domain.
      if (!isImported(doc, document.namespace) || ('type' in doc && doc.type === 'root')) continue;
      const original = originalIdOf(doc, document.namespace);
      if (original !== undefined && kept[kind].has(original)) continue;
      // A cascade may already have deleted it.
      if (records.get(kind, doc.id)) perform(call, kind, 'delete', {}, doc.id);
    }
  }
}
