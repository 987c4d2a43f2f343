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
  createDiagramExport,
  type DiagramExportImage,
  type ExportOptions,
  getDiagramExport,
} from '../../contract/resources/diagram-export.js';
import type { Client } from '../client-types.js';
import { poll } from './poll.js';

/** Format of an exported picture. */
export type ImageFormat = 'png' | 'svg';

/** Progress of an export. */
export interface ExportProgress {
  /** Step that the export has reached; `waiting` is reported before each poll. */
  state: 'created' | 'waiting' | 'completed' | 'downloaded';
  /** The export as the service returned it last. */
  export: DiagramExportImage;
  /** Format of the downloaded file; set with `downloaded`. */
  format?: ImageFormat;
}

/** Input of `exportDiagram`. */
export interface ExportInput {
  /** Id of the landscape. */
  landscapeId: string;
  /** Id of the version, or `latest`. */
  versionId: string;
  /** Id of the diagram. */
  diagramId: string;
  /** Options of the pictures. */
  options?: ExportOptions | undefined;
  /** Formats of the pictures. */
  formats: readonly ImageFormat[];
  /** Maximum time the service may take, in milliseconds. */
  deadlineMs: number;
  /** Consumes each file as a stream; without it, files are held in memory and returned. */
  into?: ((format: ImageFormat, pieces: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  /** Called when the export has progressed. */
  onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** Aborts the export. */
  signal?: AbortSignal | undefined;
}

/** A downloaded picture. */
export interface ExportedFile {
  /** Format of the file. */
  format: ImageFormat;
  /** Content of the file. */
  bytes: Uint8Array;
}

/** Result of a diagram export. */
export interface ExportedDiagram {
  /** The completed export. */
  export: DiagramExportImage;
  /** In the requested order; empty if `into` consumed them. */
  files: ExportedFile[];
}

/**
 * Exports a diagram as images: creates the export, waits for it, and downloads the files (docs/service.md#endpoints,
 * endpoint 5 and Diagram export image; docs/service.md#states). Costs one export and a few reads.
 * @throws ArchctlError `refused` if the export fails or has no file in a requested format, `unavailable` at the
 * deadline.
 */
export async function exportDiagram(client: Client, input: ExportInput): Promise<ExportedDiagram> {
  requireArguments('exportDiagram', { client, input });
  const given = checkOptions('exportDiagram', input, INPUT);
  const { landscapeId, versionId, diagramId, options, onProgress, signal } = given;
  const path = { landscapeId, versionId, diagramId };
  const created = await client.call(createDiagramExport, { path, body: options, signal });
  let current = created.diagramExportImage;
  onProgress?.({ state: 'created', export: current });
  const files = new Map<ImageFormat, Uint8Array>();
  let isFirst = true;
  let isPathKnown: boolean | undefined;

  /** State of the export; undefined if the service has no operation to read it: only newer versions do. */
  const readState = async (): Promise<DiagramExportImage | undefined> => {
    try {
      const parameters = { ...path, diagramExportImageId: current.id };
      const answer = await client.call(getDiagramExport, { path: parameters, signal });
      isPathKnown = true;
      return answer.diagramExportImage;
    } catch (error) {
      const isUnknown = error instanceof ArchctlError && error.facts.status === 404;
      if (!isUnknown || isPathKnown) throw error;
      isPathKnown = false;
      return undefined;
    }
  };

  const attempt = async (): Promise<true | undefined> => {
    if (!isFirst && isPathKnown !== false) current = (await readState()) ?? current;
    isFirst = false;
    if (current.error) throw failed(current.error);
    if (current.completedAt || isPathKnown === false) {
      if (current.completedAt) onProgress?.({ state: 'completed', export: current });
      const isComplete = await fetchFiles(client, given, current, files, Boolean(current.completedAt));
      if (isComplete) return true;
    }
    onProgress?.({ state: 'waiting', export: current });
    return undefined;
  };

  await poll({ attempt, deadlineMs: given.deadlineMs, clock: client.clock, signal });
  return {
    export: current,
    files: given.into
      ? []
      : given.formats.map((format) => ({ format, bytes: files.get(format) ?? NO_BYTES })),
  };
}

const INPUT: OptionTypes<ExportInput> = {
  landscapeId: required(TEXT),
  versionId: required(TEXT),
  diagramId: required(TEXT),
  options: OBJECT,
  formats: required([
    'a list of png and svg',
    (value) => Array.isArray(value) && value.every((it) => it === 'png' || it === 'svg'),
  ]),
  deadlineMs: required(MILLISECONDS),
  into: CALLBACK,
  onProgress: CALLBACK,
  signal: SIGNAL,
};

const NO_BYTES = new Uint8Array();

const failed = (reason: string): ArchctlError => new ArchctlError('refused', reason);

/**
 * Downloads the missing files; returns false while a file is not available yet. Once the export is done, a missing file
 * is an error.
 */
async function fetchFiles(
  client: Client,
  input: ExportInput,
  current: DiagramExportImage,
  files: Map<ImageFormat, Uint8Array>,
  isDone: boolean,
): Promise<boolean> {
  const { into: consume } = input;
  for (const format of input.formats) {
    if (files.has(format)) continue;
    const url = current.fileUrls?.[format];
    if (!url) throw failed(`The export has no ${format.toUpperCase()} file.`);
    try {
      const into = consume && ((pieces: AsyncIterable<Uint8Array>) => consume(format, pieces));
      const file = await client.download(url, { signal: input.signal, into });
      files.set(format, await file.body.bytes());
    } catch (error) {
      if (isDone || !isNotAvailableYet(error)) throw error;
      return false;
    }
    input.onProgress?.({ state: 'downloaded', export: current, format });
  }
  return true;
}

/** File stores answer 403 as well as 404 for files that do not exist yet. */
const isNotAvailableYet = (error: unknown): boolean =>
  error instanceof ArchctlError && (error.facts.status === 404 || error.facts.status === 403);
