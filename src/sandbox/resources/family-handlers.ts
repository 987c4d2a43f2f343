import * as z from 'zod/mini';
import { applyPatch } from '../../contract/rules/patch.js';
import { danglingReferences } from '../../contract/rules/references.js';
import { conflict, invalid, notFound } from '../http/http-error.js';
import { describeIssues } from '../http/issues.js';
import { bumped, createdBy, recordWriter } from '../records/writer.js';
import type { Call, Doc, Handler, Handlers } from '../types.js';
import { expand } from './expand.js';
import type { Draft, Family, FamilyHooks } from './family.js';
import { matchesFilter, page, pageSize, startOf } from './filter.js';

/** The seven handlers of a family of versioned records. */
export function familyHandlers({ shape, ...operations }: Family, hooks: FamilyHooks): Handlers {
  const { kind } = hooks;
  const find = (call: Call): Doc => {
    const doc = recordOf(call);
    if (doc === undefined) throw notFound(`The ${shape.noun} ${call.parameters[shape.param]}`);
    return doc;
  };
  const recordOf = (call: Call): Doc | undefined => {
    const doc = call.services.store.records.get(kind, call.parameters[shape.param] ?? '');
    return doc?.versionId === call.version?.id ? doc : undefined;
  };
  const answer = (call: Call, id: string) => ({
    [shape.singular]: call.services.store.records.get(kind, id),
    ...hooks.also?.(call, id),
  });
  const fields = ({ commit: _commit, ...body }: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !hooks.bodyOnly?.includes(name)));

  /** A handle names one record of its kind in a version. */
  const checkHandle = (call: Call, handleId: unknown, ownId: string): void => {
    const holder = call.services.store.records.byHandle(kind, call.version?.id ?? '', String(handleId));
    if (!holder || holder.id === ownId) return;
    throw conflict(`A ${shape.noun} with the handleId ${handleId} exists already.`, 'handle-taken');
  };

  const write = (draft: Draft, problems: string[] = []): Draft => {
    const doc = hooks.complete?.(draft) ?? draft.doc;
    const done = { ...draft, doc };
    const { key, services, version } = draft.call;
    const scope = {
      records: services.store.records,
      versionId: version?.id ?? '',
      organizationId: key.organizationId,
    };
    const shaped = z.safeParse(shape.resource, doc);
    const found = [
      ...problems,
      // Parts of an update are checked loosely; what they add up to is not.
      ...(shaped.success ? [] : describeIssues(shaped.error.issues, doc)),
      ...danglingReferences(kind, doc, scope, draft.before),
      ...(problems.length === 0 ? (hooks.check?.(done) ?? []) : []),
    ];
    if (found.length > 0) throw invalid([...new Set(found)]);
    const writer = recordWriter(draft.call);
    if (draft.before) writer.update(kind, draft.before, doc, draft.call.body);
    else writer.create(kind, doc, draft.call.body);
    hooks.alongside?.(done, writer);
    writer.settle();
    return done;
  };

  const create = (call: Call, id: string) => {
    const { records } = call.services.store;
    const versionId = call.version?.id ?? '';
    const handleId = (call.body.handleId as string | undefined) ?? call.services.newId();
    if (records.get(kind, id)) throw conflict(`The id ${id} is taken.`, 'id-taken');
    checkHandle(call, handleId, id);
    const doc: Doc = {
      id,
      landscapeId: call.landscape?.id,
      versionId,
      handleId,
      commit: 1,
      version: 1,
      labels: {},
      ...hooks.defaults(call, records.countOfVersion(kind, versionId)),
      ...fields(call.body),
      ...createdBy(call),
    };
    write({ call, doc: { ...doc, handleId } });
    return answer(call, id);
  };

  const list: Handler = (call) => {
    const { filter, cursor, limit } = call.query;
    const rows = call.services.store.records.ofVersion(
      kind,
      call.version?.id ?? '',
      startOf(shape.id, cursor),
    );
    const wanted = (filter ?? {}) as Record<string, unknown>;
    const { empty: _empty, ...own } = wanted;
    const found = rows.filter(({ doc }) => matchesFilter(doc, own) && (hooks.matches?.(doc, call) ?? true));
    const paged = shape.listQuery !== undefined && 'limit' in shape.listQuery;
    const { docs, nextCursor } = page(shape.id, found, paged ? pageSize(limit) : found.length);
    return {
      [shape.plural]: docs.map((doc) => expand(call, doc)),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  };

  const upsert: Handler = (call) => {
    const before = recordOf(call);
    if (!before) return create(call, call.parameters[shape.param] ?? '');
    checkCommit(before, call.body.commit);
    const handleId = (call.body.handleId as string | undefined) ?? before.handleId;
    checkHandle(call, handleId, before.id);
    const fresh = { ...before, labels: {}, ...hooks.defaults(call, Number(before.index ?? 0)) };
    write({ call, before, doc: { ...bumped(call, { ...fresh, ...fields(call.body) }), handleId } });
    return answer(call, before.id);
  };

  const update: Handler = (call) => {
    const before = find(call);
    checkCommit(before, call.body.commit);
    if (call.body.handleId !== undefined) checkHandle(call, call.body.handleId, before.id);
    const { after, problems } = applyPatch(before, fields(call.body));
    write({ call, before, doc: bumped(call, after) }, problems);
    return answer(call, before.id);
  };

  const remove: Handler = (call) => {
    const doc = find(call);
    const writer = recordWriter(call);
    const gone = writer.remove(kind, doc);
    writer.settle();
    return hooks.deleted?.(doc, gone) ?? { commit: Number(doc.commit) + 1 };
  };

  const get: Handler = (call) => {
    const doc = find(call);
    if (call.query.updateViewedAt === true) hooks.viewed?.(call, doc);
    return { [shape.singular]: expand(call, doc) };
  };

  return {
    [operations.list.id]: list,
    [operations.get.id]: get,
    [operations.create.id]: (call) => create(call, call.services.newId()),
    [operations.upsert.id]: upsert,
    [operations.update.id]: update,
    [operations.delete.id]: remove,
    [operations.exists.id]: (call) => {
      find(call);
      return {};
    },
  };
}

/**
 * A caller that names the commit it knows must know the current one.
 * @throws HttpError 409 (known answers, part 7: a stale `commit`).
 */
function checkCommit(doc: Doc, commit: unknown): void {
  if (commit !== undefined && commit !== doc.commit) {
    throw conflict(
      `The commit ${commit} is stale: the record is at commit ${doc.commit}. Read it again first.`,
      'stale-commit',
    );
  }
}
