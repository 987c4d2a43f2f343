import { type Doc, entriesOf } from '../../doc.js';
import type { Kind, RecordReader } from '../../records.js';
import { type DocOfKind, recordKey } from '../cascade.js';
import { derivedFields } from '../derive.js';
import { content, IDENTITY, sameContent } from '../diagrams/content.js';
import { linksOf } from '../links.js';
import { MODEL_KINDS } from '../order.js';
import { matchInnerIds } from './inner-ids.js';
import { innerIds, remap } from './remap.js';
import { areaId, byHandle } from './version-copy.js';

/** A snapshot record and the live record with the same handle. */
interface Pair {
  kind: Kind;
  then: Doc;
  now: Doc | undefined;
}

export interface RevertRequest {
  snapshotId: string;
  liveId: string;
  newId: () => string;
  /** Handles of the diagrams to revert (default: the whole model). */
  diagramHandleIds?: readonly string[] | undefined;
}

/** Plan of a revert of the live version (docs/service.md#versions), in execution order. */
export interface RevertPlan {
  /** Records in their target state: `now` is the record to update, undefined if it has to be recreated. */
  writes: { kind: Kind; now: Doc | undefined; next: Doc }[];
  /** Records to delete, each before the records it refers to. A cascade may delete some of them earlier. */
  removals: DocOfKind[];
  /** Handles of the diagrams that change. */
  diagramHandleIds: string[];
}

/**
 * Plans the changes that restore a snapshot in the live version. Records are matched by handle: those in both are
 * restored, those only in the snapshot are recreated, and those only in the live version are deleted. For chosen
 * diagrams, only these, the records drawn on them and the records those require are restored; nothing else is deleted.
 */
export function planRevert(reader: RecordReader, request: RevertRequest): RevertPlan {
  const { snapshotId, liveId, diagramHandleIds } = request;
  const allPairs = pairsOf(reader, snapshotId, liveId);
  const pairs = diagramHandleIds === undefined ? allPairs : chosenPairs(allPairs, diagramHandleIds);
  const ids = liveIds(reader, allPairs, pairs, request);
  const writes = pairs.flatMap(({ kind, then, now }) => {
    const wanted = remap(kind, then, ids);
    const next = now ? restored(kind, wanted, now) : recreated(kind, wanted, reader);
    return now && sameContent(kind, next, now) ? [] : [{ kind, now, next }];
  });
  const removals = recordsToDelete(reader, allPairs, request);
  const drawn: readonly Kind[] = ['diagram', 'diagramContent'];
  const changed = [
    ...writes.filter(({ kind }) => drawn.includes(kind)).map(({ next }) => String(next.handleId)),
    ...removals.filter(({ kind }) => kind === 'diagram').map(({ doc }) => String(doc.handleId)),
  ];
  return { writes, removals, diagramHandleIds: [...new Set(changed)] };
}

/** Handles that match no diagram in the snapshot or in the live version. */
export function unknownDiagrams(
  reader: RecordReader,
  versionIds: readonly string[],
  handles: readonly string[],
) {
  const known = new Set(versionIds.flatMap((id) => [...byHandle(reader, 'diagram', id).keys()]));
  return handles.filter((it) => !known.has(it));
}

const pairsOf = (reader: RecordReader, snapshotId: string, liveId: string): Pair[] =>
  MODEL_KINDS.flatMap((kind) => {
    const live = byHandle(reader, kind, liveId);
    const docs: readonly { doc: Doc }[] = reader.ofVersion(kind, snapshotId);
    return docs.map(({ doc: then }): Pair => ({ kind, then, now: live.get(String(then.handleId)) }));
  });

/** Pairs of the chosen diagrams, of the records drawn on them, of their flows, and of missing required records. */
function chosenPairs(allPairs: readonly Pair[], handles: readonly string[]): Pair[] {
  const byName = new Map(allPairs.map((it) => [recordKey(it.kind, it.then.id), it]));
  const diagramIds = new Set(
    allPairs
      .filter(({ kind, then }) => kind === 'diagram' && handles.includes(String(then.handleId)))
      .map(({ then }) => then.id),
  );
  const chosen = new Set<Pair>();
  const visit = (pair: Pair, drawn: boolean): void => {
    if (chosen.has(pair)) return;
    chosen.add(pair);
    for (const link of linksOf(pair.kind, pair.then)) {
      const target = byName.get(recordKey(link.kind, link.id));
      // Drawn records are restored; the records they refer to only if they no longer exist.
      if (target && (drawn || !target.now)) visit(target, false);
    }
  };
  for (const pair of allPairs) {
    const { kind, then } = pair;
    const on = kind === 'diagram' || kind === 'diagramContent' ? then.id : then.diagramId;
    if (diagramIds.has(String(on))) visit(pair, kind === 'diagramContent');
  }
  return allPairs.filter((it) => chosen.has(it));
}

