import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { poll } from '../../client/jobs/poll.js';
import {
  createLandscapeImport,
  getLandscapeImport,
  type ImportData,
} from '../../contract/resources/landscape-import.js';
import type { VersionPath } from '../live/read-landscape.js';
import { repeated } from './repeated.js';

type Imports = Pick<Client, 'call' | 'clock'>;

/** How long the service may take for one import. */
const DEADLINE_MS = 10 * 60_000;

/**
 * Imports documents one after the other, until one is refused: nothing of that one was begun, and what it would have
 * made can be made otherwise. One that got no clear answer is sent again: entries are known by their labels, and an
 * import that follows another changes what that made. What arrived is for the caller to read back.
 * @returns why the rest was not imported; undefined where all were taken, whatever the service made of them.
 * @throws ArchctlError `unavailable` where nobody can tell whether an import still runs; whatever refuses the key.
 */
export async function runImports(
  client: Imports,
  path: VersionPath,
  documents: readonly ImportData[],
  onBegun?: (importId: string) => void,
): Promise<string | undefined> {
  const at = { ...path };
  for (const document of documents) {
    let importId: string;
    try {
      const begun = await repeated(client, () =>
        client.call(createLandscapeImport, { path: at, query: {}, body: document }),
      );
      importId = begun.landscapeImport.id;
    } catch (error) {
      if (isRefusal(error)) return error.message;
      throw error;
    }
    onBegun?.(importId);
    await importEnded(client, path, importId);
  }
  return undefined;
}

const isRefusal = (error: unknown): error is ArchctlError =>
  error instanceof ArchctlError &&
  (['refused', 'limit', 'not-found'].includes(error.kind) || error.facts.status === 403);

/** Waits for an import to end, well or not; one that is not there any more has ended. */
export async function importEnded(client: Imports, path: VersionPath, importId: string): Promise<void> {
  const input = { path: { ...path, landscapeImportId: importId } };
  const attempt = async (): Promise<true | undefined> => {
    try {
      const { landscapeImport } = await repeated(client, () => client.call(getLandscapeImport, input));
      return landscapeImport.status === 'in-progress' ? undefined : true;
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'not-found') return true;
      throw error;
    }
  };
  await poll({ attempt, deadlineMs: DEADLINE_MS, clock: client.clock });
}
