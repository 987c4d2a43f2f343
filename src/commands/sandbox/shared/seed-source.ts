import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { World } from '../../../cli/command/world.js';
import { validate } from '../../../client/send/validate.js';
import { exportVersionJson } from '../../../contract/resources/landscape-export.js';
import type { VersionExport } from '../../../contract/resources/model-export.js';
import {
  documentOf,
  type ReadDocument,
  type ReadFile,
  readObjectFile,
} from '../../shared/import/read-document.js';

export type SeedSource = { name: string } & (
  | { is: 'document'; read: ReadDocument }
  | { is: 'export'; version: VersionExport }
);

const DOCUMENT_KEYS = ['modelObjects', 'modelConnections', 'tags', 'tagGroups'] as const;

/**
 * Reads a file and detects its format: exports (docs/service.md#exports) contain maps by id, import documents
 * (docs/service.md#imports) contain lists.
 *
 * @throws ArchctlError `usage` for other files, and for files with errors.
 */
export async function readSeedSource(file: string, world: World): Promise<SeedSource> {
  const read = await readObjectFile(file, world);
  const { name, value } = read;
  if (isObject(value.modelObjects)) return { is: 'export', name, version: exportIn(read) };
  if (DOCUMENT_KEYS.some((key) => Array.isArray(value[key]))) {
    return { is: 'document', name, read: await documentOf(read) };
  }
  throw usageError(`${name} is neither an import document nor an export of a landscape.`, {
    hint: 'An import document contains modelObjects (archctl import --help); "archctl landscape export --type json" writes an export.',
  });
}

function exportIn({ name, value }: ReadFile): VersionExport {
  const { response } = exportVersionJson;
  return validate(response, value, `The export in ${name}`);
}
