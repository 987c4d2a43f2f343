import { revertVersion } from '../../contract/resources/version.js';
import { content, IDENTITY, sameContent } from '../../contract/rules/content.js';
import { DERIVED } from '../../contract/rules/derive.js';
import { matchInnerIds } from '../../contract/rules/inner-ids.js';
import { isLive } from '../../contract/rules/live.js';
import { MODEL_KINDS, remap } from '../../contract/rules/remap.js';
import { forbidden, invalid, notFound } from '../http/http-error.js';
import { bumped, createdBy, recordWriter } from '../records/writer.js';
import type { Call, Doc, Handlers, Kind } from '../types.js';

/**
 * Service document, endpoint 4: makes the live version say what a snapshot says. Records are told by their handle:
 * those of both are brought back, those of the snapshot alone made again, those of the live version alone deleted.
 * Comments and drafts stay as they are. Each change is logged as a child of the revert.
 */
export const revertHandlers: Handlers = {
  [revertVersion.id]: (call) => {
    const { services, landscape } = call;
    if (services.plan === 'free') throw forbidden('Reverting needs the Growth plan or above.');
    if (!landscape) throw notFound('The landscape');
    const { records } = services.store;
    const versions = records.ofLandscape('version', landscape.id);
    const live = versions.find(isLive);
    const snapshot = versions.find((it) => it.id === call.body.versionId);
    if (!snapshot || !live) throw invalid([`versionId: there is no version ${String(call.body.versionId)}`]);
    if (snapshot.id === live.id) throw invalid(['versionId: is the live version itself']);

    const id = services.newId();
    const writer = recordWriter(call);
    writer.logs.write({
      type: 'version-revert-create',
      id,
      props: call.body,
      context: { versionId: snapshot.id, name: snapshot.name },
      related: [snapshot.id],
      importance: 'high',
      landscapeId: landscape.id,
    });
    const diagramHandleIds = revertTo(call, snapshot, live, writer);
    const versionRevert: Doc = {
      id,
      landscapeId: landscape.id,
      versionId: snapshot.id,
      notes: call.body.notes,
      diagramHandleIds,
      ...createdBy(call),
    };
    records.put('versionRevert', versionRevert);
    writer.settle();
    return { versionRevert };
  },
};

interface Pair {
  kind: Kind;
  then: Doc;
  now: Doc | undefined;
}

/** @returns handles of the diagrams that changed. */
function revertTo(call: Call, snapshot: Doc, live: Doc, writer: ReturnType<typeof recordWriter>): string[] {
  const { records } = call.services.store;
  const changed = new Set<string>();
  const pairs = MODEL_KINDS.flatMap((kind) =>
    records.ofVersion(kind, snapshot.id).map(({ doc: then }): Pair => {
      return { kind, then, now: records.byHandle(kind, live.id, String(then.handleId)) };
    }),
  );
  const ids = new Map([[snapshot.id, live.id]]);
  for (const { then, now } of pairs) {
    const known = now?.id ?? ids.get(then.id) ?? call.services.newId();
    ids.set(then.id, known);
  }
  for (const { kind, then, now } of pairs) {
    if (now) for (const [from, to] of matchInnerIds(kind, remap(then, ids), now)) ids.set(from, to);
  }

  const kept = new Set(pairs.flatMap(({ kind, now }) => (now ? [`${kind} ${now.id}`] : [])));
  for (const { kind, then, now } of pairs) {
    const wanted = remap(then, ids);
    const next = now ? brought(kind, wanted, now) : { ...wanted, commit: 1, version: 1, ...createdBy(call) };
    if (now && sameContent(kind, next, now)) continue;
    if (kind === 'diagram' || kind === 'diagramContent') changed.add(String(then.handleId));
    if (now) writer.update(kind, now, bumped(call, next), content(kind, next));
    else writer.create(kind, next, content(kind, next));
  }
  // Last, so that nothing which stays still refers to what goes; and what refers goes before what it refers to.
  for (const kind of [...MODEL_KINDS].reverse()) {
    for (const { doc } of records.ofVersion(kind, live.id)) {
      const made = pairs.some((pair) => pair.kind === kind && ids.get(pair.then.id) === doc.id);
      if (kept.has(`${kind} ${doc.id}`) || made || !records.get(kind, doc.id)) continue;
      if (kind === 'diagram') changed.add(String(doc.handleId));
      writer.remove(kind, doc);
    }
  }
  return [...changed];
}

/** The live record saying what the snapshot's says. Comments on a diagram are not part of the model: they stay. */
function brought(kind: Kind, wanted: Doc, now: Doc): Doc {
  const own = new Set([...IDENTITY, ...(DERIVED[kind] ?? [])]);
  const identity = Object.entries(now).filter(([field]) => own.has(field));
  const next: Doc = { ...Object.fromEntries(identity), ...content(kind, wanted), id: now.id };
  return kind === 'diagramContent' ? { ...next, comments: now.comments } : next;
}
