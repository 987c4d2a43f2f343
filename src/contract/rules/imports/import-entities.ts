import { isObject } from '../../../base/is-object.js';
import type { Doc, Fields } from '../../doc.js';
import type { Kind, RecordReader } from '../../records.js';
import type {
  ImportData,
  ModelConnectionImport,
  ModelObjectImport,
} from '../../resources/landscape-import.js';

/** Mapping between import entries and the records made from them: docs/service.md#imports. */

export const IMPORTED_LABEL = 'imported';
export const NAMESPACE_LABEL = 'import-namespace';
export const ORIGINAL_ID_LABEL = 'import-original-id';

const OWN_LABELS: ReadonlySet<string> = new Set([IMPORTED_LABEL, NAMESPACE_LABEL, ORIGINAL_ID_LABEL]);

/** Returns true for a label that an import or `model apply` sets to recognize a record. */
export const isOwnLabel = (key: string): boolean => OWN_LABELS.has(key) || key.startsWith('archctl:');

/** Labels that identify a record in the next import. */
export const importLabels = (namespace: string | undefined, originalId: string): Record<string, string> => ({
  [IMPORTED_LABEL]: 'true',
  ...(namespace !== undefined && { [NAMESPACE_LABEL]: namespace }),
  [ORIGINAL_ID_LABEL]: originalId,
});

const labelsOf = ({ labels }: Fields): Fields => (isObject(labels) ? labels : {});

/** Whether a record was imported under the namespace; without a namespace, whether it was imported at all. */
export const isImported = (doc: Doc, namespace: string | undefined): boolean =>
  labelsOf(doc)[IMPORTED_LABEL] === 'true' &&
  (namespace === undefined || labelsOf(doc)[NAMESPACE_LABEL] === namespace);

/** The original id of a record that was imported under this namespace (or without one); otherwise undefined. */
export function originalIdOf(doc: Doc, namespace: string | undefined): string | undefined {
  const labels = labelsOf(doc);
  if (labels[IMPORTED_LABEL] !== 'true' || labels[NAMESPACE_LABEL] !== namespace) return undefined;
  const id = labels[ORIGINAL_ID_LABEL];
  return typeof id === 'string' ? id : undefined;
}

/** Kinds that an import creates, referenced kinds first. */
export const IMPORT_KINDS = ['tagGroup', 'tag', 'domain', 'modelObject', 'modelConnection'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Record ids by original id, for each kind. */
export type Originals = Readonly<Record<ImportKind, Map<string, string>>>;

/** Records that earlier imports created in a version under a namespace. The root of a domain represents the domain. */
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

/** Resolves original ids to record ids; undefined for an unknown id. */
export interface IdResolver {
  object(id: string): string | undefined;
  tag(id: string): string | undefined;
}

/** Fields of a record, and unresolved ids of its entry, each `path: problem`. */
export interface ImportBody {
  body: Fields;
  problems: string[];
}

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

const linksOf = (entry: Pick<ModelObjectImport, 'id' | 'links'>) =>
  entry.links && {
    links: Object.fromEntries(
      entry.links.map(({ id: given, url, name, customName = name }, index) => {
        const id = given ?? `${entry.id}-link-${index}`;
        return [id, { id, index, url, ...(customName !== undefined && { name: customName, customName }) }];
      }),
    ),
  };

const withoutUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Record fields of an object entry; the caller adds the parent. Omitted fields stay unset. */
export function objectBody(entry: ModelObjectImport, names: IdResolver): ImportBody {
  const { id: _id, parentId, groupIds, tagIds, icon, links, labels, ...copied } = entry;
  const problems: string[] = [];
  const body = {
    ...withoutUndefined(copied),
    ...listOf('groupIds', groupIds, names.object, problems),
    ...listOf('tagIds', tagIds, names.tag, problems),
    ...linksOf(entry),
  };
  return { body, problems };
}

/** Record fields of a connection entry. */
export function connectionBody(entry: ModelConnectionImport, names: IdResolver): ImportBody {
  const { id: _id, originId, targetId, viaId, tagIds, links, labels, ...copied } = entry;
  const problems: string[] = [];
  const end = (field: 'originId' | 'targetId' | 'viaId'): Fields => {
    const id = entry[field];
    if (id === undefined) return {};
    const found = names.object(id);
    if (found === undefined) problems.push(`${field}: ${id} not found`);
    return { [field]: found };
  };
  const body = {
    ...withoutUndefined(copied),
    ...end('originId'),
    ...end('targetId'),
    ...end('viaId'),
    ...listOf('tagIds', tagIds, names.tag, problems),
    ...linksOf(entry),
  };
  return { body, problems };
}

/** Labels of a record after an import: those of the entry if it has any, otherwise the existing ones. */
export const labelsAfter = (
  entry: { id: string; labels?: Record<string, string> | undefined },
  namespace: ImportData['namespace'],
  before: Doc | undefined,
): Fields => ({ ...(entry.labels ?? (before && labelsOf(before))), ...importLabels(namespace, entry.id) });
