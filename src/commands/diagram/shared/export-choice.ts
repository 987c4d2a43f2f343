import { mapConcurrently } from '../../../base/concurrency.js';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { distinctFileNames } from '../../../base/files/file-names.js';
import type { Context } from '../../../cli/command/spec.js';
import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { type Diagram, diagrams } from '../../../contract/resources/diagram.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { collect } from '../../../model/sync/object-graph.js';
import type { Named } from './export-files.js';

/** Concurrent requests for diagram contents. */
const CONCURRENCY = 4;

export interface DiagramFilter {
  ids: readonly string[];
  all: boolean;
  type: readonly string[] | undefined;
  /** RFC 3339 timestamp. */
  changedSince: string | undefined;
}

/**
 * Diagrams to export. Unless they were selected one by one, file names are unique among all diagrams of the version.
 */
export interface DiagramSelection {
  ids: readonly string[];
  named?: ReadonlyMap<string, Named>;
}

/** Error for several pictures and the file of one. */
export const severalPicturesError = (file: string): ArchctlError =>
  usageError(`Option --out: several pictures cannot be written to ${file}.`, {
    hint: 'Name a folder, with a slash at the end: --out images/',
  });

/** Rejects options that cannot be combined, before any request. Errors: `usage`. */
export function checkWanted(context: Context, wanted: DiagramFilter, file: string | undefined): void {
  const { ids, type, changedSince } = wanted;
  if (wanted.all && ids.length > 0) throw usageError('--all cannot be combined with named diagrams.');
  if (wanted.all && file !== undefined) throw severalPicturesError(file);
  if (wanted.all) return;
  if (type !== undefined || changedSince !== undefined)
    throw usageError(`${type === undefined ? '--changed-since' : '--type'} requires --all.`);
  if (ids.length > 0 || context.terminal.canPrompt) return;
  throw usageError('Argument DIAGRAM... is missing.', {
    hint: 'Name one or more diagrams, or use --all for every diagram of the version.',
  });
}

/** The selected diagrams, all that match, or the ones that a person picks. Errors: those of the client. */
export async function selectDiagrams(
  context: Context,
  path: VersionPath,
  wanted: DiagramFilter,
): Promise<DiagramSelection> {
  if (wanted.ids.length > 0) return { ids: wanted.ids };
  const { dryRun } = context.parsed.globals;
  const client = await context.client(dryRun ? { reads: true } : {});
  const found = await collect(client.pages(diagrams.list, { path }, { maxBytes: MAX_LIST_BYTES }));
  // Handles are the same in every version; ids are not.
  const stems = distinctFileNames(found.map(({ id, handleId = id, name }) => ({ id: handleId, name })));
  const named = new Map(
    found.map(({ id, handleId = id, name }) => [id, { name, stem: stems.get(handleId) ?? handleId }]),
  );
  const ids = wanted.all
    ? (await matchingDiagrams(client, path, found, wanted)).map(({ id }) => id)
    : await pickDiagrams(context, found);
  return { ids, named };
}

/** Value of the entry "all" in the picker; ids are never empty. */
const EVERY = '';

async function pickDiagrams({ terminal }: Context, found: readonly Diagram[]): Promise<string[]> {
  if (found.length === 0) return [];
  const id = await terminal.prompter.select('Which diagram?', [
    ...(found.length > 1 ? [{ name: `All ${found.length} diagrams`, value: EVERY }] : []),
    ...found.map((it) => ({ name: it.name, value: it.id, description: it.type })),
  ]);
  return id === EVERY ? found.map((it) => it.id) : [id];
}

async function matchingDiagrams(
  client: Client,
  path: VersionPath,
  found: readonly Diagram[],
  { type, changedSince }: DiagramFilter,
): Promise<readonly Diagram[]> {
  const typed = found.filter((it) => type === undefined || type.includes(it.type));
  if (changedSince === undefined || typed.length === 0) return typed;
  const since = Date.parse(changedSince);
  const isLater = (time: unknown): boolean => typeof time !== 'string' || Date.parse(time) >= since;
  const limits = { maxBytes: MAX_LIST_BYTES };
  const [objects, lines] = await Promise.all([
    collect(client.pages(modelObjects.list, { path }, limits)),
    collect(client.pages(modelConnections.list, { path }, limits)),
  ]);
  const moved = new Set(
    [...objects, ...lines]
      .filter(({ updatedAt }) => isLater(updatedAt))
      .flatMap((it) => Object.keys(it.diagrams ?? {})),
  );
  const changed = await mapConcurrently(typed, CONCURRENCY, async (diagram) => {
    if (isLater(diagram.updatedAt) || moved.has(diagram.id)) return true;
    // Diagram contents have their own timestamps. If there is none, the picture is compared instead.
    const contentPath = { ...path, diagramId: diagram.id };
    const { diagramContent } = await client.call(getDiagramContent, { path: contentPath });
    return isLater(diagramContent.updatedAt);
  });
  return typed.filter((_, at) => changed[at]);
}
