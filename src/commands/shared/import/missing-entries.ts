import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import type { Doc } from '../../../contract/doc.js';
import type { Operation } from '../../../contract/operation.js';
import type { ImportData } from '../../../contract/resources/landscape-import.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { tagGroups, tags } from '../../../contract/resources/tag.js';
import {
  entriesOfImport,
  type ImportEntityType,
  type ImportEntry,
  keyOfEntry,
} from '../../../contract/rules/imports/import-document.js';
import { NAMESPACE_LABEL, originalIdOf } from '../../../contract/rules/imports/import-entities.js';

/** Imported records carry labels, by which they are read back (docs/service.md#imports). */

const LISTS: Readonly<Record<ImportEntityType, Operation>> = {
  'model-object': modelObjects.list,
  'model-connection': modelConnections.list,
  tag: tags.list,
  'tag-group': tagGroups.list,
};

/** All records of a kind imported under the namespace; without a namespace, all records. */
async function importedRecords(
  client: Client,
  path: VersionPath,
  entityType: ImportEntityType,
  namespace: string | undefined,
): Promise<Doc[]> {
  const labels = namespace === undefined ? { imported: 'true' } : { [NAMESPACE_LABEL]: namespace };
  const found: Doc[] = [];
  const query = { filter: { labels } };
  for await (const record of client.performPages(
    LISTS[entityType],
    { path, query },
    { maxBytes: MAX_LIST_BYTES },
  ))
    found.push(record as Doc);
  return found;
}

export async function missingEntries(
  client: Client,
  path: VersionPath,
  document: ImportData,
): Promise<ImportEntry[]> {
  const entries = entriesOfImport(document);
  const kinds = [...new Set(entries.map(({ entityType }) => entityType))];
  const there = new Set<string>();
  for (const entityType of kinds) {
    for (const doc of await importedRecords(client, path, entityType, document.namespace)) {
      const originalId = originalIdOf(doc, document.namespace);
      if (originalId !== undefined) there.add(keyOfEntry({ entityType, originalId }));
    }
  }
  return entries.filter((entry) => !there.has(keyOfEntry(entry)));
}

/** Names of the records that a pruning import of the document would delete. */
export async function prunedNames(
  client: Client,
  path: VersionPath,
  document: ImportData,
): Promise<string[]> {
  const ids = new Set(entriesOfImport(document).map(keyOfEntry));
  const names: string[] = [];
  for (const entityType of Object.keys(LISTS) as ImportEntityType[]) {
    for (const doc of await importedRecords(client, path, entityType, document.namespace)) {
      const originalId = originalIdOf(doc, document.namespace);
      const isKept = originalId !== undefined && ids.has(keyOfEntry({ entityType, originalId }));
      if (!isKept) names.push(String(doc.name ?? doc.id));
    }
  }
  return names;
}
