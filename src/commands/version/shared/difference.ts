import { effectsInWords } from '../../../base/text/words.js';
import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { versionRecords } from '../../../client/jobs/version-records.js';
import { FAMILIES } from '../../../contract/families.js';
import type { RecordReader } from '../../../contract/records.js';
import type { DocOfKind } from '../../../contract/rules/cascade.js';
import { planRevert, type RevertPlan } from '../../../contract/rules/versions/revert.js';
import { LATEST } from '../../../contract/scopes.js';
import {
  compareVersions,
  contentsOf,
  KIND_NOUNS,
  type VersionComparison,
} from '../../../model/sync/compare-versions.js';

export interface RevertTarget {
  landscapeId: string;
  /** Target version of the revert. */
  versionId: string;
  diagramHandleIds?: readonly string[] | undefined;
}

/**
 * Effect of a revert on the live version, counted by kind: `2 model objects come back, 1 changes, 3 go`. Compares
 * lists, so diagram contents are ignored. Loaded on demand.
 */
export async function differenceInWords(client: Client, reverted: RevertTarget): Promise<string[]> {
  const plan = await plannedRevert(client, reverted);
  return MODEL.flatMap(({ record: { kind, noun } }) => {
    const writes = plan.writes.filter((it) => it.kind === kind);
    const back = writes.filter(({ now: live }) => live === undefined).length;
    const removed = plan.removals.filter((it) => it.kind === kind).length;
    return effectsInWords(noun, [
      { count: back, one: 'is restored', many: 'are restored' },
      { count: writes.length - back, one: 'changes', many: 'change' },
      { count: removed, one: 'is deleted', many: 'are deleted' },
    ]);
  });
}

const MODEL = FAMILIES.filter(({ record }) => record.isModel);

/** Changes of a revert; for selected diagrams, only changes to them and their contents. */
export async function revertedChanges(client: Client, reverted: RevertTarget): Promise<VersionComparison> {
  const { landscapeId, versionId, diagramHandleIds } = reverted;
  const versions = { landscapeId, before: LATEST, after: versionId, layout: diagramHandleIds !== undefined };
  const compared = await compareVersions(client, versions);
  if (diagramHandleIds === undefined) return compared;
  const { writes, removals } = await plannedRevert(client, reverted);
  const affected = [...writes.map(({ kind, next }) => ({ kind, doc: next })), ...removals];
  const affectedKeys = new Set(
    affected.map(({ kind, doc }) => {
      const of = kind === 'diagramContent' ? 'diagram' : kind;
      return `${KIND_NOUNS.get(of)} ${String(doc.handleId)}`;
    }),
  );
  return {
    ...compared,
    changes: compared.changes.filter((it) => affectedKeys.has(`${it.kind} ${it.handleId}`)),
  };
}

/** Plan of a revert, based on lists and on the contents of selected diagrams. */
async function plannedRevert(client: Client, reverted: RevertTarget): Promise<RevertPlan> {
  const { landscapeId, versionId, diagramHandleIds } = reverted;
  const [then, now] = await Promise.all(
    [versionId, LATEST].map((version) =>
      readIn(client, { landscapeId, versionId: version }, diagramHandleIds ?? []),
    ),
  );
  let newCount = 0;
  const newId = (): string => {
    newCount += 1;
    return `new ${newCount}`;
  };
  const liveId = String(now?.[0]?.doc.versionId ?? LATEST);
  return planRevert(readerOf([...(then ?? []), ...(now ?? [])]), {
    snapshotId: versionId,
    liveId,
    newId,
    diagramHandleIds,
  });
}

/** Records of a version, including the contents of these diagrams. */
async function readIn(client: Client, path: VersionPath, handles: readonly string[]): Promise<DocOfKind[]> {
  const found = await versionRecords(client, path, MODEL);
  const chosen = found.filter(
    ({ kind, doc }) => kind === 'diagram' && handles.includes(String(doc.handleId)),
  );
  const contents = await contentsOf(client, path, chosen);
  return [...found, ...contents];
}

/** In-memory record reader for the rules, without references. */
function readerOf(found: readonly DocOfKind[]): RecordReader {
  const reader: Pick<RecordReader, 'incoming'> = { incoming: () => [] };
  return Object.assign(reader, {
    get: (kind: string, id: string) => found.find((it) => it.kind === kind && it.doc.id === id)?.doc,
    ofVersion: (kind: string, versionId: string) =>
      found.filter((it) => it.kind === kind && it.doc.versionId === versionId),
  }) as RecordReader;
}
