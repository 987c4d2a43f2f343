import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../doc.js';
import type { Kind, RecordReader } from '../records.js';
import type { ImportData, ModelConnectionImport, ModelObjectImport } from '../resources/landscape-import.js';

/** How the entries of an import and the records made of them find one another: docs/service.md#imports. */

export const IMPORTED_LABEL = 'imported';
export const NAMESPACE_LABEL = 'import-namespace';
export const ORIGINAL_ID_LABEL = 'import-original-id';

/** Labels by which a record is found again at the next import. */
export const importLabels = (namespace: string | undefined, originalId: string): Record<string, string> => ({
  [IMPORTED_LABEL]: 'true',
  ...(namespace !== undefined && { [NAMESPACE_LABEL]: namespace }),
  [ORIGINAL_ID_LABEL]: originalId,
});

const labelsOf = ({ labels }: Fields): Fields => (isObject(labels) ? labels : {});

/** Whether a record was imported: within a namespace, or, where none is given, at all. */
export const isImported = (doc: Doc, namespace: string | undefined): boolean =>
  labelsOf(doc)[IMPORTED_LABEL] === 'true' &&
  (namespace === undefined || labelsOf(doc)[NAMESPACE_LABEL] === namespace);

/** The caller's id of a record that was imported under this namespace, or without any; undefined for all others. */
export function originalIdOf(doc: Doc, namespace: string | undefined): string | undefined {
  const labels = labelsOf(doc);
  if (labels[IMPORTED_LABEL] !== 'true' || labels[NAMESPACE_LABEL] !== namespace) return undefined;
  const id = labels[ORIGINAL_ID_LABEL];
  return typeof id === 'string' ? id : undefined;
}

/** Kinds that an import makes, those that others refer to first. */
export const IMPORT_KINDS = ['tagGroup', 'tag', 'domain', 'modelObject', 'modelConnection'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Ids of records by the caller's ids, for each kind. */
export type Originals = Readonly<Record<ImportKind, Map<string, string>>>;

/** What earlier imports of a namespace made in a version. The root of a domain stands for the domain itself. */
export function originalsOf(
  reader: Pick<RecordReader, 'ofVersion'>,
  versionId: string,
  namespace: string | undefined,
): Originals {
  const found = (kind: Kind) =>
    new Map(
      reader.ofVersion(kind, versionId).flatMap(({ doc }): [string, string][] => {
        const { type }: Fields = doc;
        const original = type === 'root' ? undefined : originalIdOf(doc, namespace);
        return original === undefined ? [] : [[original, doc.id]];
      }),
    );
  return {
    tagGroup: found('tagGroup'),
    tag: found('tag'),
    domain: found('domain'),
    modelObject: found('modelObject'),
    modelConnection: found('modelConnection'),
  };
}

/** Names of the objects of each domain, which an import keeps unique; roots have their domain's. */
export function domainNames(reader: Pick<RecordReader, 'ofVersion'>, versionId: string) {
  const names = new Map<string, string>();
  const keyOf = ({ domainId, name }: Fields): string => JSON.stringify([domainId, name]);
  const add = (doc: Doc): void => {
    if (doc.type !== 'root') names.set(keyOf(doc), doc.id);
  };
  for (const { doc } of reader.ofVersion('modelObject', versionId)) add(doc);
  return {
    /** Id of another object that has the name in the domain. */
    holder(domainId: unknown, name: string, ownId: string | undefined): string | undefined {
      const id = names.get(keyOf({ domainId, name }));
      return id === ownId ? undefined : id;
    },
    /** An object says something else now. */
    moved(before: Doc | undefined, after: Doc): void {
      if (before && names.get(keyOf(before)) === before.id) names.delete(keyOf(before));
      add(after);
    },
  };
}

/** What the ids of an entry stand for; undefined for an id that names nothing. */
export interface ImportNames {
  object(id: string): string | undefined;
  tag(id: string): string | undefined;
}

/** The fields of a record, and what its entry names that is not there, each `path: problem`. */
export interface ImportBody {
  body: Fields;
  problems: string[];
}

/** Ids of a list as those they stand for. */
function listOf(
  field: string,
  ids: readonly string[] | undefined,
  find: (id: string) => string | undefined,
  problems: string[],
): Fields {
  if (ids === undefined) return {};
  const known = ids.flatMap((id, at) => {
    const found = find(id);
    if (found === undefined) problems.push(`${field}[${at}]: ${id} not found`);
    return found ?? [];
  });
  return { [field]: known };
}

const linksOf = (entry: { id: string; links?: { url: string; name?: string | undefined }[] | undefined }) =>
  entry.links && {
    links: Object.fromEntries(
      entry.links.map(({ url, name }, index) => {
        const id = `${entry.id}-link-${index}`;
        return [id, { id, index, url, ...(name !== undefined && { name, customName: name }) }];
      }),
    ),
  };

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What an object entry says of its record, its parent left to the caller. What is left out is not said. */
export function objectBody(entry: ModelObjectImport, names: ImportNames): ImportBody {
  const { name, type, caption, description, external, status, teamIds, technologyIds } = entry;
  const problems: string[] = [];
  const body = {
    ...given({ name, type, caption, description, external, status, teamIds, technologyIds }),
    ...listOf('groupIds', entry.groupIds, names.object, problems),
    ...listOf('tagIds', entry.tagIds, names.tag, problems),
    ...linksOf(entry),
  };
  return { body, problems };
}

/** What a connection entry says of its record. */
export function connectionBody(entry: ModelConnectionImport, names: ImportNames): ImportBody {
  const { name, direction, description, status, technologyIds } = entry;
  const problems: string[] = [];
  const end = (field: 'originId' | 'targetId' | 'viaId'): Fields => {
    const id = entry[field];
    if (id === undefined) return {};
    const found = names.object(id);
    if (found === undefined) problems.push(`${field}: ${id} not found`);
    return { [field]: found };
  };
  const body = {
    ...given({ name, direction, description, status, technologyIds }),
    ...end('originId'),
    ...end('targetId'),
    ...end('viaId'),
    ...listOf('tagIds', entry.tagIds, names.tag, problems),
    ...linksOf(entry),
  };
  return { body, problems };
}

/** The labels of a record after an import: those of the entry where it has any, else those there are. */
export const labelsAfter = (
  entry: { id: string; labels?: Record<string, string> | undefined },
  namespace: ImportData['namespace'],
  before: Doc | undefined,
): Fields => ({ ...(entry.labels ?? (before && labelsOf(before))), ...importLabels(namespace, entry.id) });
