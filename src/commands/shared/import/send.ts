import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { importLandscape } from '../../../client/jobs/landscape-import.js';
import type { ImportError } from '../../../contract/resources/landscape-import.js';
import { entriesOfImport, type ImportEntry } from '../../../contract/rules/imports/import-document.js';
import { missingEntries } from './missing-entries.js';
import { locationOf, type ReadDocument } from './read-document.js';

export interface ImportOutcome {
  file: string;
  importId: string;
  status: string;
  entries: number;
  /** Entries that are missing after the import. */
  missing: number;
  /** Errors of the service, and entries that are missing without an error; one line each, for people. */
  problems: string[];
}

export interface SendOptions {
  client: Client;
  path: VersionPath;
  prune: boolean | undefined;
  deadlineMs: number;
  signal: AbortSignal;
}

/**
 * Imports a document, waits, and reads back the result: the service does not report whether an error undoes the rest.
 */
export async function sendDocument(read: ReadDocument, options: SendOptions): Promise<ImportOutcome> {
  const { client, path, prune, deadlineMs, signal } = options;
  const { document } = read;
  const done = await importLandscape(client, { ...path, document, prune, deadlineMs, signal });
  const missing = await missingEntries(client, path, document);
  const errors = done.errors ?? [];
  const refused = new Set(errors.map(({ entityOriginalId }) => entityOriginalId));
  const silent = missing.filter(({ originalId }) => !refused.has(originalId));
  const problems = [
    ...(await Promise.all(errors.map((error) => describe(error, read)))),
    ...(await Promise.all(
      silent.map(
        async (it) => `${await locationOf(read.name, it.path, read.lineOf)} "${it.name}": did not arrive`,
      ),
    )),
  ];
  if (done.status === 'error' && problems.length === 0) problems.push(`${read.name}: the import failed`);
  return {
    file: read.name,
    importId: done.id,
    status: done.status,
    entries: entriesOfImport(document).length,
    missing: missing.length,
    problems,
  };
}

/** Rewrites an error with the entry's location, id and name. */
async function describe(
  { message, entityOriginalId, entityType }: ImportError,
  read: ReadDocument,
): Promise<string> {
  const entry = entryOf(read, entityOriginalId, entityType);
  if (!entry)
    return `${read.name}${entityOriginalId === undefined ? '' : ` ${entityOriginalId}`}: ${message}`;
  const reason = message.startsWith(`${entry.name}: `) ? message.slice(entry.name.length + 2) : message;
  return `${await locationOf(read.name, entry.path, read.lineOf)} ${entry.originalId} "${entry.name}": ${reason}`;
}

const entryOf = (
  { document }: ReadDocument,
  id: string | undefined,
  type: string | undefined,
): ImportEntry | undefined =>
  entriesOfImport(document).find(
    (it) => it.originalId === id && (type === undefined || it.entityType === type),
  );
