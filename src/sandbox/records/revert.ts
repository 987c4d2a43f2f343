import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { content, IDENTITY, sameContent } from '../../contract/rules/content.js';
import { derivedFields } from '../../contract/rules/derive.js';
import { matchInnerIds } from '../../contract/rules/inner-ids.js';
import { MODEL_KINDS } from '../../contract/rules/order.js';
import { remap } from '../../contract/rules/remap.js';
import type { Call } from '../call.js';
import type { RecordStore } from '../store/records.js';
import { bumped, createdBy } from './stamps.js';
import type { RecordWriter } from './writer.js';

/** A record of a snapshot and the live one with its handle. */
interface Pair {
  kind: Kind;
  then: Doc;
  now: Doc | undefined;
}

const named = (kind: Kind, id: string): string => `${kind} ${id}`;

/**
 * Makes the live version say what a snapshot says. Records are told by their handle: those of both are brought back,
 * those of the snapshot alone made again, those of the live version alone deleted.
 * @returns handles of the diagrams that changed.
 */
export function revertTo(call: Call, snapshot: Doc, live: Doc, writer: RecordWriter): string[] {
  const { records } = call.services.store;
  const pairs = pairsOf(records, snapshot.id, live.id);
  const ids = liveIds(call, pairs, new Map([[snapshot.id, live.id]]));
  const changed = new Set<string>();
  for (const { kind, then, now } of pairs) {
    const wanted = remap(then, ids);
    const next = now ? brought(kind, wanted, now) : { ...wanted, commit: 1, version: 1, ...createdBy(call) };
    if (now && sameContent(kind, next, now)) continue;
    if (kind === 'diagram' || kind === 'diagramContent') changed.add(String(then.handleId));
    if (now) writer.update(kind, now, bumped(call, next), content(kind, next));
    else writer.create(kind, next, content(kind, next));
  }
  const kept = new Set(pairs.map(({ kind, then }) => named(kind, ids.get(then.id) ?? then.id)));
  // Last, so that nothing which stays still refers to what goes; and what refers goes before what it refers to.
  for (const kind of [...MODEL_KINDS].reverse()) {
    for (const { doc } of records.ofVersion(kind, live.id)) {
      if (kept.has(named(kind, doc.id)) || !records.get(kind, doc.id)) continue;
      if (kind === 'diagram') changed.add(String(doc.handleId));
      writer.remove(kind, doc);
    }
  }
  return [...changed];
}

const pairsOf = (records: RecordStore, snapshotId: string, liveId: string): Pair[] =>
  MODEL_KINDS.flatMap((kind) =>
    records.ofVersion(kind, snapshotId).map(({ doc: then }): Pair => {
      const { handleId }: Doc = then;
      return { kind, then, now: records.byHandle(kind, liveId, String(handleId)) };
    }),
  );

/** The live id of everything in a snapshot, inside its records too; new ones for what is to be made again. */
function liveIds(call: Call, pairs: readonly Pair[], ids: Map<string, string>): Map<string, string> {
  for (const { then, now } of pairs) {
    const known = now?.id ?? ids.get(then.id) ?? call.services.newId();
    ids.set(then.id, known);
  }
  for (const { kind, then, now } of pairs) {
    if (now) for (const [from, to] of matchInnerIds(kind, remap(then, ids), now)) ids.set(from, to);
  }
  return ids;
}

/** The live record saying what the snapshot's says. Comments on a diagram are not part of the model: they stay. */
function brought(kind: Kind, wanted: Doc, now: Doc): Doc {
  const own = new Set([...IDENTITY, ...derivedFields(kind)]);
  const identity = Object.entries(now).filter(([field]) => own.has(field));
  const next: Doc = { ...Object.fromEntries(identity), ...content(kind, wanted), id: now.id };
  return kind === 'diagramContent' ? { ...next, comments: now.comments } : next;
}
