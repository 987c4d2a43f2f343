import type { Client } from '../../../client/client.js';
import { FAMILIES } from '../../../contract/families.js';
import type { RecordReader } from '../../../contract/records.js';
import type { Found } from '../../../contract/rules/cascade.js';
import { planRevert } from '../../../contract/rules/revert.js';
import { LATEST } from '../../../contract/scopes.js';
import { listedIn } from '../../shared/contents.js';

export interface Reverted {
  landscapeId: string;
  /** The version to go back to. */
  versionId: string;
  diagramHandleIds?: readonly string[] | undefined;
}

/**
 * What a revert does to the live version, counted by kind: `model objects: 2 come back, 1 changes, 3 go`. Told from the
 * lists of both versions, so what stands on diagrams is left out. Loaded when it is asked for.
 */
export async function differenceInWords(client: Client, reverted: Reverted): Promise<string[]> {
  const { landscapeId, versionId, diagramHandleIds } = reverted;
  const model = FAMILIES.filter(({ record }) => record.isModel);
  const [then, now] = await Promise.all([
    listedIn(client, { landscapeId, versionId }, model),
    listedIn(client, { landscapeId, versionId: LATEST }, model),
  ]);
  let made = 0;
  const newId = (): string => {
    made += 1;
    return `new ${made}`;
  };
  const liveId = String(now[0]?.doc.versionId ?? LATEST);
  const plan = planRevert(readerOf([...then, ...now]), {
    snapshotId: versionId,
    liveId,
    newId,
    diagramHandleIds,
  });
  return model.flatMap(({ record: { kind, noun } }) => {
    const writes = plan.writes.filter((it) => it.kind === kind);
    const back = writes.filter(({ now: live }) => live === undefined).length;
    const gone = plan.removals.filter((it) => it.kind === kind).length;
    const said = [
      ...(back > 0 ? [`${back} ${back === 1 ? 'comes' : 'come'} back`] : []),
      ...changes(writes.length - back),
      ...(gone > 0 ? [`${gone} ${gone === 1 ? 'goes' : 'go'}`] : []),
    ];
    return said.length === 0 ? [] : [`${noun}s: ${said.join(', ')}`];
  });
}

const changes = (count: number): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'changes' : 'change'}`];

/** Records of lists, as the rules read them. What refers to what is not asked for. */
function readerOf(found: readonly Found[]): RecordReader {
  const reader: Pick<RecordReader, 'incoming'> = { incoming: () => [] };
  return Object.assign(reader, {
    get: (kind: string, id: string) => found.find((it) => it.kind === kind && it.doc.id === id)?.doc,
    ofVersion: (kind: string, versionId: string) =>
      found.filter((it) => it.kind === kind && it.doc.versionId === versionId),
  }) as RecordReader;
}
