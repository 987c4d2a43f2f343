import { isObject } from '../../../base/is-object.js';
import type {
  ModelConnectionImport,
  ModelObjectImport,
} from '../../../contract/resources/landscape-import.js';
import type { Element, ElementKind, Value } from '../../document/element.js';
import { textKeys } from '../../document/kinds.js';
import type { RecordIds } from '../record-ids.js';

/** Converts elements to import entries, with the ids of the document, except for technologies and teams. */

export interface EntryContext {
  ids: RecordIds;
}

type Fields = Element['fields'];

/** An entry for a domain. For an existing domain its own labels are left out, which keeps them. */
export const domainEntry = ({ id, fields }: Element, isNew: boolean): ModelObjectImport => ({
  id,
  name: String(fields.name),
  type: 'domain',
  ...(isNew && labelsOf(fields)),
});

/**
 * An entry for an object with all of its fields, because an import may clear missing ones; links and labels are kept.
 */
export function objectEntry(
  { id, fields }: Element,
  parentId: string,
  { ids }: EntryContext,
  isNew: boolean,
): ModelObjectImport {
  const by = `model object ${id}`;
  const icon = ids.technology(fields.icon, by);
  const teams = listOf(fields.teams).flatMap((it) => ids.team(it, by) ?? []);
  return {
    id,
    ...textFields('object', fields),
    type: fields.type as ModelObjectImport['type'],
    parentId,
    external: fields.external === true,
    groupIds: textsOf(fields.groups),
    teamIds: teams,
    ...(icon !== null && { icon: { technologyId: icon } }),
    ...sharedFields(fields, ids, by),
    ...(isNew && { ...linksOf(fields), ...labelsOf(fields) }),
  };
}

export function connectionEntry({ id, fields }: Element, { ids }: EntryContext): ModelConnectionImport {
  return {
    id,
    ...textFields('connection', fields),
    direction: fields.direction as ModelConnectionImport['direction'],
    originId: String(fields.origin),
    targetId: String(fields.target),
    ...(typeof fields.via === 'string' && { viaId: fields.via }),
    ...sharedFields(fields, ids, `model connection ${id}`),
    ...linksOf(fields),
    ...labelsOf(fields),
  };
}

const sharedFields = (fields: Fields, ids: RecordIds, by: string) => ({
  status: textOr(fields.status, 'live') as NonNullable<ModelObjectImport['status']>,
  tagIds: textsOf(fields.tags),
  technologyIds: listOf(fields.technologies).flatMap((it) => ids.technology(it, by) ?? []),
});

/** The text fields of an element; missing ones are empty. */
const textFields = (kind: ElementKind, fields: Fields): { name: string } => ({
  name: String(fields.name),
  ...Object.fromEntries(textKeys(kind).map((key) => [key, textOr(fields[key])])),
});

const textOr = (value: Value | undefined, other = ''): string => (typeof value === 'string' ? value : other);

const listOf = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

const textsOf = (value: Value | undefined): string[] => listOf(value).filter((it) => typeof it === 'string');

function linksOf({ links }: Fields): Pick<ModelObjectImport, 'links'> {
  const entries = listOf(links).flatMap((link) => {
    const { url, name }: { url?: unknown; name?: unknown } = isObject(link) ? link : {};
    return typeof url === 'string' ? [{ url, ...(typeof name === 'string' && { name }) }] : [];
  });
  return entries.length === 0 ? {} : { links: entries };
}

const labelsOf = ({ labels }: Fields): Pick<ModelObjectImport, 'labels'> =>
  isObject(labels) ? { labels: labels as Record<string, string> } : {};
