import { mapConcurrently } from '../../base/concurrency.js';
import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { cascadeOf, recordKey } from '../../contract/rules/cascade.js';
import {
  type Affected,
  affectedBy,
  affectedKinds,
  restorableFamily,
} from '../../contract/rules/undo/record-change.js';
import { type Snapshot, snapshotOf } from '../../contract/rules/undo/snapshot.js';
import { recordBefore } from '../command/family/change-line.js';
import type { Context } from '../command/spec.js';
import type { VersionPath } from '../command/version-path.js';
import { contentsOf, listOf, readSnapshot } from './read-snapshot.js';
import type { WriteTarget } from './write-target.js';

/** Reads the state of records before a request changes or deletes them. */

type Reads = Pick<Client, 'perform' | 'performPages'>;
type Keyed = Pick<WriteTarget, 'kind' | 'id'>;

const CONCURRENCY = 8;
/** Above this number of records of a kind, one request for the whole list is cheaper. */
const MAX_SINGLE_READS = 4;

/** Everything that deleting these records deletes or changes. Errors: those of the client. */
export async function beforeDelete(
  client: Reads,
  path: VersionPath,
  targets: readonly Keyed[],
  known?: Snapshot,
): Promise<Affected[]> {
  if (targets.length === 0) return [];
  const named = targets.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));
  const kinds = [...new Set(named.flatMap(({ kind }) => affectedKinds(kind)))];
  const snapshot = known
    ? await withMissingKinds(client, path, kinds, known)
    : await readSnapshot(client, path, kinds, (lists) => drawingsOf(lists, named));
  return affectedBy(snapshot, named);
}

/** The snapshot with the records of kinds that it lacks: an apply without decisions does not read them. */
async function withMissingKinds(
  client: Reads,
  path: VersionPath,
  kinds: readonly Kind[],
  known: Snapshot,
): Promise<Snapshot> {
  const missing = kinds.filter((kind) => restorableFamily(kind) && !known.has(kind));
  if (missing.length === 0) return known;
  const read = await readSnapshot(client, path, missing, () => []);
  const records = new Map<Kind, Doc[]>();
  for (const { kind, doc } of [...known.all(), ...read.all()])
    records.get(kind)?.push(doc) ?? records.set(kind, [doc]);
  return snapshotOf(records);
}

/** Ids of the diagrams that are deleted, or show a record that is deleted. */
function drawingsOf(lists: Snapshot, targets: readonly { kind: Kind; id: string }[]): string[] {
  return targets.flatMap(({ kind, id }) => {
    const doc: Doc | undefined = lists.get(kind, id);
    if (!doc) return [];
    return [...cascadeOf(lists, kind, doc).values()].flatMap((it) =>
      it.kind === 'diagram' ? [it.doc.id] : Object.keys(it.doc.diagrams ?? {}),
    );
  });
}

/** The records that updates and upserts change; null for one that does not exist yet. */
export async function beforeUpdate(
  client: Reads,
  context: Context,
  path: VersionPath,
  targets: readonly Keyed[],
  { records = [], snapshot }: { records?: readonly Doc[]; snapshot?: Snapshot },
): Promise<{ kind: Kind; id: string; before: Doc | null; after: undefined }[]> {
  const read = new Map(records.filter((it) => Object.keys(it).length > 1).map((it) => [it.id, it]));
  const found = await mapConcurrently(targets, CONCURRENCY, async ({ kind, id = '' }) => {
    const before =
      read.get(id) ?? (snapshot?.has(kind) ? (snapshot.get(kind, id) as Doc | undefined) : undefined);
    return { kind, id, before };
  });
  const missing = found.filter(({ before }) => before === undefined);
  const now = snapshot ? new Map<string, Doc>() : await recordsOf(client, context, path, missing);
  const all = found.map(({ kind, id, before }) => ({
    kind,
    id,
    before: before ?? now.get(recordKey(kind, id)) ?? null,
    after: undefined,
  }));
  return [...all, ...(await besides(client, path, all, snapshot))];
}

/** Records that an update may change as well: contents that draw a connection, and flows on a changed diagram. */
async function besides(
  client: Reads,
  path: VersionPath,
  targets: readonly { kind: Kind; before: Doc | null }[],
  snapshot: Snapshot | undefined,
) {
  const drawings = targets.flatMap(({ kind, before }) =>
    kind === 'modelConnection' ? Object.keys(before?.diagrams ?? {}) : [],
  );
  const contents = snapshot ? [] : await contentsOf(client, path, drawings);
  const redrawn = new Set(
    targets.flatMap(({ kind, before }) => (kind === 'diagramContent' && before ? [before.id] : [])),
  );
  const { list } = restorableFamily('flow') ?? {};
  const flows =
    redrawn.size === 0 || !list
      ? []
      : snapshot
        ? snapshot.ofVersion('flow', '').map(({ doc }) => doc as Doc)
        : await listOf(client, list, path);
  return [
    ...contents.map((before) => ({
      kind: 'diagramContent' as const,
      id: before.id,
      before,
      after: undefined,
    })),
    ...flows
      .filter(({ diagramId }) => redrawn.has(String(diagramId)))
      .map((before) => ({ kind: 'flow' as const, id: before.id, before, after: undefined })),
  ];
}

async function recordsOf(
  client: Reads,
  context: Context,
  path: VersionPath,
  targets: readonly { kind: Kind; id: string }[],
): Promise<Map<string, Doc>> {
  const [only] = targets;
  const family = only && restorableFamily(only.kind);
  // A single record may have been read already, to report its change.
  if (targets.length === 1 && only && family) {
    const record = await recordBefore(context, family, { ...path, [family.shape.param]: only.id });
    return record === null ? new Map() : new Map([[recordKey(only.kind, only.id), record as Doc]]);
  }
  return currentRecords(client, path, targets);
}

/** Current states of records by kind and id; a missing one is left out. Errors: those of the client. */
export async function currentRecords(
  client: Reads,
  path: VersionPath,
  targets: readonly { kind: Kind; id: string }[],
): Promise<Map<string, Doc>> {
  const found = new Map<string, Doc>();
  for (const kind of new Set(targets.map((it) => it.kind))) {
    const ids = targets.filter((it) => it.kind === kind).map(({ id }) => id);
    for (const doc of await ofKind(client, path, kind, ids)) found.set(recordKey(kind, doc.id), doc);
  }
  return found;
}

async function ofKind(client: Reads, path: VersionPath, kind: Kind, ids: readonly string[]): Promise<Doc[]> {
  if (kind === 'diagramContent') return contentsOf(client, path, ids);
  const family = restorableFamily(kind);
  if (!family) return [];
  if (ids.length > MAX_SINGLE_READS) {
    const wanted = new Set(ids);
    return (await listOf(client, family.list, path)).filter(({ id }) => wanted.has(id));
  }
  const { get, shape } = family;
  const found = await mapConcurrently(ids, CONCURRENCY, async (id) => {
    try {
      const answer = await client.perform(get, { path: { ...path, [shape.param]: id } });
      return [answer[shape.singular] as Doc];
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'not-found') return [];
      throw error;
    }
  });
  return found.flat();
}
