import { type Doc, type Fields, textsOf } from '../../contract/doc.js';
import { isKind, type Kind, recordOf } from '../../contract/records.js';
import type { Call } from '../call.js';

const pick = (doc: Doc, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, doc[field]]));

/** A record as it is answered, with what the query asks for beside the ids that name it. */
export function expand(call: Call, kind: Kind, doc: Doc): Doc {
  const asked = call.query.expand === undefined ? [] : [call.query.expand].flat();
  const found = asked.map((name): [string, unknown] => [
    String(name),
    expansion(call, kind, doc, String(name)),
  ]);
  return found.length === 0 ? doc : { ...doc, ...Object.fromEntries(found) };
}

/** A list of ids becomes the records by id, one id the record itself. */
function expansion({ services }: Call, kind: Kind, doc: Doc, name: string): unknown {
  const { expansions = {}, references = {} } = recordOf(kind);
  const { field = '', shows = [] } = expansions[name] ?? {};
  const target = references[field]?.to ?? '';
  if (!isKind(target)) return undefined;
  const named = (id: string): Doc | undefined => services.store.records.get(target, id);
  const ids = doc[field];
  if (typeof ids === 'string') {
    const one = named(ids);
    return one && pick(one, shows);
  }
  const records = textsOf(ids).flatMap((id) => named(id) ?? []);
  return Object.fromEntries(records.map((it) => [it.id, pick(it, shows)]));
}
