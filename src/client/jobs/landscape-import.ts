import {
  BOOLEAN,
  checkOptions,
  MILLISECONDS,
  OBJECT,
  type OptionTypes,
  required,
  SIGNAL,
  TEXT,
} from '../../base/check-options.js';
import { requireArguments } from '../../base/require-arguments.js';
import {
  createLandscapeImport,
  getLandscapeImport,
  type ImportData,
  type LandscapeImport,
} from '../../contract/resources/landscape-import.js';
import type { Client } from '../client-types.js';
import { poll } from './poll.js';

/** Input of `importLandscape`. */
export interface LandscapeImportInput {
  /** Id of the landscape. */
  landscapeId: string;
  /** Id of the version, or `latest`. */
  versionId: string;
  /** The document to import. */
  document: ImportData;
  /** Whether to delete records that are missing from the document. */
  prune?: boolean | undefined;
  /** Maximum time the service may take, in milliseconds. */
  deadlineMs: number;
  /** Aborts the import. */
  signal?: AbortSignal | undefined;
}

const INPUT: OptionTypes<LandscapeImportInput> = {
  landscapeId: required(TEXT),
  versionId: required(TEXT),
  document: required(OBJECT),
  prune: BOOLEAN,
  deadlineMs: required(MILLISECONDS),
  signal: SIGNAL,
};

/**
 * Imports a document and waits for the result (docs/service.md#imports). Costs one import and a few reads. Records that
 * the service rejects are returned in `errors`, not thrown.
 * @throws ArchctlError `unavailable` at the deadline, and any error of the request itself.
 */
export async function importLandscape(client: Client, input: LandscapeImportInput): Promise<LandscapeImport> {
  requireArguments('importLandscape', { client, input });
  checkOptions('importLandscape', input, INPUT);
  const { landscapeId, versionId, document, prune, signal } = input;
  const path = { landscapeId, versionId };
  const query = prune === undefined ? {} : { prune };
  const created = await client.call(createLandscapeImport, { path, query, body: document, signal });
  let current = created.landscapeImport;
  let isFirst = true;
  const attempt = async (): Promise<LandscapeImport | undefined> => {
    if (!isFirst) {
      const parameters = { ...path, landscapeImportId: current.id };
      ({ landscapeImport: current } = await client.call(getLandscapeImport, { path: parameters, signal }));
    }
    isFirst = false;
    return current.status === 'in-progress' ? undefined : current;
  };
  return poll({ attempt, deadlineMs: input.deadlineMs, clock: client.clock, signal });
}
