import { getTechnology, listTechnologies } from '../../contract/resources/technology.js';
import { notFound } from '../http/http-error.js';
import type { Call, Doc, Handlers } from '../types.js';
import { matchesFilter, page, pageSize, startOf } from './filter.js';

/** An organization sees the general catalog and its own technologies. */
const visible = (call: Call, doc: Doc): boolean =>
  (doc.organizationId ?? null) === null || doc.organizationId === call.key.organizationId;

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** A technology goes by its name, short name or one of its slugs, in any case. */
function isNamed(doc: Doc, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  const names = [doc.name, doc.nameShort, ...((doc.slugs ?? []) as string[])].map(lower);
  return (Array.isArray(wanted) ? wanted : [wanted]).some((name) => names.includes(lower(name)));
}

/** Service document, endpoint 11. */
export const catalogHandlers: Handlers = {
  [listTechnologies.id]: (call) => {
    const { name, ...filter } = (call.query.filter ?? {}) as Record<string, unknown>;
    const { cursor, limit } = call.query;
    const rows = call.services.store.records
      .all('catalogTechnology', startOf(listTechnologies.id, cursor))
      .filter(({ doc }) => visible(call, doc) && isNamed(doc, name) && matchesFilter(doc, filter));
    const { docs, nextCursor } = page(listTechnologies.id, rows, pageSize(limit));
    return { catalogTechnologies: docs, ...(nextCursor !== undefined && { nextCursor }) };
  },
  [getTechnology.id]: (call) => {
    const id = call.parameters.catalogTechnologyId ?? '';
    const doc = call.services.store.records.get('catalogTechnology', id);
    if (!doc || !visible(call, doc)) throw notFound(`The technology ${id}`);
    return { catalogTechnology: doc };
  },
};
