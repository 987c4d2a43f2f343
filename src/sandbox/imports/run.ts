import type { Doc, Fields } from '../../contract/doc.js';
import { FAMILIES } from '../../contract/families.js';
import type {
  ImportData,
  ModelConnectionImport,
  ModelObjectImport,
} from '../../contract/resources/landscape-import.js';
import {
  entriesOfImport,
  type ImportEntry,
  importProblems,
  keyOfEntry,
  OBJECT_PASSES,
  parentNotFound,
} from '../../contract/rules/imports/import-document.js';
import {
  connectionBody,
  type ImportBody,
  type ImportKind,
  labelsAfter,
  objectBody,
  originalsOf,
} from '../../contract/rules/imports/import-entities.js';
import type { Call } from '../call.js';
import { recordWriter } from '../records/writer.js';
import { Refusal } from '../refusal.js';
import { writeDomain } from './domain.js';
import { iconOf } from './icon.js';
import type { ImportRun } from './import-run.js';

/** Rejection of an entry, with a code and a message. */
class EntryProblem extends Error {
  readonly code: string;
  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

/**
 * Applies an import document entry by entry: creates new records, updates existing ones and collects rejected entries
 * (docs/service.md#imports). Must run within a transaction.
 */
export function applyDocument(call: Call, document: ImportData): ImportRun {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  const run: ImportRun = {
    call,
    document,
    originals: originalsOf(records, versionId, document.namespace),
    errors: [],
    rejected: new Set(),
  };
  const problems = new Map(importProblems(document).map((it) => [it.path, it]));
  const entriesByPath = new Map(entriesOfImport(document).map((it) => [it.path, it]));
  /** Applies the selected entries of a list, in order. */
  const applyList = <T extends { id: string }>(
    list: 'tagGroups' | 'tags' | 'modelObjects' | 'modelConnections',
    entries: readonly T[] | undefined,
    apply: (run: ImportRun, entry: T) => void,
    isSelected: (entry: T) => boolean = () => true,
  ): void => {
    for (const [at, entry] of (entries ?? []).entries()) {
      const listed = entriesByPath.get(`${list}[${at}]`);
      if (!listed || !isSelected(entry)) continue;
      attempt(run, listed, () => {
        const problem = problems.get(listed.path);
        if (problem) throw new EntryProblem(problem);
        apply(run, entry);
      });
    }
    // Once for all entries, because many of them affect the same records.
    recordWriter(call).refresh();
  };
  const { tagGroups, tags, modelObjects, modelConnections } = document;
  applyList('tagGroups', tagGroups, (_, entry) => put(run, 'tagGroup', entry, entry));
  applyList('tags', tags, importTag);
  for (const types of OBJECT_PASSES) {
    // Only objects of earlier passes can be parents.
    const before = new Map([...run.originals.modelObject]);
    applyList(
      'modelObjects',
      modelObjects,
      (_, entry) => (entry.type === 'domain' ? writeDomain(run, entry) : importObject(run, entry, before)),
      ({ type }) => types.includes(type),
    );
  }
  applyList('modelConnections', modelConnections, importConnection);
  return run;
}

function attempt(run: ImportRun, entry: ImportEntry, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof EntryProblem || error instanceof Refusal)) throw error;
    run.rejected.add(keyOfEntry(entry));
    const { entityType, originalId, name } = entry;
    const details = error instanceof Refusal ? (error.errors ?? []) : [];
    const entityId = idOf(run, entry);
    run.errors.push({
      message: `${name}: ${details.length > 0 ? details.join('; ') : error.message}`,
      code: error.code,
      ...(entityId !== undefined && { entityId }),
      entityOriginalId: originalId,
      entityType,
    });
  }
}

const KINDS_OF = {
  'tag-group': ['tagGroup'],
  tag: ['tag'],
  'model-object': ['modelObject', 'domain'],
  'model-connection': ['modelConnection'],
} as const satisfies Record<ImportEntry['entityType'], readonly ImportKind[]>;

