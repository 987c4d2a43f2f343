import * as z from 'zod/mini';
import type { Doc, Fields } from '../../contract/doc.js';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';
import type { Kind } from '../../contract/records.js';
import { defaultsOf, initialFields } from '../../contract/rules/derive.js';
import { applyPatch } from '../../contract/rules/patch.js';
import { updateBody } from '../../contract/rules/props.js';
import { danglingReferences } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { conflict, invalid } from '../refusal.js';
import type { HookedFamily, Pending } from './family.js';
import { findRecord, requireRecord } from './find.js';
import { checkMayEdit } from './may-edit.js';
import { computeLists } from './postponed-lists.js';
import { scopeOf } from './scope.js';
import { bumped, createdBy } from './stamps.js';
import { recordWriter } from './writer.js';

/** Creates a record with the id in the path or a generated id. Only a given id is looked up, because a generated one is unique. */
export function create(hooked: HookedFamily, call: Call, named?: string): Fields {
  const { singular: kind } = hooked.family.shape;
  const { newId, store } = call.services;
  const { records } = store;
  const versionId = call.version?.id ?? '';
  const id = named ?? newId();
  const { handleId = newId() } = call.body;
  if (named !== undefined && records.get(kind, id))
    throw conflict(`The id ${id} is already in use.`, 'id-taken');
  if (call.body.handleId !== undefined) checkHandle(hooked, call, handleId, id);
  const doc: Doc = {
    id,
    landscapeId: call.landscape?.id,
    versionId,
    handleId,
    commit: 1,
    version: 1,
    ...initialFields(kind, {
      // Computed only if a default uses it.
      get index() {
        return records.countOfVersion(kind, versionId);
      },
      versionId,
    }),
    ...ownFields(hooked, call.body),
    ...createdBy(call),
  };
  write(hooked, { call, doc: { ...doc, handleId } });
  return answer(hooked, call, id);
}

/** Creates a record, or replaces every field that a body can set. */
export function upsert(hooked: HookedFamily, call: Call): Fields {
  const { singular: kind, param } = hooked.family.shape;
  updateOwnLists(call, kind, call.parameters[param] ?? '');
  const before: Doc | undefined = findRecord(call, kind, param);
  if (!before) return create(hooked, call, call.parameters[param] ?? '');
  checkCommit(before, call.body.commit);
  const { handleId = before.handleId } = call.body;
  checkHandle(hooked, call, handleId, before.id);
  const versionId = call.version?.id ?? '';
  const beside = call.services.store.records.countOfVersion(kind, versionId) - 1;
  const fresh = { ...readOnlyFields(hooked, before), ...defaultsOf(kind, { index: beside, versionId }) };
  const doc = bumped(call, { ...fresh, id: before.id, ...ownFields(hooked, call.body), handleId });
  write(hooked, { call, before, doc, replaces: true });
  return answer(hooked, call, before.id);
}

/** Adds the lists of the record that is read, changed or returned. */
const updateOwnLists = ({ services }: Call, kind: Kind, id: string): void =>
  computeLists(services.store.records, kind, id);

/** Fields that a body cannot set: identity, history and computed fields. */
function readOnlyFields({ family }: HookedFamily, { commit, ...before }: Doc): Fields {
  const writable = family.shape.create.shape;
  const readOnly = Object.entries(before).filter(([field]) => !(field in writable));
  return { ...Object.fromEntries(readOnly), commit };
}

/** Changes the fields in the body; an empty body changes nothing (docs/service.md#updates). */
export function update(hooked: HookedFamily, call: Call): Fields {
  const { singular: kind, param } = hooked.family.shape;
  updateOwnLists(call, kind, call.parameters[param] ?? '');
  const before: Doc = requireRecord(call, kind, param);
  checkCommit(before, call.body.commit);
  const { commit: _known, ...named } = call.body;
  if (Object.values(named).every((value) => value === undefined)) return answer(hooked, call, before.id);
  if (call.body.handleId !== undefined) checkHandle(hooked, call, call.body.handleId, before.id);
  const { after, problems } = applyPatch(before, ownFields(hooked, call.body));
  write(hooked, { call, before, doc: bumped(call, after) }, problems);
  return answer(hooked, call, before.id);
}

