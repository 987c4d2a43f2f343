import type { ImportData } from '../../contract/resources/landscape-import.js';
import { IMPORT_KINDS, isImported, originalIdOf } from '../../contract/rules/import-entities.js';
import type { Call } from '../call.js';
import { perform } from './run.js';

/** Ids of the document's entries; domains are among the objects. */
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
 * Deletes what was imported and the document lacks, within its namespace where it has one, with all that hangs on it
 * (docs/service.md#imports). What was never imported is not looked at.
 */
export function prune(call: Call, document: ImportData): void {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  const kept = idsIn(document);
  for (const kind of [...IMPORT_KINDS].reverse()) {
    for (const { doc } of records.ofVersion(kind, versionId)) {
      // The root of a domain goes with it.
      if (!isImported(doc, document.namespace) || ('type' in doc && doc.type === 'root')) continue;
      const original = originalIdOf(doc, document.namespace);
      if (original !== undefined && kept[kind].has(original)) continue;
      // It may have gone with what it was in.
      if (records.get(kind, doc.id)) perform(call, kind, 'delete', {}, doc.id);
    }
  }
}
