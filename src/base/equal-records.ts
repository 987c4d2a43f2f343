import type { JsonObject } from './json/json-object.js';

/** Facts that distinguish records with the same name. */

/** Name of the actor with this kind (`user`, `api-key`, …) and id; undefined if it is unknown. */
export type ActorName = (kind: string, id: string) => string | undefined;

const MAX_CAPTION = 80;

/** Caption, author and date of a record: `Stores bookings`, `created by Ada Lovelace on 2026-08-01 09:30`. */
export function factsOfRecord(record: JsonObject, nameOf: ActorName = () => undefined): string[] {
  const caption = typeof record.caption === 'string' ? record.caption.replace(/\s+/g, ' ').trim() : '';
  const created = stampInWords(record, 'created', nameOf);
  const changed = record.updatedAt === record.createdAt ? '' : stampInWords(record, 'updated', nameOf);
  const short = caption.length > MAX_CAPTION ? `${caption.slice(0, MAX_CAPTION - 1)}…` : caption;
  return [short, created, changed.replace('updated', 'changed')].filter((it) => it !== '');
}

/** `created by Ada Lovelace on 2026-08-01 09:30`; empty if the record has no such stamp. */
function stampInWords(record: JsonObject, verb: 'created' | 'updated', nameOf: ActorName): string {
  const [at, kind, id] = [record[`${verb}At`], record[`${verb}By`], record[`${verb}ById`]];
  const name =
    typeof kind === 'string' && typeof id === 'string' ? (nameOf(kind, id) ?? `${kind} ${id}`) : '';
  const by = name === '' ? '' : ` by ${name}`;
  const on = typeof at === 'string' ? ` on ${at.slice(0, 16).replace('T', ' ')}` : '';
  return by === '' && on === '' ? '' : `${verb}${by}${on}`;
}
