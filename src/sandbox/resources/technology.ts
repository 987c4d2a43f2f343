import type { RecordOf } from '../../contract/records.js';
import { getTechnology, listTechnologies } from '../../contract/resources/technology.js';
import { type Call, on } from '../call.js';
import { matchesFilter } from '../records/filter.js';
import { page, pageSize, startAt } from '../records/page.js';
import { notFound } from '../refusal.js';
import type { Action } from '../services.js';

type Technology = RecordOf<'catalogTechnology'>;

/** An organization sees the general catalog and its own technologies. */
const isVisible = ({ key }: Action, { organizationId = null }: Technology): boolean =>
  organizationId === null || organizationId === key.organizationId;

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** A technology goes by its name, short name or one of its slugs, in any case. */
function isNamed({ name, nameShort, slugs = [] }: Technology, wanted: unknown): boolean {
  const names = [name, nameShort, ...slugs].map(lower);
  return (Array.isArray(wanted) ? wanted : [wanted]).some((it) => names.includes(lower(it)));
}

/** docs/service.md#endpoints, endpoint 11. */
function list(call: Call<typeof listTechnologies>) {
  const { filter = {}, cursor, limit } = call.query;
  const rows = call.services.store.records
    .all('catalogTechnology', startAt(listTechnologies.id, cursor))
    .filter(({ doc }) => isVisible(call, doc) && matchesFilter(doc, filter, { name: isNamed }));
  const { docs, nextCursor } = page(listTechnologies.id, rows, pageSize(limit));
  return { catalogTechnologies: docs, ...(nextCursor !== undefined && { nextCursor }) };
}

function get(call: Call<typeof getTechnology>) {
  const id = call.parameters.catalogTechnologyId ?? '';
  const doc = call.services.store.records.get('catalogTechnology', id);
  if (!doc || !isVisible(call, doc)) throw notFound(`The technology ${id}`);
  return { catalogTechnology: doc };
}

export const handlers = [on(listTechnologies, list), on(getTechnology, get)];
