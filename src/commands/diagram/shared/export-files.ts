import { join } from 'node:path';
import { mapConcurrently } from '../../../base/concurrency.js';
import { type ArchctlError, toArchctlError } from '../../../base/errors.js';
import { distinctFileNames } from '../../../base/files/file-names.js';
import type { Updated } from '../../../base/files/update-file.js';
import type { World } from '../../../cli/command/world.js';
import type { Client } from '../../../client/client.js';
import { exportDiagram, type ImageFormat } from '../../../client/jobs/export.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { createDiagramExport, type ExportOptions } from '../../../contract/resources/diagram-export.js';
import { updateOutput, type WrittenFile, writeOutput } from '../../shared/output/output-file.js';
import { type FontOption, withoutFontsIn } from '../../shared/output/picture-font.js';

export interface ExportTarget extends FontOption {
  client: Client;
  landscapeId: string;
  versionId: string;
  options: ExportOptions;
  formats: readonly ImageFormat[];
  deadlineMs: number;
  /** The only output file, or undefined to write to `directory` under a generated name. */
  file: string | undefined;
  directory: string;
  /** Diagrams with known names and file names. Files that already hold the picture are not written. */
  named?: ReadonlyMap<string, Named> | undefined;
  world: World;
  wait: boolean;
  /** The PNG is displayed, so it is kept in memory. */
  preview: boolean;
  concurrency: number;
  onDone: () => void;
}

/** One file of an export, as the manifest lists it. */
export interface ExportedFile {
  diagramId: string;
  exportId: string;
  format: ImageFormat;
  /** Set if unchanged pictures are not written again. */
  state?: Updated;
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
  /** The file is stdout, so nothing else may be printed there. */
  isStdout?: boolean;
  failure?: ArchctlError;
}

/** Name of a diagram, and its file name without the extension. */
export interface Named {
  name: string;
  stem: string;
}

/**
 * Exports diagrams in the given order and writes their files. Failures are returned, so that the other exports
 * continue. Names are requested first: file names must not depend on which export finishes first.
 */
export async function exportAll(target: ExportTarget, ids: readonly string[]): Promise<ExportOutcome[]> {
  const { failures, named } =
    target.wait && target.file === undefined && target.named === undefined
      ? await namesOf(target, ids)
      : { failures: [], named: target.named ?? new Map() };
  return mapConcurrently(ids, target.concurrency, async (diagramId) => {
    const failed = failures.find((it) => it.diagramId === diagramId);
    const outcome = failed ?? (await exportOne(target, diagramId, named.get(diagramId)));
    target.onDone();
    return outcome;
  });
}

async function namesOf(
  target: ExportTarget,
  ids: readonly string[],
): Promise<{ failures: ExportOutcome[]; named: Map<string, Named> }> {
  const { client, landscapeId, versionId } = target;
  const failures: ExportOutcome[] = [];
  const found = await mapConcurrently(ids, target.concurrency, async (diagramId) => {
    const path = { landscapeId, versionId, diagramId };
    const name = await client.call(diagrams.get, { path }).then(
      ({ diagram }) => diagram.name,
      (error: unknown) => void failures.push(failureOf(target, diagramId, error)),
    );
    return name === undefined ? [] : [{ id: diagramId, name }];
  });
  const things = found.flat();
  const stems = distinctFileNames(things);
  const named = things.map(({ id, name }): [string, Named] => [id, { name, stem: stems.get(id) ?? id }]);
  return { failures, named: new Map(named) };
}

async function exportOne(
  target: ExportTarget,
  diagramId: string,
  named: Named | undefined,
): Promise<ExportOutcome> {
  const { client, landscapeId, versionId, world } = target;
  const path = { landscapeId, versionId, diagramId };
  try {
    if (!target.wait) return await startOne(target, diagramId);
    const files = new Map<ImageFormat, { file: WrittenFile; isStdout?: boolean; state?: Updated }>();
    const png: Uint8Array[] = [];
    const done = await exportDiagram(client, {
      ...path,
      options: target.options,
      formats: target.formats,
      deadlineMs: target.deadlineMs,
      signal: world.signal,
      into: async (format, pieces) => {
        const file = target.file ?? join(target.directory, `${named?.stem}.${format}`);
        const isKept = target.preview && format === 'png';
        const write = target.named ? updateOutput : writeOutput;
        const picture = format === 'svg' && target.noEmbedFont ? withoutFontsIn(pieces) : pieces;
        files.set(format, await write(target, file, isKept ? copyInto(png, picture) : picture));
      },
    });
    const facts = { diagramId, exportId: done.export.id, ...(named && { diagramName: named.name }) };
    const written = target.formats.flatMap((format) => {
      const { file, state } = files.get(format) ?? {};
      return file ? [{ ...facts, format, ...file, ...(state && { state }) }] : [];
    });
    const isStdout = [...files.values()].some((it) => it.isStdout === true);
    return { diagramId, files: written, isStdout, ...(png.length > 0 && { png: Buffer.concat(png) }) };
  } catch (error) {
    return failureOf(target, diagramId, error);
  }
}

/** Passes pieces through and stores them, so that they can be read again. A retried download starts over. */
async function* copyInto(copy: Uint8Array[], pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  copy.length = 0;
  for await (const piece of pieces) {
    copy.push(piece);
    yield piece;
  }
}

async function startOne(target: ExportTarget, diagramId: string): Promise<ExportOutcome> {
  const { client, landscapeId, versionId, formats, options } = target;
  const path = { landscapeId, versionId, diagramId };
  const { diagramExportImage } = await client.call(createDiagramExport, { path, body: options });
  const { id: exportId, fileUrls } = diagramExportImage;
  return {
    diagramId,
    files: formats.map((format) => ({ diagramId, exportId, format, url: fileUrls?.[format] ?? null })),
  };
}

/** Ctrl-C ends all exports, and a dry run stops at its first request: these errors are rethrown. */
function failureOf({ world }: ExportTarget, diagramId: string, error: unknown): ExportOutcome {
  if (world.signal.aborted || !(error instanceof Error)) throw error;
  return { diagramId, files: [], failure: toArchctlError(error) };
}