/** Maps every id of a snapshot, including inner ids, to its live id; records to recreate get new ids. */
function liveIds(
  reader: RecordReader,
  allPairs: readonly Pair[],
  pairs: readonly Pair[],
  { snapshotId, liveId, newId }: RevertRequest,
): Map<string, string> {
  const ids = new Map([[snapshotId, liveId]]);
  const comments = byHandle(reader, 'comment', liveId);
  for (const { doc } of reader.ofVersion('comment', snapshotId)) {
    const now = comments.get(String(doc.handleId));
    if (now) ids.set(doc.id, now.id);
  }
  for (const { then, now } of allPairs) {
    const known = now?.id ?? ids.get(then.id) ?? newId();
    ids.set(then.id, known);
  }
  for (const { kind, then, now } of pairs) {
    const matched = now ? matchInnerIds(kind, remap(kind, then, ids), now) : [];
    for (const [from, to] of matched) ids.set(from, to);
    for (const id of innerIds(kind, then)) if (!ids.has(id)) ids.set(id, areaId(id, ids) ?? newId());
  }
  return ids;
}

/**
 * The live record with the content of the snapshot record. Diagram comments and drafts are not part of the model, so
 * references to them stay.
 */
function restored(kind: Kind, wanted: Doc, now: Doc): Doc {
  const own = new Set([...IDENTITY, ...derivedFields(kind)]);
  const identity = Object.entries(now).filter(([field]) => own.has(field));
  const next: Doc = { ...Object.fromEntries(identity), ...content(kind, wanted), id: now.id };
  if (kind === 'diagramContent') return { ...next, comments: now.comments };
  if (kind !== 'adr') return next;
  const drafts = entriesOf(now.relatedItems).filter(([, { draftId }]) => typeof draftId === 'string');
  return {
    ...next,
    relatedItems: { ...Object.fromEntries(entriesOf(next.relatedItems)), ...Object.fromEntries(drafts) },
  };
}

/** A deleted record with its old content, without entries that would refer to deleted comments. */
function recreated(kind: Kind, wanted: Doc, reader: RecordReader): Doc {
  const { viewedAt: _at, viewedBy: _by, viewedById: _byId, latestEntityId: _latest, ...remaining } = wanted;
  const created: Doc = { ...remaining, id: wanted.id, commit: 1, version: 1 };
  if (kind !== 'diagramContent') return created;
  const comments = Object.entries(wanted.comments ?? {}).filter(
    ([, pin]: [string, { commentId?: unknown }]) => {
      const comment = reader.get('comment', String(pin.commentId));
      return comment?.versionId === wanted.versionId;
    },
  );
  return { ...created, comments: Object.fromEntries(comments) };
}

/** Live records that are missing from the snapshot; for chosen diagrams, these and their flows. */
function recordsToDelete(
  reader: RecordReader,
  allPairs: readonly Pair[],
  { liveId, diagramHandleIds: chosen }: RevertRequest,
): DocOfKind[] {
  const remaining = new Set(allPairs.flatMap(({ kind, now }) => (now ? [recordKey(kind, now.id)] : [])));
  const all = [...MODEL_KINDS].reverse().flatMap((kind) => {
    const docs: readonly { doc: Doc }[] = reader.ofVersion(kind, liveId);
    return docs
      .map(({ doc }): DocOfKind => ({ kind, doc }))
      .filter((it) => !remaining.has(recordKey(kind, it.doc.id)));
  });
  if (chosen === undefined) return all;
  const diagrams = byHandle(reader, 'diagram', liveId);
  const ids = new Set(chosen.map((handle) => diagrams.get(handle)?.id));
  return all.filter(({ kind, doc }) => ids.has(kind === 'diagram' ? doc.id : String(doc.diagramId)));
}
