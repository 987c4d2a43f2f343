import { grouped } from '../../../base/grouped.js';
import { isObject } from '../../../base/is-object.js';
import { type Doc, entriesOf } from '../../../contract/doc.js';
import { importLabels } from '../../../contract/rules/imports/import-entities.js';
import type { Element, Value } from '../../document/element.js';
import type { Field } from '../../document/field.js';
import { KINDS } from '../../document/kinds.js';
import type { Body } from '../plan-types.js';
import type { RecordIds } from '../record-ids.js';

/** Converts the fields of an element to the body of a request. */

export interface BodyContext {
  ids: RecordIds;
  namespace: string | undefined;
  /** The next free position in the order of a kind. */
  nextIndex(kind: Element['kind']): number;
}

/** Fields that separate requests write: the content of diagrams and the steps of flows. */
export const SEPARATE_FIELDS: readonly string[] = [
  'diagram.objects',
  'diagram.connections',
  'diagram.layout',
  'flow.steps',
];

/** Fields that refer to the container. The record has one field for them: `parentId` or `modelId`. */
const PLACES: readonly string[] = ['parent', 'domain', 'of'];

/**
 * Body of a request that sets fields of an element. @param keys Fields to set; all fields of a new element. @param record
 * The existing record; absent for a new element.
 */
export function bodyOf(
  element: Element,
  keys: readonly string[],
  record: Doc | undefined,
  from: BodyContext,
): Body {
  const { kind, fields } = element;
  const by = `${KINDS[kind].noun} ${element.id}`;
  const body: Record<string, unknown> = {};
  for (const key of keys) {
    const field = KINDS[kind].fields[key];
    if (!field || SEPARATE_FIELDS.includes(`${kind}.${key}`) || key === 'labels') continue;
    if (isContainerKey(kind, key)) Object.assign(body, containerBody(element, from, by));
    else if (key === 'links') body.links = linksBody(element, record, from);
    else if (field.record === 'icon.catalogTechnologyId') body.icon = iconBody(fields.icon, from, by);
    else if (key === 'index') Object.assign(body, indexBody(element, record, from));
    else body[field.record ?? key] = valueBody(field, fields[key], from, by);
  }
  if (!record) for (const key of Object.keys(body)) if (body[key] === undefined) delete body[key];
  return body;
}

const isContainerKey = (kind: Element['kind'], key: string): boolean =>
  PLACES.includes(key) && !(kind === 'diagram' && key === 'parent');

function containerBody({ kind, fields }: Element, { ids }: BodyContext, by: string): Body {
  const inside = kind === 'object' ? fields.parent : fields.of;
  const id = inside === undefined ? ids.rootOf(fields.domain, by) : ids.resolve('object', inside, by);
  if (inside === undefined && fields.domain === undefined)
    ids.addProblem(by, `the landscape has several domains; set the domain.`);
  return { [kind === 'object' ? 'parentId' : 'modelId']: id };
}

function valueBody(
  { shape, default: usual }: Field,
  value: Value | undefined,
  from: BodyContext,
  by: string,
) {
  const { ids } = from;
  switch (shape.is) {
    case 'reference':
      if (shape.to === 'drawnObject' || shape.to === 'drawnConnection') return undefined;
      return shape.to === 'technology' || shape.to === 'team'
        ? ids[shape.to](value, by)
        : ids.resolve(shape.to, value, by);
    case 'references': {
      const list = Array.isArray(value) ? (value as readonly Value[]) : [];
      const { to } = shape;
      if (to === 'drawnObject' || to === 'drawnConnection') return [];
      const found = list.map((it) =>
        to === 'technology' || to === 'team' ? ids[to](it, by) : ids.resolve(to, it, by),
      );
      // A filtered array reserves memory for more items.
      return found.includes(null) ? found.filter((id) => id !== null) : found;
    }
    default:
      return value ?? usual ?? (shape.is === 'choice' ? null : undefined);
  }
}

/** Without an index, a new record goes to the end, and an existing record keeps its position. */
function indexBody({ kind, fields }: Element, record: Doc | undefined, from: BodyContext): Body {
  if (typeof fields.index === 'number') return { index: fields.index };
  return record ? {} : { index: from.nextIndex(kind) };
}

function iconBody(slug: Value | undefined, { ids }: BodyContext, by: string) {
  const id = ids.technology(slug, by);
  return id === null ? null : { catalogTechnologyId: id };
}

/**
 * Links are matched by address. An existing link keeps its id, and everything that a document does not describe, such as
 * its `connector`.
 */
function linksBody({ id, kind, fields }: Element, record: Doc | undefined, { ids }: BodyContext): unknown {
  const known = grouped(entriesOf(record?.links), ([, { url }]) => String(url));
  const wanted = (Array.isArray(fields.links) ? (fields.links as readonly unknown[]) : []).filter(isObject);
  const [added, changed]: [Record<string, object>, Record<string, object>] = [{}, {}];
  for (const [index, { url, name }] of wanted.entries()) {
    const [key, link] = known.get(String(url))?.shift() ?? [];
    const body = { index, url, customName: name ?? null };
    const newKey = ids.partId('link', kind, id, String(index), String(url));
    if (key === undefined) added[newKey] = { id: newKey, ...body };
    else if (link?.index !== index || (link.customName ?? null) !== body.customName) changed[key] = body;
  }
  if (!record) return added;
  const gone = [...known.values()].flat().map(([key]) => key);
  return mapPatch({ $add: added, $update: changed, $remove: gone });
}

/** An update of a map without its empty parts; undefined if all parts are empty. */
export function mapPatch(parts: Readonly<Record<string, object>>): Body | undefined {
  const nonEmpty = Object.entries(parts).filter(([, it]) => Object.keys(it).length > 0);
  return nonEmpty.length === 0 ? undefined : Object.fromEntries(nonEmpty);
}

/** All labels of a record: its own, and those that identify it. */
export function labelsOf({ id, fields }: Element, namespace: string | undefined): Record<string, string> {
  const own = isObject(fields.labels) ? (fields.labels as Record<string, string>) : {};
  return { ...own, ...importLabels(namespace, id) };
}
