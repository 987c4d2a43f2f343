import { type Doc, entriesOf, type Fields, textsOf } from '../../contract/doc.js';
import { isKind, type Kind, recordOf } from '../../contract/records.js';
import type { Call } from '../call.js';

const pick = (doc: Doc, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, doc[field]]));

/** A record with the related records that the query asks for. */
export function expand(call: Call, kind: Kind, doc: Doc): Doc {
  const asked = call.query.expand === undefined ? [] : [call.query.expand].flat();
  const found = asked.map((name): [string, unknown] => [
    String(name),
    expansion(call, kind, doc, String(name)),
  ]);
  return found.length === 0 ? doc : { ...doc, ...Object.fromEntries(found) };
}

/** Resolves a list of ids to a map of records by id, and a single id to the record. */
function expansion(call: Call, kind: Kind, doc: Doc, name: string): unknown {
  const { expansions = {}, references = {} } = recordOf(kind);
  const { field = '', shows = [], entriesOf: inMap } = expansions[name] ?? {};
  if (inMap !== undefined) return withShown(call, doc[field], inMap, shows);
  const target = references[field]?.to ?? '';
  if (!isKind(target)) return undefined;
  const named = (id: string): Doc | undefined => call.services.store.records.get(target, id);
  const ids = doc[field];
  if (typeof ids === 'string') {
    const one = named(ids);
    return one && pick(one, shows);
  }
  const records = textsOf(ids).flatMap((id) => named(id) ?? []);
  return Object.fromEntries(records.map((it) => [it.id, pick(it, shows)]));
}

/** A map whose entries refer to records, extended with the selected fields of those records. */
function withShown({ services }: Call, map: unknown, kind: string, shows: readonly string[]): Fields {
  if (!isKind(kind)) return {};
  return Object.fromEntries(
    entriesOf(map).map(([key, entry]) => {
      const named: Doc | undefined = services.store.records.get(kind, String(entry.id));
      return [key, { ...entry, ...(named && pick(named, shows)) }];
    }),
  );
}
