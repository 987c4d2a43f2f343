import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { poll } from '../../client/jobs/poll.js';
import {
  createLandscapeImport,
  getLandscapeImport,
  type ImportData,
} from '../../contract/resources/landscape-import.js';
import type { VersionPath } from '../live/read-landscape.js';
import { retry } from './retry.js';

type Imports = Pick<Client, 'call' | 'clock'>;

/** Maximum time for one import. */
const DEADLINE_MS = 10 * 60_000;

/**
 * Runs imports one after the other until one is refused; a refused import changes nothing, and single requests can
 * replace it. An import without a clear response is sent again: entries are matched by their labels, so the second
 * import updates what the first created. The caller reads the result back. @returns the reason why the remaining
 * documents were not imported; undefined if all were accepted, whatever their outcome. @throws ArchctlError
 * `unavailable` if the state of an import cannot be determined; errors about the key.
 */
export async function runImports(
  client: Imports,
  path: VersionPath,
  documents: readonly ImportData[],
  onStarted?: (importId: string) => void,
): Promise<string | undefined> {
  const at = { ...path };
  for (const document of documents) {
    let importId: string;
    try {
      const begun = await retry(client, () =>
        client.call(createLandscapeImport, { path: at, query: {}, body: document }),
      );
      importId = begun.landscapeImport.id;
    } catch (error) {
      if (isRefusal(error)) return error.message;
      throw error;
    }
    onStarted?.(importId);
    await waitForImport(client, path, importId);
  }
  return undefined;
}

const isRefusal = (error: unknown): error is ArchctlError =>
  error instanceof ArchctlError &&
  (['refused', 'limit', 'not-found'].includes(error.kind) || [403, 413].includes(Number(error.facts.status)));

/** Waits until an import ends, successfully or not; an import that no longer exists has ended. */
export async function waitForImport(client: Imports, path: VersionPath, importId: string): Promise<void> {
  const input = { path: { ...path, landscapeImportId: importId } };
  const attempt = async (): Promise<true | undefined> => {
    try {
      const { landscapeImport } = await retry(client, () => client.call(getLandscapeImport, input));
      return landscapeImport.status === 'in-progress' ? undefined : true;
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'not-found') return true;
      throw error;
    }
  };
  await poll({ attempt, deadlineMs: DEADLINE_MS, clock: client.clock });
}