/** Id of the existing record of an entry. */
const idOf = ({ originals }: ImportRun, { entityType, originalId }: ImportEntry): string | undefined =>
  KINDS_OF[entityType].map((kind) => originals[kind].get(originalId)).find((id) => id !== undefined);

/** Resolves ids of the document to record ids; undefined if the id refers to a rejected entry. */
function idResolver({ originals, rejected }: ImportRun) {
  const lookup = (entityType: ImportEntry['entityType'], originalId: string, kind: ImportKind) =>
    rejected.has(keyOfEntry({ entityType, originalId })) ? undefined : originals[kind].get(originalId);
  return {
    object: (id: string) => lookup('model-object', id, 'modelObject'),
    tag: (id: string) => lookup('tag', id, 'tag'),
    tagGroup: (id: string) => lookup('tag-group', id, 'tagGroup'),
    domain: (id: string) => lookup('model-object', id, 'domain'),
  };
}

const notFound = (problems: readonly string[]) =>
  new EntryProblem({ code: 'import/reference-not-found', message: problems.join('; ') });

function importTag(run: ImportRun, entry: NonNullable<ImportData['tags']>[number]): void {
  const { groupId: group, ...fields } = entry;
  const groupId = idResolver(run).tagGroup(group);
  if (groupId === undefined) throw notFound([`groupId: ${group} not found`]);
  put(run, 'tag', entry, { ...fields, groupId });
}

function importObject(run: ImportRun, entry: ModelObjectImport, before: ReadonlyMap<string, string>): void {
  const { records } = run.call.services.store;
  const names = idResolver(run);
  const { body, problems } = objectBody(entry, names);
  if (problems.length > 0) throw notFound(problems);
  const parent = String(entry.parentId);
  const isKnown = before.has(parent) ? names.object(parent) : undefined;
  const parentId = names.domain(parent) ?? isKnown;
  if (parentId === undefined) throw new EntryProblem(parentNotFound(parent));
  const domainId = records.get('modelObject', parentId)?.domainId;
  const icon = iconOf(run.call, entry.icon);
  put(run, 'modelObject', entry, { ...body, parentId, domainId, icon });
}

function importConnection(run: ImportRun, entry: ModelConnectionImport): void {
  const { body, problems }: ImportBody = connectionBody(entry, idResolver(run));
  if (problems.length > 0) throw notFound(problems);
  put(run, 'modelConnection', entry, body);
}

/** Creates or updates the record of an entry like a request: with its checks, logs and events. */
export function put(
  run: ImportRun,
  kind: ImportKind,
  entry: { id: string; labels?: Record<string, string> | undefined },
  { id: _id, ...fields }: Fields,
): Doc {
  const { call, originals, document } = run;
  const known = originals[kind].get(entry.id);
  const before = known === undefined ? undefined : call.services.store.records.get(kind, known);
  const labels = labelsAfter(entry, document.namespace, before);
  const record = before
    ? perform(call, kind, 'update', { ...fields, labels }, before.id)
    : perform(call, kind, 'create', { ...withIndex(call, kind), ...fields, labels });
  originals[kind].set(entry.id, record.id);
  return record;
}

/** Tags and tag groups have a list position that documents do not contain; new ones go last. */
const withIndex = ({ services, version }: Call, kind: ImportKind): Fields =>
  kind === 'tag' || kind === 'tagGroup'
    ? { index: services.store.records.countOfVersion(kind, version?.id ?? '') }
    : {};

/** Invokes an operation of a family as part of the import. */
export function perform(
  call: Call,
  kind: ImportKind,
  verb: 'create' | 'update' | 'delete',
  body: Fields,
  id = '',
): Doc {
  const family = FAMILIES.find(({ shape }) => shape.singular === kind);
  const registered = family && call.handlers.get(family[verb].id);
  if (!registered) throw new TypeError(`The operation ${verb} is not defined for ${kind}.`);
  const parameters = { ...call.parameters, [family.shape.param]: id };
  const answer = registered.handle({ ...call, operation: registered.operation, parameters, body, query: {} });
  return (answer as Record<string, Doc>)[kind] ?? { id };
}