/** Deletes a record and everything that depends on it (cascade). */
export function remove({ family, hooks }: HookedFamily, call: Call): Fields {
  const { singular: kind, param } = family.shape;
  updateOwnLists(call, kind, call.parameters[param] ?? '');
  const doc: Doc = requireRecord(call, kind, param);
  const reason = hooks.deleteProblem?.(doc);
  if (reason !== undefined) throw invalid([reason]);
  checkMayEdit(call, kind, { before: doc });
  const writer = recordWriter(call);
  const deleted = writer.remove(kind, doc);
  writer.finish();
  return hooks.deleteResponse?.(doc, deleted) ?? { commit: Number(doc.commit) + 1 };
}

function answer({ family, hooks }: HookedFamily, call: Call, id: string): Fields {
  const { singular: kind } = family.shape;
  updateOwnLists(call, kind, id);
  return { [kind]: call.services.store.records.get(kind, id), ...hooks.extraFields?.(call, id) };
}

/** Fields of a body that belong to the record itself. */
const ownFields = ({ hooks }: HookedFamily, { commit: _commit, ...body }: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !hooks.isStoredOutside?.(name)));

/** Validates the whole record, then writes it and its related data. */
function write(hooked: HookedFamily, pending: Pending, problems: readonly string[] = []): void {
  const { family, hooks } = hooked;
  const { singular: kind } = family.shape;
  const complete = { ...pending, doc: hooks.complete?.(pending) ?? pending.doc };
  checkMayEdit(pending.call, kind, {
    ...(pending.before && { before: pending.before }),
    after: complete.doc,
  });
  const found = [
    ...problems,
    ...recordProblems(hooked, complete),
    ...(problems.length === 0 ? (hooks.check?.(complete) ?? []) : []),
  ];
  if (found.length > 0) throw invalid([...new Set(found)]);
  const writer = recordWriter(pending.call);
  if (pending.before) writer.update(kind, pending.before, complete.doc, updateBody(kind, pending.call.body));
  else writer.create(kind, complete.doc, pending.call.body);
  hooks.writeRelated?.(complete, writer);
  writer.finish();
}

/**
 * Schema and reference problems of a record. The fields of an update are validated loosely; the merged record is
 * validated strictly.
 */
function recordProblems({ family }: HookedFamily, { call, doc, before }: Pending): string[] {
  const { singular: kind, resource } = family.shape;
  return [...misshapen(resource, doc), ...danglingReferences(kind, doc, scopeOf(call), before)];
}

function misshapen(resource: z.ZodMiniType, doc: Doc): string[] {
  const shaped = z.safeParse(resource, doc, WITHOUT_LOCALE);
  return shaped.success ? [] : describeIssues(shaped.error.issues, doc);
}

/**
 * Optimistic locking: a commit in the request must be the current one.
 *
 * @throws Refusal `conflict` (docs/service.md#errors: a stale `commit`).
 */
export function checkCommit(doc: Doc, commit: unknown): void {
  if (commit === undefined || commit === doc.commit) return;
  throw conflict(
    `The commit ${commit} is stale: the record is at commit ${doc.commit}. Read it again first.`,
    'stale-commit',
  );
}

/** Checks that the handle is unique among the records of its kind in a version. */
function checkHandle({ family }: HookedFamily, call: Call, handleId: unknown, ownId: string): void {
  const { singular: kind, noun } = family.shape;
  const holder = call.services.store.records.byHandle(kind, call.version?.id ?? '', String(handleId));
  if (!holder || holder.id === ownId) return;
  throw conflict(`A ${noun} with the handleId ${handleId} already exists.`, 'handle-taken');
}
