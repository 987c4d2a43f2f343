import {
  CALLBACK,
  checkOptions,
  MILLISECONDS,
  OBJECT,
  type OptionTypes,
  required,
  SIGNAL,
  TEXT,
} from '../../base/check-options.js';
import { ArchctlError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import {
  createLandscapeExport,
  getLandscapeExport,
  type LandscapeExport,
  type LandscapeExportFilter,
} from '../../contract/resources/landscape-export.js';
import type { CallInput, Client } from '../client-types.js';
import { poll } from './poll.js';

type Query = NonNullable<CallInput<typeof createLandscapeExport>['query']>;

/** Input of `exportLandscape`. */
export interface LandscapeExportInput {
  /** Id of the landscape. */
  landscapeId: string;
  /** Id of the version, or `latest`. */
  versionId: string;
  /** Format and part. */
  query: {
    /** Format of the file. */
    type: Query['type'];
    /** The part of the version to export. Default: everything. */
    filter?: LandscapeExportFilter | undefined;
  };
  /** The part of the version to export, and its presentation. */
  options?: CallInput<typeof createLandscapeExport>['body'] | undefined;
  /** Maximum time the service may take, in milliseconds. */
  deadlineMs: number;
  /** Called when the export has progressed. */
  onProgress?: ((state: 'created' | 'waiting' | 'completed', current: LandscapeExport) => void) | undefined;
  /** Aborts the export. */
  signal?: AbortSignal | undefined;
}

const INPUT: OptionTypes<LandscapeExportInput> = {
  landscapeId: required(TEXT),
  versionId: required(TEXT),
  query: required(OBJECT),
  options: OBJECT,
  deadlineMs: required(MILLISECONDS),
  onProgress: CALLBACK,
  signal: SIGNAL,
};

/**
 * Exports a landscape: starts the export and waits until its file exists (docs/service.md#exports). Costs one export
 * and a few reads.
 * @returns the export; download its file from `fileUrl`.
 * @throws ArchctlError `refused` if the export fails or has no file, `unavailable` at the deadline.
 */
export async function exportLandscape(
  client: Client,
  input: LandscapeExportInput,
): Promise<LandscapeExport & { fileUrl: string }> {
  requireArguments('exportLandscape', { client, input });
  const given = checkOptions('exportLandscape', input, INPUT);
  const { landscapeId, versionId, query, options, onProgress, signal } = given;
  const path = { landscapeId, versionId };
  const created = await client.call(createLandscapeExport, { path, query, body: options, signal });
  let current = created.landscapeExport;
  onProgress?.('created', current);
  let isFirst = true;
  const attempt = async (): Promise<LandscapeExport | undefined> => {
    if (!isFirst) {
      const parameters = { ...path, landscapeExportId: current.id };
      ({ landscapeExport: current } = await client.call(getLandscapeExport, { path: parameters, signal }));
    }
    isFirst = false;
    if (current.error) throw new ArchctlError('refused', current.error);
    if (current.completedAt || current.fileUrl) return current;
    onProgress?.('waiting', current);
    return undefined;
  };
  const done = await poll({ attempt, deadlineMs: given.deadlineMs, clock: client.clock, signal });
  const { fileUrl } = done;
  if (!fileUrl) throw new ArchctlError('refused', 'The export is complete but has no file.');
  onProgress?.('completed', done);
  return { ...done, fileUrl };
}
