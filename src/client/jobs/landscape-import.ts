import {
  createLandscapeImport,
  getLandscapeImport,
  type ImportData,
  type LandscapeImport,
} from '../../contract/resources/landscape-import.js';
import type { Client } from '../client-types.js';
import { poll } from './poll.js';

export interface LandscapeImportInput {
  landscapeId: string;
  versionId: string;
  document: ImportData;
  /** Whether what the document lacks is deleted. */
  prune?: boolean | undefined;
  /** Milliseconds the service may take. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Imports a document and waits for the end (docs/service.md#imports). Counts one import and a few reads. What the service
 * refused is no throw: it stands in `errors` of the answer.
 * @throws ArchctlError `unavailable` at the deadline, and whatever refuses the request itself.
 */
export async function importLandscape(client: Client, input: LandscapeImportInput): Promise<LandscapeImport> {
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
