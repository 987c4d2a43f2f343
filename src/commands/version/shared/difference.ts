import { counted } from '../../../base/words.js';
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
 * What a revert does to the live version, counted by kind: `2 model objects come back, 1 changes, 3 go`. Told from the
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
    return said(noun, [
      { count: back, one: 'comes back', many: 'come back' },
      { count: writes.length - back, one: 'changes', many: 'change' },
      { count: gone, one: 'goes', many: 'go' },
    ]);
  });
}

/** `2 model objects come back, 1 changes`; nothing where nothing happens to a kind. */
function said(noun: string, verbs: readonly { count: number; one: string; many: string }[]): string[] {
  const parts = verbs
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }, at) => {
      const subject = at === 0 ? counted(count, noun) : `${count}`;
      return `${subject} ${count === 1 ? one : many}`;
    });
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** Records of lists, as the rules read them. What refers to what is not asked for. */
function readerOf(found: readonly Found[]): RecordReader {
  const reader: Pick<RecordReader, 'incoming'> = { incoming: () => [] };
  return Object.assign(reader, {
    get: (kind: string, id: string) => found.find((it) => it.kind === kind && it.doc.id === id)?.doc,
    ofVersion: (kind: string, versionId: string) =>
      found.filter((it) => it.kind === kind && it.doc.versionId === versionId),
  }) as RecordReader;
}
