import { pluralize } from '../../../base/text/words.js';
import type { Fields } from '../../doc.js';
import type { IMPORT_ENTITY_TYPES, IMPORT_OBJECT_TYPES } from '../../enums.js';
import type { ImportData, ModelObjectImport } from '../../resources/landscape-import.js';
import { NAMESAKES_SHARE, namesakesIn } from '../namesakes.js';

/** Validation of import documents, as far as a document alone allows: docs/service.md#imports. */

export type ImportEntityType = (typeof IMPORT_ENTITY_TYPES)[number];
type ObjectType = (typeof IMPORT_OBJECT_TYPES)[number];

export interface ImportEntry {
  entityType: ImportEntityType;
  /** The caller's own id. */
  originalId: string;
  name: string;
  /** Path in the document: `modelObjects[2]`. */
  path: string;
}

export interface ImportProblem extends ImportEntry {
  code: string;
  /** Message for users, without the entry's name. */
  message: string;
}

/** Allowed parent types; empty for a domain, which has no parent. */
export const PARENT_TYPES: Readonly<Record<ObjectType, readonly ObjectType[]>> = {
  domain: [],
  actor: ['domain'],
  system: ['domain'],
  group: ['domain', 'group'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

/** Creation passes: a parent must exist before the pass of its children begins. */
export const OBJECT_PASSES: readonly (readonly ObjectType[])[] = [
  ['domain'],
  ['group'],
  ['actor', 'system'],
  ['app', 'store'],
  ['component'],
];

/** Lists of a document in processing order. */
const LISTS = [
  ['tagGroups', 'tag-group'],
  ['tags', 'tag'],
  ['modelObjects', 'model-object'],
  ['modelConnections', 'model-connection'],
] as const satisfies readonly (readonly [keyof ImportData, ImportEntityType])[];

/** Every entry of a document with its path. */
export const entriesOfImport = (document: ImportData): ImportEntry[] =>
  LISTS.flatMap(([list, entityType]) =>
    (document[list] ?? []).map(({ id, name }, at) => ({
      entityType,
      originalId: id,
      name,
      path: `${list}[${at}]`,
    })),
  );

/** Key of an entry: original ids are unique within their type. */
export const keyOfEntry = ({ entityType, originalId }: Pick<ImportEntry, 'entityType' | 'originalId'>) =>
  `${entityType} ${originalId}`;

/** Errors of a document that do not depend on the destination; at most one per entry. */
export function importProblems(document: ImportData): ImportProblem[] {
  const found = [...duplicateIds(document), ...placeProblems(document)];
  const reported = new Set<string>();
  return found.filter((it) => {
    const isFirst = !reported.has(it.path);
    reported.add(it.path);
    return isFirst;
  });
}

/**
 * Groups inside groups of the same document. They and their descendants fail unless the outer group was imported
 * earlier (docs/service.md#imports), which the document does not show.
 */
export function nestedGroups(document: ImportData): ImportProblem[] {
  const objects = objectsById(document);
  return objectEntries(document).flatMap(([entry, object]) =>
    object.type === 'group' && objects.get(object.parentId ?? '')?.type === 'group'
      ? [
          {
            ...entry,
            code: 'import/nested-group',
            message: `the group ${object.parentId} that contains it must be imported first`,
          },
        ]
      : [],
  );
}

/** Entries with a namesake before them. The service accepts them (docs/service.md#names). */
export function namesakeEntries(document: ImportData): ImportProblem[] {
  const entries = new Map(entriesOfImport(document).map((it) => [it.path, it]));
  const kinds = [
    ['modelObject', 'modelObjects'],
    ['modelConnection', 'modelConnections'],
  ] as const;
  return kinds.flatMap(([kind, list]) =>
    namesakesIn<Fields & { id: string }>(kind, document[list] ?? [], (it) => it).flatMap(
      ({ at, first }): ImportProblem[] => {
        const entry = entries.get(`${list}[${at}]`);
        const message = `the entry ${first.id} has ${NAMESAKES_SHARE[kind]}`;
        return entry ? [{ ...entry, code: 'import/same-name', message }] : [];
      },
    ),
  );
}

const objectsById = (document: ImportData): Map<string, ModelObjectImport> =>
  new Map((document.modelObjects ?? []).map((it) => [it.id, it]));

function objectEntries(document: ImportData): [ImportEntry, ModelObjectImport][] {
  return (document.modelObjects ?? []).map((object, at) => [
    { entityType: 'model-object', originalId: object.id, name: object.name, path: `modelObjects[${at}]` },
    object,
  ]);
}

function duplicateIds(document: ImportData): ImportProblem[] {
  const seen = new Map<string, ImportEntry>();
  return entriesOfImport(document).flatMap((entry) => {
    const first = seen.get(keyOfEntry(entry));
    if (!first) {
      seen.set(keyOfEntry(entry), entry);
      return [];
    }
    const message = `the id ${entry.originalId} is already used by ${first.path}`;
    return [{ ...entry, code: 'import/duplicate-id', message }];
  });
}

function placeProblems(document: ImportData): ImportProblem[] {
  const objects = objectsById(document);
  return objectEntries(document).flatMap(([entry, object]) => {
    const problem = placeProblem(object, objects);
    return problem ? [{ ...entry, ...problem }] : [];
  });
}

/** Parents are looked up among the entries of the same document only. */
function placeProblem(
  { type, parentId }: ModelObjectImport,
  objects: ReadonlyMap<string, ModelObjectImport>,
): Pick<ImportProblem, 'code' | 'message'> | undefined {
  const allowed = PARENT_TYPES[type];
  if (allowed.length === 0) {
    const isFine = parentId === undefined || parentId === null;
    return isFine ? undefined : { code: 'import/parent-type', message: 'a domain has no parent' };
  }
  if (parentId === undefined || parentId === null) {
    return {
      code: 'import/parent-required',
      message: `type ${type} needs a parent (${allowed.join(' or ')})`,
    };
  }
  const parent = objects.get(parentId);
  if (!parent) return parentNotFound(parentId);
  if (allowed.includes(parent.type)) return undefined;
  const message = `type ${type} must be under ${allowed.join(' or ')}, not ${parent.type}`;
  return { code: 'import/parent-type', message };
}

/** Error of an entry whose parent is missing from the document or has not been created yet. */
export const parentNotFound = (parentId: string): Pick<ImportProblem, 'code' | 'message'> => ({
  code: 'import/parent-not-found',
  message: `Parent ${parentId} not found`,
});

/** Size of a document as text: `3 objects, 1 connection`. */
export function contentOfImport(document: ImportData): string {
  const parts = [
    [document.modelObjects, 'object'],
    [document.modelConnections, 'connection'],
    [document.tagGroups, 'tag group'],
    [document.tags, 'tag'],
  ] as const;
  const counts = parts.flatMap(([list, noun]) => (list?.length ? [pluralize(list.length, noun)] : []));
  return counts.length === 0 ? 'nothing' : counts.join(', ');
}
