import { mapConcurrently } from '../../base/concurrency.js';
import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { getDiagramContent } from '../../contract/resources/diagram-content.js';
import { restorableFamily } from '../../contract/rules/undo/record-change.js';
import { type Snapshot, snapshotOf } from '../../contract/rules/undo/snapshot.js';
import type { VersionPath } from '../command/version-path.js';

type Reads = Pick<Client, 'perform' | 'performPages'>;

/** Number of diagram contents read concurrently. */
const CONCURRENCY = 8;

/**
 * Reads the records of some kinds, and the contents of the diagrams that `drawn` selects among them. Errors: those of
 * the client.
 */
export async function readSnapshot(
  client: Reads,
  path: VersionPath,
  kinds: readonly Kind[],
  drawn: (lists: Snapshot) => Iterable<string>,
): Promise<Snapshot> {
  const families = kinds.flatMap((kind) => restorableFamily(kind) ?? []);
  const lists = new Map(
    await Promise.all(
      families.map(async ({ shape, list }) => [shape.singular, await listOf(client, list, path)] as const),
    ),
  );
  const contents = await contentsOf(client, path, drawn(snapshotOf(lists)));
  return snapshotOf(new Map<Kind, readonly Doc[]>([...lists, ['diagramContent', contents]]));
}

export async function listOf(client: Reads, list: Parameters<Reads['performPages']>[0], path: VersionPath) {
  const docs: Doc[] = [];
  for await (const doc of client.performPages(list, { path }, { maxBytes: MAX_LIST_BYTES }))
    docs.push(doc as Doc);
  return docs;
}

/** Contents of diagrams; one that no longer exists is left out. */
export async function contentsOf(client: Reads, path: VersionPath, ids: Iterable<string>): Promise<Doc[]> {
  const found = await mapConcurrently([...new Set(ids)], CONCURRENCY, async (diagramId) => {
    try {
      const { diagramContent } = await client.perform(getDiagramContent, { path: { ...path, diagramId } });
      return [diagramContent as Doc];
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'not-found') return [];
      throw error;
    }
  });
  return found.flat();
}
