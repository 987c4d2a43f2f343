import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type ArchctlError, toArchctlError } from '../../../base/errors.js';
import { safeFileName, writeAtomically } from '../../../base/files.js';
import type { Client } from '../../../client/client.js';
import { exportDiagram, type ImageFormat } from '../../../client/jobs/export.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { createDiagramExport, type ExportOptions } from '../../../contract/resources/diagram-export.js';

export interface ExportTarget {
  client: Client;
  landscapeId: string;
  versionId: string;
  options: ExportOptions;
  formats: readonly ImageFormat[];
  deadlineMs: number;
  /** The one file to write, or undefined for a name in `directory`. */
  file: string | undefined;
  directory: string;
  cwd: string;
  wait: boolean;
  signal: AbortSignal;
  /** Names given out in this run, so that diagrams of one name do not overwrite each other. */
  taken: Set<string>;
}

/** One file of an export, as the manifest lists it. */
export interface ExportedFile {
  diagramId: string;
  exportId: string;
  format: ImageFormat;
  diagramName?: string;
  path?: string;
  bytes?: number;
  sha256?: string;
  url?: string | null;
}

export interface ExportOutcome {
  diagramId: string;
  files: ExportedFile[];
  png?: Uint8Array;
  failure?: ArchctlError;
}

/** Exports one diagram and writes its files; what goes wrong is handed back, so that others go on. */
export async function exportOne(target: ExportTarget, diagramId: string): Promise<ExportOutcome> {
  const { client, landscapeId, versionId, signal } = target;
  const path = { landscapeId, versionId, diagramId };
  try {
    if (!target.wait) {
      const { diagramExportImage } = await client.call(createDiagramExport, { path, body: target.options });
      const { id: exportId, fileUrls } = diagramExportImage;
      return {
        diagramId,
        files: target.formats.map((format) => ({
          diagramId,
          exportId,
          format,
          url: fileUrls?.[format] ?? null,
        })),
      };
    }
    const name =
      target.file === undefined ? (await client.call(diagrams.get, { path })).diagram.name : undefined;
    const done = await exportDiagram(client, {
      ...path,
      options: target.options,
      formats: target.formats,
      deadlineMs: target.deadlineMs,
      signal,
    });
    const stem =
      name === undefined ? undefined : uniqueStem(safeFileName(name, diagramId), diagramId, target.taken);
    const files = done.files.map(({ format, bytes }): ExportedFile => {
      const file = target.file ?? join(target.directory, `${stem}.${format}`);
      writeAtomically(resolve(target.cwd, file), bytes);
      return {
        diagramId,
        exportId: done.export.id,
        format,
        ...(name === undefined ? {} : { diagramName: name }),
        path: file,
        bytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    });
    const png = done.files.find((file) => file.format === 'png')?.bytes;
    return { diagramId, files, ...(png ? { png } : {}) };
  } catch (error) {
    // Ctrl-C ends all of them, and a dry run stops at its first request.
    if (signal.aborted || !(error instanceof Error)) throw error;
    return { diagramId, files: [], failure: toArchctlError(error) };
  }
}

/** Compared without case: some file systems do not tell "Shop" from "shop". */
function uniqueStem(stem: string, id: string, taken: Set<string>): string {
  const unique = taken.has(stem.toLowerCase()) ? `${stem}-${id}` : stem;
  taken.add(unique.toLowerCase());
  return unique;
}
