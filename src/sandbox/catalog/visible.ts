import type { Fields } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import { matchesFilter } from '../records/filter.js';
import { notFound } from '../refusal.js';
import type { Action } from '../services.js';

export type Technology = RecordOf<'catalogTechnology'>;

/** The general catalog is public; an organization also sees its own technologies. */
const isVisible = ({ key }: Action, { organizationId = null }: Technology): boolean =>
  organizationId === null || organizationId === key.organizationId;

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** Names of a technology in lower case: name, short name and slugs. */
export const namesOf = ({ name, nameShort, slugs = [] }: Technology): string[] =>
  [name, nameShort, ...slugs].filter(Boolean).map(lower);

/** Whether any name of a technology matches, ignoring case. */
function isNamed(technology: Technology, wanted: unknown): boolean {
  const names = namesOf(technology);
  return [wanted].flat().some((it) => names.includes(lower(it)));
}

/** Technologies that the caller can see and that match a filter, in catalog order with their position. */
export const visible = (call: Action, filter: Readonly<Fields>, after = 0) =>
  call.services.store.records
    .all('catalogTechnology', after)
    .filter(({ doc }) => isVisible(call, doc) && matchesFilter(doc, filter, { name: isNamed }));

/** @throws Refusal `not-found` if the technology does not exist or belongs to another organization. */
export function visibleTechnology(call: Action, id: string): Technology {
  const doc = call.services.store.records.get('catalogTechnology', id);
  if (!doc || !isVisible(call, doc)) throw notFound(`The technology ${id}`);
  return doc;
}
