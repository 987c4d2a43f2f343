import type { Fields } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import { matchesFilter } from '../records/filter.js';
import { notFound } from '../refusal.js';
import type { Action } from '../services.js';

export type Technology = RecordOf<'catalogTechnology'>;

/** Everybody sees the general catalog, an organization its own technologies besides. */
const isVisible = ({ key }: Action, { organizationId = null }: Technology): boolean =>
  organizationId === null || organizationId === key.organizationId;

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** What a technology goes by, in lower case: name, short name, slugs. */
export const namesOf = ({ name, nameShort, slugs = [] }: Technology): string[] =>
  [name, nameShort, ...slugs].filter(Boolean).map(lower);

/** A technology goes by any of its names, in any case. */
function isNamed(technology: Technology, wanted: unknown): boolean {
  const names = namesOf(technology);
  return [wanted].flat().some((it) => names.includes(lower(it)));
}

/** Technologies that whoever asks sees and a filter lets through, in their order, with their place. */
export const visible = (call: Action, filter: Readonly<Fields>, after = 0) =>
  call.services.store.records
    .all('catalogTechnology', after)
    .filter(({ doc }) => isVisible(call, doc) && matchesFilter(doc, filter, { name: isNamed }));

/** @throws Refusal `not-found` for what is not there, or another organization's. */
export function seen(call: Action, id: string): Technology {
  const doc = call.services.store.records.get('catalogTechnology', id);
  if (!doc || !isVisible(call, doc)) throw notFound(`The technology ${id}`);
  return doc;
}
